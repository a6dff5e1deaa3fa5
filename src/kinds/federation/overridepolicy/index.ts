import { overrideColumns } from '#kinds/federation/policies/override-columns.js'
import { overrideRules } from '#kinds/federation/policies/override-rules.js'
import { policyName } from '#kinds/federation/policies/selector-rules.js'
import { federationPoliciesV1alpha1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { OverridePolicy } from './schema.js'

export const overridePolicy = builtInKind<OverridePolicy>({
  kind: 'OverridePolicy',
  plural: 'overridepolicies',
  singular: 'overridepolicy',
  shortNames: ['op'],
  namespaced: true,
  nameFormat: policyName,
  storageVersion: {
    ...federationPoliciesV1alpha1,
    schema: OverridePolicy,
    subresources: [],
    columns: overrideColumns,
    rules: { validate: overrideRules(true) },
  },
})
