import { TypedLocalObjectReference } from '#kinds/shared/object-reference.js'
import { validateTemplateMetadata } from '#kinds/shared/template-metadata.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { LabelSelector } from '#meta/label-selector.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { compareQuantities } from '#schema/quantity.js'
import {
  explicit,
  type Infer,
  list,
  map,
  milliQuantity,
  nullable,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'
import { mustBeAccessModes } from './volumes.js'

/** The claim spec, which claims, pods and StatefulSets share. */

const VolumeResourceRequirements = struct(
  'io.k8s.api.core.v1.VolumeResourceRequirements',
  'Amounts of storage that a claim requests.',
  () => ({
    limits: optional(1, map(milliQuantity), 'Maximum size of the volume.'),
    requests: optional(2, map(milliQuantity), 'Minimum size of the volume, under the name storage.'),
  }),
)
interface VolumeResourceRequirements extends Infer<typeof VolumeResourceRequirements> {}

const TypedObjectReference = struct(
  'io.k8s.api.core.v1.TypedObjectReference',
  'Reference by kind and name to an object, in any namespace.',
  () => ({
    apiGroup: nullable(1, string, 'Group of the object; the core group when absent.', { mustBeGiven: false }),
    kind: required(2, string, 'Kind of the object.'),
    name: required(3, string, 'Name of the object.'),
    namespace: explicit(4, string, 'Namespace of the object; that of the claim when absent.'),
  }),
)
interface TypedObjectReference extends Infer<typeof TypedObjectReference> {}

export const PersistentVolumeClaimSpec = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaimSpec',
  'Requested storage.',
  () => ({
    accessModes: optional(
      1,
      list(string),
      'How the volume is mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.',
      { listType: 'atomic', enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] },
    ),
    selector: explicit(4, LabelSelector, 'Labels of the volumes that may be bound.'),
    resources: optional(2, VolumeResourceRequirements, 'How much storage the volume must have.'),
    volumeName: optional(3, string, 'Volume that is bound to the claim.'),
    storageClassName: explicit(
      5,
      string,
      'Class of the storage; the default class when absent, none when empty.',
    ),
    volumeMode: explicit(6, string, 'Filesystem (default), or Block for a raw device.', {
      default: 'Filesystem',
      enum: ['Block', 'Filesystem'],
    }),
    dataSource: explicit(
      7,
      TypedLocalObjectReference,
      'Snapshot or claim whose contents the volume starts with.',
    ),
    dataSourceRef: explicit(
      8,
      TypedObjectReference,
      'Object of any kind that provides the initial contents of the volume.',
    ),
    volumeAttributesClassName: explicit(9, string, 'VolumeAttributesClass of the volume.'),
  }),
)
export interface PersistentVolumeClaimSpec extends Infer<typeof PersistentVolumeClaimSpec> {}

export const PersistentVolumeClaimTemplate = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaimTemplate',
  'Template of a claim that is created for a pod.',
  () => ({
    metadata: optional(1, ObjectMeta, 'Labels and annotations of the claim.'),
    spec: required(2, PersistentVolumeClaimSpec, 'Storage that the claim asks for.'),
  }),
)
export interface PersistentVolumeClaimTemplate extends Infer<typeof PersistentVolumeClaimTemplate> {}

const VOLUME_MODES = ['Block', 'Filesystem']

export function validateClaimTemplate(
  { metadata, spec }: PersistentVolumeClaimTemplate,
  errors: FieldErrors,
): void {
  errors.field('metadata', metadata, validateTemplateMetadata)
  errors.field('spec', spec, validateClaimSpec)
}

export function validateClaimSpec(spec: PersistentVolumeClaimSpec, errors: FieldErrors): void {
  validateAccessModes(spec.accessModes, errors)
  errors.field('selector', spec.selector, validateLabelSelector)
  errors.field('resources', spec.resources, validateStorage)
  mustFollow('storageClassName', spec.storageClassName, rfc1123Subdomain, errors)
  mustBeOneOf('volumeMode', spec.volumeMode, VOLUME_MODES, errors)
  errors.field('dataSource', spec.dataSource, validateDataSource)
  errors.field('dataSourceRef', spec.dataSourceRef, validateDataSourceRef)
  mustAgreeOnDataSource(spec, errors)
  mustFollow('volumeAttributesClassName', spec.volumeAttributesClassName, rfc1123Subdomain, errors)
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

function validateDataSourceRef(source: TypedObjectReference, errors: FieldErrors): void {
  validateDataSource(source, errors)
  mustFollow('namespace', source.namespace, rfc1123Label, errors)
}

function mustAgreeOnDataSource(
  { dataSource, dataSourceRef }: PersistentVolumeClaimSpec,
  errors: FieldErrors,
): void {
  if (dataSource === undefined || dataSourceRef === undefined) return
  if (dataSourceRef.namespace) {
    errors.invalid('', 'dataSource', 'may not be specified when dataSourceRef.namespace is specified')
  } else if (
    dataSource.kind !== dataSourceRef.kind ||
    dataSource.name !== dataSourceRef.name ||
    (dataSource.apiGroup ?? '') !== (dataSourceRef.apiGroup ?? '')
  ) {
    errors.invalid('', 'dataSource', 'must match dataSourceRef')
  }
}
