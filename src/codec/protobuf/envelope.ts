import { UnreadableBody } from '#codec/codec.js'
import { required, string, struct } from '#schema/type.js'
import { tagOf, WIRE_TYPE } from '#util/protobuf/wire-type.js'
import { emptyWriter, type Writer } from '#util/protobuf/writer.js'
import { readMessage } from './decode.js'
import { messageWriter } from './encode.js'
import { Reader } from './reader.js'

/**
 * The envelope in which an object travels: four bytes that distinguish it from other formats, and a message that says
 * what the object is and holds its own message. Lists are one object; items have no envelope.
 */
export interface Envelope {
  /** Empty when it was not given. */
  readonly apiVersion: string
  /** Empty when it was not given. */
  readonly kind: string
  /** Where the object's own message lies in the body. */
  readonly start: number
  readonly end: number
}

/** `k8s` and the version of the encoding. */
const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00])

const TypeMeta = struct('TypeMeta', 'What an envelope says of its object.', {
  apiVersion: required(1, string, 'Group and version of its schema.'),
  kind: required(2, string, 'Its kind.'),
})
const writeTypeMeta = messageWriter(TypeMeta)

const TYPE_META = 1
const MESSAGE = 2
const TYPE_META_TAG = tagOf(TYPE_META, WIRE_TYPE.bytes)
const MESSAGE_TAG = tagOf(MESSAGE, WIRE_TYPE.bytes)
/** Content encoding and content type, fields 3 and 4: always written, always empty, never looked at. */
export const ENVELOPE_TAIL = Buffer.from([0x1a, 0x00, 0x22, 0x00])

/** Writes everything of an envelope that stands before a message of the length. */
export function writeEnvelopeHead(writer: Writer, apiVersion: string, kind: string, length: number): void {
  writer.varint(length)
  writer.varint(MESSAGE_TAG)
  const before = writer.size
  writeTypeMeta(writer, { apiVersion, kind })
  writer.close(before)
  writer.varint(TYPE_META_TAG)
  writer.raw(MAGIC)
}

/** Puts a message that is already encoded into an envelope. */
export function wrapMessage(apiVersion: string, kind: string, message: Uint8Array): Buffer {
  const writer = emptyWriter()
  writer.raw(ENVELOPE_TAIL)
  writer.raw(message)
  writeEnvelopeHead(writer, apiVersion, kind, message.length)
  return writer.take()
}

/** The object's own message in an envelope: a view of the same bytes, such as the items of a list are made of. */
export function messageIn(body: Buffer): Buffer {
  const { start, end } = readEnvelope(body)
  return body.subarray(start, end)
}

/** Looks into an envelope without reading the message. Throws an `UnreadableBody` when it is none. */
export function readEnvelope(body: Buffer): Envelope {
  expectMagic(body)
  const reader = new Reader(body, MAGIC.length)
  let typeMeta: Record<string, unknown> = {}
  let start = body.length
  let end = body.length
  while (!reader.isAtEnd) {
    const tagStart = reader.at
    const tag = reader.tag()
    if (tag === TYPE_META_TAG) {
      reader.end = reader.chunk()
      typeMeta = readMessage(TypeMeta, reader)
      reader.end = body.length
    } else if (tag === MESSAGE_TAG) {
      end = reader.chunk()
      start = reader.at
      reader.at = end
    } else if (tag >>> 3 <= MESSAGE) {
      throw reader.fault(`the wire type is ${tag & 7} instead of ${WIRE_TYPE.bytes}`, tagStart)
    } else {
      reader.skip(tag)
    }
  }
  const { apiVersion = '', kind = '' } = typeMeta
  return { apiVersion: apiVersion as string, kind: kind as string, start, end }
}

function expectMagic(body: Buffer): void {
  if (body.length === 0) throw new UnreadableBody('the body is empty')
  const written = [...MAGIC].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new UnreadableBody(`the body is not protobuf: it does not begin with the bytes ${written}`)
  }
  if (body.length === MAGIC.length) {
    throw new UnreadableBody(`the body is not an object: nothing follows the bytes ${written}`)
  }
}
