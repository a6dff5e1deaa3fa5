import { storageV1 } from '#kinds/groups.js'
import { labelNameWarnings, labelWarnings } from '#kinds/shared/node-label-warnings.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { NEGATIVE } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { LabelSelector } from '#meta/label-selector.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import { semanticEqual } from '#schema/equal.js'
import { compareQuantities } from '#schema/quantity.js'
import { explicit, type Infer, optional, quantity, required, string, struct } from '#schema/type.js'

const CSIStorageCapacity = struct(
  'io.k8s.api.storage.v1.CSIStorageCapacity',
  'Available capacity of a storage class on some nodes.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data.'),
    nodeTopology: explicit(2, LabelSelector, 'Labels of the nodes; no node when absent. Never changes.'),
    storageClassName: required(3, string, 'Class of the storage; never changes.'),
    capacity: explicit(4, quantity, 'Available capacity.'),
    maximumVolumeSize: explicit(5, quantity, 'Maximum size of a volume.'),
  }),
)
interface CSIStorageCapacity extends Infer<typeof CSIStorageCapacity> {}

function validateCapacity(object: Readonly<CSIStorageCapacity>, errors: FieldErrors): void {
  errors.field('nodeTopology', object.nodeTopology, validateLabelSelector)
  errors.format('storageClassName', object.storageClassName, rfc1123Subdomain)
  const { capacity } = object
  if (capacity !== undefined && compareQuantities(capacity, '0') < 0) {
    errors.invalid('capacity', capacity, NEGATIVE)
  }
}

function validateCapacityUpdate(
  object: Readonly<CSIStorageCapacity>,
  current: Readonly<CSIStorageCapacity>,
  errors: FieldErrors,
): void {
  if (!semanticEqual(LabelSelector, object.nodeTopology, current.nodeTopology)) {
    errors.invalid('nodeTopology', object.nodeTopology, 'field is immutable')
  }
  if (object.storageClassName !== current.storageClassName) {
    errors.invalid('storageClassName', object.storageClassName, 'field is immutable')
  }
}

const capacityColumns: readonly Column<CSIStorageCapacity>[] = [
  NAME,
  {
    name: 'StorageClassName',
    type: 'string',
    description: 'Class of the storage.',
    cell: ({ storageClassName }) => storageClassName,
  },
  {
    name: 'Capacity',
    type: 'string',
    description: 'Available capacity.',
    cell: ({ capacity }) => capacity ?? '<unset>',
  },
]

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
          labelNameWarnings(key, `nodeTopology.matchExpressions[${index}].key`),
        ),
        ...labelWarnings(nodeTopology?.matchLabels, (label) => `nodeTopology.matchLabels.${label}`),
      ],
    },
  },
})
