import { ApiError } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import type { ServedVersion } from '#registry/kind.js'
import { inheritMetadata, isSameGeneration, nextGeneration } from '#registry/metadata/metadata.js'
import { validateMetadata, validateMetadataUpdate } from '#registry/metadata/metadata-rules.js'
import { DecodeError } from '#schema/decode-error.js'
import { encoderOf } from '#schema/encode.js'

const encodeMetadata = encoderOf(ObjectMeta)

/**
 * Changes only the metadata, as when a controller sets a label or a finalizer. The bytes of the rest are kept, and not
 * parsed, validated and encoded again, which is most of the cost of a write (`docs/explanation/hot-path.md`).
 *
 * Returns the new metadata as JSON. Undefined if the whole object is needed: to report errors, or because other fields
 * depend on the change.
 */
export function updateMetadata(
  version: ServedVersion,
  before: ObjectMeta,
  change: () => ObjectMeta | undefined,
): Buffer | undefined {
  if (before.deletionTimestamp) return undefined
  let metadata: ObjectMeta | undefined
  try {
    metadata = change()
  } catch (error) {
    if (error instanceof ApiError || error instanceof DecodeError) return undefined
    throw error
  }
  if (metadata === undefined) return undefined
  inheritMetadata(metadata, before)
  if (!isSameGeneration(version.stored, metadata, before)) {
    if (version.rules.warnings !== undefined) return undefined
    metadata.generation = nextGeneration(before)
  }
  if (version.schema.complete !== undefined && metadata.labels === undefined) return undefined
  const errors = new FieldErrors()
  validateMetadata(metadata, version, errors)
  validateMetadataUpdate(metadata, before, errors)
  if (errors.all.length > 0) return undefined
  metadata.resourceVersion = ''
  return encodeMetadata(metadata)
}

/** Whether no other field of a version's objects depends on the metadata. */
export function hasMetadataApart({ stored, rules }: ServedVersion): boolean {
  const isPrepared = stored.strategy.prepareForUpdate !== undefined
  return (
    !isPrepared && !rules.readMetadata && (rules.warnings === undefined || rules.warnsOfChangesOnly === true)
  )
}
