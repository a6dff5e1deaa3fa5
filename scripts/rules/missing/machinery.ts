import type { OtherRule } from './missing-rule.js'

const POLICY = 'ValidatingAdmissionPolicy'
const DEFINITION = 'CustomResourceDefinition'
const OBJECT_RULES = 'test/custom-resources/object-rules.test.ts'
const PARAMETERS = 'test/access/rbac/policy-parameters.test.ts'

export const machineryRules: readonly OtherRule[] = [
  {
    type: POLICY,
    path: 'spec.auditAnnotations[i].key',
    error: 'Invalid',
    detail: 'requires metadata.name',
    test: 'test/admission/validating-policies.test.ts',
  },
  { type: POLICY, path: 'spec.paramKind', error: 'Forbidden', detail: 'user', test: PARAMETERS },
  {
    type: POLICY,
    path: 'spec.paramKind',
    error: 'Forbidden',
    detail: 'cannot identify',
    reason: 'every request has a user, if only the anonymous one',
  },
  {
    type: POLICY,
    path: 'status.typeChecking.expressionWarnings[i].fieldRef',
    error: 'Invalid',
    reason: 'the server writes these warnings; the path of a client is kept as it is',
  },
  { type: 'ValidatingAdmissionPolicyBinding', path: 'spec.paramRef', error: 'Forbidden', test: PARAMETERS },
  {
    type: 'CustomResourceDefinitionVersion',
    path: 'spec.versions[i].deprecationWarning',
    error: 'Invalid',
    detail: 'must only contain printable UTF-8 characters',
    reason: 'control characters are not printable, and text that is not UTF-8 is not read',
  },
  {
    type: DEFINITION,
    path: 'spec.validation, spec.subresources, spec.additionalPrinterColumns',
    error: 'Forbidden',
    reason: 'the fields are not in v1',
  },
  {
    type: DEFINITION,
    path: 'spec.version',
    error: 'Invalid',
    reason: 'the name of the first version, which is told once',
  },
  {
    type: DEFINITION,
    path: 'status.storedVersions',
    error: 'Invalid',
    detail: 'must have the storage version',
    reason: 'the server adds it',
  },
  {
    type: 'ValidationRule',
    path: '{s}.x-kubernetes-validations',
    error: 'InternalError',
    reason: 'every valid schema has a type',
  },
  {
    type: 'Schema',
    path: '{schema}',
    error: 'Invalid',
    reason: 'every valid schema can be compiled',
  },
  ...[
    ['kind', 'Invalid'],
    ['apiVersion', 'Invalid'],
    ['{specReplicasPath}', 'Invalid'],
    ['{statusReplicasPath}', 'Invalid'],
    ['{labelSelectorPath}', 'Invalid'],
    ['{embedded}.apiVersion', 'Required'],
    ['{embedded}.apiVersion', 'Invalid'],
    ['{embedded}.kind', 'Required'],
    ['{embedded}.kind', 'Invalid'],
    ['{embedded}.metadata', 'Invalid'],
  ].map(([path = '', error = '']) => ({ type: 'custom resource', path, error, test: OBJECT_RULES })),
]
