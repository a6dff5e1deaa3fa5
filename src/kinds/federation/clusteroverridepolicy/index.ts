import { overrideColumns } from '#kinds/federation/policies/override-columns.js'
import { overrideRules } from '#kinds/federation/policies/override-rules.js'
import { policyName } from '#kinds/federation/policies/selector-rules.js'
import { federationPoliciesV1alpha1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { ClusterOverridePolicy } from './schema.js'

export const clusterOverridePolicy = builtInKind<ClusterOverridePolicy>({
  kind: 'ClusterOverridePolicy',
  plural: 'clusteroverridepolicies',
  singular: 'clusteroverridepolicy',
  shortNames: ['cop'],
  namespaced: false,
  nameFormat: policyName,
  storageVersion: {
    ...federationPoliciesV1alpha1,
    schema: ClusterOverridePolicy,
    subresources: [],
    columns: overrideColumns,
    rules: { validate: overrideRules(false) },
  },
})
