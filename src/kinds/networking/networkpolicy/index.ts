import { networkingV1 } from '#kinds/groups.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind } from '#registry/kind.js'
import { networkPolicyColumns } from './columns.js'
import { NetworkPolicy } from './schema.js'
import { validateNetworkPolicy } from './validation.js'

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
    rules: { validate: validateNetworkPolicy },
  },
})
