import type { ApplyResult } from '#apply/apply-fields.js'
import { describeConflicts } from '#apply/describe-conflicts.js'
import type { Json } from '#apply/versions.js'
import type { CachedObject } from '#cache/cached-object.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { ApiError, applyConflict, conflict, createWhileTerminating, notFound } from '#meta/api-error.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { isUnconditional } from '#meta/resource-version.js'
import { hasMoreValuesThan } from '#patch/json-value.js'
import { isSameObject } from '#registry/conversion.js'
import { namedKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import { adoptNamespace } from '#registry/metadata/metadata.js'
import type {
  CurrentObjectView,
  Insertion,
  Modification,
  SubresourceUpdate,
  UpdateModeName,
} from '#registry/write/modification.js'
import { UNCHANGED } from '#registry/write/object-write.js'
import type { AppliedPatch } from '#registry/write/patch-request.js'
import { expectPatchedIdentity, expectPatchedVersion } from '#registry/write/preconditions.js'
import { readPatched } from '#registry/write/read-object.js'
import type { WriteOptions } from '#registry/write/write-options.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import { excerpt } from '#util/excerpt.js'
import { expectApplied } from './applied-object.js'
import { differOnlyInTime, type ManagedFields, managedFieldsOf, toManagedFields } from './managed-fields.js'

/** Larger objects are processed over several turns of the event loop. */
const FEW_PARTS = 5000

/** How often an apply retries while the object is created and deleted by others. */
const MAX_ATTEMPTS = 5

/** One apply to one object. */
interface Application<V extends ApiObject> {
  readonly namespace: string | undefined
  readonly name: string
  /** Without what cannot be applied through the subresource. */
  readonly applied: Json
  readonly force: boolean
  /** The metadata of what is applied. */
  readonly metadata: ObjectMeta
  readonly options: WriteOptions
  readonly mode: UpdateModeName | SubresourceUpdate<V>
}

type Applied = Extract<ApplyResult, { conflicts: undefined }>

/** What it takes to change objects and to create them. */
interface Writer<V extends ApiObject> {
  modify(namespace: string | undefined, name: string, change: Modification<V>): Promise<CachedObject>
  insert(namespace: string | undefined, insertion: Insertion<V>): Promise<CachedObject>
}

/** Server-side apply for one version of a kind. Creates objects that do not exist. */
export class ObjectApplier<V extends ApiObject> {
  readonly #version: ServedVersion<V>
  readonly #cache: ObjectCache
  readonly #managedFields: ManagedFields<V>
  readonly #writer: Writer<V>

  constructor(
    version: ServedVersion<V>,
    cache: ObjectCache,
    managedFields: ManagedFields<V>,
    writer: Writer<V>,
  ) {
    this.#version = version
    this.#cache = cache
    this.#managedFields = managedFields
    this.#writer = writer
  }

  async apply(
    namespace: string | undefined,
    name: string,
    patch: AppliedPatch,
    options: WriteOptions,
    mode: UpdateModeName | SubresourceUpdate<V> = 'object',
  ): Promise<{ readonly object: CachedObject; readonly isNew: boolean }> {
    const { metadata, applied: known } = expectApplied(this.#version, patch, { namespace, name }, options)
    const applied = mode === 'status' ? statusOnly(known) : known
    const application = { namespace, name, applied, force: patch.force, metadata, options, mode }
    if (hasMoreValuesThan(applied, FEW_PARTS)) await yieldToEventLoop()
    for (let attempt = 1; ; attempt++) {
      const isThere = await this.#isThere(application)
      if (!isThere && mode !== 'object') {
        this.#cache.expectReadable(namedKey(this.#version.stored, namespace, name))
        throw notFound(this.#version, name)
      }
      try {
        const object = await (isThere ? this.#update(application) : this.#create(application))
        return { object, isNew: !isThere }
      } catch (error) {
        const vanished = isThere ? 'notFound' : 'alreadyExists'
        const isOutdated = error instanceof ApiError && error.error === vanished
        if (!isOutdated || attempt === MAX_ATTEMPTS || (await this.#isThere(application)) === isThere)
          throw error
      }
    }
  }

  async #isThere({ namespace, name }: Application<V>): Promise<boolean> {
    const key = namedKey(this.#version.stored, namespace, name)
    if (this.#cache.get(key) !== undefined) return true
    // The object may have been written through another server.
    await this.#cache.current()
    return this.#cache.get(key) !== undefined
  }

  #update(application: Application<V>): Promise<CachedObject> {
    const { namespace, name, applied, force, metadata, options, mode } = application
    return this.#writer.modify(namespace, name, {
      retry: isUnconditional(metadata.resourceVersion),
      mode,
      options,
      setsOwners: true,
      isApply: true,
      change: (current) => {
        expectPatchedIdentity(this.#version, current.object.metadata, metadata)
        const result = this.#managedFields.apply(current, applied, options, force)
        expectNoConflict(result)
        return this.#made(current, result)
      },
      next: (_, __, made) => made as V,
      expectVersion: (current) => {
        if (metadata.resourceVersion) expectPatchedVersion(this.#version, current.metadata, metadata)
      },
    })
  }

  /** If the patch differs from the object only in defaults, nothing changes. */
  #made(current: CurrentObjectView<V>, { object, managers }: Applied): V | typeof UNCHANGED {
    const before = managedFieldsOf(current.metadata)
    const isSame = object === (current.object as unknown)
    if (isSame && managers === before) return UNCHANGED
    const made = readPatched(this.#version, object)
    if (!isSame && differOnlyInTime(before, managers) && isSameObject(this.#version, made, current.object)) {
      return UNCHANGED
    }
    made.metadata.managedFields = toManagedFields(managers)
    return made
  }

  async #create(application: Application<V>): Promise<CachedObject> {
    const { namespace, name, applied, force, metadata, options } = application
    if (this.#version.terminating) throw createWhileTerminating(this.#version)
    await options.rights?.expect('create')
    if (metadata.uid !== undefined) {
      throw conflict(
        this.#version,
        name,
        `uid mismatch: the provided object specified uid ${excerpt(metadata.uid)}, and no existing object was found`,
      )
    }
    const result = this.#managedFields.apply(undefined, applied, options, force)
    expectNoConflict(result)
    if (hasMoreValuesThan(applied, FEW_PARTS)) await yieldToEventLoop()
    return this.#writer.insert(namespace, {
      name,
      options,
      setsOwners: true,
      isApply: true,
      make: () => {
        const object = readPatched(this.#version, result.object)
        object.metadata.managedFields = toManagedFields(result.managers)
        object.metadata.resourceVersion = undefined
        adoptNamespace(object.metadata, namespace)
        return object
      },
    })
  }
}

/** The identity of the object and its status. */
function statusOnly({ apiVersion, kind, metadata, status }: Json): Json {
  const { name, namespace, uid, resourceVersion } = metadata as Json
  return { apiVersion, kind, metadata: { name, namespace, uid, resourceVersion }, status }
}

export function expectNoConflict(result: ApplyResult): asserts result is Applied {
  if (result.conflicts === undefined) return
  const { message, causes } = describeConflicts(result)
  throw applyConflict(message, causes)
}
