import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loopDelay, loopUnwatchable, WATCH_LOOP } from '../test/support/measure/loop-watch.js'
import { startServer } from './processes.js'
import { newFile } from './workspace.js'

/** Blocks its event loop once before it prints its URL. */
const HELD_UP_MS = 60
const PROGRAM = `
setTimeout(() => {
  const before = process.cpuUsage()
  while (process.cpuUsage(before).user < ${HELD_UP_MS * 1000});
  setTimeout(() => console.log('http://nowhere'), 20)
}, 20)
setInterval(() => {}, 1000)
`

test('an event loop reports how long it was held up, and how much of that it took itself', {
  skip: loopUnwatchable,
}, async () => {
  const server = await startServer([...WATCH_LOOP, await newFile('program', PROGRAM)])
  try {
    const { longest, busiest } = await loopDelay(server)
    assert.ok(longest >= HELD_UP_MS - 2, `held up for ${longest} ms`)
    assert.ok(busiest >= HELD_UP_MS - 2, `took ${busiest} ms itself`)
    const again = await loopDelay(server)
    assert.ok(again.busiest < busiest, 'what was reported once is not reported again')
  } finally {
    await server.stop()
  }
})
