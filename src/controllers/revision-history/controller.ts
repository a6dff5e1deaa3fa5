import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerContext } from '#controllers/controller.js'
import { QueueController } from '#controllers/queue-controller.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectChange } from '#registry/change-feed.js'
import type { History } from '#registry/history.js'
import type { StoredKind } from '#registry/kind.js'
import { type Dependents, RevisionObjects } from './revision-objects.js'

/** How many histories are brought up to date at a time. */
const CONCURRENCY = 8

/** An object that has had several revisions. */
interface Revised {
  readonly history: History
  /** Where the object lies. */
  readonly key: string
  /** Where the record of its revisions lies. */
  readonly record: string
}

/**
 * Shows clients the revisions that records keep, as objects of the kind in which clients look for them. An object that was
 * never revised has no record and costs nothing.
 *
 * Revisions are added oldest first, and only those that are newer than all that are shown: so the controller goes on where
 * it was after a restart, what another controller shows is left alone, and what a client has deleted stays away.
 */
export class RevisionHistory extends QueueController<Revised> {
  readonly name = 'revision-history'
  readonly #dependents: Dependents
  /** By the keys of the objects. */
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
    this.context.logger.debug({ key, failures, error: String(error) }, 'revisions could not be shown yet')
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

  /** A change of annotations is none of the record, but what shows the current revision has the same annotations. */
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
