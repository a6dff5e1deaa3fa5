import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import { jobStatus } from './job-status.js'

const EARLY = '2026-01-01T00:00:00Z'
const LATE = '2026-01-01T00:00:05Z'

const startedAt = (...times: readonly string[]) => {
  const clusters = new Map(
    times.map((startTime, index) => [`m${index}`, { share: { succeeded: 1, failed: 0, startTime } }]),
  )
  return { spec: { divided: {} }, copies: new Map(), jobPlan: { record: { clusters } } } as Partial<unknown>
}

const statusOf = (federated: unknown, before = {}, sums = {}) =>
  jobStatus(federated as FederatedObject, [], sums, before, Date.parse(LATE))

test('the start of a Job is that of the first cluster', () => {
  assert.equal(statusOf(startedAt(LATE, EARLY)).startTime, EARLY)
})

test('the start of a Job stays when a cluster turns out to have started earlier', () => {
  const before = statusOf(startedAt(LATE))
  assert.equal(before.startTime, LATE)
  assert.equal(statusOf(startedAt(LATE, EARLY), before).startTime, LATE)
})

test('a finished Job stays finished while a cluster that was lost still runs it', () => {
  const before = { succeeded: 3, conditions: [{ type: 'Complete', status: 'True' }] }
  const status = statusOf(startedAt(LATE), before, { active: 2, terminating: 1, ready: 2 })
  assert.deepEqual(status, { active: 0, terminating: 0, ready: 0, succeeded: 3, failed: undefined })
})
