import { storageV1 } from '#kinds/groups.js'
import { labelWarnings } from '#kinds/shared/node-label-warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { storageClassColumns } from './columns.js'
import { StorageClass } from './schema.js'
import { validateStorageClass, validateStorageClassUpdate } from './validation.js'

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
            labelWarnings({ [key]: '' }, () => `allowedTopologies[${index}].matchLabelExpressions[${at}]`),
          ),
        ),
    },
  },
})
