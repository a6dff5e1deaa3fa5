import { policyV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { budgetColumns } from './columns.js'
import { PodDisruptionBudget } from './schema.js'
import { validateBudget, validateBudgetStatus } from './validation.js'

export const podDisruptionBudget = builtInKind<PodDisruptionBudget>({
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  singular: 'poddisruptionbudget',
  shortNames: ['pdb'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  storageVersion: {
    ...policyV1,
    allowUnconditionalUpdate: false,
    schema: PodDisruptionBudget,
    subresources: [statusOf('PodDisruptionBudget')],
    columns: budgetColumns,
    rules: { validate: validateBudget, validateStatusUpdate: validateBudgetStatus },
  },
})
