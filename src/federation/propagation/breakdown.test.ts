import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { askedIn, breakdownOf, LONGEST_BREAKDOWN } from './breakdown.js'
import type { ClusterState } from './cluster-state.js'
import { FEDERATED_KINDS, type FederatedKind } from './federated-kinds.js'

const [KIND] = FEDERATED_KINDS as readonly [FederatedKind]

describe('what is told of each cluster', () => {
  it('is in the order in which clusters matter', () => {
    const states: ClusterState[] = [
      { cluster: 'b', state: 'Synced', copy: undefined },
      { cluster: 'a', state: 'Synced', copy: undefined },
      { cluster: 'c', state: 'Failed', reason: 'Invalid', message: 'no', copy: undefined },
    ]
    assert.equal(
      breakdownOf(KIND, states),
      '{"c":{"state":"Failed","reason":"Invalid","message":"no"},"a":{"state":"Synced"},"b":{"state":"Synced"}}',
    )
  })

  it('is as much as there is space for', () => {
    const states = Array.from({ length: 500 }, (_, index) => ({
      cluster: `cluster-${index}`,
      state: 'Failed' as const,
      message: 'ä'.repeat(100),
      copy: undefined,
    }))
    const text = breakdownOf(KIND, states)
    assert.ok(Buffer.byteLength(text) <= LONGEST_BREAKDOWN)
    const told = JSON.parse(text)
    const { '*': rest, ...named } = told
    assert.equal(rest.omitted + Object.keys(named).length, 500)
    assert.ok(Object.keys(named).length > 50)
  })

  it('is read again, whatever a client has made of it', () => {
    assert.deepEqual(askedIn('{"a":{"asked":3},"b":{}}'), new Map([['a', 3]]))
    for (const text of ['', '[', 'null', '{"a":null}', '[1]']) assert.equal(askedIn(text).size, 0, text)
    assert.equal(askedIn(undefined).size, 0)
  })
})
