import type { AnyStruct } from '#schema/type.js'
import { emptyWriter } from '#util/protobuf/writer.js'
import { readMessage } from './decode.js'
import { messageWriter } from './encode.js'
import { ENVELOPE_TAIL, readEnvelope, writeEnvelopeHead } from './envelope.js'
import { Reader } from './reader.js'

/** The description that a message is written and read by. */
export type Schema = AnyStruct

/** What a request expects its body to be. */
export interface ExpectedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly schema: Schema
}

/** An object in its envelope. `value` is as the schema's decoder, or a parser of its JSON, makes it. */
export function encodeObject(struct: AnyStruct, apiVersion: string, kind: string, value: object): Buffer {
  const writer = emptyWriter()
  writer.raw(ENVELOPE_TAIL)
  const before = writer.size
  messageWriter(struct)(writer, value as Record<string, unknown>)
  writeEnvelopeHead(writer, apiVersion, kind, writer.size - before)
  return writer.take()
}

/**
 * What a JSON body would have been parsed to, `kind` and `apiVersion` included, for the schema's decoder. What the
 * envelope does not say about the kind is taken from what is expected.
 *
 * A message can only be read by the description of its kind. So of an object of another kind only the kind is returned:
 * the caller that expected another one rejects it. Throws an `UnreadableBody` when the body cannot be read.
 */
export function decodeObject(body: Buffer, expected: ExpectedObject): Record<string, unknown> {
  const envelope = readEnvelope(body)
  const kind = envelope.kind || expected.kind
  const apiVersion = envelope.apiVersion || expected.apiVersion
  if (kind !== expected.kind) return { kind, apiVersion }
  const members = readMessage(expected.schema, new Reader(body, envelope.start, envelope.end))
  return { kind, apiVersion, ...members }
}
