import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoderOf } from '../../../schema/decode.js'
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

test('a pod of today is nothing to warn of', () => {
  assert.deepEqual(warningsOf({ volumes: [{ name: 'v' }] }), [])
})

test('labels, annotations and volumes of earlier days are named', () => {
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

test('what hides something else is named', () => {
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
    `${AT}.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply`,
    `${AT}.containers[0].ports[1]: duplicate port definition with ${AT}.containers[0].ports[0]`,
    `${AT}.containers[0].resources.requests[memory]: fractional byte value "500m" is invalid, must be an integer`,
    `${AT}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
  ])
})
