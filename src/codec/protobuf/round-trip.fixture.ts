import assert from 'node:assert/strict'
import { OversizedBody, UnreadableBody } from '#codec/codec.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import type { AnyStruct } from '#schema/type.js'
import type { Random } from '#test/support/random.js'
import { decodeMessage } from './decode.js'
import { encodeMessage } from './encode.js'

/** What must hold of every description and its values, to be called by tests of any layer. */

type Members = Record<string, unknown>

/** A body, once read, is the same after it was written as protobuf and read again. Returns its message. */
export function survives(struct: AnyStruct, body: unknown): Buffer {
  const decode = decoderOf(struct) as (input: unknown) => Members
  const value = decode(body)
  // They travel in the envelope.
  delete value.kind
  delete value.apiVersion
  const text = JSON.stringify(value)

  const message = encodeMessage(struct, value)
  assert.deepEqual(encodeMessage(struct, JSON.parse(text) as object), message, text)
  const again = decode(decodeMessage(struct, message))
  assert.equal(JSON.stringify(again), text)
  assert.deepEqual(encodeMessage(struct, again), message, text)
  return message
}

/** Whatever the bytes, they are read or rejected in the ways that are known. */
export function readsOrRejects(struct: AnyStruct, message: Buffer): void {
  try {
    decoderOf(struct)(decodeMessage(struct, message))
  } catch (error) {
    const known =
      error instanceof UnreadableBody || error instanceof OversizedBody || error instanceof DecodeError
    assert.ok(known, `${message.toString('hex')}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

/** The message with one thing changed: a byte, its end, a part taken out, doubled, or put in. */
export function damaged(message: Buffer, random: Random): Buffer {
  const from = random.below(message.length + 1)
  const to = from + random.below(message.length - from + 1)
  const [head, part, rest] = [message.subarray(0, from), message.subarray(from, to), message.subarray(to)]
  const damages: readonly (() => Buffer)[] = [
    () => {
      const copy = Buffer.from(message)
      if (copy.length > 0) copy[random.below(copy.length)] = random.below(256)
      return copy
    },
    () => head,
    () => Buffer.concat([head, rest]),
    () => Buffer.concat([head, part, part, rest]),
    () => Buffer.concat([head, random.bytes(1 + random.below(8)), part, rest]),
    () => Buffer.concat([head, Buffer.alloc(random.below(12), 0xff), part, rest]),
  ]
  return random.pick(damages)()
}
