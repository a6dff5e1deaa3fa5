import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { pathSegment, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  required,
  tooLarge,
} from '#meta/rule-examples.fixture.js'
import { ingressClass } from './index.js'
import { SCOPES } from './schema.js'

const controller = (controller: string) => ({ controller })
const parameters = (part: Body) => ({
  controller: 'example.com/c',
  parameters: { kind: 'Settings', name: 'ours', ...part },
})

const version = ingressClass.storageVersion

export const ingressClassRules = rulesOfObject({
  type: 'IngressClass',
  version,
  at: 'spec',
  object: (spec) => ({ spec }),
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
    tooLarge('controller', 250, controller(`a/${'c'.repeat(249)}`), controller(`a/${'c'.repeat(248)}`)),
    required('parameters.kind', 'is required', 'kind is required', parameters({ kind: '' }), parameters({})),
    required('parameters.name', 'is required', 'name is required', parameters({ name: '' }), parameters({})),
    follows('parameters.kind', pathSegment, parameters({ kind: '.' }), parameters({ kind: 'a.b' })),
    follows('parameters.name', pathSegment, parameters({ name: 'a%' }), parameters({ name: 'a' })),
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
})

export const ingressClassChangeRules = rulesOfUpdate({
  type: 'IngressClass',
  version,
  at: 'spec',
  before: { spec: controller('a/b') },
  object: (spec) => ({ spec }),
  examples: [fixed('controller', controller('a/c'), controller('a/b'))],
})
