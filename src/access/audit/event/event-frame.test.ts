import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '../../../util/clock.js'
import { uniqueId, uniqueNumber } from '../../../util/unique-id.js'
import { EventFrame } from './event-frame.js'
import { MicroTimes } from './micro-times.js'

const times = new MicroTimes(systemClock)

function encode(frame: EventFrame, number: number, received: number, reached: number): string | undefined {
  const event = frame.encoded(number, times, received, reached)
  if (event === undefined) return undefined
  // What stands around an event is not touched.
  const bytes = Buffer.alloc(event.length + 20, '.')
  event.writeTo(bytes, 10)
  const text = bytes.toString('latin1')
  assert.ok(text.startsWith('..........{') && text.endsWith('}\n..........'))
  return text.slice(10, -10)
}

describe('the frame of an event', () => {
  it('gives the same event as bytes and as a line, from its second use on', () => {
    const frame = new EventFrame(
      'Metadata',
      'ResponseComplete',
      '/a","b":1,"requestReceivedTimestamp":"',
      'Z"}\n',
    )
    assert.equal(encode(frame, uniqueNumber(), 1, 2), undefined)
    const now = performance.now()
    for (let step = 0; step < 500; step++) {
      const number = uniqueNumber()
      const received = now + step / 7
      const reached = received + (step % 3)
      const line = frame.line(uniqueId(number), times.write(received), times.write(reached))
      assert.equal(encode(frame, number, received, reached), line)
      const event = JSON.parse(line)
      assert.deepEqual([event.auditID, event.b, event.stage], [uniqueId(number), 1, 'ResponseComplete'])
    }
  })

  it('is never kept as bytes where it is long', () => {
    const frame = new EventFrame('Metadata', 'RequestReceived', 'x'.repeat(10_000), 'Z"}\n')
    for (let use = 0; use < 3; use++) assert.equal(encode(frame, uniqueNumber(), 1, 2), undefined)
  })
})
