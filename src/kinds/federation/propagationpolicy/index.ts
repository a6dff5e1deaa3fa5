import { propagationColumns } from '#kinds/federation/policies/propagation-columns.js'
import { propagationRules } from '#kinds/federation/policies/propagation-rules.js'
import { policyName } from '#kinds/federation/policies/selector-rules.js'
import { federationPoliciesV1alpha1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { PropagationPolicy } from './schema.js'

export const propagationPolicy = builtInKind<PropagationPolicy>({
  kind: 'PropagationPolicy',
  plural: 'propagationpolicies',
  singular: 'propagationpolicy',
  shortNames: ['pp'],
  namespaced: true,
  nameFormat: policyName,
  storageVersion: {
    ...federationPoliciesV1alpha1,
    schema: PropagationPolicy,
    subresources: [],
    columns: propagationColumns,
    rules: { validate: propagationRules(true) },
  },
})
