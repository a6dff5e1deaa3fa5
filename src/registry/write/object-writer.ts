import type { CachedObject } from '#cache/cached-object.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { ApiError, alreadyExists, conflict, MODIFIED, notFound, stillBeingDeleted } from '#meta/api-error.js'
import { type ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { isUnconditional } from '#meta/resource-version.js'
import { SERVER } from '#meta/user.js'
import {
  type AppliedPatch,
  applyPatch,
  changesMetadataOnly,
  type Patch,
  patchResourceVersion,
} from '#patch/patch.js'
import { NOTHING_ALLOCATED } from '#registry/allocations.js'
import { fromStored, parseAs } from '#registry/conversion.js'
import type { DecodedWriteCache } from '#registry/decoded-write-cache.js'
import { namedKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import { adoptNamespace, expectNoVersion } from '#registry/metadata/metadata.js'
import { removeRepeatedOwners } from '#registry/metadata/repeated-owners.js'
import type { ServerContext, WriteContext } from '#registry/strategy.js'
import { decoderOf } from '#schema/decode.js'
import type { Operation, Storage } from '#storage/contract.js'
import type { KeyedSerializer } from '#util/async/keyed-serializer.js'
import { endOfStage } from '#util/event-loop.js'
import type { Admission } from './admission.js'
import { ManagedFields } from './apply/managed-fields.js'
import { ObjectApplier } from './apply/object-applier.js'
import type { CurrentObject } from './current-object.js'
import type { BeforeDelete, DeleteRequest } from './delete-options.js'
import { beginDeletion, deletionFinalizers } from './deletion.js'
import { expectReadableParts, isLarge, replacementOf } from './encode-stored.js'
import type { Insertion, Modification, SubresourceUpdate, UpdateModeName } from './modification.js'
import { WritePipeline, type WriteResult } from './pipeline.js'
import {
  expectDeletable,
  expectIdentity,
  expectPatchedIdentity,
  expectPatchedVersion,
  expectReplacedVersion,
  expectSame,
  expectUnchanged,
  type Preconditions,
  uidConflict,
} from './preconditions.js'
import { keepEmptyManagedFields, readObject, readPatched } from './read-object.js'
import { BEGIN_DELETION, CREATE, updateMode } from './write-mode.js'
import { SERVER_WRITE, type WriteOptions } from './write-options.js'

/** How many generated names are tried before the client gets an error. */
const MAX_NAMES = 8

const decodeMetadata = decoderOf(ObjectMeta) as (metadata: unknown) => ObjectMeta

/**
 * Writes the objects of one kind in one of its versions. Each verb defines how it changes the current object; the
 * pipeline does the rest. Takes parsed bodies of the version, and returns cached objects of the stored version.
 */
export class ObjectWriter<V extends ApiObject = ApiObject> {
  readonly #version: ServedVersion<V>
  readonly #cache: ObjectCache
  readonly #admission: Admission
  readonly #pipeline: WritePipeline<V>
  readonly #applier: ObjectApplier<V>
  readonly #mutex: KeyedSerializer
  readonly #context: WriteContext

  /** All versions of the kind share the `mutex`. */
  constructor(
    version: ServedVersion<V>,
    storage: Storage,
    cache: ObjectCache,
    admission: Admission,
    mutex: KeyedSerializer,
    context: ServerContext,
    written?: DecodedWriteCache,
  ) {
    this.#version = version
    this.#cache = cache
    this.#admission = admission
    const managedFields = new ManagedFields(version, context.clock)
    this.#pipeline = new WritePipeline(version, storage, cache, admission, managedFields, context, written)
    this.#applier = new ObjectApplier(version, cache, managedFields, this)
    this.#mutex = mutex
    this.#context = { ...context, allocations: NOTHING_ALLOCATED, dryRun: false }
  }

  async create(
    namespace: string | undefined,
    body: unknown,
    options: WriteOptions = SERVER_WRITE,
  ): Promise<CachedObject> {
    const { codec } = this.#version
    if (codec !== undefined) {
      codec.load()
      await endOfStage()
    }
    let object = readObject(this.#version, body)
    options.fields?.check(this.#version, body)
    const wantedName = object.metadata.name
    expectNoVersion(object.metadata)
    adoptNamespace(object.metadata, namespace)
    removeRepeatedOwners(object.metadata, options.warnings)
    return this.insert(namespace, {
      name: wantedName,
      options,
      make: (attempt) => {
        if (attempt === 1) return object
        // An attempt writes into the object it stores, so a second one starts again from the body.
        object = readObject(this.#version, body)
        adoptNamespace(object.metadata, namespace)
        removeRepeatedOwners(object.metadata, options.warnings)
        return object
      },
    })
  }

  /** Stores a new object, if its name is free. */
  async insert(
    namespace: string | undefined,
    { name, options, setsOwners, isApply, make }: Insertion<V>,
  ): Promise<CachedObject> {
    let object: V | undefined
    const written = await this.#pipeline.run({
      namespace,
      name: undefined,
      operation: 'create',
      mode: CREATE,
      options,
      setsOwners,
      isApply,
      expects: 'absent',
      make: (_, attempt) => {
        object = make(attempt)
        return object
      },
      missing: () => notFound(this.#version, name ?? ''),
      onConflict: async ({ key }, _, attempt) => {
        if (name === undefined && attempt < MAX_NAMES) return
        throw await this.#taken(key, object?.metadata.name ?? '')
      },
    })
    return written.object
  }

  /** Replaces the object, or creates it if the kind has `allowCreateOnUpdate`. */
  async put(
    namespace: string | undefined,
    name: string,
    body: unknown,
    options: WriteOptions,
  ): Promise<{ readonly object: CachedObject; readonly isNew: boolean }> {
    try {
      return { object: await this.replace(namespace, name, body, options), isNew: false }
    } catch (error) {
      const isMissing = error instanceof ApiError && error.error === 'notFound'
      if (!isMissing || !this.#version.allowCreateOnUpdate) throw error
      const { metadata } = readObject(this.#version, body)
      if (!isUnconditional(metadata.resourceVersion)) throw conflict(this.#version, name, MODIFIED)
      await options.rights?.expect('create')
      return { object: await this.create(namespace, body, options), isNew: true }
    }
  }

  async replace(
    namespace: string | undefined,
    name: string,
    body: unknown,
    options: WriteOptions = SERVER_WRITE,
    mode: UpdateModeName | SubresourceUpdate<V> = 'object',
  ): Promise<CachedObject> {
    const object = readObject(this.#version, body)
    options.fields?.check(this.#version, body)
    expectIdentity(object.metadata, namespace, name, this.#version.conventions)
    const { uid, resourceVersion } = object.metadata
    return this.modify(namespace, name, {
      preconditions: { uid, resourceVersion },
      retry: true,
      mode,
      options,
      // An attempt writes into the object it stores, so a second one starts again from the body.
      next: (_, attempt) => {
        // Applies only to an existing object: an update may also create one.
        if (!this.#version.allowUnconditionalUpdate)
          expectReplacedVersion(this.#version, name, resourceVersion)
        const replacement = attempt === 1 ? object : readObject(this.#version, body)
        removeRepeatedOwners(replacement.metadata, options.warnings)
        return replacement
      },
    })
  }

  async patch(
    namespace: string | undefined,
    name: string,
    patch: Patch,
    options: WriteOptions = SERVER_WRITE,
    mode: UpdateModeName | SubresourceUpdate<V> = 'object',
  ): Promise<CachedObject> {
    const { schema } = this.#version
    const expectSameObject = (current: ObjectMeta, patched: ObjectMeta) => {
      expectIdentity(patched, namespace, name, this.#version.conventions)
      expectPatchedIdentity(this.#version, current, patched)
    }
    let wanted: Preconditions = {}
    const changeMetadata = (current: ObjectMeta) => {
      const changed = applyPatch(patch, { metadata: current }, schema) as { metadata: unknown }
      options.fields?.checkPatched(this.#version, name, patch, changed)
      const metadata = decodeMetadata(changed.metadata)
      keepEmptyManagedFields(changed.metadata, metadata)
      expectSameObject(current, metadata)
      expectPatchedVersion(this.#version, current, metadata)
      removeRepeatedOwners(metadata, options.warnings, true)
      return metadata
    }
    return this.modify(namespace, name, {
      retry: !patchResourceVersion(patch),
      mode,
      options,
      changeMetadata: mode === 'object' && changesMetadataOnly(patch) ? changeMetadata : undefined,
      change: ({ object: current, served }) => {
        const changed = applyPatch(patch, current, schema)
        if (isLarge(served.size)) expectReadableParts(changed)
        return changed
      },
      next: ({ object: current }, _, changed) => {
        const patched = readPatched(this.#version, changed, patch)
        options.fields?.checkPatched(this.#version, name, patch, changed)
        expectSameObject(current.metadata, patched.metadata)
        const { resourceVersion } = patched.metadata
        wanted = { resourceVersion }
        removeRepeatedOwners(patched.metadata, options.warnings, true)
        return patched
      },
      expectVersion: ({ metadata }) => expectPatchedVersion(this.#version, metadata, wanted),
    })
  }

  /** Server-side apply. Creates the object if it does not exist. */
  apply(
    namespace: string | undefined,
    name: string,
    patch: AppliedPatch,
    options: WriteOptions = SERVER_WRITE,
    mode: UpdateModeName | SubresourceUpdate<V> = 'object',
  ): Promise<{ readonly object: CachedObject; readonly isNew: boolean }> {
    return this.#applier.apply(namespace, name, patch, options, mode)
  }

  modify(namespace: string | undefined, name: string, change: Modification<V>): Promise<CachedObject> {
    // A webhook may write the object under review: its write must not wait for this one.
    if (this.#admission.callsOtherServers('update')) return this.#modify(namespace, name, change)
    // Concurrent changes of one object would conflict, so they take turns.
    return this.#mutex.run(this.#key(namespace, name), () => this.#modify(namespace, name, change))
  }

  async #modify(namespace: string | undefined, name: string, change: Modification<V>): Promise<CachedObject> {
    const { preconditions = {}, options = SERVER_WRITE } = change
    const written = await this.#pipeline.run({
      namespace,
      name,
      expects: 'present',
      operation: 'update',
      mode: updateMode(change.mode),
      options,
      setsOwners: change.setsOwners,
      isApply: change.isApply,
      isAdmitted: change.isAdmitted,
      changeMetadata: change.changeMetadata,
      change: (current) => {
        // The metadata are not parsed alone when the whole object is parsed anyway.
        if (change.preconditions !== undefined) expectSame(this.#version, current.metadata, preconditions)
        return change.change?.(current)
      },
      expectVersion: (current) => {
        if (change.preconditions !== undefined)
          expectUnchanged(this.#version, current.metadata, preconditions)
        change.expectVersion?.(current)
      },
      make: (current, attempt, changed) => change.next(current as CurrentObject<V>, attempt, changed),
      missing: () => this.#missing(name, preconditions),
      onConflict: (conflict, conflicts) => conflicts.afterConflict(conflict, name, change.retry),
    })
    return written.object
  }

  /** Removes the object, or marks it as being deleted if it has finalizers. */
  delete(
    namespace: string | undefined,
    name: string,
    request: DeleteRequest,
    accompany?: BeforeDelete<V>,
  ): Promise<WriteResult> {
    let alongside: readonly Operation[] = []
    return this.#pipeline.run({
      namespace,
      name,
      expects: 'present',
      operation: 'delete',
      mode: BEGIN_DELETION,
      isAdmitted: request.isAdmitted,
      options: request,
      missing: () => notFound(this.#version, name),
      onConflict: (conflict, conflicts) => conflicts.afterConflict(conflict, name, true),
      alongside: () => alongside,
      make: (found) => {
        const current = found as CurrentObject<V>
        // Most deletions need nothing else of the object.
        const { metadata } = current
        expectDeletable(this.#version, metadata, request)
        const finalizers = deletionFinalizers(metadata, request.policy, this.#version.orphansDependents)
        const { strategy } = this.#version.stored
        const gracePeriod = this.#gracePeriod(current, request)
        const isHeld = strategy.prepareForDeletion !== undefined || gracePeriod !== undefined
        if (finalizers.length === 0 && !isHeld && accompany === undefined) return undefined
        const object = current.copy()
        const replacements = accompany?.(object, this.#context.clock.now()) ?? []
        alongside = replacements.map(({ key, object: other }) => replacementOf(key, other))
        object.metadata.finalizers = finalizers.length === 0 ? undefined : finalizers
        beginDeletion(object.metadata, this.#context.clock.now(), gracePeriod)
        strategy.prepareForDeletion?.(object, request, this.#context)
        return object
      },
    })
  }

  /** Undefined for a kind whose objects are deleted at once. A second deletion may only shorten the period of the first. */
  #gracePeriod({ metadata, stored }: CurrentObject<V>, request: DeleteRequest): number | undefined {
    const { strategy } = this.#version.stored
    if (strategy.gracePeriod === undefined) return undefined
    const { gracePeriodSeconds: asked } = request
    if (metadata.deletionTimestamp && asked === undefined) return metadata.deletionGracePeriodSeconds ?? 0
    return strategy.gracePeriod(stored, asked)
  }

  /** The object without fields that belong to this server, for creating it elsewhere. */
  export(namespace: string | undefined, name: string, exact: boolean): V {
    const key = this.#key(namespace, name)
    const served = this.#cache.get(key)
    if (served === undefined) {
      this.#cache.expectReadable(key)
      throw notFound(this.#version, name)
    }
    const original = this.parse(served)
    const { selfLink, ...origin } = original.metadata
    original.metadata.resourceVersion = undefined
    const object = fromStored(
      this.#version,
      CREATE.prepare(this.#version, original, undefined, this.#context, SERVER),
    )
    const { metadata } = object
    metadata.uid = undefined
    metadata.creationTimestamp = null
    metadata.managedFields = undefined
    metadata.selfLink = selfLink
    metadata.namespace = exact ? origin.namespace : undefined
    metadata.name = !exact && metadata.generateName !== undefined ? undefined : origin.name
    return object
  }

  /** The object in the version of this writer. */
  parse(served: CachedObject): V {
    return this.#version.decode(parseAs(this.#version, served))
  }

  #key(namespace: string | undefined, name: string): string {
    return namedKey(this.#version.stored, namespace, name)
  }

  #missing(name: string, { uid }: Preconditions): ApiError {
    return uid === undefined ? notFound(this.#version, name) : uidConflict(this.#version, name, uid, '')
  }

  /** The error for a name that is already taken. */
  async #taken(key: string, name: string): Promise<ApiError> {
    // The object may have been written through another server.
    await this.#cache.current()
    const isGoing = Boolean(this.#cache.get(key)?.metadata().deletionTimestamp)
    return (isGoing ? stillBeingDeleted : alreadyExists)(this.#version, name)
  }
}
