import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MemberService, ServicePort } from './member-service.js'
import { type ExportedService, mergeExports } from './merge-exports.js'

const port = (name: string, number: number, more: Partial<ServicePort> = {}): ServicePort => ({
  name,
  protocol: 'TCP',
  port: number,
  ...more,
})

function exported(cluster: string, hour: number, service: Partial<MemberService> = {}): ExportedService {
  return {
    cluster,
    since: `2026-01-01T0${hour}:00:00Z`,
    service: {
      namespace: 'shop',
      name: 'web',
      uid: cluster,
      type: 'ClusterIP',
      isHeadless: false,
      clusterIPs: [],
      ports: [port('http', 80)],
      sessionAffinity: 'None',
      affinityTimeout: undefined,
      owner: undefined,
      isImported: false,
      ingress: [],
      ...service,
    },
  }
}

describe('exports of a service', () => {
  it('are nothing without any', () => {
    assert.equal(mergeExports([]), undefined)
  })

  it('are one service with the ports of all clusters', () => {
    const merged = mergeExports([
      exported('b', 2, { ports: [port('http', 80), port('metrics', 9090)] }),
      exported('a', 1),
    ])
    assert.deepEqual(merged, {
      type: 'ClusterSetIP',
      ports: [port('http', 80), port('metrics', 9090)],
      sessionAffinity: 'None',
      affinityTimeout: undefined,
      clusters: ['a', 'b'],
      conflict: undefined,
    })
  })

  it('conflict where clusters differ, and the oldest decides', () => {
    const merged = mergeExports([
      exported('new', 3, { isHeadless: true, sessionAffinity: 'ClientIP', affinityTimeout: 10 }),
      exported('old', 1, { sessionAffinity: 'ClientIP', affinityTimeout: 20 }),
    ])
    assert.deepEqual(
      [merged?.type, merged?.sessionAffinity, merged?.affinityTimeout],
      ['ClusterSetIP', 'ClientIP', 20],
    )
    assert.deepEqual(merged?.conflict, {
      reason: 'TypeConflict',
      message:
        'the type differs in new; ClusterSetIP of old applies. ' +
        'the timeout of sessionAffinity differs in new; 20 of old applies',
    })
    const affinity = mergeExports([exported('a', 1), exported('b', 2, { sessionAffinity: 'ClientIP' })])
    assert.equal(affinity?.conflict?.reason, 'SessionAffinityConflict')
  })

  it('conflict about a port of the same name or number', () => {
    for (const rival of [port('http', 8080), port('web', 80), port('http', 80, { appProtocol: 'h2c' })]) {
      const merged = mergeExports([exported('a', 1), exported('b', 2, { ports: [rival] })])
      assert.deepEqual(merged?.ports, [port('http', 80)])
      assert.equal(merged?.conflict?.reason, 'PortConflict')
      assert.match(merged?.conflict?.message ?? '', /of b is left out; http 80\/TCP applies/)
    }
    const unnamed = mergeExports([exported('a', 1), exported('b', 2, { ports: [port('', 8080)] })])
    assert.deepEqual([unnamed?.ports.length, unnamed?.conflict?.reason], [1, 'PortConflict'])
    const both = [port('dns', 53), port('dns-udp', 53, { protocol: 'UDP' })]
    assert.equal(mergeExports([exported('a', 1, { ports: both })])?.conflict, undefined)
  })

  it('of the same age are decided by the name of the cluster', () => {
    const ports = (number: number) => ({ ports: [port('http', number)] })
    const merged = mergeExports([exported('b', 1, ports(2)), exported('a', 1, ports(1))])
    assert.deepEqual(merged?.ports, [port('http', 1)])
  })
})
