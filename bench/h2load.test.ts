import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readStreamResult } from './h2load.js'

const printed = (done: number, succeeded: number) => `starting benchmark...
finished in 3.37s, 11856.80 req/s, 13.87MB/s
requests: ${done} total, ${done} started, ${done} done, ${succeeded} succeeded, ${done - succeeded} failed, 0 errored, 0 timeout
status codes: ${succeeded} 2xx, 0 3xx, ${done - succeeded} 4xx, 0 5xx
`

describe('what h2load prints', () => {
  it('reports the number and rate of served requests', () => {
    assert.deepEqual(readStreamResult(printed(40_000, 40_000)), {
      requests: 40_000,
      requestsPerSecond: 11_856.8,
      failures: 0,
    })
  })

  it('tells of failures', () => {
    assert.equal(readStreamResult(printed(100, 93)).failures, 7)
  })

  it('is nothing to go by when there is no rate in it', () => {
    assert.throws(() => readStreamResult('could not connect'), /h2load printed no rate/)
  })
})
