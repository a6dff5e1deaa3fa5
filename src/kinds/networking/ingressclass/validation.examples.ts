import { validateNew } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleTable,
  required,
  tooLong,
} from '#meta/rule-examples.fixture.js'
import { ingressClass } from './index.js'
import { SCOPES } from './schema.js'
import { validateIngressClassUpdate } from './validation.js'

const controller = (controller: string) => ({ controller })
const parameters = (part: Body) => ({
  controller: 'example.com/c',
  parameters: { kind: 'Settings', name: 'ours', ...part },
})

export const ingressClassRules: RuleTable = {
  type: 'IngressClass',
  at: 'spec',
  validate: (spec) => validateNew(ingressClass.storageVersion, { spec }),
  examples: [
    given('controller', {}, controller('example.com/c')),
    invalid(
      'controller',
      'must be a domain and a path',
      'must be a domain-prefixed path (such as "acme.io/foo")',
      controller('example.com'),
      controller('example.com/c'),
    ),
    {
      ...follows('controller', rfc1123Subdomain, controller('A_b/c'), controller('a.b/c')),
      rule: 'must begin with a domain in the format',
    },
    invalid(
      'controller',
      'must have a path as URLs have it',
      "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
      controller('a.b/ü'),
      controller('a.b/c/d'),
    ),
    {
      ...tooLong('controller', 250, controller(`a/${'c'.repeat(249)}`), controller(`a/${'c'.repeat(248)}`)),
      rule: 'must not be longer than 250 characters',
    },
    required('parameters.kind', 'is required', 'kind is required', parameters({ kind: '' }), parameters({})),
    required('parameters.name', 'is required', 'name is required', parameters({ name: '' }), parameters({})),
    follows(
      'parameters.apiGroup',
      rfc1123Subdomain,
      parameters({ apiGroup: 'A' }),
      parameters({ apiGroup: 'a.b' }),
    ),
    oneOf('parameters.scope', SCOPES, parameters({ scope: 'Everywhere' }), parameters({ scope: 'Cluster' })),
    required(
      'parameters.namespace',
      'is required with scope Namespace',
      "`parameters.scope` is set to 'Namespace'",
      parameters({ scope: 'Namespace' }),
      parameters({ scope: 'Namespace', namespace: 'a' }),
    ),
    follows(
      'parameters.namespace',
      rfc1123Label,
      parameters({ scope: 'Namespace', namespace: 'A' }),
      parameters({ scope: 'Namespace', namespace: 'a' }),
    ),
    forbidden(
      'parameters.namespace',
      'must not be set with scope Cluster',
      "`parameters.scope` is set to 'Cluster'",
      parameters({ namespace: 'a' }),
      parameters({}),
    ),
  ],
}

export const ingressClassChangeRules: RuleTable = {
  type: 'IngressClass',
  on: 'change',
  at: 'spec',
  validate({ before, after }) {
    const errors = new FieldErrors()
    const { decode } = ingressClass.storageVersion
    validateIngressClassUpdate(decode({ spec: after }), decode({ spec: before }), errors)
    return errors.all
  },
  examples: [
    invalid(
      'controller',
      'is immutable',
      'field is immutable',
      { before: controller('a/b'), after: controller('a/c') },
      { before: controller('a/b'), after: controller('a/b') },
    ),
  ],
}
