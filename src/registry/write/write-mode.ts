import type { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { User } from '#meta/user.js'
import { toStored } from '#registry/conversion.js'
import type { ServedVersion } from '#registry/kind.js'
import {
  inheritMetadata,
  initialMetadata,
  nextGeneration,
  raiseGeneration,
} from '#registry/metadata/metadata.js'
import { validateMetadata, validateMetadataUpdate } from '#registry/metadata/metadata-rules.js'
import type { WriteContext } from '#registry/strategy.js'
import type { AdmittedPart } from './admission.js'
import type { CurrentObject } from './current-object.js'
import type { SubresourceUpdate, UpdateModeName } from './modification.js'

/**
 * The fields that the server sets in a write, and the rules that it checks. `current` is undefined for a new object.
 */
export interface WriteMode {
  readonly part: AdmittedPart
  /** Returns the object as it is to be stored. */
  prepare<V extends ApiObject>(
    version: ServedVersion<V>,
    object: V,
    current: CurrentObject<V> | undefined,
    context: WriteContext,
    user: User,
  ): ApiObject
  validate<V extends ApiObject>(
    version: ServedVersion<V>,
    object: V,
    current: CurrentObject<V> | undefined,
    errors: FieldErrors,
  ): void | Promise<void>
}

/** A new object. */
export const CREATE: WriteMode = {
  part: 'object',
  prepare(version, object, _, context, user) {
    const { storageVersion, strategy } = version.stored
    initialMetadata(version, object.metadata, context)
    version.codec?.begin(object)
    const stored = storedOf(version, object)
    const emptyStatus = storageVersion.emptyStatus()
    if (emptyStatus !== undefined && !strategy.takesNewStatus) {
      ;(stored as WithParts).status = emptyStatus()
    }
    strategy.dropDisabledFields?.(stored, undefined, context)
    strategy.prepareForCreate?.(stored, context, user)
    return stored
  },
  validate(version, object, _, errors) {
    validateMetadata(object.metadata, version, errors)
    version.rules.validate?.(object, errors)
    return version.rules.validateCreate?.(object, errors)
  },
}

/** An update of everything except the status. */
const UPDATE: WriteMode = {
  part: 'object',
  prepare(version, object, current, context) {
    const { stored: kind } = version
    const { object: before, stored: storedBefore } = expectCurrent(current)
    inheritMetadata(object.metadata, before.metadata)
    version.codec?.keepStatus(object, before)
    const stored = storedOf(version, object)
    if (kind.storageVersion.emptyStatus() && !kind.strategy.takesChangedStatus) {
      ;(stored as WithParts).status = (storedBefore as WithParts).status
    }
    kind.strategy.dropDisabledFields?.(stored, storedBefore, context)
    kind.strategy.prepareForUpdate?.(stored, storedBefore, context)
    if (version.codec === undefined) raiseGeneration(kind, stored, storedBefore)
    else if (!version.codec.isSameContent(object, before))
      stored.metadata.generation = nextGeneration(before.metadata)
    return stored
  },
  validate(version, object, current, errors) {
    const { object: before } = expectCurrent(current)
    validateMetadata(object.metadata, version, errors)
    validateMetadataUpdate(object.metadata, before.metadata, errors)
    version.rules.validate?.(object, errors)
    return version.rules.validateUpdate?.(object, before, errors)
  },
}

/** An update of the status and of some metadata. */
const UPDATE_STATUS: WriteMode = {
  part: 'status',
  prepare(version, object, current, context) {
    const { object: before, stored: storedBefore } = expectCurrent(current)
    inheritMetadata(object.metadata, before.metadata)
    if (version.codec !== undefined) {
      version.codec.keepAllButStatus(object, before)
      return storedOf(version, object)
    }
    const stored = storedOf(version, object)
    ;(stored as WithParts).spec = (storedBefore as WithParts).spec
    version.stored.strategy.prepareForStatusUpdate?.(stored, storedBefore, context)
    return stored
  },
  validate(version, object, current, errors) {
    const { object: before } = expectCurrent(current)
    validateMetadata(object.metadata, version, errors)
    validateMetadataUpdate(object.metadata, before.metadata, errors)
    return version.rules.validateStatusUpdate?.(object, before, errors)
  },
}

/** The start of a deletion with finalizers: the server changes only the metadata. */
export const BEGIN_DELETION: WriteMode = {
  part: 'object',
  prepare: (version, object) => storedOf(version, object),
  validate: () => undefined,
}

const UPDATE_MODES: Readonly<Record<UpdateModeName, WriteMode>> = { object: UPDATE, status: UPDATE_STATUS }

export function updateMode<V extends ApiObject>(
  mode: UpdateModeName | SubresourceUpdate<V> = 'object',
): WriteMode {
  // The update and the version belong to the same kind.
  return typeof mode === 'string' ? UPDATE_MODES[mode] : subresourceMode(mode as SubresourceUpdate<never>)
}

/** An update through a subresource. */
function subresourceMode(update: SubresourceUpdate<never>): WriteMode {
  return {
    part: 'other',
    prepare(version, object, current, context) {
      const { object: before, stored: storedBefore } = expectCurrent(current)
      inheritMetadata(object.metadata, before.metadata)
      update.prepare(object as never, before as never, context)
      const stored = storedOf(version, object)
      if (!update.keepsGeneration) raiseGeneration(version.stored, stored, storedBefore)
      return stored
    },
    validate({ stored }, object, current, errors) {
      const { object: before } = expectCurrent(current)
      validateMetadata(object.metadata, stored, errors)
      validateMetadataUpdate(object.metadata, before.metadata, errors)
      update.validate(object as never, before as never, errors)
    },
  }
}

/** A custom resource gets the defaults of the stored version too. */
function storedOf<V extends ApiObject>(version: ServedVersion<V>, object: V): ApiObject {
  const stored = toStored(version, object)
  if (version.conversion !== undefined) version.stored.storageVersion.codec?.complete(stored)
  return stored
}

type WithParts = ApiObject & { spec?: unknown; status?: unknown }

function expectCurrent<V extends ApiObject>(current: CurrentObject<V> | undefined): CurrentObject<V> {
  if (current === undefined) throw new Error('there is nothing to update')
  return current
}
