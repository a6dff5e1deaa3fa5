import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, forbidden, given, invalid, oneOf, required, unique } from '#meta/rule-examples.fixture.js'
import { validatingAdmissionPolicyBinding } from './index.js'

const binding = (part: Body): Body => ({ spec: { policyName: 'p', validationActions: ['Deny'], ...part } })
const KEPT = binding({})
const param = (part: Body) => binding({ paramRef: { name: 'a', parameterNotFoundAction: 'Deny', ...part } })
const actions = (...validationActions: string[]) => binding({ validationActions })
const EXCLUSIVE = 'name and selector are mutually exclusive'

export const validatingPolicyBindingRules = rulesOfObject({
  type: 'ValidatingAdmissionPolicyBindingSpec',
  version: validatingAdmissionPolicyBinding.storageVersion,
  at: 'spec',
  object: (body) => body,
  examples: [
    given('policyName', binding({ policyName: '' }), KEPT),
    invalid('policyName', 'must match the format', rfc1123Subdomain, binding({ policyName: 'P' }), KEPT),
    invalid('paramRef.name', 'must match the format', pathSegment, param({ name: 'a/b' }), param({})),
    forbidden(
      'paramRef.name',
      'must not be set with a selector',
      EXCLUSIVE,
      param({ selector: {} }),
      param({}),
      ['paramRef.selector'],
    ),
    forbidden(
      'paramRef.selector',
      'must not be set with a name',
      EXCLUSIVE,
      param({ selector: {} }),
      param({}),
      ['paramRef.name'],
    ),
    invalid(
      'paramRef.selector.matchExpressions[0].operator',
      'must be a selector of labels',
      'not a valid selector operator',
      param({ name: '', selector: { matchExpressions: [{ key: 'a', operator: 'Odd' }] } }),
      param({ name: '', selector: {} }),
    ),
    oneOf(
      'matchResources.matchPolicy',
      ['Equivalent', 'Exact'],
      binding({ matchResources: { matchPolicy: 'Any' } }),
      binding({ matchResources: {} }),
    ),
    required(
      'paramRef',
      'must name objects',
      'one of name or selector must be specified',
      param({ name: '' }),
      param({ name: '', selector: {} }),
    ),
    given('paramRef.parameterNotFoundAction', param({ parameterNotFoundAction: '' }), param({})),
    oneOf(
      'paramRef.parameterNotFoundAction',
      ['Deny', 'Allow'],
      param({ parameterNotFoundAction: 'Warn' }),
      param({ parameterNotFoundAction: 'Allow' }),
    ),
    required(
      'validationActions',
      'is required',
      'at least one validation action is required',
      actions(),
      KEPT,
    ),
    oneOf('validationActions[0]', ['Audit', 'Deny', 'Warn'], actions('Log'), actions('Audit')),
    unique('validationActions[1]', 'must be unique', actions('Deny', 'Deny'), KEPT),
    invalid(
      'validationActions',
      'must not be both Deny and Warn',
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      actions('Deny', 'Warn'),
      actions('Warn', 'Audit'),
    ),
  ],
})
