import { policyV1 } from '#kinds/groups.js'
import { pathSegment } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { PodDisruptionBudget } from './schema.js'
import { validateBudget, validateBudgetStatus } from './validation.js'

const NOT_GIVEN = 'N/A'

const budgetColumns: readonly Column<PodDisruptionBudget>[] = [
  NAME,
  {
    name: 'Min Available',
    type: 'string',
    description: 'Pods that must be available after an eviction.',
    cell: ({ spec }) => String(spec.minAvailable ?? NOT_GIVEN),
  },
  {
    name: 'Max Unavailable',
    type: 'string',
    description: 'Pods that may be unavailable after an eviction.',
    cell: ({ spec }) => String(spec.maxUnavailable ?? NOT_GIVEN),
  },
  {
    name: 'Allowed Disruptions',
    type: 'integer',
    description: 'Pods that may be evicted now.',
    cell: ({ status }) => status.disruptionsAllowed,
  },
  AGE,
]

export const podDisruptionBudget = builtInKind<PodDisruptionBudget>({
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  shortNames: ['pdb'],
  namespaced: true,
  nameFormat: pathSegment,
  storageVersion: {
    ...policyV1,
    allowUnconditionalUpdate: false,
    schema: PodDisruptionBudget,
    subresources: [statusOf('PodDisruptionBudget')],
    columns: budgetColumns,
    rules: { validate: validateBudget, validateStatusUpdate: validateBudgetStatus },
  },
})
