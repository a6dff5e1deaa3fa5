import {
  PersistentVolumeClaimSpec,
  validateClaimSpec,
} from '#kinds/shared/storage/persistent-volume-claim.js'
import { STORAGE_CLASS_ANNOTATION } from '#kinds/shared/storage/volumes.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'
import { compareQuantities } from '#schema/quantity.js'
import type { PersistentVolumeClaim, PersistentVolumeClaimStatus } from './schema.js'

export function validateClaim({ spec }: Readonly<PersistentVolumeClaim>, errors: FieldErrors): void {
  errors.field('spec', spec, validateClaimSpec)
  errors.field('spec', spec, mustAgreeOnDataSource)
}

function mustAgreeOnDataSource(
  { dataSource, dataSourceRef }: PersistentVolumeClaimSpec,
  errors: FieldErrors,
): void {
  if (dataSource === undefined || dataSourceRef === undefined) return
  if (dataSourceRef.namespace) {
    errors.invalid('dataSource', dataSource, 'may not be specified when dataSourceRef.namespace is specified')
  } else if (
    dataSource.kind !== dataSourceRef.kind ||
    dataSource.name !== dataSourceRef.name ||
    (dataSource.apiGroup ?? '') !== (dataSourceRef.apiGroup ?? '')
  ) {
    errors.invalid('dataSource', dataSource, 'must match dataSourceRef')
  }
}

const FIXED_SPEC =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'

/** The spec of a claim is immutable, except that it is bound once and may then grow. */
export function validateClaimUpdate(
  claim: Readonly<PersistentVolumeClaim>,
  current: Readonly<PersistentVolumeClaim>,
  errors: FieldErrors,
): void {
  const { spec, metadata } = claim
  const { spec: before, metadata: metadataBefore, status } = current
  const annotation = metadata.annotations?.[STORAGE_CLASS_ANNOTATION]
  const annotationBefore = metadataBefore.annotations?.[STORAGE_CLASS_ANNOTATION]
  if (annotation !== annotationBefore && spec.storageClassName !== annotationBefore) {
    errors.invalid(
      `metadata.annotations[${STORAGE_CLASS_ANNOTATION}]`,
      annotation ?? '',
      'field is immutable',
    )
  }
  const requests = status.phase === 'Bound' ? before.resources.requests : spec.resources.requests
  const unchangeable: PersistentVolumeClaimSpec = {
    ...spec,
    volumeName: before.volumeName === undefined ? undefined : spec.volumeName,
    // The class can be set later, also to replace the annotation.
    storageClassName: before.storageClassName === undefined ? undefined : spec.storageClassName,
    resources: { ...spec.resources, requests },
    volumeAttributesClassName: before.volumeAttributesClassName,
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
}

export function validateClaimStatus(
  { status }: Readonly<PersistentVolumeClaim>,
  _current: Readonly<PersistentVolumeClaim>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatus)
}

function validateStatus({ capacity }: PersistentVolumeClaimStatus, errors: FieldErrors): void {
  for (const name in capacity) {
    const amount = capacity[name] as string
    if (amount.startsWith('-')) {
      errors.invalid(`capacity[${name}]`, amount, 'must be a valid resource quantity')
    }
  }
}
