import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '#util/clock.js'
import { uniqueId, uniqueNumber } from '#util/unique-id.js'
import { type EventDetails, EventFrame } from './event-frame.js'
import { MicroTimes } from './micro-times.js'

const times = new MicroTimes(systemClock)

const MEMBERS = {
  before: '/objects/',
  between: '","objectRef":{"name":"',
  behind: '"},"requestReceivedTimestamp":"',
}

const received = () => EventFrame.of('Metadata', 'RequestReceived', MEMBERS, 'Z"}\n')
const answered = () => EventFrame.of('Metadata', 'ResponseComplete', MEMBERS, 'Z","annotations":{}}\n')

/** Requests for objects with names of many lengths, in the order in which they come. */
function* requests(count: number): Generator<EventDetails> {
  const now = performance.now()
  for (let step = 0; step < count; step++) {
    const receivedAt = now + step / 7
    const objectName = 'object'.repeat(step % 11).slice(0, step % 17)
    yield { idNumber: uniqueNumber(), objectName, receivedAt, answeredAt: receivedAt + (step % 3) }
  }
}

function linesOf(frame: EventFrame, { idNumber, objectName, receivedAt, answeredAt }: EventDetails): string {
  const [received, answered] = [times.write(receivedAt), times.write(answeredAt)]
  return frame.lines({ id: uniqueId(idNumber), objectName, received, answered })
}

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('latin1')

describe('the frame of events', () => {
  for (const [name, frame, stages] of [
    ['a request that was received', received(), ['RequestReceived']],
    ['an answer', answered(), ['ResponseComplete']],
    ['a request and its answer', received().followedBy(answered()), ['RequestReceived', 'ResponseComplete']],
  ] as const) {
    it(`of ${name} gives the same as bytes and as lines, from its second use on`, () => {
      const [first, ...rest] = requests(500)
      assert.equal(frame.bytes(first as EventDetails, times), undefined)
      for (const details of rest) {
        const lines = linesOf(frame, details)
        assert.equal(textOf(frame.bytes(details, times)), lines)
        const events = lines.trimEnd().split('\n')
        assert.deepEqual(
          events.map((line) => JSON.parse(line).stage),
          stages,
        )
        for (const line of events) {
          const { auditID, requestURI, objectRef, stage, ...event } = JSON.parse(line)
          assert.deepEqual(
            [auditID, requestURI, objectRef.name],
            [uniqueId(details.idNumber), `/objects/${details.objectName}`, details.objectName],
          )
          assert.equal(event.requestReceivedTimestamp, `${times.write(details.receivedAt)}Z`)
          const time = stage === 'RequestReceived' ? details.receivedAt : details.answeredAt
          assert.equal(event.stageTimestamp, `${times.write(time)}Z`)
        }
      }
    })
  }

  it('is never kept as bytes where it is long', () => {
    const members = { before: 'x'.repeat(10_000), between: '', behind: '' }
    const frame = EventFrame.of('Metadata', 'RequestReceived', members, 'Z"}\n')
    for (const details of requests(3)) assert.equal(frame.bytes(details, times), undefined)
  })
})
