import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wrapMessage } from './envelope.js'
import { Reader } from './reader.js'
import { bytes } from './ship.fixture.js'
import { FRAME_LENGTH_SIZE, PROTOBUF_WATCH_TYPE, watchFrame } from './watch-frame.js'

describe('frames of a watch stream', () => {
  it('are a length and an event around an object in its envelope', () => {
    assert.deepEqual(
      watchFrame('ADDED', wrapMessage('v1', 'Ship', bytes('10 05'))),
      bytes(`
        00 00 00 23
        0a 05 41 44 44 45 44
        12 1a 0a 18
        6b 38 73 00 0a 0a 0a 02 76 31 12 04 53 68 69 70 12 02 10 05 1a 00 22 00
      `),
    )
  })

  it('give back the same object, however large', () => {
    for (const size of [0, 1, 100, 126, 127, 128, 16_383, 16_384, 300_000]) {
      const object = Buffer.alloc(size, 7)
      const frame = watchFrame('MODIFIED', object)
      assert.equal(frame.readUInt32BE(), frame.length - FRAME_LENGTH_SIZE)
      const reader = new Reader(frame, FRAME_LENGTH_SIZE)
      assert.deepEqual([reader.tag(), reader.text()], [0x0a, 'MODIFIED'])
      assert.equal(reader.tag(), 0x12)
      assert.equal(reader.chunk(), frame.length)
      assert.equal(reader.tag(), 0x0a)
      assert.equal(reader.chunk(), frame.length)
      assert.ok(frame.subarray(reader.at).equals(object))
    }
  })

  it('have a media type of their own', () => {
    assert.equal(PROTOBUF_WATCH_TYPE, 'application/vnd.kubernetes.protobuf;stream=watch')
  })
})
