import { CachedObject } from '#cache/cached-object.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { CATCH_UP_MS } from '#cache/read-index.js'
import { servesStored, withoutResourceVersion } from '#cache/resource-version-splice.js'
import { ApiError, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import { AllocationRecords, NOTHING_ALLOCATED } from '#registry/allocations.js'
import { selfLinkOf } from '#registry/conversion.js'
import { ConversionNeeded, withConversions } from '#registry/conversion-needed.js'
import type { DecodedWriteCache } from '#registry/decoded-write-cache.js'
import { namedKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import { storageApiError } from '#registry/storage-errors.js'
import type { ServerContext, WriteContext } from '#registry/strategy.js'
import type { Operation, Revision, Storage, WriteOutcome } from '#storage/contract.js'
import { endOfStage, yieldToEventLoop } from '#util/event-loop.js'
import type { Admission } from './admission.js'
import type { ManagedFields } from './apply/managed-fields.js'
import { ConflictRetry } from './conflict-retry.js'
import { CurrentObject } from './current-object.js'
import { isReleased } from './deletion.js'
import { encodeObject, encodeStored, expectStorable, isLarge } from './encode-stored.js'
import { hasMetadataApart, updateMetadata } from './metadata-update.js'
import { type ObjectWrite, UNCHANGED } from './object-write.js'
import { StaleRead } from './stale-read.js'
import type { WriteMode } from './write-mode.js'
import { WriteReview } from './write-review.js'

/** The result of a write. */
export interface WriteResult {
  /** The current object, its last state if it was removed, or the result of a dry run. In the stored version. */
  readonly object: CachedObject
  readonly isGone: boolean
}

/** How many conversions one write may need. */
const MAX_CONVERSIONS = 100

/** An attempt that is ready to be stored. */
interface Attempt<V extends ApiObject> {
  readonly key: string
  readonly name: string
  readonly current: CurrentObject<V> | undefined
  /** The object to store, or the part of it that has changed; undefined for a removal. */
  readonly after: ApiObject | 'metadata' | 'unchanged' | undefined
  /** The stored encoding of the new object; undefined if there is none. */
  readonly value: Buffer | undefined
  /** The records that are stored with the object. */
  readonly alongside?: readonly Operation[] | undefined
}

/**
 * The steps of every write: read the current object → make the new one → set the owners of its fields → admit → prepare
 * → validate → encode → write if the current object is unchanged, else start again. A create starts without an object,
 * a delete ends without one, and a dry run stops before the write.
 */
export class WritePipeline<V extends ApiObject> {
  readonly #version: ServedVersion<V>
  readonly #storage: Storage
  readonly #cache: ObjectCache
  readonly #admission: Admission
  readonly #managedFields: ManagedFields<V>
  /** Undefined for a kind without allocations. */
  readonly #allocations: AllocationRecords | undefined
  readonly #context: WriteContext
  readonly #dryRunContext: WriteContext
  /** Undefined for the stored version: its response is the stored bytes. */
  readonly #writtenValues: DecodedWriteCache | undefined

  constructor(
    version: ServedVersion<V>,
    storage: Storage,
    cache: ObjectCache,
    admission: Admission,
    managedFields: ManagedFields<V>,
    context: ServerContext,
    written?: DecodedWriteCache,
  ) {
    this.#version = version
    this.#storage = storage
    this.#cache = cache
    this.#admission = admission
    this.#managedFields = managedFields
    this.#writtenValues = written
    if (version.stored.strategy.allocations !== undefined) this.#allocations = new AllocationRecords(cache)
    const allocations = this.#allocations ?? NOTHING_ALLOCATED
    this.#context = { ...context, allocations, dryRun: false }
    this.#dryRunContext = { ...context, allocations, dryRun: true }
  }

  async run(write: ObjectWrite<V>): Promise<WriteResult> {
    const staleRead = new StaleRead(this.#cache)
    let conversions = 0
    const retry = new ConflictRetry(this.#version, this.#storage, this.#cache)
    for (let count = 1; ; count++) {
      let attempt: Attempt<V>
      try {
        attempt = await this.#attempt(write, count)
      } catch (error) {
        if (error instanceof ConversionNeeded && conversions++ < MAX_CONVERSIONS) {
          await error.convert(write.options.trace)
          continue
        }
        if (!isStoreFailure(error) && this.#readsCache(write) && (await staleRead.mayBeTheCause())) continue
        throw error
      }
      if (write.options.dryRun || isUnchanged(attempt)) {
        if (await staleRead.mayBeTheCause()) continue
        const taken = write.expects === 'absent' ? this.#cache.get(attempt.key) : undefined
        if (taken !== undefined) {
          await write.onConflict(
            { outcome: 'exists', key: attempt.key, actual: taken.revision },
            retry,
            count,
          )
          continue
        }
        if (write.options.dryRun || !(await this.#isStale(attempt))) return this.#untouched(attempt)
        attempt = rewritten(attempt)
      }
      const { alongside = [] } = attempt
      const operations = [operationOf(attempt), ...this.#allocationRecords(attempt), ...alongside]
      const commit = write.options.trace?.beginCommit(attempt.key)
      let outcome: WriteOutcome
      try {
        outcome = await retry.write(operations, this.#auxiliaryRecords(attempt))
      } finally {
        commit?.end()
      }
      if (outcome.outcome === 'written') return this.#written(attempt, outcome.revision)
      // Another object has taken the allocation, or an auxiliary record has changed.
      if (outcome.key !== attempt.key) await retry.afterConflict(outcome, attempt.name, true)
      else await write.onConflict(outcome, retry, count)
    }
  }

  async #attempt(write: ObjectWrite<V>, count: number): Promise<Attempt<V>> {
    const current = write.expects === 'present' ? this.#read(write) : undefined
    const renewed = current && this.#changeMetadata(write, current)
    if (renewed !== undefined) return renewed
    const large = current !== undefined && isLarge(current.served.size)
    let changed: unknown
    if (current !== undefined && write.change !== undefined) {
      if (large) await parseApart(current)
      changed = write.change(current)
      if (changed === UNCHANGED) {
        write.expectVersion?.(current)
        return this.#unchanged(write, current)
      }
      await (large ? yieldToEventLoop() : endOfStage())
    }
    const object = write.make(current, count, changed)
    await endOfStage()
    const isReviewed = this.#isReviewed(write)
    if (!isReviewed && current !== undefined) write.expectVersion?.(current)
    if (object !== undefined && write.operation !== 'delete' && !write.setsOwners) {
      this.#managedFields.track(object, current, write.options)
      await endOfStage()
    }
    const review = isReviewed
      ? new WriteReview(this.#version as ServedVersion, write, object, current)
      : undefined
    if (review !== undefined) {
      await this.#admission.run('admit', review)
      if (current !== undefined) write.expectVersion?.(current)
    }
    if (object === undefined) {
      if (review !== undefined && this.#admission.checks(write.operation)) {
        await this.#admission.run('check', review)
      }
      const name = write.name ?? ''
      const alongside = alongsideOf(write, review)
      return { key: this.#key(write, name), name, current, after: undefined, value: undefined, alongside }
    }
    await (large ? yieldToEventLoop() : endOfStage())
    await this.#version.rules.load?.()
    this.#warnEarly(write, object, current)
    const stored = this.#version.codec?.isConverted
      ? await withConversions(() => this.#prepare(write, object, current), write.options.trace)
      : this.#prepare(write, object, current)
    await endOfStage()
    await this.#validate(write.mode, object, current)
    if (review !== undefined && this.#admission.checks(write.operation)) {
      await this.#admission.run('check', review)
    }
    await endOfStage()
    this.#warn(write, object, current, stored)
    if (current !== undefined) this.#managedFields.keepTimes(stored, current)
    if (current !== undefined && this.#isSameDefined(stored, current)) return this.#unchanged(write, current)
    await (large ? yieldToEventLoop() : endOfStage())
    const value = encodeStored(this.#version.stored.storageVersion, stored)
    if (isLarge(value.length)) {
      await yieldToEventLoop()
      expectStorable(value)
      await yieldToEventLoop()
    }
    const name = object.metadata.name ?? ''
    const after = current !== undefined && this.#isReleased(stored) ? undefined : stored
    const alongside = alongsideOf(write, review)
    return { key: this.#key(write, name), name, current, after, value, alongside }
  }

  /** Whether an unchanged object is written anyway, because the store would keep it in another form today. */
  async #isStale({ key }: Attempt<V>): Promise<boolean> {
    if (this.#storage.isStale === undefined) return false
    try {
      return await this.#storage.isStale(key)
    } catch (error) {
      throw storageApiError(error)
    }
  }

  #isReviewed({ operation, isAdmitted, namespace }: ObjectWrite<V>): boolean {
    return isAdmitted !== true && this.#admission.isNeededFor(operation, namespace)
  }

  #prepare(write: ObjectWrite<V>, object: V, current: CurrentObject<V> | undefined): ApiObject {
    const { dryRun, user } = write.options
    const context = dryRun ? this.#dryRunContext : this.#context
    return write.mode.prepare(this.#version, object, current, context, user)
  }

  /** Undefined when the whole object is needed for the write. */
  #changeMetadata(write: ObjectWrite<V>, current: CurrentObject<V>): Attempt<V> | undefined {
    const { changeMetadata } = write
    const version = this.#version
    if (changeMetadata === undefined || !hasMetadataApart(version) || isLarge(current.served.size))
      return undefined
    if (this.#isReviewed(write)) return undefined
    if (version.codec?.isCurrent(current.served) === false) return undefined
    if (!isStoredAsServed(version, current.served.peek())) return undefined
    const metadata = updateMetadata(version, current.metadata, () => {
      const before = { ...current.metadata, selfLink: selfLinkOf(version, current.metadata) }
      const changed = changeMetadata(before)
      return this.#managedFields.trackMetadata(changed, before, write.options) ? changed : undefined
    })
    if (metadata === undefined) return undefined
    const name = write.name ?? ''
    const value = current.served.withMetadata(metadata)
    if (!isStoredAsServed(version, value)) return undefined
    return { key: this.#key(write, name), name, current, after: 'metadata', value }
  }

  /**
   * Fields of custom resources keep the order of the request, so bytes cannot be compared. An object stored with an
   * older schema or in another version is written again. This migrates stored objects.
   */
  #isSameDefined(stored: ApiObject, current: CurrentObject<V>): boolean {
    const { codec } = this.#version.stored.storageVersion
    if (codec === undefined || !codec.isCurrent(current.served) || this.#isReleased(stored)) return false
    const { resourceVersion } = stored.metadata
    stored.metadata.resourceVersion = current.stored.metadata.resourceVersion
    const isSame = codec.isSame(stored, current.stored)
    stored.metadata.resourceVersion = resourceVersion
    return isSame
  }

  #unchanged(write: ObjectWrite<V>, current: CurrentObject<V>): Attempt<V> {
    const name = write.name ?? ''
    return { key: this.#key(write, name), name, current, after: 'unchanged', value: undefined }
  }

  #read(write: ObjectWrite<V>): CurrentObject<V> {
    const key = this.#key(write, write.name ?? '')
    const served = this.#cache.get(key)
    if (served !== undefined) return new CurrentObject(this.#version, served)
    this.#cache.expectReadable(key)
    throw write.missing()
  }

  #key({ namespace }: ObjectWrite<V>, name: string): string {
    return namedKey(this.#version.stored, namespace, name)
  }

  async #validate(mode: WriteMode, object: V, current: CurrentObject<V> | undefined): Promise<void> {
    const errors = new FieldErrors()
    await mode.validate(this.#version, object, current, errors)
    if (errors.all.length > 0) throw invalid(this.#version, object.metadata.name ?? '', errors.all)
  }

  /** Whether the result of a write depends on the cache. */
  #readsCache(write: ObjectWrite<V>): boolean {
    return write.expects === 'present' || this.#allocations !== undefined || this.#isReviewed(write)
  }

  #allocationRecords({ key, current, after }: Attempt<V>): readonly Operation[] {
    const { allocations } = this.#version.stored.strategy
    if (this.#allocations === undefined || allocations === undefined || typeof after === 'string') return []
    const heldBefore = current === undefined ? [] : allocations(current.stored)
    return this.#allocations.change(key, heldBefore, after === undefined ? [] : allocations(after))
  }

  /** Whether nothing blocks the pending deletion of an object any longer. */
  #isReleased(stored: ApiObject): boolean {
    return isReleased(stored.metadata) && !this.#version.stored.strategy.holdsDeleted?.(stored)
  }

  #warnEarly({ options }: ObjectWrite<V>, object: V, current: CurrentObject<V> | undefined): void {
    const { earlyWarnings } = this.#version.rules
    if (earlyWarnings === undefined || options.warnings === undefined || current !== undefined) return
    options.warnings.push(...earlyWarnings(object))
  }

  #warn(
    { mode, operation, options: { warnings } }: ObjectWrite<V>,
    object: V,
    current: CurrentObject<V> | undefined,
    stored: ApiObject,
  ): void {
    const { rules } = this.#version
    if (warnings === undefined || operation === 'delete') return
    if (mode.part === 'status') {
      if (rules.statusWarnings !== undefined) warnings.push(...rules.statusWarnings(object))
      return
    }
    if (rules.warnings === undefined) return
    const isChanged = current?.stored.metadata.generation !== stored.metadata.generation
    for (const warning of rules.warnings(object, current?.object, isChanged)) warnings.push(warning)
  }

  /** They depend on the object without its metadata, and are removed with it. */
  #auxiliaryRecords({ current, after, value }: Attempt<V>): readonly Operation[] {
    const { strategy } = this.#version.stored
    if (strategy.auxiliaryRecords === undefined || typeof after === 'string') return []
    const size = after === undefined ? 0 : (value?.length ?? 0)
    return strategy.auxiliaryRecords({
      before: current?.stored,
      after,
      size,
      record: (key) => this.#cache.record(key),
      object: (key) => this.#cache.get(key),
      clock: this.#context.clock,
      random: this.#context.random,
    })
  }

  /** The stored object, once the cache has it. */
  async #written({ key, current, after, value }: Attempt<V>, revision: Revision): Promise<WriteResult> {
    await this.#cache.reached(revision, CATCH_UP_MS)
    const isGone = after === undefined
    const cached = this.#cache.get(key)
    if (!isGone && cached?.revision === revision) {
      if (typeof after === 'object') this.#rememberValue(cached, after)
      return { object: cached, isGone }
    }
    // Another request may have written the object since; the response is still the object that this one wrote.
    const made = value && CachedObject.fromStored(key, revision, value)
    if (made !== undefined) return { object: made, isGone }
    const last = current?.served as CachedObject
    // The object that a delete returns has the resource version of its deletion.
    return { object: this.#version.returnDeletedObject ? last.at(revision) : last, isGone }
  }

  #rememberValue(object: CachedObject, value: ApiObject): void {
    if (this.#writtenValues === undefined || isLarge(object.size)) return
    value.metadata.resourceVersion = String(object.revision)
    this.#writtenValues.put(object, value)
  }

  /** The response to a write that stores nothing: a new object has no resource version, a changed one has its old. */
  #untouched(attempt: Attempt<V>): WriteResult {
    const { key, current, after, value } = attempt
    const isGone = after === undefined
    if (current !== undefined) {
      if (isGone || isUnchanged(attempt)) return { object: current.served, isGone }
      return { object: CachedObject.fromStored(key, current.served.revision, value as Buffer), isGone }
    }
    const object = after as ApiObject
    object.metadata.resourceVersion = undefined
    const json = encodeObject(this.#version.stored.storageVersion, object)
    return { object: new CachedObject(key, 0 as Revision, json), isGone }
  }
}

/** Whether a version differs from the stored one only in `apiVersion` and `selfLink`. */
function isStoredAsServed({ conversion }: Pick<ServedVersion, 'conversion'>, stored: Buffer): boolean {
  return conversion === undefined || conversion.isSameJson?.(stored) === true
}

/** Parses a large object in its own turn of the event loop. */
async function parseApart<V extends ApiObject>(current: CurrentObject<V>): Promise<void> {
  await yieldToEventLoop()
  current.parse()
  await yieldToEventLoop()
}

/** Whether the new object equals the current one. */
function isUnchanged<V extends ApiObject>({ current, after, value }: Attempt<V>): boolean {
  if (after === 'unchanged') return true
  if (current === undefined || after === undefined || value === undefined) return false
  return servesStored(current.served.json, value)
}

/** Writes the object as it is. */
function rewritten<V extends ApiObject>(attempt: Attempt<V>): Attempt<V> {
  const { served } = attempt.current as CurrentObject<V>
  return { ...attempt, after: 'metadata', value: withoutResourceVersion(served.json) }
}

function operationOf<V extends ApiObject>({ key, current, after, value }: Attempt<V>): Operation {
  if (current === undefined) return { type: 'create', key, value: value as Buffer }
  const expected = current.served.revision
  if (after === undefined) return { type: 'delete', key, expected }
  return { type: 'replace', key, value: value as Buffer, expected }
}

/** The operations that admission plugins and the write add. */
function alongsideOf<V extends ApiObject>(
  write: ObjectWrite<V>,
  review: WriteReview<V> | undefined,
): readonly Operation[] {
  const own = write.alongside?.() ?? NOTHING_ALONGSIDE
  return review === undefined ? own : [...review.alongside, ...own]
}
const NOTHING_ALONGSIDE: readonly Operation[] = []

/** Whether the store has not responded. A retry would take as long again. */
function isStoreFailure(error: unknown): boolean {
  return error instanceof ApiError && (error.error === 'serviceUnavailable' || error.error === 'timeout')
}
