import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byTurns } from './turns.js'

/** Loads that come to their end when they run after all turns, and what was seen of them. */
function loads(count: number) {
  const running = new Set(Array.from({ length: count }, (_, index) => index))
  const turns: number[] = []
  const mostRunning: number[] = []
  const all = Array.from(running, (index) => {
    let end = () => undefined as unknown
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    const process = {
      kill: (signal?: NodeJS.Signals | number) => {
        if (signal === 'SIGSTOP') running.delete(index)
        else {
          running.add(index)
          turns.push(index)
          mostRunning.push(running.size)
        }
        return true
      },
    }
    const result = over.then(() => {
      running.delete(index)
      return { requests: index, requestsPerSecond: 0, failures: 0 }
    })
    return { process, result, end: () => end() }
  })
  return { all, turns, mostRunning }
}

test('loads run by turns, one at a time, all of them to their end', async () => {
  const { all, turns, mostRunning } = loads(3)
  const results = byTurns(all, 0.5)
  setTimeout(() => {
    for (const { end } of all) end()
  }, 600)
  assert.deepEqual(
    (await results).map(({ requests }) => requests),
    [0, 1, 2],
  )
  assert.ok((await results).every(({ seconds }) => seconds > 0))
  assert.ok(turns.length >= 6)
  assert.ok(turns.every((load, index) => load === index % 3))
  assert.ok(mostRunning.every((count) => count === 1))
})
