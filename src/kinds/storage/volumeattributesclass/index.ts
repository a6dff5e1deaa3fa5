import { storageV1, storageV1beta1 } from '#kinds/groups.js'
import { sameShape } from '#kinds/shared/same-shape.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { VolumeAttributesClass, VolumeAttributesClassBeta } from './schema.js'
import { validateVolumeAttributesClass, validateVolumeAttributesClassUpdate } from './validation.js'

const columns: readonly Column<VolumeAttributesClass>[] = [
  NAME,
  {
    name: 'DriverName',
    type: 'string',
    description: 'CSI driver of the volumes.',
    cell: ({ driverName }) => driverName,
  },
  AGE,
]

const version = {
  enabledByDefault: false,
  returnDeletedObject: true,
  subresources: [],
  columns,
  rules: { validate: validateVolumeAttributesClass, validateUpdate: validateVolumeAttributesClassUpdate },
} as const

export const volumeAttributesClass = builtInKind<VolumeAttributesClass>({
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  singular: 'volumeattributesclass',
  shortNames: ['vac'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: { ...storageV1, ...version, schema: VolumeAttributesClass },
  otherVersions: [
    {
      ...storageV1beta1,
      ...version,
      schema: VolumeAttributesClassBeta,
      conversion: sameShape<VolumeAttributesClass>(),
    },
  ],
})
