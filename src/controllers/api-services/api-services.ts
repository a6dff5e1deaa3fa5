import { type ControllerContext, storeOf } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import { instantiate } from '#controllers/system-objects/system-object.js'
import { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { SERVER } from '#meta/user.js'
import { objectKey } from '#registry/keys.js'
import type { CanonicalObject, CanonicalWriter } from '#registry/write/canonical-writer.js'
import { currentTime } from '#schema/times.js'
import {
  API_SERVICES,
  isManaged,
  type LocalCondition,
  localApiService,
  PREFIX,
  restoreCondition,
  restoreSpec,
} from './api-service.js'
import { ServedVersions } from './served-versions.js'

/** The only work item: all APIServices that are due, in one write. */
const DUE = {}

/**
 * Keeps an APIService for each group and version that the server serves itself: creates it, restores its spec, and
 * deletes it when the version is gone. One without the label of the server belongs to a client.
 */
export class ApiServices extends QueueController<typeof DUE> {
  readonly name = 'api-services'
  readonly #writer: CanonicalWriter
  readonly #condition: LocalCondition
  readonly #served: ServedVersions
  /** The names to compare with the store. */
  #due = new Set<string>()
  #listens = false

  constructor(context: ControllerContext, writer: CanonicalWriter, condition: LocalCondition) {
    super(context, 1)
    this.#writer = writer
    this.#served = new ServedVersions((version) => context.kinds.isDiscoverable(version))
    this.#condition = condition
  }

  protected follow(): readonly (() => void)[] {
    const { feed, kinds } = this.context
    for (const kind of kinds.kinds) this.#served.add(kind)
    return [
      kinds.onChange(({ type, kind }) =>
        this.#enqueue(type === 'added' ? this.#served.add(kind) : this.#served.remove(kind)),
      ),
      feed.follow(
        ({ before, after }) => this.#enqueue([(after ?? before)?.name ?? '']),
        ({ prefix }) => prefix === PREFIX,
      ),
    ]
  }

  protected lead(): Iterable<typeof DUE> {
    if (!this.#listens) return []
    this.#compareAll()
    return [DUE]
  }

  /** Called when the server listens: it starts faster if it writes later. */
  serverListens(): void {
    this.#listens = true
    this.#compareAll()
    this.add(DUE)
  }

  #compareAll(): void {
    const stored = this.context.feed.objectsOf({ prefix: PREFIX }).map(({ name }) => name)
    this.#due = new Set([...this.#served.names, ...stored])
  }

  protected onFailure(_: typeof DUE, error: unknown, failures: number): void {
    this.context.logger.debug({ failures, error: String(error) }, 'failed to update APIServices')
  }

  #enqueue(names: readonly string[]): void {
    if (!this.isLeading || !this.#listens || names.length === 0) return
    for (const name of names) this.#due.add(name)
    this.add(DUE)
  }

  protected async work(): Promise<void> {
    if (!this.isLeading) return
    const due = this.#due
    this.#due = new Set()
    try {
      await this.#update(due)
    } catch (error) {
      for (const name of due) this.#due.add(name)
      throw error
    }
  }

  async #update(due: ReadonlySet<string>): Promise<void> {
    const changed: CanonicalObject[] = []
    const gone: ApiObject[] = []
    for (const name of due) {
      const change = this.#changeOf(name)
      if (change === undefined) continue
      if ('deleted' in change) gone.push(change.deleted)
      else changed.push(change)
    }
    if (!(await this.#writer.write(changed))) throw new Error('another client has written some of them')
    await Promise.all(gone.map((object) => this.#delete(object)))
  }

  /** Undefined if the APIService is up to date, or there is none to be. */
  #changeOf(name: string): CanonicalObject | { readonly deleted: ApiObject } | undefined {
    const key = objectKey({ prefix: PREFIX }, undefined, name)
    const found = this.context.feed.find(key)
    const version = this.#served.find(name)
    if (found === undefined) {
      if (version === undefined) return undefined
      const object = instantiate(localApiService(version, this.#condition), this.context)
      return { key, object, replaces: undefined, allocations: [] }
    }
    const object = JSON.parse(found.json.toString()) as ApiObject
    if (object.metadata.deletionTimestamp) return undefined
    const managed = isManaged(object)
    if (managed && version === undefined) return { deleted: object }
    const isRestored = managed && version !== undefined && restoreSpec(object, version)
    const condition = this.#condition(currentTime(this.context.clock))
    if (!restoreCondition(object, condition) && !isRestored) return undefined
    return { key, object, replaces: found.revision, allocations: [] }
  }

  async #delete({ metadata: { name, uid, resourceVersion } }: ApiObject): Promise<void> {
    try {
      await storeOf(this.context.stores, API_SERVICES).writer.delete(undefined, name ?? '', {
        uid,
        resourceVersion,
        policy: 'Background',
        gracePeriodSeconds: undefined,
        dryRun: false,
        user: SERVER,
      })
    } catch (error) {
      // A change since then makes it due again.
      if (!(error instanceof ApiError) || !['notFound', 'conflict'].includes(error.error)) throw error
    }
  }
}
