import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pod } from './index.js'
import { qosClassOf } from './qos-class.js'

const classOf = (...resources: object[]) => {
  const containers = resources.map((given, index) => ({ name: `c${index}`, image: 'a', resources: given }))
  return qosClassOf(pod.storageVersion.decode({ spec: { containers } }).spec)
}
const BOTH = { cpu: '1', memory: '1Gi' }

test('a pod without requests and limits is BestEffort', () => {
  assert.equal(classOf({}, {}), 'BestEffort')
  assert.equal(
    classOf({ requests: { 'example.com/disk': '1' }, limits: { 'example.com/disk': '1' } }),
    'BestEffort',
  )
})

test('a pod with limits equal to its requests is Guaranteed', () => {
  assert.equal(classOf({ limits: BOTH }, { limits: BOTH, requests: { cpu: '1000m' } }), 'Guaranteed')
})

test('every other pod is Burstable', () => {
  assert.equal(classOf({ requests: { cpu: '1' } }), 'Burstable')
  assert.equal(classOf({ limits: BOTH, requests: { cpu: '500m' } }), 'Burstable')
  assert.equal(classOf({ limits: BOTH }, {}), 'Burstable')
})
