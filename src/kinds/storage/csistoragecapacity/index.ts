import { storageV1 } from '#kinds/groups.js'
import { labelNameWarnings, labelWarnings } from '#kinds/shared/node-label-warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { capacityColumns } from './columns.js'
import { CSIStorageCapacity } from './schema.js'
import { validateCapacity, validateCapacityUpdate } from './validation.js'

export const csiStorageCapacity = builtInKind<CSIStorageCapacity>({
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  singular: 'csistoragecapacity',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  storageVersion: {
    ...storageV1,
    schema: CSIStorageCapacity,
    subresources: [],
    allowUnconditionalUpdate: false,
    columns: capacityColumns,
    rules: {
      validate: validateCapacity,
      validateUpdate: validateCapacityUpdate,
      warnings: ({ nodeTopology }) => [
        ...(nodeTopology?.matchExpressions ?? []).flatMap(({ key }, index) =>
          labelNameWarnings(key, `nodeTopology.matchExpressions[${index}]`),
        ),
        ...labelWarnings(nodeTopology?.matchLabels, (label) => `nodeTopology.matchLabels.${label}`),
      ],
    },
  },
})
