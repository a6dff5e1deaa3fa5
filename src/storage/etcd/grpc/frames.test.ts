import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeFrame, FrameReader } from './frames.js'

const messages = ['', 'a', 'x'.repeat(1000), 'last'].map((text) => Buffer.from(text))
const wire = Buffer.concat(messages.map(encodeFrame))

describe('messages on a stream', () => {
  it('are reassembled from any pieces', () => {
    for (const size of [1, 2, 3, 4, 5, 6, 7, 100, 1005, wire.length]) {
      const reader = new FrameReader()
      const found: Buffer[] = []
      for (let at = 0; at < wire.length; at += size) found.push(...reader.push(wire.subarray(at, at + size)))
      assert.deepEqual(found, messages, `in pieces of ${size}`)
    }
  })

  it('are not delivered before they are complete', () => {
    const reader = new FrameReader()
    assert.deepEqual(reader.push(wire.subarray(0, 4)), [])
    assert.deepEqual(reader.push(wire.subarray(4, 5)), [Buffer.alloc(0)])
  })
})
