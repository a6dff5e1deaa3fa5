import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { ApiError } from '#meta/api-error.js'
import { SERVER } from '#meta/user.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import type { ResourceStore } from '#registry/store.js'
import { SERVER_WRITE } from '#registry/write/write-options.js'
import { currentTime } from '#schema/times.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { NAMESPACES, type NamespaceObject, type NamespacePhase, PODS, SERVER_FINALIZER } from './namespace.js'
import { RemainingContent, type RemoteContent } from './remaining-content.js'

/** Concurrent namespaces, and objects of each: deletions share commits. */
const CONCURRENCY = 4
const DELETE_CONCURRENCY = 16

/** Pods do not wait for their node: without nodes, a namespace would never become empty. */
const DELETION = {
  uid: undefined,
  resourceVersion: undefined,
  policy: 'Background',
  gracePeriodSeconds: 0,
  dryRun: false,
  user: SERVER,
} as const

interface KnownNamespace {
  readonly name: string
  phase: NamespacePhase
}

/**
 * Deletes the content of terminating namespaces, then their finalizer. Creates namespaces that have objects but
 * no Namespace. All its state is in the objects, so a restart loses nothing.
 */
export class NamespaceController extends QueueController<KnownNamespace> {
  readonly name = 'namespaces'
  /** Namespaces that are being created, by name. */
  readonly #creating = new Map<string, Promise<void>>()
  readonly #known = new Map<string, KnownNamespace>()
  readonly #remote: RemoteContent | undefined

  constructor(context: ControllerContext, remote?: RemoteContent) {
    super(context, CONCURRENCY)
    this.#remote = remote
  }

  protected follow(): readonly (() => void)[] {
    for (const namespace of this.#namespaces()) this.#onObject(namespace)
    return [
      this.context.feed.follow(({ kind, before, after }) => {
        if (kind.prefix === NAMESPACES.prefix) this.#onNamespace(before, after)
        else if (kind.namespaced && after === undefined) this.#onGone(before)
      }),
    ]
  }

  protected lead(): Iterable<KnownNamespace> {
    this.#provision().catch((err: unknown) =>
      this.context.logger.error({ err }, 'failed to create namespaces'),
    )
    return [...this.#known.values()].filter(({ phase }) => phase === 'Terminating')
  }

  protected work(namespace: KnownNamespace): Promise<void> {
    return this.#empty(namespace)
  }

  protected onFailure({ name }: KnownNamespace, error: unknown, failures: number): void {
    const fields = { namespace: name, failures, error: String(error) }
    this.context.logger.debug(fields, 'a namespace is not empty yet')
  }

  /** Up to date with acknowledged writes, on every server. */
  phaseOf(name: string): NamespacePhase | undefined {
    return this.#known.get(name)?.phase
  }

  /** Creates a namespace unless it exists. Requests that need it at the same time share one attempt. */
  create(name: string): Promise<void> {
    const creating = this.#creating.get(name) ?? this.#create(name).finally(() => this.#creating.delete(name))
    this.#creating.set(name, creating)
    return creating
  }

  async #create(name: string): Promise<void> {
    const store = this.#store
    try {
      await store?.writer.create(undefined, { metadata: { name } }, SERVER_WRITE)
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'alreadyExists') throw error
    }
  }

  /** Objects may be older than namespace objects. */
  async #provision(): Promise<void> {
    const wanted = new Set<string>()
    for (const kind of this.#namespacedKinds()) {
      for (const namespace of this.context.feed.namespacesOf(kind)) wanted.add(namespace)
    }
    for (const name of wanted) {
      if (this.#find(name) === undefined) await this.create(name)
    }
  }

  #onNamespace(before: CachedObject | undefined, after: CachedObject | undefined): void {
    if (after !== undefined) this.#onObject(after)
    else if (before !== undefined) this.#known.delete(before.name)
  }

  #onObject(namespace: CachedObject): void {
    const { name } = namespace
    const known = this.#known.get(name) ?? { name, phase: 'Active' }
    known.phase = namespace.metadata().deletionTimestamp ? 'Terminating' : 'Active'
    this.#known.set(name, known)
    if (known.phase === 'Terminating') this.add(known)
  }

  #onGone(object: CachedObject | undefined): void {
    const known = object && this.#known.get(object.namespace)
    if (known?.phase === 'Terminating') this.add(known)
  }

  /** Deletes the content of a namespace. It is requeued when objects with finalizers are gone, and retried for those elsewhere. */
  async #empty(namespace: KnownNamespace): Promise<void> {
    const { name } = namespace
    // A namespace of the same name may have been created since.
    const mayDelete = () => this.isLeading && this.#isTerminating(namespace)
    if (!mayDelete()) return
    const kinds = this.#namespacedKinds()
    const pods = kinds.filter(({ prefix }) => prefix === PODS.prefix)
    // Running pods may need everything else, such as policies, until they end.
    const remaining = await this.#deleteKinds(pods, name, mayDelete)
    const left = remaining.isEmpty ? await this.#deleteKinds(kinds, name, mayDelete) : remaining
    if (left.isEmpty) await this.#remote?.deleteIn(name, left, mayDelete)
    if (!mayDelete()) return
    if (left.isEmpty) return this.#letGo(name)
    await this.#report(name, left)
    if (left.isElsewhere) throw new Error('other servers still have content')
  }

  #isTerminating(namespace: KnownNamespace): boolean {
    return this.#known.get(namespace.name) === namespace && namespace.phase === 'Terminating'
  }

  /** Deletes all objects of some kinds in a namespace. Returns what remains. */
  async #deleteKinds(
    kinds: readonly StoredKind[],
    namespace: string,
    mayDelete: () => boolean,
  ): Promise<RemainingContent> {
    for (const kind of kinds) await this.#deleteAll(kind, namespace, mayDelete)
    const remaining = new RemainingContent()
    for (const kind of kinds) {
      const { plural, group } = kind.storageVersion
      for (const object of this.#objectsIn(kind, namespace)) remaining.add(`${plural}.${group}`, object)
    }
    return remaining
  }

  async #deleteAll(kind: StoredKind, namespace: string, mayDelete: () => boolean): Promise<void> {
    const store = this.context.stores.ofKind(kind)
    const rest = this.#objectsIn(kind, namespace).values()
    const work = async () => {
      let budget = new TimeBudget()
      for (const object of rest) {
        if (!mayDelete()) return
        if (mayBeDeleted(object)) await deleteOne(store, namespace, object.name)
        if (!budget.isOver) continue
        await yieldToEventLoop()
        budget = new TimeBudget()
      }
    }
    await Promise.all(Array.from({ length: DELETE_CONCURRENCY }, work))
  }

  async #letGo(name: string): Promise<void> {
    const namespace = this.#parse(name)
    if (namespace === undefined) return
    const finalizers = (namespace.spec.finalizers ?? []).filter((finalizer) => finalizer !== SERVER_FINALIZER)
    if (finalizers.length === (namespace.spec.finalizers ?? []).length) return
    const finalize = this.#store?.endpoints.get('finalize')
    const body = { ...namespace, spec: { ...namespace.spec, finalizers } }
    await finalize?.replace?.({ namespace: undefined, name }, body, SERVER_WRITE)
  }

  async #report(name: string, remaining: RemainingContent): Promise<void> {
    const namespace = this.#parse(name)
    if (namespace === undefined) return
    const before = namespace.status.conditions ?? []
    const conditions = remaining.conditions(before, currentTime(this.context.clock))
    if (JSON.stringify(conditions) === JSON.stringify(before)) return
    const status = this.#store?.endpoints.get('status')
    const body = { ...namespace, status: { ...namespace.status, conditions } }
    await status?.replace?.({ namespace: undefined, name }, body, SERVER_WRITE)
  }

  get #store(): ResourceStore | undefined {
    return this.context.stores.ofReference('v1', 'Namespace')
  }

  #find(name: string): CachedObject | undefined {
    return this.context.feed.find(objectKey(NAMESPACES, undefined, name))
  }

  #parse(name: string): NamespaceObject | undefined {
    const found = this.#find(name)
    return found && (JSON.parse(found.json.toString()) as NamespaceObject)
  }

  #namespaces(): readonly CachedObject[] {
    return this.context.feed.objectsOf(NAMESPACES as StoredKind)
  }

  #namespacedKinds(): readonly StoredKind[] {
    return [...this.context.kinds.kinds].filter(({ namespaced }) => namespaced)
  }

  #objectsIn(kind: StoredKind, namespace: string): readonly CachedObject[] {
    return this.context.feed.objectsIn(kind, namespace)
  }
}

/** For a terminating object, nothing but its grace period can be shortened. */
function mayBeDeleted(object: CachedObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = object.metadata()
  return !deletionTimestamp || deletionGracePeriodSeconds > 0
}

async function deleteOne(store: ResourceStore | undefined, namespace: string, name: string): Promise<void> {
  try {
    await store?.writer.delete(namespace, name, DELETION)
  } catch (error) {
    if (!(error instanceof ApiError) || error.error !== 'notFound') throw error
  }
}
