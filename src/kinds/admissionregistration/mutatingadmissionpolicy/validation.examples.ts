import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import {
  type Body,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
  tooMany,
} from '#meta/rule-examples.fixture.js'
import { mutatingAdmissionPolicy } from './index.js'

const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
const APPLY = { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }
const SPEC = {
  matchConstraints: { resourceRules: [RULE] },
  mutations: [APPLY],
  reinvocationPolicy: 'Never',
}

const policy = (part: Body): Body => ({ spec: { ...SPEC, ...part } })
const KEPT = policy({})
const mutation = (part: Body) => policy({ mutations: [{ ...APPLY, ...part }] })
const patch = (expression: string) =>
  policy({ mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }] })
const condition = (part: Body) => policy({ matchConditions: [{ name: 'a', expression: 'true', ...part }] })
const variable = (part: Body) => policy({ variables: [{ name: 'a', expression: '1', ...part }] })
const MUST = 'must be specified when patchType is'
const MUST_NOT = 'must not be specified when patchType is'

const examples: readonly RuleExample[] = [
  oneOf('failurePolicy', ['Fail', 'Ignore'], policy({ failurePolicy: 'Retry' }), KEPT),
  given(
    'paramKind.kind',
    policy({ paramKind: { apiVersion: 'v1' } }),
    policy({ paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }),
  ),
  given('matchConstraints', policy({ matchConstraints: null }), KEPT),
  given('matchConstraints.resourceRules', policy({ matchConstraints: {} }), KEPT),
  oneOf(
    'matchConstraints.resourceRules[0].operations[0]',
    ['*', 'CONNECT', 'CREATE', 'UPDATE'],
    policy({ matchConstraints: { resourceRules: [{ ...RULE, operations: ['DELETE'] }] } }),
    KEPT,
  ),
  invalid(
    'matchConditions[0].name',
    'must match the format',
    qualifiedName,
    condition({ name: 'a b' }),
    condition({}),
  ),
  invalid(
    'matchConditions[0].expression',
    'must be true or false',
    'must evaluate to bool but got int',
    condition({ expression: '1' }),
    condition({}),
  ),
  tooMany(
    'matchConditions',
    64,
    policy({
      matchConditions: Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' })),
    }),
    condition({}),
  ),
  required('variables[0].name', 'is required', 'name is not specified', variable({ name: '' }), variable({})),
  invalid(
    'variables[0].name',
    'must be an identifier',
    'name is not a valid CEL identifier',
    variable({ name: 'a-b' }),
    variable({}),
  ),
  invalid(
    'variables[0].expression',
    'must not construct patches',
    "compilation failed: ERROR: <input>:1:7: undeclared reference to 'Object' (in container '')\n | Object{}\n | ......^",
    variable({ expression: 'Object{}' }),
    variable({}),
  ),
  required(
    'mutations',
    'is required',
    'mutations must contain at least one item',
    policy({ mutations: [] }),
    KEPT,
  ),
  given('mutations[0].patchType', mutation({ patchType: '' }), KEPT),
  oneOf(
    'mutations[0].patchType',
    ['ApplyConfiguration', 'JSONPatch'],
    mutation({ patchType: 'Merge' }),
    KEPT,
  ),
  required(
    'mutations[0].applyConfiguration',
    'is required for its type',
    `${MUST} ApplyConfiguration`,
    mutation({ applyConfiguration: null }),
    KEPT,
  ),
  invalid(
    'mutations[0].applyConfiguration',
    'must not be set for JSON patches',
    `${MUST_NOT} JSONPatch`,
    mutation({ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{}]' } }),
    KEPT,
  ),
  required(
    'mutations[0].jsonPatch',
    'is required for its type',
    `${MUST} JSONPatch`,
    policy({ mutations: [{ patchType: 'JSONPatch' }] }),
    patch('[JSONPatch{}]'),
  ),
  invalid(
    'mutations[0].jsonPatch',
    'must not be set for apply configurations',
    `${MUST_NOT} ApplyConfiguration`,
    mutation({ jsonPatch: { expression: '[JSONPatch{}]' } }),
    KEPT,
  ),
  given(
    'mutations[0].applyConfiguration.expression',
    mutation({ applyConfiguration: { expression: ' ' } }),
    KEPT,
  ),
  invalid(
    'mutations[0].applyConfiguration.expression',
    'must construct an object',
    'must evaluate to Object but got Object.spec',
    mutation({ applyConfiguration: { expression: 'Object.spec{}' } }),
    KEPT,
  ),
  given('mutations[0].jsonPatch.expression', patch(''), patch('[JSONPatch{}]')),
  invalid(
    'mutations[0].jsonPatch.expression',
    'must construct operations',
    'must evaluate to list(JSONPatch) but got list(int)',
    patch('[1]'),
    patch('[JSONPatch{op: "remove", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b")}]'),
  ),
  given('reinvocationPolicy', policy({ reinvocationPolicy: '' }), KEPT),
  oneOf(
    'reinvocationPolicy',
    ['IfNeeded', 'Never'],
    policy({ reinvocationPolicy: 'Always' }),
    policy({ reinvocationPolicy: 'IfNeeded' }),
  ),
]

export const mutatingPolicyRules = rulesOfObject({
  type: 'MutatingAdmissionPolicySpec',
  version: mutatingAdmissionPolicy.storageVersion,
  at: 'spec',
  object: (body) => body,
  examples,
})
