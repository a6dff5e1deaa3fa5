import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gatheredStatus, MAX_GATHERED_LENGTH } from './gathered-status.js'

describe('the gathered status of a copy', () => {
  it('is the whole status if that is short', () => {
    assert.equal(gatheredStatus({ phase: 'Ready' }), '{"phase":"Ready"}')
    for (const none of [undefined, null, {}, [], 'x']) assert.equal(gatheredStatus(none), undefined)
  })

  it('is bounded, and keeps short fields and conditions', () => {
    const conditions = [{ type: 'Ready', status: 'True', reason: 'Fine', message: 'm'.repeat(2_000) }]
    const text = gatheredStatus({ long: 'l'.repeat(5_000), conditions, phase: 'Ready', replicas: 3 }) ?? ''
    assert.deepEqual(JSON.parse(text), {
      phase: 'Ready',
      replicas: 3,
      conditions: [{ type: 'Ready', status: 'True', reason: 'Fine' }],
      truncated: true,
    })
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field${index}`, index]))
    assert.ok((gatheredStatus(many)?.length ?? 0) <= MAX_GATHERED_LENGTH)
  })
})
