import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableBody } from '#codec/codec.js'
import { messageIn, readEnvelope, wrapMessage } from './envelope.js'
import { bytes } from './ship.fixture.js'

const ENVELOPE = bytes(`
  6b 38 73 00
  0a 0a 0a 02 76 31 12 04 53 68 69 70
  12 02 10 05
  1a 00
  22 00
`)

describe('envelopes', () => {
  it('hold what an object is and its message', () => {
    assert.deepEqual(wrapMessage('v1', 'Ship', bytes('10 05')), ENVELOPE)
    assert.deepEqual(readEnvelope(ENVELOPE), { apiVersion: 'v1', kind: 'Ship', start: 18, end: 20 })
  })

  it('give the message without copying it', () => {
    const message = messageIn(ENVELOPE)
    assert.deepEqual(message, bytes('10 05'))
    assert.equal(message.buffer, ENVELOPE.buffer)
  })

  it('may lack everything, be in any order and have more fields', () => {
    assert.deepEqual(readEnvelope(bytes('6b387300 22 00')), { apiVersion: '', kind: '', start: 6, end: 6 })
    assert.deepEqual(readEnvelope(bytes('6b387300 2a 01 78 12 01 08 0a 03 12 01 53')), {
      apiVersion: '',
      kind: 'S',
      start: 9,
      end: 10,
    })
  })

  it('are read whatever they say about content type and encoding', () => {
    const body = bytes('6b387300 12 02 10 05 1a 04 67 7a 69 70 22 04 6a 73 6f 6e')
    assert.deepEqual(messageIn(body), bytes('10 05'))
  })

  const rejections: readonly (readonly [string, string, RegExp])[] = [
    ['no data', '', /^the body is empty$/],
    ['the beginning of the magic bytes', '6b 38', /does not begin with the bytes 6b 38 73 00$/],
    ['other bytes', '7b 22 6b 69', /^the body is not protobuf/],
    ['another version of the encoding', '6b 38 73 01 0a 00', /^the body is not protobuf/],
    ['nothing behind the magic bytes', '6b 38 73 00', /nothing follows the bytes 6b 38 73 00$/],
    [
      'a message that is cut short',
      '6b 38 73 00 12 05 08',
      /byte 5: something of 5 bytes begins 1 bytes before/,
    ],
    ['a kind that is cut short', '6b 38 73 00 0a 02 12 05', /byte 7: kind: something of 5 bytes/],
    ['a message of another wire type', '6b 38 73 00 10 05', /byte 4: the wire type is 0 instead of 2/],
  ]
  for (const [what, hex, message] of rejections) {
    it(`are rejected by name: ${what}`, () => {
      assert.throws(
        () => readEnvelope(bytes(hex)),
        (error) => error instanceof UnreadableBody && message.test(error.message),
      )
    })
  }
})
