import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInSlices } from './time-slices.js'
import type { LoadResult } from './wrk.js'

/** Loads that end after the given milliseconds of running time, and a log of their states. */
function loads(count: number, ms: number) {
  const running = new Set(Array.from({ length: count }, (_, index) => index))
  const endsAt = performance.now() + ms
  const turns: number[] = []
  const mostRunning: number[] = []
  const all = Array.from(running, (index) => {
    let end = (_result: LoadResult) => undefined as unknown
    const result = new Promise<LoadResult>((resolve) => {
      end = resolve
    })
    const kill = (signal?: NodeJS.Signals | number) => {
      running.delete(index)
      if (signal === 'SIGSTOP') return true
      turns.push(index)
      mostRunning.push(running.size + 1)
      if (performance.now() >= endsAt) end({ requests: index, requestsPerSecond: 0, failures: 0 })
      else running.add(index)
      return true
    }
    return { process: { kill }, result }
  })
  return { all, turns, mostRunning }
}

test('loads run by turns, one at a time, all of them to their end', async () => {
  const { all, turns, mostRunning } = loads(3, 500)
  const results = await runInSlices(all, 0.5)
  assert.deepEqual(
    results.map(({ requests }) => requests),
    [0, 1, 2],
  )
  assert.ok(results.every(({ seconds }) => seconds > 0))
  // At least one slice before the end, and one to notice it.
  assert.ok(turns.length >= 6)
  assert.ok(turns.every((load, index) => load === index % 3))
  assert.ok(mostRunning.every((count) => count === 1))
})

test('a load that fails ends all of them', async () => {
  const signals: (NodeJS.Signals | number | undefined)[] = []
  const process = { kill: (signal?: NodeJS.Signals | number) => signals.push(signal) > 0 }
  const failing = { process, result: Promise.reject(new Error('no such program')) }
  const endless = { process, result: new Promise<LoadResult>(() => undefined) }
  await assert.rejects(runInSlices([endless, failing], 60), /no such program/)
  assert.deepEqual(signals.slice(-2), ['SIGKILL', 'SIGKILL'])
})
