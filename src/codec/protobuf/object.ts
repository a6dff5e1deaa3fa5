import type { AnyStruct } from '../../schema/type.js'
import { type Codec, UnreadableBody } from '../codec.js'
import { PROTOBUF_TYPE } from '../media-type.js'
import { readMessage } from './decode.js'
import { messageWriter } from './encode.js'
import { ENVELOPE_TAIL, readEnvelope, writeEnvelopeHead } from './envelope.js'
import { Reader } from './reader.js'
import { emptyWriter } from './writer.js'

/** What an object is. In JSON it says so itself; in protobuf its envelope does. */
export interface ObjectKind {
  readonly apiVersion: string
  readonly kind: string
}

/** The description of a kind, or undefined when there is none. Protobuf cannot be read without. */
export type StructFor = (apiVersion: string, kind: string) => AnyStruct | undefined

export interface DecodedObject extends ObjectKind {
  /** As a JSON body would have been parsed, `kind` and `apiVersion` included; for the schema's decoder. */
  readonly value: Record<string, unknown>
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
 * Reads an object in its envelope. What the envelope does not say about the kind is taken from `expected`,
 * which is what the request asks for. Throws an `UnreadableBody` when the body cannot be read.
 */
export function decodeObject(body: Buffer, structFor: StructFor, expected?: ObjectKind): DecodedObject {
  const envelope = readEnvelope(body)
  const kind = envelope.kind || expected?.kind
  const apiVersion = envelope.apiVersion || expected?.apiVersion
  if (kind === undefined) throw new UnreadableBody('the body does not say of which kind the object is')
  if (apiVersion === undefined) {
    throw new UnreadableBody('the body does not say of which API version the object is')
  }
  const struct = structFor(apiVersion, kind)
  if (struct === undefined) {
    throw new UnreadableBody(`no kind "${kind}" is registered for version "${apiVersion}"`)
  }
  const members = readMessage(struct, new Reader(body, envelope.start, envelope.end))
  return { apiVersion, kind, value: { kind, apiVersion, ...members } }
}

/** Protobuf as the other formats are used, which know what they need from the value alone. */
export interface ProtobufCodec extends Omit<Codec, 'format'> {
  decode(body: Buffer, expected?: ObjectKind): Record<string, unknown>
}

/**
 * Made once, of all kinds that there are. `encode` takes values that say their kind and throws a plain Error
 * on one that has no description: what the server answers with is for the server to know.
 */
export function protobufCodec(structFor: StructFor): ProtobufCodec {
  return {
    mediaType: PROTOBUF_TYPE,
    decode: (body, expected) => decodeObject(body, structFor, expected).value,
    encode(value) {
      const { apiVersion = '', kind = '' } = value as Partial<ObjectKind>
      const struct = structFor(apiVersion, kind)
      if (struct === undefined) {
        throw new Error(`there is no description of the kind "${kind}" in version "${apiVersion}"`)
      }
      return encodeObject(struct, apiVersion, kind, value as object)
    },
  }
}
