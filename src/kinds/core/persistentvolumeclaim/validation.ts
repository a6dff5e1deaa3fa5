import {
  PersistentVolumeClaimSpec,
  validateClaimSpec,
} from '#kinds/shared/storage/persistent-volume-claim.js'
import { STORAGE_CLASS_ANNOTATION } from '#kinds/shared/storage/volumes.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'
import { compareQuantities } from '#schema/quantity.js'
import type { PersistentVolumeClaim } from './schema.js'

export function validateClaim({ spec }: Readonly<PersistentVolumeClaim>, errors: FieldErrors): void {
  errors.field('spec', spec, validateClaimSpec)
}

const FIXED_SPEC =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'

/** The spec of a claim is immutable, except that it is bound once and may then grow. */
export function validateClaimUpdate(
  claim: Readonly<PersistentVolumeClaim>,
  current: Readonly<PersistentVolumeClaim>,
  errors: FieldErrors,
): void {
  const { spec } = claim
  const { spec: before, status } = current
  const className = storageClassName(claim, current, errors)
  const unchangeable: PersistentVolumeClaimSpec = {
    ...spec,
    volumeName: before.volumeName === undefined ? undefined : spec.volumeName,
    storageClassName: className,
    resources: { ...spec.resources, requests: unchangeableRequests(claim, before) },
    volumeAttributesClassName:
      claim.status.phase === 'Bound' ? before.volumeAttributesClassName : spec.volumeAttributesClassName,
  }
  if (!semanticEqual(PersistentVolumeClaimSpec, unchangeable, before)) errors.forbidden('spec', FIXED_SPEC)

  const size = spec.resources.requests?.storage ?? '0'
  const isSmaller = compareQuantities(size, before.resources.requests?.storage ?? '0') < 0
  if (isSmaller && compareQuantities(size, status.capacity?.storage ?? '0') <= 0) {
    errors.forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')
  }
  if (spec.volumeMode !== before.volumeMode) {
    errors.invalid('spec.volumeMode', spec.volumeMode ?? '', 'field is immutable')
  }
  mustKeepAttributes(spec.volumeAttributesClassName, before.volumeAttributesClassName, errors)
}

/** A class can be replaced by another one, but not removed. */
function mustKeepAttributes(name: string | undefined, before: string | undefined, errors: FieldErrors): void {
  if (before === undefined || name === before || name) return
  const change = name === undefined ? 'nil' : 'an empty string'
  errors.forbidden('spec.volumeAttributesClassName', `update from non-nil value to ${change} is forbidden`)
}

/** A bound claim may ask for another amount of storage. */
function unchangeableRequests(
  { spec, status }: Readonly<PersistentVolumeClaim>,
  { resources }: Readonly<PersistentVolumeClaimSpec>,
) {
  const { requests } = spec.resources
  const storage = resources.requests?.storage
  if (status.phase !== 'Bound' || requests === undefined || storage === undefined) return requests
  return { ...requests, storage }
}

const annotationOf = ({ metadata }: Readonly<PersistentVolumeClaim>) =>
  metadata.annotations?.[STORAGE_CLASS_ANNOTATION]

/**
 * The class can be set later, and move from the annotation to the field. Returns the current class in these cases, else
 * the new one.
 */
function storageClassName(
  claim: Readonly<PersistentVolumeClaim>,
  current: Readonly<PersistentVolumeClaim>,
  errors: FieldErrors,
): string | undefined {
  const { storageClassName: name } = claim.spec
  const { storageClassName: nameBefore } = current.spec
  const [annotation, annotationBefore] = [annotationOf(claim), annotationOf(current)]
  const isNamed = nameBefore === undefined && name !== undefined
  const isMoved =
    isNamed && name === annotationBefore && (annotation === undefined || annotation === annotationBefore)
  if (isMoved) return nameBefore
  if ((annotation ?? '') !== (annotationBefore ?? '')) {
    const field = `metadata.annotations[${STORAGE_CLASS_ANNOTATION}]`
    errors.invalid(field, annotation ?? '', 'field is immutable')
  }
  return isNamed && (annotationBefore === undefined || annotationBefore === name) ? nameBefore : name
}
