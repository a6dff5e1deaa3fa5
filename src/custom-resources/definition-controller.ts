import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import {
  hasCondition,
  NAMES_ACCEPTED,
  TERMINATING,
  withCondition,
} from '#kinds/apiextensions/customresourcedefinition/conditions.js'
import { customResourceDefinition } from '#kinds/apiextensions/customresourcedefinition/index.js'
import type { CustomResourceDefinition } from '#kinds/apiextensions/customresourcedefinition/schema.js'
import { CLEANUP_FINALIZER } from '#kinds/apiextensions/customresourcedefinition/strategy.js'
import { ApiError } from '#meta/api-error.js'
import { SERVER } from '#meta/user.js'
import { objectKey } from '#registry/keys.js'
import type { StoredKind } from '#registry/kind.js'
import type { ResourceStore } from '#registry/store.js'
import type { CanonicalWriter } from '#registry/write/canonical-writer.js'
import { currentTime } from '#schema/times.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { definitionOutline, isTerminating, placeOf } from './definition.js'

/** Concurrent definitions, and objects of each: deletions share commits. */
const CONCURRENCY = 4
const DELETE_CONCURRENCY = 16

const DELETION = {
  uid: undefined,
  resourceVersion: undefined,
  policy: 'Background',
  gracePeriodSeconds: undefined,
  dryRun: false,
  user: SERVER,
} as const

const IN_PROGRESS = {
  type: TERMINATING,
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
} as const

interface KnownDefinition {
  readonly name: string
  readonly group: string
  readonly prefix: string
  /** Whether it waits for names of another definition. */
  isWaiting: boolean
  isTerminating: boolean
}

/**
 * Deletes the objects of deleted definitions in steps, then their finalizer. Accepts names that other
 * definitions have released. All its state is in the objects, so a restart loses nothing.
 */
export class DefinitionController extends QueueController<KnownDefinition> {
  readonly name = 'definitions'
  readonly #writer: CanonicalWriter
  readonly #known = new Map<string, KnownDefinition>()
  /** Deleted definitions, by key prefix of their objects. */
  readonly #terminating = new Map<string, KnownDefinition>()

  constructor(context: ControllerContext, writer: CanonicalWriter) {
    super(context, CONCURRENCY)
    this.#writer = writer
  }

  protected follow(): readonly (() => void)[] {
    const { feed } = this.context
    for (const definition of feed.objectsOf(customResourceDefinition)) this.#onDefinition(definition)
    return [
      feed.follow(({ kind, before, after }) => {
        if (kind === customResourceDefinition) {
          if (after !== undefined) this.#onDefinition(after)
          else if (before !== undefined) this.#forget(before.name)
        } else if (after === undefined) {
          const terminating = this.#terminating.get(kind.prefix)
          if (terminating !== undefined) this.add(terminating)
        }
      }),
    ]
  }

  protected lead(): Iterable<KnownDefinition> {
    return [...this.#known.values()].filter(({ isTerminating, isWaiting }) => isTerminating || isWaiting)
  }

  protected async work(known: KnownDefinition): Promise<void> {
    if (!this.isLeading) return
    const found = this.#find(known.name)
    if (found === undefined) await this.#sweep(known)
    else if (known.isTerminating) await this.#finish(known, found)
    // A write without changes checks the names again.
    else if (known.isWaiting) await this.#modify(known.name, (definition) => definition)
  }

  protected onFailure({ name }: KnownDefinition, error: unknown, failures: number): void {
    this.context.logger.debug(
      { definition: name, failures, error: String(error) },
      'failed to reconcile a definition',
    )
  }

  #onDefinition(object: CachedObject): void {
    const { name } = object
    const { group, prefix } = placeOf(object)
    const known = this.#known.get(name) ?? { name, group, prefix, isWaiting: false, isTerminating: false }
    const outline = definitionOutline(object)
    known.isWaiting = !hasCondition(outline.status, NAMES_ACCEPTED)
    known.isTerminating = isTerminating(outline)
    this.#known.set(name, known)
    if (known.isTerminating) {
      this.#terminating.set(prefix, known)
      this.add(known)
    } else this.#wakeWaiting(known)
  }

  #forget(name: string): void {
    const known = this.#known.get(name)
    if (known === undefined) return
    this.#known.delete(name)
    this.#terminating.delete(known.prefix)
    this.#wakeWaiting(known)
    this.add(known)
  }

  /** These may wait for names that the changed definition released. */
  #wakeWaiting(changed: KnownDefinition): void {
    for (const known of this.#known.values()) {
      if (known !== changed && known.isWaiting && known.group === changed.group) this.add(known)
    }
  }

  async #finish(known: KnownDefinition, found: CachedObject): Promise<void> {
    const { finalizers = [] } = found.metadata()
    if (!finalizers.includes(CLEANUP_FINALIZER)) return
    const kind = this.#customKindOf(known)
    if (kind !== undefined && this.context.feed.objectsOf(kind).length > 0) {
      await this.#report(known.name)
      await this.#deleteAll(kind)
      // The definition is requeued when objects with finalizers are gone.
      if (!this.isLeading || this.context.feed.objectsOf(kind).length > 0) return
    }
    await this.#modify(known.name, (definition) => {
      const left = (definition.metadata.finalizers ?? []).filter(
        (finalizer) => finalizer !== CLEANUP_FINALIZER,
      )
      definition.metadata.finalizers = left.length === 0 ? undefined : left
      return definition
    })
  }

  /** A definition may have the names of a built-in kind. It defines nothing, and none of the objects are its own. */
  #customKindOf({ prefix }: KnownDefinition): StoredKind | undefined {
    const kind = this.context.kinds.storedUnder(prefix)
    return kind?.storageVersion.isCustomResource ? kind : undefined
  }

  async #deleteAll(kind: StoredKind): Promise<void> {
    const store = this.context.stores.ofKind(kind)
    if (store === undefined) return
    const rest = this.context.feed.objectsOf(kind).values()
    const work = async () => {
      let budget = new TimeBudget()
      for (const object of rest) {
        if (!this.isLeading) return
        if (!object.metadata().deletionTimestamp) await deleteOne(store, object)
        if (!budget.isOver) continue
        await yieldToEventLoop()
        budget = new TimeBudget()
      }
    }
    await Promise.all(Array.from({ length: DELETE_CONCURRENCY }, work))
  }

  /** Deletes objects that were written during the deletion, so that a new definition starts empty. */
  async #sweep({ prefix }: KnownDefinition): Promise<void> {
    if (this.context.kinds.storedUnder(prefix) !== undefined) return
    await this.#writer.remove(this.context.feed.objectsOf({ prefix }))
  }

  async #report(name: string): Promise<void> {
    await this.#modify(
      name,
      ({ status, ...definition }) => {
        const conditions = withCondition(
          status.conditions ?? [],
          IN_PROGRESS,
          currentTime(this.context.clock),
        )
        return { ...definition, status: { ...status, conditions } }
      },
      'status',
    )
  }

  /** Ignores a definition that is gone. */
  async #modify(
    name: string,
    change: (definition: CustomResourceDefinition) => CustomResourceDefinition,
    mode: 'object' | 'status' = 'object',
  ): Promise<void> {
    const store = this.#store
    try {
      await store.writer.modify(undefined, name, {
        retry: true,
        mode,
        next: (current) => store.definition.decode(change(current.copy())),
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'notFound') throw error
    }
  }

  get #store(): ResourceStore<CustomResourceDefinition> {
    return this.context.stores.ofKind(
      customResourceDefinition,
    ) as unknown as ResourceStore<CustomResourceDefinition>
  }

  #find(name: string): CachedObject | undefined {
    return this.context.feed.find(objectKey(customResourceDefinition, undefined, name))
  }
}

async function deleteOne(store: ResourceStore, { namespace, name }: CachedObject): Promise<void> {
  try {
    await store.writer.delete(namespace === '' ? undefined : namespace, name, DELETION)
  } catch (error) {
    if (!(error instanceof ApiError) || error.error !== 'notFound') throw error
  }
}
