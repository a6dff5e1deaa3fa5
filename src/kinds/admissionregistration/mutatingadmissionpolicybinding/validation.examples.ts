import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { type Body, given, invalid, oneOf, required } from '#meta/rule-examples.fixture.js'
import { mutatingAdmissionPolicyBinding } from './index.js'

const binding = (part: Body): Body => ({ spec: { policyName: 'p', ...part } })
const KEPT = binding({})
const param = (part: Body) => binding({ paramRef: { name: 'a', parameterNotFoundAction: 'Deny', ...part } })
const rules = (...operations: string[]) => {
  const rule = { operations, apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
  return binding({ matchResources: { resourceRules: [rule] } })
}

export const mutatingPolicyBindingRules = rulesOfObject({
  type: 'MutatingAdmissionPolicyBindingSpec',
  version: mutatingAdmissionPolicyBinding.storageVersion,
  at: 'spec',
  object: (body) => body,
  examples: [
    given('policyName', binding({ policyName: '' }), KEPT),
    invalid('policyName', 'must match the format', rfc1123Subdomain, binding({ policyName: 'P' }), KEPT),
    required(
      'paramRef',
      'must name objects',
      'one of name or selector must be specified',
      param({ name: '' }),
      param({ name: '', selector: {} }),
    ),
    given('paramRef.parameterNotFoundAction', param({ parameterNotFoundAction: '' }), param({})),
    oneOf(
      'matchResources.matchPolicy',
      ['Equivalent', 'Exact'],
      binding({ matchResources: { matchPolicy: 'Any' } }),
      binding({ matchResources: {} }),
    ),
    oneOf(
      'matchResources.resourceRules[0].operations[1]',
      ['*', 'CONNECT', 'CREATE', 'UPDATE'],
      rules('CREATE', 'DELETE'),
      rules('CREATE', 'UPDATE'),
    ),
  ],
})
