import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readResult } from './wrk.js'

const PRINTED = `Running 3s test @ http://127.0.0.1:1/
  1 threads and 16 connections
  30126 requests in 3.00s, 74.30MB read
Requests/sec:  10041.66
Transfer/sec:     24.77MB
`

test('the requests and their rate are read from what wrk prints', () => {
  assert.deepEqual(readResult(PRINTED), { requests: 30126, requestsPerSecond: 10041.66, failures: 0 })
})

test('rejections and broken connections count as failures', () => {
  const errors = '  Socket errors: connect 1, read 2, write 0, timeout 3\n  Non-2xx or 3xx responses: 40\n'
  assert.equal(readResult(PRINTED + errors).failures, 46)
})

test('output without a rate is no result', () => {
  assert.throws(() => readResult('unable to connect'), /no rate/)
})
