import { ListMeta } from '#meta/list-meta.js'
import { tagOf, varintSize, WIRE_TYPE } from '#util/protobuf/wire-type.js'
import { emptyWriter } from '#util/protobuf/writer.js'
import { messageWriter } from './encode.js'
import { ENVELOPE_TAIL, writeEnvelopeHead } from './envelope.js'

/**
 * A list around items that are encoded already. All lists have the same two fields, so that they need no descriptions
 * of their own.
 */
export interface ListEnvelope {
  /** What stands before the first item. */
  readonly head: Buffer
  /** What stands behind the last item. */
  readonly tail: Buffer
  /** How long all of it is: head, items with the head of each, and tail. */
  readonly length: number
}

/** The numbers of a list's two fields. */
export interface ListLayout {
  readonly items: number
  /** Undefined for the lists that have no metadata. */
  readonly metadata: number | undefined
}

export const USUAL_LAYOUT: ListLayout = { metadata: 1, items: 2 }

const writeListMeta = messageWriter(ListMeta)

/**
 * What goes around the messages of the items, which are left where they are. `kind` is that of the list,
 * such as `DeploymentList`; items are messages without envelope (`encodeMessage`, `messageIn`).
 */
export function listEnvelope(
  apiVersion: string,
  kind: string,
  metadata: ListMeta,
  items: readonly Uint8Array[],
  layout = USUAL_LAYOUT,
): ListEnvelope {
  let itemsLength = 0
  for (const { length } of items) itemsLength += itemHeadSize(length) + length
  const meta = metadataField(metadata, layout)
  const metaFirst = (layout.metadata ?? 0) < layout.items
  const writer = emptyWriter()
  if (metaFirst) writer.raw(meta)
  writeEnvelopeHead(writer, apiVersion, kind, meta.length + itemsLength)
  const head = writer.take()
  const tail = metaFirst ? ENVELOPE_TAIL : Buffer.concat([meta, ENVELOPE_TAIL])
  return { head, tail, length: head.length + itemsLength + tail.length }
}

function metadataField(metadata: ListMeta, { metadata: number }: ListLayout): Buffer {
  const writer = emptyWriter()
  if (number === undefined) return writer.take()
  writeListMeta(writer, metadata as Readonly<Record<string, unknown>>)
  writer.close(0)
  writer.varint(tagOf(number, WIRE_TYPE.bytes))
  return writer.take()
}

/** What stands before each item. */
export function itemHead(item: Uint8Array, { items } = USUAL_LAYOUT): Buffer {
  const head = Buffer.allocUnsafe(itemHeadSize(item.length))
  writeItemHead(head, item.length, tagOf(items, WIRE_TYPE.bytes))
  return head
}

/** The tags of both fields take one byte. */
function itemHeadSize(length: number): number {
  return 1 + varintSize(length)
}

function writeItemHead(buffer: Buffer, length: number, tag: number): void {
  let at = 0
  buffer[at++] = tag
  let rest = length
  for (; rest > 0x7f; rest >>>= 7) buffer[at++] = (rest & 0x7f) | 0x80
  buffer[at] = rest
}
