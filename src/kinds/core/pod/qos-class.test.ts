import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pod } from './index.js'
import { qosClassOf } from './qos-class.js'

const classOf = (...resources: object[]) => {
  const containers = resources.map((given, index) => ({ name: `c${index}`, image: 'a', resources: given }))
  return qosClassOf(pod.storageVersion.decode({ spec: { containers } }).spec)
}
const BOTH = { cpu: '1', memory: '1Gi' }

test('what asks for nothing gets what is left', () => {
  assert.equal(classOf({}, {}), 'BestEffort')
  assert.equal(
    classOf({ requests: { 'example.com/disk': '1' }, limits: { 'example.com/disk': '1' } }),
    'BestEffort',
  )
})

test('what is held to exactly what it requests is guaranteed', () => {
  assert.equal(classOf({ limits: BOTH }, { limits: BOTH, requests: { cpu: '1000m' } }), 'Guaranteed')
})

test('everything between is burstable', () => {
  assert.equal(classOf({ requests: { cpu: '1' } }), 'Burstable')
  assert.equal(classOf({ limits: BOTH, requests: { cpu: '500m' } }), 'Burstable')
  assert.equal(classOf({ limits: BOTH }, {}), 'Burstable')
})
