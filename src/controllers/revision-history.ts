import type { CachedObject } from '../cache/cached-object.js'
import { ApiError } from '../meta/api-error.js'
import type { ApiObject } from '../meta/api-object.js'
import type { ObjectMeta } from '../meta/object-meta.js'
import { SERVER } from '../meta/user.js'
import type { ObjectChange } from '../registry/change-feed.js'
import type { History, Revision } from '../registry/history.js'
import { objectKey } from '../registry/keys.js'
import type { StoredKind } from '../registry/kind.js'
import type { ResourceStore } from '../registry/store.js'
import { mapYielding } from '../util/event-loop.js'
import type { Controller, ControllerParts } from './controller.js'
import type { ObjectPlace } from './graph-node.js'
import { doublingBackOff, WorkQueue } from './work-queue.js'

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

/** An object that shows a revision. */
interface Shown {
  readonly object: CachedObject
  readonly metadata: ObjectMeta
  readonly number: number
}

/** Who owns what. */
interface Owners {
  dependentsOf(key: string): readonly ObjectPlace[]
}

/**
 * Shows clients the revisions that records keep, as objects of the kind in which clients look for them. An object that was
 * never revised has no record and costs nothing.
 *
 * Revisions are added oldest first, and only those that are newer than all that are shown: so the controller goes on where
 * it was after a restart, what another controller shows is left alone, and what a client has deleted stays away.
 */
export class RevisionHistory implements Controller {
  readonly name = 'revision-history'
  readonly #parts: ControllerParts
  readonly #owners: Owners
  readonly #queue: WorkQueue<Revised>
  /** By the keys of the objects. */
  readonly #revised = new Map<string, Revised>()
  readonly #release: (() => void)[] = []
  #leading = false

  constructor(parts: ControllerParts, owners: Owners) {
    this.#parts = parts
    this.#owners = owners
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (revised) => this.#bringUpToDate(revised),
      backOff: doublingBackOff,
      onFailure: ({ key }, error, failures) =>
        parts.logger.debug({ key, failures, error: String(error) }, 'revisions could not be shown yet'),
    })
  }

  start(): void {
    const { kinds, feed, leadership } = this.#parts
    for (const kind of kinds.kinds) if (kind.history !== undefined) this.#followRecords(kind, kind.history)
    this.#release.push(
      feed.follow((change) => this.#onChange(change)),
      leadership.whenLeading(
        () => this.#lead(),
        () => this.#retire(),
      ),
    )
  }

  get pending(): number {
    return this.#queue.size
  }

  settled(): Promise<void> {
    return this.#queue.idle()
  }

  close(): Promise<void> {
    this.#leading = false
    for (const release of this.#release.splice(0)) release()
    return this.#queue.close()
  }

  #lead(): void {
    this.#leading = true
    this.#queue.addAll(this.#revised.values())
  }

  #retire(): void {
    this.#leading = false
    this.#queue.clear()
  }

  #followRecords(kind: StoredKind, history: History): void {
    const { feed } = this.#parts
    const onRecord = (record: string) => {
      const key = kind.prefix + record.slice(history.records.length)
      if (feed.record(record) === undefined) {
        this.#revised.delete(key)
        return
      }
      const revised = this.#revised.get(key) ?? { history, key, record }
      this.#revised.set(key, revised)
      if (this.#leading) this.#queue.add(revised)
    }
    for (const record of feed.recordKeys(history.records)) onRecord(record)
    this.#release.push(feed.followRecords(history.records, onRecord))
  }

  /** The record tells of every change but those of annotations, which the newest revision has in common with its object. */
  #onChange({ kind, before, after }: ObjectChange): void {
    if (kind.history === undefined || before === undefined || after === undefined || !this.#leading) return
    const revised = this.#revised.get(after.key)
    if (revised !== undefined && !haveSameAnnotations(before, after)) this.#queue.add(revised)
  }

  async #bringUpToDate({ history, key, record }: Revised): Promise<void> {
    const { feed, stores } = this.#parts
    const found = feed.find(key)
    const kept = feed.record(record)
    const { apiVersion, kind } = history.shownAs
    const store = stores.ofReference(apiVersion, kind)
    if (found === undefined || kept === undefined || store === undefined) return
    const object = JSON.parse(found.json.toString()) as ApiObject
    if (object.metadata.deletionTimestamp) return

    const revisions = history.revisions(object, kept)
    const current = revisions.at(-1)
    const newest = newestOf(await this.#shown(history, object, key))
    for (const revision of revisions) {
      const isNew = revision.revision > newest
      if (!this.#leading) return
      if (isNew || revision === current) await this.#show(store, history, object, revision, isNew)
    }
    await this.#removeOld(store, history, await this.#shown(history, object, key), revisions)
  }

  /** What shows a revision of the object, whichever controller has made it. */
  async #shown(history: History, { metadata: { uid } }: ApiObject, key: string): Promise<readonly Shown[]> {
    const { feed, stores } = this.#parts
    const shownKind = stores.ofReference(history.shownAs.apiVersion, history.shownAs.kind)?.definition.stored
    const read = ({ store, namespace, name }: ObjectPlace): Shown | undefined => {
      const { stored } = store.definition
      const object = stored === shownKind ? feed.find(objectKey(stored, namespace, name)) : undefined
      const metadata = object?.metadata()
      if (object === undefined || metadata === undefined || !isControlledBy(metadata, uid)) return undefined
      const number = history.numberOf(object)
      return number === undefined ? undefined : { object, metadata, number }
    }
    const all = await mapYielding(this.#owners.dependentsOf(key), read)
    return all.filter((shown) => shown !== undefined)
  }

  async #show(
    store: ResourceStore,
    history: History,
    object: ApiObject,
    revision: Revision,
    isNew: boolean,
  ): Promise<void> {
    const { namespace, uid } = object.metadata
    const wanted = history.show(object, revision)
    const name = wanted.metadata.name ?? ''
    const shown = this.#parts.feed.find(objectKey(store.definition.stored, namespace, name))
    if (shown === undefined) {
      if (isNew) await this.#create(store, namespace, wanted)
      return
    }
    const isOurs = isControlledBy(shown.metadata(), uid)
    // Another controller may count further than the record.
    if (isOurs && (history.numberOf(shown) ?? 0) <= revision.revision) {
      await update(store, history, shown, wanted)
    }
  }

  /** What cannot be shown, such as a template that the selector no longer selects, is not tried again. */
  async #create(store: ResourceStore, namespace: string | undefined, wanted: ApiObject): Promise<void> {
    try {
      await store.writer.create(namespace, wanted)
    } catch (error) {
      if (!(error instanceof ApiError) || !FINAL.has(error.error)) throw error
      const { name } = wanted.metadata
      this.#parts.logger.debug({ namespace, name, error: String(error) }, 'a revision cannot be shown')
    }
  }

  /** A revision that is kept no longer goes, unless its object does more than to show it. */
  async #removeOld(
    store: ResourceStore,
    history: History,
    all: readonly Shown[],
    revisions: readonly Revision[],
  ): Promise<void> {
    const kept = new Set(revisions.map(({ revision }) => revision))
    const current = revisions.at(-1)?.revision ?? 0
    for (const { object, metadata, number } of all) {
      if (number > current || kept.has(number) || metadata.deletionTimestamp) continue
      if (!this.#leading || !history.onlyShows(object)) continue
      await store.writer.delete(object.namespace, object.name, {
        uid: metadata.uid,
        resourceVersion: String(object.revision),
        policy: 'Background',
        gracePeriodSeconds: undefined,
        dryRun: false,
        user: SERVER,
      })
    }
  }
}

/** Reasons that will be the same the next time. */
const FINAL: ReadonlySet<ApiError['error']> = new Set([
  'invalid',
  'badRequest',
  'forbidden',
  'requestTooLarge',
])

async function update(
  store: ResourceStore,
  history: History,
  { namespace, name, json }: CachedObject,
  wanted: ApiObject,
): Promise<void> {
  const shown = JSON.parse(json.toString()) as ApiObject
  const before = JSON.stringify(shown)
  history.update(shown, wanted)
  if (JSON.stringify(shown) === before) return
  await store.writer.modify(namespace, name, {
    retry: true,
    next: (current) => {
      const changed = current.copy()
      history.update(changed, wanted)
      return changed
    },
  })
}

function newestOf(shown: readonly Shown[]): number {
  return shown.reduce((newest, { number }) => Math.max(newest, number), 0)
}

function isControlledBy({ ownerReferences = [] }: ObjectMeta, owner: string | undefined): boolean {
  return ownerReferences.some(({ uid, controller }) => controller === true && uid === owner)
}

function haveSameAnnotations(before: CachedObject, after: CachedObject): boolean {
  return JSON.stringify(before.metadata().annotations) === JSON.stringify(after.metadata().annotations)
}
