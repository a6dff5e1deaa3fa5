import { PROTOBUF_TYPE } from '#codec/media-type.js'
import { tagOf, WIRE_TYPE } from '#util/protobuf/wire-type.js'
import { emptyWriter } from '#util/protobuf/writer.js'

/** What the `Content-Type` header says of a stream of frames. */
export const PROTOBUF_WATCH_TYPE = `${PROTOBUF_TYPE};stream=watch`

export type WatchFrameType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

/** A frame begins with the length of its event in this many bytes, the highest first. */
export const FRAME_LENGTH_SIZE = 4

const TYPE_TAG = tagOf(1, WIRE_TYPE.bytes)
const OBJECT_TAG = tagOf(2, WIRE_TYPE.bytes)
/** The object is bytes in a message of its own. */
const RAW_TAG = tagOf(1, WIRE_TYPE.bytes)

/**
 * One frame of a watch stream: the length and an event, which has no envelope itself but holds an object that
 * has one. A transport that keeps messages apart by itself, such as a websocket, takes the event without the
 * length (`subarray(FRAME_LENGTH_SIZE)`).
 */
export function watchFrame(type: WatchFrameType, envelope: Uint8Array): Buffer {
  const writer = emptyWriter()
  writer.raw(envelope)
  writer.varint(envelope.length)
  writer.varint(RAW_TAG)
  writer.close(0)
  writer.varint(OBJECT_TAG)
  writer.text(type)
  writer.varint(TYPE_TAG)
  const length = Buffer.allocUnsafe(FRAME_LENGTH_SIZE)
  length.writeUInt32BE(writer.size)
  writer.raw(length)
  return writer.take()
}
