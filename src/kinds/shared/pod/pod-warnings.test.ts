import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoderOf } from '#schema/decode.js'
import { PodTemplateSpec } from './pod-template.js'
import { podTemplateWarnings } from './pod-warnings.js'

const decode = decoderOf(PodTemplateSpec)
const MAIN = { name: 'main', image: 'a' }
const warningsOf = (spec: object, annotations?: object) =>
  podTemplateWarnings(
    decode({ metadata: { annotations }, spec: { containers: [MAIN], ...spec } }),
    'spec.template',
  )
const AT = 'spec.template.spec'

test('a pod with current settings has no warnings', () => {
  assert.deepEqual(warningsOf({ volumes: [{ name: 'v' }] }), [])
})

test('deprecated labels, annotations and volumes are warned of', () => {
  assert.deepEqual(warningsOf({ nodeSelector: { 'beta.kubernetes.io/os': 'linux' } }), [
    `${AT}.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead`,
  ])
  const key = 'container.apparmor.security.beta.kubernetes.io/main'
  assert.deepEqual(warningsOf({}, { [key]: 'unconfined' }), [
    `spec.template.metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
  ])
  assert.deepEqual(warningsOf({ volumes: [{ name: 'v', rbd: { monitors: ['a'], image: 'b' } }] }), [
    `${AT}.volumes[0].rbd: deprecated in v1.28, non-functional in v1.31+`,
  ])
})

test('settings that hide other settings are warned of', () => {
  const containers = [
    {
      ...MAIN,
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
      ports: [{ containerPort: 80 }, { containerPort: 80 }],
      resources: { requests: { memory: '500m' } },
    },
  ]
  assert.deepEqual(warningsOf({ containers, terminationGracePeriodSeconds: -1 }), [
    `${AT}.containers[0].resources.requests[memory]: fractional byte value "500m" is invalid, must be an integer`,
    `${AT}.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply`,
    `${AT}.containers[0].ports[1]: duplicate port definition with ${AT}.containers[0].ports[0]`,
    `${AT}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
  ])
})

test('deprecated node labels are found in every field', () => {
  const zone = 'failure-domain.beta.kubernetes.io/zone'
  const preference = { matchExpressions: [{ key: zone, operator: 'Exists' }] }
  const nodeAffinity = {
    preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference }],
  }
  const spread = { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'DoNotSchedule' }
  const renamed = `${zone} is deprecated since v1.17; use "topology.kubernetes.io/zone" instead`
  const preferred = 'affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference'
  assert.deepEqual(warningsOf({ affinity: { nodeAffinity }, topologySpreadConstraints: [spread] }), [
    `${AT}.${preferred}.matchExpressions[0].key: ${renamed}`,
    `${AT}.topologySpreadConstraints[0].topologyKey: ${renamed}`,
    `${AT}.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod`,
  ])
})

test('duplicates in lists are warned of, except a variable that refers to its previous value', () => {
  const env = [
    { name: 'PATH', value: '/bin' },
    { name: 'PATH', value: '$(PATH):/usr/bin' },
  ]
  const hostAliases = [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }]
  const imagePullSecrets = [{ name: 'a' }, { name: 'b' }, { name: 'a' }]
  assert.deepEqual(warningsOf({ containers: [{ ...MAIN, env }], hostAliases, imagePullSecrets }), [
    `${AT}.hostAliases[1].ip: duplicate ip "10.0.0.1"`,
    `${AT}.imagePullSecrets[2].name: duplicate name "a"`,
  ])
})

test('files of one volume with the same path are warned of', () => {
  const volumes = [
    {
      name: 'a',
      configMap: {
        name: 'm',
        items: [
          { key: 'x', path: 'one/two' },
          { key: 'y', path: 'one/' },
        ],
      },
    },
    {
      name: 'b',
      projected: {
        sources: [
          {},
          { secret: { name: 's', items: [{ key: 'x', path: 'token' }] } },
          { serviceAccountToken: { path: 'token' } },
        ],
      },
    },
  ]
  assert.deepEqual(warningsOf({ volumes }), [
    'volume "a" (ConfigMap "m"): overlapping paths: "one" with "one/two"',
    'volume "b" (Projected) has no sources provided',
    'volume "b" (Projected): overlapping paths: "token" (ServiceAccountToken) with "token" (Secret "s")',
  ])
})
