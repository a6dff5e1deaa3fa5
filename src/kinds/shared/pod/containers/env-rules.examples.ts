import { rulesOfContainerPart } from '#kinds/pod-examples.fixture.js'
import { configKey, envVarName, relaxedEnvVarName } from '#kinds/shared/formats.js'
import { qualifiedName } from '#meta/formats.js'
import { type Body, follows, forbidden, given, invalid, oneOf } from '#meta/rule-examples.fixture.js'
import { CURRENT_VARIABLE_FIELDS, VARIABLE_FIELDS } from './field-ref-rules.js'

const variable = (part: Body) => ({ env: [{ name: 'A', ...part }] })
const from = (source: Body) => variable({ valueFrom: source })
const nameRef = { fieldRef: { fieldPath: 'metadata.name' } }
const secretRef = { secretKeyRef: { name: 's', key: 'k' } }

export const envVarRules = rulesOfContainerPart({
  type: 'EnvVar',
  at: '',
  today: [follows('env[0].name', relaxedEnvVarName, variable({ name: 'A=B' }), variable({ name: '1 ~' }))],
  legacy: [follows('env[0].name', envVarName, variable({ name: '1ST' }), variable({ name: 'FIRST.1-a' }))],
  examples: [
    given('env[0].name', variable({ name: '' }), variable({})),
    invalid(
      'env[0].valueFrom',
      'must name a source',
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
      from({}),
      from(nameRef),
    ),
    invalid(
      'env[0].valueFrom',
      'must not be set together with a value',
      'may not be specified when `value` is not empty',
      variable({ value: 'x', valueFrom: nameRef }),
      variable({ value: '', valueFrom: nameRef }),
    ),
    invalid(
      'env[0].valueFrom',
      'must name one source only',
      'may not have more than one field specified at a time',
      from({ ...nameRef, ...secretRef }),
      from(secretRef),
    ),
  ],
})

const keyRefRules = (type: string, field: string) =>
  rulesOfContainerPart({
    type,
    at: `env[0].valueFrom.${field}`,
    within: (reference) => from({ [field]: { name: 'x', key: 'k', ...reference } }),
    examples: ({ subdomain }) => [
      follows('name', subdomain, { name: '' }, { name: 'a.b' }),
      given('key', { key: '' }, { key: 'a' }),
      follows('key', configKey, { key: 'a/b' }, { key: 'a.b-C_1' }),
    ],
  })

export const configMapKeyRules = keyRefRules('ConfigMapKeySelector', 'configMapKeyRef')
export const secretKeyRules = keyRefRules('SecretKeySelector', 'secretKeyRef')

const field = (fieldPath: string, apiVersion?: string) => ({ fieldPath, apiVersion })

export const fieldRefRules = rulesOfContainerPart({
  type: 'ObjectFieldSelector',
  at: 'env[0].valueFrom.fieldRef',
  within: (fieldRef) => from({ fieldRef }),
  today: [oneOf('fieldPath', CURRENT_VARIABLE_FIELDS, field('metadata.labels'), field('status.podIPs'))],
  legacy: [oneOf('fieldPath', VARIABLE_FIELDS, field('status.phase'), field('status.podIP'))],
  examples: [
    given('fieldPath', field(''), field('metadata.name')),
    invalid(
      'fieldPath',
      'must be one of version v1',
      'error converting fieldPath: unsupported pod version: v2',
      field('metadata.name', 'v2'),
      field('metadata.name', 'v1'),
    ),
    invalid(
      'fieldPath',
      'must be a field of a pod',
      'error converting fieldPath: field label not supported: spec.hostname',
      field('spec.hostname'),
      field('spec.nodeName'),
    ),
    invalid(
      'fieldPath',
      'has a subscript only with labels and annotations',
      "error converting fieldPath: field label does not support subscript: metadata.name['a']",
      field("metadata.name['a']"),
      field("metadata.labels['a']"),
    ),
    invalid(
      '',
      'a subscript must match the format',
      qualifiedName,
      field("metadata.labels['a b']"),
      field("metadata.annotations['A.b/c']"),
    ),
    invalid(
      '',
      'a subscript of annotations must match the format in lower case',
      qualifiedName,
      field("metadata.annotations['a/b/c']"),
      field("metadata.annotations['A.b/c']"),
    ),
  ],
})

const resource = (resource: string, divisor?: string) => ({ resource, divisor })
const BYTES = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei'

export const resourceRefRules = rulesOfContainerPart({
  type: 'ResourceFieldSelector',
  at: 'env[0].valueFrom.resourceFieldRef',
  within: (resourceFieldRef) => from({ resourceFieldRef }),
  examples: [
    given('resource', resource(''), resource('limits.cpu')),
    oneOf(
      'resource',
      [
        'limits.cpu',
        'limits.ephemeral-storage',
        'limits.memory',
        'requests.cpu',
        'requests.ephemeral-storage',
        'requests.memory',
      ],
      resource('limits.pods'),
      resource('requests.memory'),
    ),
    invalid(
      'divisor',
      'of cpu must be one of two units',
      "only divisor's values 1m and 1 are supported with the cpu resource",
      resource('limits.cpu', '2'),
      resource('limits.cpu', '1m'),
    ),
    invalid(
      'divisor',
      'of memory must be a unit',
      `only divisor's values ${BYTES} are supported with the memory resource`,
      resource('requests.memory', '1m'),
      resource('requests.memory', '1024Ki'),
    ),
  ],
  today: [
    invalid(
      'divisor',
      'of ephemeral storage must be a unit',
      `only divisor's values ${BYTES} are supported with the local ephemeral storage resource`,
      resource('limits.ephemeral-storage', '5'),
      resource('limits.ephemeral-storage', '1Gi'),
    ),
    invalid(
      'divisor',
      'of huge pages must be a unit',
      `only divisor's values ${BYTES} are supported with the hugepages resource`,
      resource('requests.hugepages-2Mi', '2Mi'),
      resource('limits.hugepages-2Mi', '1Mi'),
    ),
  ],
  legacy: [
    invalid(
      'divisor',
      'of ephemeral storage must be a unit',
      `only divisor's values ${BYTES} are supported with the local ephemeral storage resource`,
      resource('limits.ephemeral-storage', '5'),
      resource('limits.memory', '1G'),
      [''],
    ),
    forbidden(
      '',
      'local storage cannot be shown',
      "Containers' ephemeral storage requests/limits disabled by feature-gate for Downward API",
      resource('requests.ephemeral-storage', '1G'),
      resource('requests.memory', '1G'),
    ),
  ],
})

const envFrom = (part: Body) => ({ envFrom: [part] })
const configMap = { configMapRef: { name: 'c' } }
const secret = { secretRef: { name: 's' } }

export const envFromRules = rulesOfContainerPart({
  type: 'EnvFromSource',
  at: '',
  today: [
    follows(
      'envFrom[0].prefix',
      relaxedEnvVarName,
      envFrom({ prefix: 'ü', ...secret }),
      envFrom({ prefix: '1 ', ...secret }),
    ),
  ],
  legacy: [
    follows(
      'envFrom[0].prefix',
      envVarName,
      envFrom({ prefix: '1', ...secret }),
      envFrom({ prefix: 'A_', ...secret }),
    ),
  ],
  examples: ({ subdomain }) => [
    given('envFrom[0].configMapRef.name', envFrom({ configMapRef: {} }), envFrom(configMap)),
    invalid(
      'envFrom[0].configMapRef.name',
      'must match the format; a dash may end it',
      subdomain,
      envFrom({ configMapRef: { name: 'a_b' } }),
      envFrom({ configMapRef: { name: 'ab-' } }),
    ),
    given('envFrom[0].secretRef.name', envFrom({ secretRef: {} }), envFrom(secret)),
    invalid(
      'envFrom[0].secretRef.name',
      'must match the format; a dash may end it',
      subdomain,
      envFrom({ secretRef: { name: '-' } }),
      envFrom({ secretRef: { name: 'ab-' } }),
    ),
    invalid(
      'envFrom',
      'each entry must name a source',
      'must specify one of: `configMapRef` or `secretRef`',
      envFrom({}),
      envFrom(secret),
    ),
    invalid(
      'envFrom',
      'each entry must name one source only',
      'may not have more than one field specified at a time',
      envFrom({ ...configMap, ...secret }),
      envFrom(configMap),
    ),
  ],
})
