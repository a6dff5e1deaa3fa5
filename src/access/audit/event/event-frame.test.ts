import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '../../../util/clock.js'
import { uniqueId, uniqueNumber } from '../../../util/unique-id.js'
import { type EventDetails, EventFrame } from './event-frame.js'
import { MicroTimes } from './micro-times.js'

const times = new MicroTimes(systemClock)

function encode(frame: EventFrame, details: Omit<EventDetails, 'times'>): string | undefined {
  const event = frame.event({ ...details, times })
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
    const members = {
      before: '/objects/',
      between: '","objectRef":{"name":"',
      behind: '"},"requestReceivedTimestamp":"',
    }
    const frame = new EventFrame('Metadata', 'ResponseComplete', members, 'Z"}\n')
    assert.equal(encode(frame, { idNumber: 1, objectName: '', received: 1, reached: 2 }), undefined)
    const now = performance.now()
    for (let step = 0; step < 500; step++) {
      const idNumber = uniqueNumber()
      const objectName = 'object'.repeat(step % 11).slice(0, step % 17)
      const received = now + step / 7
      const reached = received + (step % 3)
      const line = frame.line(uniqueId(idNumber), objectName, times.write(received), times.write(reached))
      assert.equal(encode(frame, { idNumber, objectName, received, reached }), line)
      const { auditID, requestURI, objectRef, stage } = JSON.parse(line)
      assert.deepEqual(
        [auditID, requestURI, objectRef.name, stage],
        [uniqueId(idNumber), `/objects/${objectName}`, objectName, 'ResponseComplete'],
      )
    }
  })

  it('is never kept as bytes where it is long', () => {
    const members = { before: 'x'.repeat(10_000), between: '', behind: '' }
    const frame = new EventFrame('Metadata', 'RequestReceived', members, 'Z"}\n')
    const details = { idNumber: 1, objectName: '', received: 1, reached: 2 }
    for (let use = 0; use < 3; use++) assert.equal(encode(frame, details), undefined)
  })
})
