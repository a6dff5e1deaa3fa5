import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ObjectChange } from '#registry/change-feed.js'
import type { StoredKind } from '#registry/kind.js'
import type { History } from '#registry/strategy.js'
import { type Dependents, RevisionObjects } from './revision-objects.js'

/** Concurrent histories. */
const CONCURRENCY = 8

/** An object with several revisions. */
interface Revised {
  readonly history: History
  readonly key: string
  /** Key of the stored revision history. */
  readonly record: string
}

/**
 * Publishes stored revisions as ReplicaSets or ControllerRevisions. An object with one revision has no history
 * and costs nothing.
 *
 * Revisions are added oldest first, and only newer ones than all published: so the controller resumes after a
 * restart, leaves objects of other controllers alone, and does not recreate what a client deleted.
 */
export class RevisionHistory extends QueueController<Revised> {
  readonly name = 'revision-history'
  readonly #dependents: Dependents
  /** By object key. */
  readonly #revised = new Map<string, Revised>()

  constructor(context: ControllerContext, dependents: Dependents) {
    super(context, CONCURRENCY)
    this.#dependents = dependents
  }

  protected follow(): readonly (() => void)[] {
    const { kinds, feed } = this.context
    const records = [...kinds.kinds].flatMap((kind) =>
      kind.history === undefined ? [] : [this.#followRecords(kind, kind.history)],
    )
    const changes = feed.follow(
      (change) => this.#onChange(change),
      ({ history }) => history !== undefined,
    )
    return [...records, changes]
  }

  protected lead(): Iterable<Revised> {
    return this.#revised.values()
  }

  protected onFailure({ key }: Revised, error: unknown, failures: number): void {
    this.context.logger.debug({ key, failures, error: String(error) }, 'failed to publish revisions')
  }

  #followRecords(kind: StoredKind, history: History): () => void {
    const { feed } = this.context
    const onRecord = (record: string) => {
      const key = kind.prefix + record.slice(history.records.length)
      if (feed.record(record) === undefined) {
        this.#revised.delete(key)
        return
      }
      const revised = this.#revised.get(key) ?? { history, key, record }
      this.#revised.set(key, revised)
      this.add(revised)
    }
    for (const record of feed.recordKeys(history.records)) onRecord(record)
    return feed.followRecords(history.records, onRecord)
  }

  /** Annotations are not part of the history, but the object of the current revision has the same ones. */
  #onChange({ before, after }: ObjectChange): void {
    if (before === undefined || after === undefined || !this.isLeading) return
    const revised = this.#revised.get(after.key)
    if (revised !== undefined && !haveSameAnnotations(before, after)) this.add(revised)
  }

  protected async work({ history, key, record }: Revised): Promise<void> {
    const { feed } = this.context
    const found = feed.find(key)
    const kept = feed.record(record)
    if (found === undefined || kept === undefined) return
    const object = JSON.parse(found.json.toString()) as ApiObject
    if (object.metadata.deletionTimestamp) return

    const shown = new RevisionObjects(this.context, this.#dependents, history, { object, key })
    const revisions = history.revisions(object, kept)
    const newest = await shown.newest()
    for (const revision of revisions) {
      if (!this.isLeading) return
      if (revision.revision > newest) await shown.add(revision)
      else if (revision === revisions.at(-1)) await shown.update(revision)
    }
    if (this.isLeading) await shown.keepOnly(revisions)
  }
}

function haveSameAnnotations(before: CachedObject, after: CachedObject): boolean {
  return JSON.stringify(before.metadata().annotations) === JSON.stringify(after.metadata().annotations)
}
