import { propagationColumns } from '#kinds/federation/policies/propagation-columns.js'
import { propagationRules } from '#kinds/federation/policies/propagation-rules.js'
import { policyName } from '#kinds/federation/policies/selector-rules.js'
import { federationPoliciesV1alpha1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { ClusterPropagationPolicy } from './schema.js'

export const clusterPropagationPolicy = builtInKind<ClusterPropagationPolicy>({
  kind: 'ClusterPropagationPolicy',
  plural: 'clusterpropagationpolicies',
  singular: 'clusterpropagationpolicy',
  shortNames: ['cpp'],
  namespaced: false,
  nameFormat: policyName,
  storageVersion: {
    ...federationPoliciesV1alpha1,
    schema: ClusterPropagationPolicy,
    subresources: [],
    columns: propagationColumns,
    rules: { validate: propagationRules(false) },
  },
})
