import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustBeGivenAs, mustFollow, mustNotBeNegative } from '#meta/field-rules.js'
import { dns1035Label, dns1123Label, maskFinalDash, pathSegment } from '#meta/formats.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { mustNotGainFinalizers, validateFinalizers } from './finalizer-rules.js'
import { validateInitializers, validateInitializersUpdate } from './initializer-rules.js'
import { validateManagedFields } from './manager-rules.js'
import { validateOwners } from './owner-rules.js'

/** The rules on `metadata`, the same for every kind. */

export interface MetadataRules {
  readonly namespaced: boolean
  readonly nameFormat: StringFormat
  /** Whether finalizers may have names without a path. */
  readonly freeFinalizers?: boolean
}

/** On create and on update. */
export function validateMetadata(metadata: ObjectMeta, rules: MetadataRules, errors: FieldErrors): void {
  errors.field('metadata', metadata, validate, rules)
}

/** The immutable fields. `metadata` already has the stored values of fields that the server owns. */
export function validateMetadataUpdate(metadata: ObjectMeta, current: ObjectMeta, errors: FieldErrors): void {
  errors.field('metadata', metadata, validateUpdate, current)
}

function validate(
  metadata: ObjectMeta,
  errors: FieldErrors,
  { namespaced, nameFormat, freeFinalizers }: MetadataRules,
): void {
  const { generateName, name, namespace } = metadata
  if (generateName !== undefined) {
    validateName('generateName', generateName, nameFormat(maskFinalDash(generateName)), errors)
  }
  if (name === undefined) errors.required('name', 'name or generateName is required')
  else validateName('name', name, nameFormat(name), errors)

  if (namespaced) mustBeGivenAs('namespace', namespace, dns1123Label, errors)
  else if (namespace !== undefined) errors.forbidden('namespace', 'not allowed on this type')
  mustFollow('clusterName', metadata.clusterName, dns1035Label, errors)
  mustNotBeNegative('generation', metadata.generation, errors)
  validateLabels('labels', metadata.labels, errors)
  validateAnnotations('annotations', metadata.annotations, errors)
  validateOwners(metadata.ownerReferences, errors)
  errors.field('initializers', metadata.initializers, validateInitializers)
  validateFinalizers(metadata.finalizers, errors, freeFinalizers)
  errors.each('managedFields', metadata.managedFields, validateManagedFields)
}

/** Every name must be a valid path segment, whatever the format of the kind. */
function validateName(field: string, name: string, messages: readonly string[], errors: FieldErrors): void {
  for (const error of messages) errors.invalid(field, name, error)
  if (messages.length === 0) errors.format(field, name, pathSegment)
}

const IMMUTABLE = ['name', 'namespace', 'uid', 'clusterName'] as const
const FIXED = 'field is immutable'
const DELETION_ONLY = 'field is immutable; may only be changed via deletion'

function validateUpdate(metadata: ObjectMeta, errors: FieldErrors, current: ObjectMeta): void {
  const { deletionGracePeriodSeconds, deletionTimestamp, creationTimestamp } = metadata
  if (deletionGracePeriodSeconds !== current.deletionGracePeriodSeconds) {
    errors.invalid('deletionGracePeriodSeconds', deletionGracePeriodSeconds, DELETION_ONLY)
  }
  if ((deletionTimestamp ?? null) !== (current.deletionTimestamp ?? null)) {
    errors.invalid('deletionTimestamp', deletionTimestamp, DELETION_ONLY)
  }
  if (current.deletionTimestamp) mustNotGainFinalizers(metadata.finalizers, current.finalizers, errors)
  if ((metadata.generation ?? 0) < (current.generation ?? 0)) {
    errors.invalid('generation', metadata.generation ?? 0, 'must not be decremented')
  }
  validateInitializersUpdate(metadata.initializers, current.initializers, errors)
  for (const field of IMMUTABLE) {
    if (metadata[field] !== current[field]) errors.invalid(field, metadata[field] ?? '', FIXED)
  }
  if (creationTimestamp !== current.creationTimestamp) {
    errors.invalid('creationTimestamp', creationTimestamp, FIXED)
  }
}
