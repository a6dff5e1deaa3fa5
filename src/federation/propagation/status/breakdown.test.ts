import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { Copy } from '#federation/propagation/federated-object.js'
import {
  clusterBreakdown,
  MAX_BREAKDOWN_LENGTH,
  reportsOnlyPendingWrites,
  requestedReplicas,
} from './breakdown.js'
import type { ClusterState } from './cluster-state.js'

const [KIND] = FEDERATED_KINDS as readonly [FederatedKind]

describe('the cluster breakdown', () => {
  it('lists clusters by importance', () => {
    const states: ClusterState[] = [
      { cluster: 'b', state: 'Synced', copy: undefined },
      { cluster: 'a', state: 'Synced', copy: undefined },
      { cluster: 'c', state: 'Failed', reason: 'Invalid', message: 'no', copy: undefined },
    ]
    assert.equal(
      clusterBreakdown(KIND, states),
      '{"c":{"state":"Failed","reason":"Invalid","message":"no"},"a":{"state":"Synced"},"b":{"state":"Synced"}}',
    )
  })

  it('has the gathered status of each copy, as far as there is room for all', () => {
    const state = (cluster: string, gathered: string): ClusterState => ({
      cluster,
      state: 'Synced',
      copy: { isOurs: true, observed: { counts: [], gathered } } as unknown as Copy,
    })
    const text = clusterBreakdown(KIND, [
      state('a', '{"phase":"Ready"}'),
      state('b', JSON.stringify({ long: 'x'.repeat(MAX_BREAKDOWN_LENGTH / 2) })),
    ])
    assert.deepEqual(JSON.parse(text), {
      a: { state: 'Synced', status: { phase: 'Ready' } },
      b: { state: 'Synced', statusOmitted: true },
    })
    const many = Array.from({ length: 400 }, (_, index) =>
      state(`cluster-${index}`, `{"a":"${'x'.repeat(900)}"}`),
    )
    const long = clusterBreakdown(KIND, many)
    assert.ok(Buffer.byteLength(long) <= MAX_BREAKDOWN_LENGTH)
    assert.equal(Object.keys(JSON.parse(long)).length, 400)
  })

  it('is truncated to its maximum length', () => {
    const states = Array.from({ length: 500 }, (_, index) => ({
      cluster: `cluster-${index}`,
      state: 'Failed' as const,
      message: 'ä'.repeat(100),
      copy: undefined,
    }))
    const text = clusterBreakdown(KIND, states)
    assert.ok(Buffer.byteLength(text) <= MAX_BREAKDOWN_LENGTH)
    const reportedCluster = JSON.parse(text)
    const { '*': rest, ...named } = reportedCluster
    assert.equal(rest.omitted + Object.keys(named).length, 500)
    assert.ok(Object.keys(named).length > 50)
  })

  it('is parsed again, whatever clients write into it', () => {
    assert.deepEqual(requestedReplicas('{"a":{"asked":3},"b":{}}'), new Map([['a', 3]]))
    for (const text of ['', '[', 'null', '{"a":null}', '[1]'])
      assert.equal(requestedReplicas(text).size, 0, text)
    assert.equal(requestedReplicas(undefined).size, 0)
  })

  it('can wait if it only reports pending writes', () => {
    const states = (a: ClusterState['state'], isBeingWritten: boolean, b: ClusterState['state']) => [
      { cluster: 'a', state: a, copy: { isBeingWritten } as Copy },
      { cluster: 'b', state: b, copy: undefined },
    ]
    const last = clusterBreakdown(KIND, states('Unreachable', false, 'Synced'))
    assert.equal(reportsOnlyPendingWrites(KIND, states('Pending', true, 'Synced'), last), true)
    assert.equal(reportsOnlyPendingWrites(KIND, states('Pending', false, 'Synced'), last), false)
    assert.equal(reportsOnlyPendingWrites(KIND, states('Pending', true, 'Unreachable'), last), false)
    assert.equal(reportsOnlyPendingWrites(KIND, states('Synced', false, 'Synced'), last), false)
    assert.equal(reportsOnlyPendingWrites(KIND, states('Pending', true, 'Synced'), undefined), false)
    assert.equal(
      reportsOnlyPendingWrites(KIND, states('Pending', true, 'Synced').slice(0, 1), undefined),
      true,
    )
  })
})
