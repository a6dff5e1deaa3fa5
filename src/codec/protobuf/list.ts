import { ListMeta } from '../../meta/list-meta.js'
import { messageWriter } from './encode.js'
import { ENVELOPE_TAIL, writeEnvelopeHead } from './envelope.js'
import { tagOf, varintSize, WIRE_TYPE } from './wire-type.js'
import { emptyWriter } from './writer.js'

/**
 * A list around items that are encoded already. Every list has the same two fields, so that lists need no
 * descriptions of their own.
 */
export interface ListEnvelope {
  /** What stands before the first item. */
  readonly head: Buffer
  /** What stands behind the last item. */
  readonly tail: Buffer
  /** How long all of it is: head, items with the head of each, and tail. */
  readonly length: number
}

const METADATA_TAG = tagOf(1, WIRE_TYPE.bytes)
const ITEM_TAG = tagOf(2, WIRE_TYPE.bytes)
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
): ListEnvelope {
  let itemsLength = 0
  for (const { length } of items) itemsLength += itemHeadSize(length) + length
  const writer = emptyWriter()
  writeListMeta(writer, metadata as Readonly<Record<string, unknown>>)
  writer.close(0)
  writer.varint(METADATA_TAG)
  writeEnvelopeHead(writer, apiVersion, kind, writer.size + itemsLength)
  const head = writer.take()
  return { head, tail: ENVELOPE_TAIL, length: head.length + itemsLength + ENVELOPE_TAIL.length }
}

/** What stands before each item. */
export function itemHead(item: Uint8Array): Buffer {
  const head = Buffer.allocUnsafe(itemHeadSize(item.length))
  writeItemHead(head, 0, item.length)
  return head
}

/** A whole list in one buffer. */
export function encodeList(
  apiVersion: string,
  kind: string,
  metadata: ListMeta,
  items: readonly Uint8Array[],
): Buffer {
  const { head, tail, length } = listEnvelope(apiVersion, kind, metadata, items)
  const list = Buffer.allocUnsafe(length)
  list.set(head)
  let at = head.length
  for (const item of items) {
    at = writeItemHead(list, at, item.length)
    list.set(item, at)
    at += item.length
  }
  list.set(tail, at)
  return list
}

function itemHeadSize(length: number): number {
  return 1 + varintSize(length)
}

/** Returns where the item begins. */
function writeItemHead(buffer: Buffer, start: number, length: number): number {
  let at = start
  buffer[at++] = ITEM_TAG
  let rest = length
  for (; rest > 0x7f; rest >>>= 7) buffer[at++] = (rest & 0x7f) | 0x80
  buffer[at++] = rest
  return at
}
