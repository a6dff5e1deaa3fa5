import { CachedObject } from '../cache/cached-object.js'
import { CATCH_UP_MS } from '../cache/freshness.js'
import type { ObjectCache } from '../cache/object-cache.js'
import { servesStored } from '../cache/resource-version-splice.js'
import { alreadyExists, invalid, notFound, stillBeingDeleted } from '../meta/api-error.js'
import type { ApiObject } from '../meta/api-object.js'
import { FieldErrors } from '../meta/field-errors.js'
import type { ObjectMeta } from '../meta/object-meta.js'
import { applyPatch, type Patch, patchResourceVersion } from '../patch/patch.js'
import type { Revision, Storage } from '../storage/contract.js'
import { endOfStep, giveWay } from '../util/event-loop.js'
import { Turns } from '../util/turns.js'
import { companionsOf } from './companions.js'
import type { ResourceDefinition } from './definition.js'
import type { DeleteRequest } from './delete-options.js'
import { isReleased } from './deletion.js'
import { namedKey } from './keys.js'
import { adoptNamespace, expectNoVersion, initialMetadata } from './metadata.js'
import { validateMetadata } from './metadata-rules.js'
import type { FlowName, Modification } from './modification.js'
import { ObjectDeleter } from './object-deleter.js'
import {
  expectIdentity,
  expectPatched,
  expectUnchanged,
  type Preconditions,
  uidConflict,
} from './preconditions.js'
import { readObject, readPatched } from './read-object.js'
import { SecondLook } from './second-look.js'
import { encodeObject, encodeStored, expectReadableParts, expectStorable } from './stored-form.js'
import { UPDATE_FLOWS } from './update-flow.js'
import { PLAIN_WRITE, type WriteOptions } from './write-options.js'
import { WriteRace } from './write-race.js'

/** A change that is ready to be stored. */
interface Proposal<O> {
  /** What it was made from. */
  readonly served: CachedObject
  readonly current: O
  readonly object: O
  readonly value: Buffer
}

/** What is larger is worked on in several turns of the event loop, in which nothing else that takes long is done. */
const LARGE = 64 * 1024
const isLarge = (json: Buffer) => json.length > LARGE

/** How often a generated name may be taken before the client is told. */
const MAX_NAMES = 8

/**
 * Writes the objects of one kind: everything that is the same for all kinds, with the kind's strategy called
 * where it differs. Objects come in as parsed bodies and go out as cached bytes.
 */
export class ObjectWriter<O extends ApiObject = ApiObject> {
  readonly #definition: ResourceDefinition<O>
  readonly #storage: Storage
  readonly #cache: ObjectCache
  readonly #deleter: ObjectDeleter<O>
  readonly #turns = new Turns()

  constructor(definition: ResourceDefinition<O>, storage: Storage, cache: ObjectCache) {
    this.#definition = definition
    this.#storage = storage
    this.#cache = cache
    this.#deleter = new ObjectDeleter(definition, storage, cache)
  }

  async create(
    namespace: string | undefined,
    body: unknown,
    options: WriteOptions = PLAIN_WRITE,
  ): Promise<CachedObject> {
    const object = readObject(this.#definition, body)
    options.fields?.check(this.#definition, body)
    const { metadata } = object
    const wantedName = metadata.name
    expectNoVersion(metadata)
    adoptNamespace(metadata, namespace)
    for (let attempt = 1; ; attempt++) {
      metadata.name = wantedName
      await endOfStep()
      this.#prepareNew(object)
      this.#validateNew(object)
      await endOfStep()
      const key = this.#key(namespace, metadata.name ?? '')
      const value = encodeStored(this.#definition, object)
      if (isLarge(value)) await this.#expectStorable(value)
      if (options.dryRun) {
        await this.#cache.current()
        if (this.#cache.get(key) === undefined) return this.#unsaved(key, object)
      } else {
        const companions = companionsOf(this.#definition, this.#cache, () => undefined, object, value.length)
        const outcome = await this.#race(metadata.name ?? '').run({ type: 'create', key, value }, companions)
        if (outcome.outcome === 'written') return this.#written(key, outcome.revision, value)
      }
      if (wantedName !== undefined || attempt === MAX_NAMES) {
        throw await this.#taken(key, metadata.name ?? '')
      }
    }
  }

  async replace(
    namespace: string | undefined,
    name: string,
    body: unknown,
    options: WriteOptions = PLAIN_WRITE,
    flow: FlowName = 'object',
  ): Promise<CachedObject> {
    const object = readObject(this.#definition, body)
    options.fields?.check(this.#definition, body)
    expectIdentity(object.metadata, namespace, name)
    const { uid, resourceVersion } = object.metadata
    const preconditions = { uid, resourceVersion }
    return this.modify(namespace, name, {
      preconditions,
      retry: true,
      flow,
      options,
      // An attempt writes into the object it stores, so a second one starts again from the body.
      next: ({ attempt }) => (attempt === 1 ? object : readObject(this.#definition, body)),
    })
  }

  async patch(
    namespace: string | undefined,
    name: string,
    patch: Patch,
    options: WriteOptions = PLAIN_WRITE,
    flow: FlowName = 'object',
  ): Promise<CachedObject> {
    const { schema } = this.#definition
    return this.modify(namespace, name, {
      retry: !patchResourceVersion(patch),
      flow,
      options,
      change: ({ object: current, served }) => {
        const changed = applyPatch(patch, current, schema)
        if (isLarge(served.json)) expectReadableParts(changed)
        return changed
      },
      next: ({ object: current }, changed) => {
        const patched = readPatched(this.#definition, changed)
        options.fields?.checkPatched(this.#definition, name, changed)
        expectIdentity(patched.metadata, namespace, name)
        expectPatched(this.#definition, current.metadata, patched.metadata)
        return patched
      },
    })
  }

  /**
   * The way of every change: take the current object, make the new one from it, and store that on condition
   * that the current one is still current.
   */
  modify(namespace: string | undefined, name: string, change: Modification<O>): Promise<CachedObject> {
    // Of several who change one object at once only one can win, and the others would have worked in vain.
    return this.#turns.run(this.#key(namespace, name), () => this.#modify(namespace, name, change))
  }

  async #modify(namespace: string | undefined, name: string, change: Modification<O>): Promise<CachedObject> {
    const { retry, options = PLAIN_WRITE } = change
    const key = this.#key(namespace, name)
    const race = this.#race(name)
    const secondLook = new SecondLook(this.#cache)
    for (let attempt = 1; ; attempt++) {
      let proposal: Proposal<O>
      try {
        proposal = await this.#propose(key, name, change, attempt)
      } catch (error) {
        if (await secondLook.isWorthIt()) continue
        throw error
      }
      const { served, current, object, value } = proposal
      const isNothingNew = servesStored(served.json, value)
      if (isNothingNew || options.dryRun) {
        if (await secondLook.isWorthIt()) continue
        return isNothingNew ? served : this.#unsaved(key, object, served.revision)
      }
      const expected = served.revision
      const gone = isReleased(object.metadata)
      const [after, size] = gone ? [undefined, 0] : [object, value.length]
      const outcome = await race.run(
        gone ? { type: 'delete', key, expected } : { type: 'replace', key, value, expected },
        companionsOf(this.#definition, this.#cache, () => current, after, size),
      )
      if (outcome.outcome !== 'written') {
        await race.settle(outcome, retry)
        continue
      }
      if (!gone) return this.#written(key, outcome.revision, value)
      await this.#cache.reached(outcome.revision, CATCH_UP_MS)
      return CachedObject.fromStored(key, outcome.revision, value)
    }
  }

  /** What is to be stored in the place of the object that is served now. Throws what the client is to be told. */
  async #propose(key: string, name: string, change: Modification<O>, attempt: number): Promise<Proposal<O>> {
    const { preconditions = {} } = change
    const flow = UPDATE_FLOWS[change.flow ?? 'object']
    const served = this.#cache.get(key)
    if (served === undefined) throw this.#missing(name, preconditions)
    // What is stored is canonical, so it need not be decoded to be looked at.
    const current = JSON.parse(served.json.toString()) as O
    expectUnchanged(this.#definition, current.metadata, preconditions)
    const large = isLarge(served.json)
    if (large) await giveWay()
    const start = { object: current, served, copy: () => this.parse(served), attempt }
    const changed = change.change?.(start)
    const late = large ? giveWay() : endOfStep()
    if (late !== undefined) await late
    const object = change.next(start, changed)
    await (large ? giveWay() : endOfStep())
    flow.prepare(this.#definition, object, current)
    this.#refuse(object, (errors) => flow.validate(this.#definition, object, current, errors))
    await (large ? giveWay() : endOfStep())
    const value = encodeStored(this.#definition, object)
    if (isLarge(value)) await this.#expectStorable(value)
    return { served, current, object, value }
  }

  async #expectStorable(value: Buffer): Promise<void> {
    await giveWay()
    expectStorable(value)
    await giveWay()
  }

  /** Resolves with the metadata of the object as it was deleted, or as it is held back by its finalizers. */
  delete(namespace: string | undefined, name: string, request: DeleteRequest): Promise<ObjectMeta> {
    return this.#deleter.delete(namespace, name, request)
  }

  /** The object without what ties it to this server, as a starting point for another one. */
  export(namespace: string | undefined, name: string, exact: boolean): O {
    const served = this.#cache.get(this.#key(namespace, name))
    if (served === undefined) throw notFound(this.#definition, name)
    const object = this.parse(served)
    const { metadata } = object
    const { selfLink } = metadata
    const origin = { name: metadata.name, namespace: metadata.namespace }
    metadata.resourceVersion = undefined
    this.#prepareNew(object)
    metadata.uid = undefined
    metadata.creationTimestamp = null
    metadata.selfLink = selfLink
    metadata.namespace = exact ? origin.namespace : undefined
    metadata.name = !exact && metadata.generateName !== undefined ? undefined : origin.name
    return object
  }

  #key(namespace: string | undefined, name: string): string {
    return namedKey(this.#definition, namespace, name)
  }

  #race(name: string): WriteRace {
    return new WriteRace(this.#definition, name, this.#storage, this.#cache)
  }

  parse(served: CachedObject): O {
    return this.#definition.decode(JSON.parse(served.json.toString()))
  }

  #prepareNew(object: O): void {
    const { emptyStatus, strategy } = this.#definition
    initialMetadata(this.#definition, object.metadata)
    if (emptyStatus) (object as { status?: unknown }).status = emptyStatus()
    strategy.prepareForCreate?.(object)
  }

  #validateNew(object: O): void {
    this.#refuse(object, (errors) => {
      validateMetadata(object.metadata, this.#definition, errors)
      this.#definition.strategy.validate?.(object, errors)
    })
  }

  #refuse({ metadata }: O, validate: (errors: FieldErrors) => void): void {
    const errors = new FieldErrors()
    validate(errors)
    if (errors.all.length > 0) throw invalid(this.#definition, metadata.name ?? '', errors.all)
  }

  /** Why a name cannot be given to a new object. */
  async #taken(key: string, name: string) {
    // The object may have been written through another server.
    await this.#cache.current()
    const isGoing = Boolean(this.#cache.get(key)?.metadata().deletionTimestamp)
    return (isGoing ? stillBeingDeleted : alreadyExists)(this.#definition, name)
  }

  #missing(name: string, { uid }: Preconditions) {
    if (uid === undefined) return notFound(this.#definition, name)
    return uidConflict(this.#definition, name, uid, '')
  }

  /** The object just written, once the cache has it. */
  async #written(key: string, revision: Revision, value: Buffer): Promise<CachedObject> {
    await this.#cache.reached(revision, CATCH_UP_MS)
    const object = this.#cache.get(key)
    // Somebody may have written it again in the meantime; the answer is still the version of this request.
    return object?.revision === revision ? object : CachedObject.fromStored(key, revision, value)
  }

  /** What a write that is only tried is answered with: a new object has no version, a changed one its old. */
  #unsaved(key: string, object: O, revision?: Revision): CachedObject {
    object.metadata.resourceVersion = revision === undefined ? undefined : String(revision)
    return new CachedObject(key, revision ?? (0 as Revision), encodeObject(this.#definition, object))
  }
}
