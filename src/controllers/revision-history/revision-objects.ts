import type { CachedObject } from '#cache/cached-object.js'
import type { ControllerContext } from '#controllers/controller.js'
import type { ObjectLocation } from '#controllers/graph-node.js'
import { ApiError } from '#meta/api-error.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { SERVER } from '#meta/user.js'
import { objectKey } from '#registry/keys.js'
import type { ResourceStore } from '#registry/store.js'
import { type History, MAX_COLLISIONS, type Revision } from '#registry/strategy.js'
import { mapYielding } from '#util/event-loop.js'

export interface Dependents {
  /** The objects that refer to the object as their owner. */
  dependentsOf(key: string): readonly ObjectLocation[]
}

interface RevisionObject {
  readonly served: CachedObject
  readonly metadata: ObjectMeta
  readonly number: number
}

/** Rejections that a retry would not change. */
const FINAL: ReadonlySet<ApiError['error']> = new Set([
  'invalid',
  'badRequest',
  'forbidden',
  'requestTooLarge',
])

/** The objects that represent the revisions of one object, whichever controller created them. */
export class RevisionObjects {
  readonly #context: ControllerContext
  readonly #dependents: Dependents
  readonly #history: History
  readonly #object: ApiObject
  readonly #key: string

  constructor(
    context: ControllerContext,
    dependents: Dependents,
    history: History,
    { object, key }: { readonly object: ApiObject; readonly key: string },
  ) {
    this.#context = context
    this.#dependents = dependents
    this.#history = history
    this.#object = object
    this.#key = key
  }

  /** The latest published revision; 0 if there is none. */
  async newest(): Promise<number> {
    const all = await this.#all()
    return all.reduce((newest, { number }) => Math.max(newest, number), 0)
  }

  /** Publishes a revision, reusing the object of an equal template. */
  async add(revision: Revision): Promise<void> {
    for (let collisions = 0; collisions < MAX_COLLISIONS; collisions++) {
      const wanted = this.#history.show(this.#object, revision, collisions)
      const found = this.#find(wanted)
      if (found === undefined) return this.#create(wanted)
      if (this.#controls(found.metadata())) return this.#renew(found, revision, wanted)
    }
  }

  /** Updates the object of a revision, if it exists. */
  async update(revision: Revision): Promise<void> {
    const found = (await this.#all()).find(({ number }) => number === revision.revision)
    if (found !== undefined) {
      await this.#renew(found.served, revision, this.#history.show(this.#object, revision))
    }
  }

  /** Deletes objects of older revisions that are not listed, unless they are still in use. */
  async keepOnly(revisions: readonly Revision[]): Promise<void> {
    const kept = new Set(revisions.map(({ revision }) => revision))
    const current = revisions.at(-1)?.revision ?? 0
    for (const { served, metadata, number } of await this.#all()) {
      if (number > current || kept.has(number) || metadata.deletionTimestamp) continue
      if (!this.#history.onlyShows(served)) continue
      await this.#store?.writer.delete(served.namespace, served.name, {
        uid: metadata.uid,
        resourceVersion: String(served.revision),
        policy: 'Background',
        gracePeriodSeconds: undefined,
        dryRun: false,
        user: SERVER,
      })
    }
  }

  async #all(): Promise<readonly RevisionObject[]> {
    const stored = this.#store?.definition.stored
    const { feed } = this.#context
    const all = await mapYielding(this.#dependents.dependentsOf(this.#key), (place) => {
      if (place.store.definition.stored !== stored) return undefined
      const served = feed.find(objectKey(stored, place.namespace, place.name))
      const metadata = served?.metadata()
      if (served === undefined || metadata === undefined || !this.#controls(metadata)) return undefined
      const number = this.#history.numberOf(served)
      return number === undefined ? undefined : { served, metadata, number }
    })
    return all.filter((shown) => shown !== undefined)
  }

  /** The existing object with the name of this one. */
  #find({ metadata: { name = '' } }: ApiObject): CachedObject | undefined {
    const store = this.#store
    return store && this.#context.feed.find(objectKey(store.definition.stored, this.#namespace, name))
  }

  /** Not retried if it can never succeed: the selector may no longer match the template. */
  async #create(wanted: ApiObject): Promise<void> {
    const namespace = this.#namespace
    try {
      await this.#store?.writer.create(namespace, wanted)
    } catch (error) {
      if (!(error instanceof ApiError) || !FINAL.has(error.error)) throw error
      const { name } = wanted.metadata
      this.#context.logger.debug({ namespace, name, error: String(error) }, 'cannot publish a revision')
    }
  }

  async #renew(served: CachedObject, { revision }: Revision, wanted: ApiObject): Promise<void> {
    const history = this.#history
    // Another controller may have counted further.
    if ((history.numberOf(served) ?? 0) > revision) return
    const json = served.json.toString()
    const shown = JSON.parse(json) as ApiObject
    history.update(shown, wanted)
    if (JSON.stringify(shown) === json) return
    await this.#store?.writer.modify(served.namespace, served.name, {
      retry: true,
      next: (current) => {
        const changed = current.copy()
        history.update(changed, wanted)
        return changed
      },
    })
  }

  #controls({ ownerReferences = [] }: ObjectMeta): boolean {
    const { uid: own } = this.#object.metadata
    return ownerReferences.some(({ uid, controller }) => controller === true && uid === own)
  }

  get #namespace(): string | undefined {
    return this.#object.metadata.namespace
  }

  get #store(): ResourceStore | undefined {
    const { apiVersion, kind } = this.#history.shownAs
    return this.#context.stores.ofReference(apiVersion, kind)
  }
}
