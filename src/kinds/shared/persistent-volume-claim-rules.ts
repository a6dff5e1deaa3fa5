import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { compareQuantities } from '#schema/quantity.js'
import { mustBeAccessModes } from './access-modes.js'
import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedObjectReference,
  VolumeResourceRequirements,
} from './persistent-volume-claim-spec.js'
import type { TypedLocalObjectReference } from './typed-local-object-reference.js'

export const VOLUME_MODES = ['Block', 'Filesystem']

export function validateClaimTemplate(
  { metadata, spec }: PersistentVolumeClaimTemplate,
  errors: FieldErrors,
): void {
  errors.member('metadata', metadata, validateTemplateMetadata)
  errors.member('spec', spec, validateClaimSpec)
}

/** The claim gets its name and owner from the pod. */
function validateTemplateMetadata({ labels, annotations }: ObjectMeta, errors: FieldErrors): void {
  validateLabels('labels', labels, errors)
  validateAnnotations('annotations', annotations, errors)
}

export function validateClaimSpec(spec: PersistentVolumeClaimSpec, errors: FieldErrors): void {
  validateAccessModes(spec.accessModes, errors)
  errors.member('selector', spec.selector, validateLabelSelector)
  errors.member('resources', spec.resources, validateStorage)
  mustFollow('storageClassName', spec.storageClassName, rfc1123Subdomain, errors)
  mustBeOneOf('volumeMode', spec.volumeMode, VOLUME_MODES, errors)
  errors.member('dataSource', spec.dataSource, validateDataSource)
  errors.member('dataSourceRef', spec.dataSourceRef, validateDataSource)
}

function validateAccessModes(modes: readonly string[] | undefined, errors: FieldErrors): void {
  if (modes === undefined) {
    errors.required('accessModes', 'at least 1 access mode is required')
    return
  }
  mustBeAccessModes('accessModes', modes, errors)
}

function validateStorage({ requests }: VolumeResourceRequirements, errors: FieldErrors): void {
  const storage = requests?.storage
  if (storage === undefined) errors.required('[storage]')
  else if (compareQuantities(storage, '0') <= 0) {
    errors.invalid('[storage]', storage, 'must be greater than zero')
  }
}

function validateDataSource(
  { apiGroup, kind, name }: TypedLocalObjectReference | TypedObjectReference,
  errors: FieldErrors,
): void {
  mustBeGiven('name', name, errors)
  mustBeGiven('kind', kind, errors)
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    errors.invalid('', kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")
  }
  mustFollow('apiGroup', apiGroup ?? undefined, rfc1123Subdomain, errors)
}
