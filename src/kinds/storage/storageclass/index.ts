import { storageV1 } from '#kinds/groups.js'
import { labelWarnings } from '#kinds/shared/node-label-warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { StorageClass } from './schema.js'
import { validateStorageClass, validateStorageClassUpdate } from './validation.js'

const DEFAULT_CLASS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
]

const storageClassColumns: readonly Column<StorageClass>[] = [
  {
    ...NAME,
    cell: ({ metadata: { name = '', annotations } }) =>
      DEFAULT_CLASS.some((key) => annotations?.[key] === 'true') ? `${name} (default)` : name,
  },
  {
    name: 'Provisioner',
    type: 'string',
    description: 'Provisioner of the volumes.',
    cell: ({ provisioner }) => provisioner,
  },
  {
    name: 'ReclaimPolicy',
    type: 'string',
    description: 'What happens to a volume whose claim is deleted.',
    cell: ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete',
  },
  {
    name: 'VolumeBindingMode',
    type: 'string',
    description: 'When a volume is bound: at once, or for the first pod that uses it.',
    cell: ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate',
  },
  {
    name: 'AllowVolumeExpansion',
    type: 'string',
    description: 'Whether claims can be expanded.',
    cell: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  },
  AGE,
]

export const storageClass = builtInKind<StorageClass>({
  kind: 'StorageClass',
  plural: 'storageclasses',
  singular: 'storageclass',
  shortNames: ['sc'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...storageV1,
    returnDeletedObject: true,
    schema: StorageClass,
    subresources: [],
    columns: storageClassColumns,
    rules: {
      validate: validateStorageClass,
      validateUpdate: validateStorageClassUpdate,
      warnings: ({ allowedTopologies }) =>
        (allowedTopologies ?? []).flatMap(({ matchLabelExpressions }, index) =>
          (matchLabelExpressions ?? []).flatMap(({ key }, at) =>
            labelWarnings(
              { [key]: '' },
              () => `allowedTopologies[${index}].matchLabelExpressions[${at}].key`,
            ),
          ),
        ),
    },
  },
})
