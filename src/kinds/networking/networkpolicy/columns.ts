import { NOTHING } from '#kinds/shared/workload-columns.js'
import { labelSelectorText } from '#meta/label-selector-text.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { NetworkPolicy } from './schema.js'

export const networkPolicyColumns: readonly Column<NetworkPolicy>[] = [
  NAME,
  {
    name: 'Pod-Selector',
    type: 'string',
    description: 'Labels of the pods that the policy is about.',
    cell: ({ spec }) => labelSelectorText(spec.podSelector) || NOTHING,
  },
  AGE,
]
