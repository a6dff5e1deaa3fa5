import { networkingV1 } from '#kinds/groups.js'
import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { labelSelectorText } from '#meta/label-selector.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { NetworkPolicy } from './schema.js'
import { networkPolicyWarnings, validateNetworkPolicy } from './validation.js'

const networkPolicyColumns: readonly Column<NetworkPolicy>[] = [
  NAME,
  {
    name: 'Pod-Selector',
    type: 'string',
    description: 'Labels of the pods that the policy applies to.',
    cell: ({ spec }) => labelSelectorText(spec.podSelector) || EMPTY_CELL,
  },
  AGE,
]

export const networkPolicy = builtInKind<NetworkPolicy>({
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  singular: 'networkpolicy',
  shortNames: ['netpol'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  storageVersion: {
    ...networkingV1,
    schema: NetworkPolicy,
    subresources: [],
    columns: networkPolicyColumns,
    rules: { validate: validateNetworkPolicy, warnings: networkPolicyWarnings },
  },
})
