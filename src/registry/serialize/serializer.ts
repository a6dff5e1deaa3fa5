import type { CachedObject } from '#cache/cached-object.js'
import type { EventType, FrameEncoder } from '#cache/watch/watch-event.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ObjectList } from '#registry/read/lister.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import { isOverBudget, TimeBudget, yieldToEventLoop } from '#util/event-loop.js'

/** Writes objects of one kind in one representation: alone, in a list, in a watch stream. */
export interface Serializer extends FrameEncoder {
  /** The `Content-Type` of a response. */
  readonly contentType: string
  /** The `Content-Type` of a stream. */
  readonly streamType: string
  /** Whether the encoding of an object never changes. */
  readonly isCacheable: boolean
  object(object: CachedObject): Buffer
  /** Encodes a large object on another thread; undefined for all others. */
  largeObject?(object: CachedObject): Promise<Buffer> | undefined
  list(list: ObjectList): Promise<ListPieces>
  frame(type: EventType, object: CachedObject): Buffer
  readonly following: Serializer
  /** A bookmark event for an object with only metadata. */
  bookmark(bookmark: ApiObject): Buffer
  /** The error event that ends a stream. */
  error(error: ApiError): Buffer
}

/** A list as encoded pieces, written without joining them first. */
export interface ListPieces {
  readonly head: Buffer
  readonly items: readonly Piece[]
  /** How many bytes to skip at the start of each item. */
  readonly skip: number
  /** The bytes before an item. */
  lead(index: number): Buffer
  readonly tail: Buffer
  /** The length of the whole list in bytes. */
  readonly length: number
}

/** Joins the items of a list with their separators. */
export function joinItems({ items, skip, lead, length, head, tail }: ListPieces): Buffer {
  const joined = Buffer.allocUnsafeSlow(length - head.length - tail.length)
  let at = 0
  for (let index = 0; index < items.length; index++) {
    const before = lead(index)
    joined.set(before, at)
    at += before.length
    at += (items[index] as Piece).copy(joined, at, skip)
  }
  return joined
}

/** The pieces of a list with one separator. */
export function separatedPieces(parts: {
  readonly head: Buffer
  readonly first: Buffer
  readonly next: Buffer
  readonly tail: Buffer
  readonly items: Items<Piece>
  readonly skip: number
}): ListPieces {
  const { head, first, next, tail, items, skip } = parts
  const { pieces } = items
  const between = pieces.length === 0 ? 0 : first.length + (pieces.length - 1) * next.length
  const length = head.length + between + items.length - pieces.length * skip + tail.length
  return { head, items: pieces, skip, lead: (index) => (index === 0 ? first : next), tail, length }
}

/** Encoded items and their total size. */
export interface Items<P extends Piece> {
  readonly pieces: readonly P[]
  readonly length: number
}

/** How many objects are encoded between two checks of the clock. */
export const ENCODING_STEP = 16
/** Check the clock after each item larger than this, in bytes. */
const LARGE_ITEM = 16 * 1024

/**
 * Encodes the items of a list, over several turns of the event loop when it takes long. Where one item is made of
 * several objects, `step` says how many items are encoded between two checks of the clock.
 */
export async function encodeItems<T, P extends Piece>(
  things: readonly T[],
  encode: (thing: T) => P,
  step = ENCODING_STEP,
): Promise<Items<P>> {
  const pieces: P[] = []
  let length = 0
  /** Whether all of them are encoded. */
  const encodeSome = () => {
    const slice = new TimeBudget()
    while (pieces.length < things.length) {
      const item = encode(things[pieces.length] as T)
      pieces.push(item)
      length += item.length
      if ((pieces.length % step === 0 || item.length > LARGE_ITEM) && slice.isOver) return false
    }
    return true
  }
  if (isOverBudget()) await yieldToEventLoop()
  while (!encodeSome()) await yieldToEventLoop()
  return { pieces, length }
}

const HEADS: Readonly<Record<EventType | 'BOOKMARK' | 'ERROR', Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
  BOOKMARK: Buffer.from('{"type":"BOOKMARK","object":'),
  ERROR: Buffer.from('{"type":"ERROR","object":'),
}
const TAIL = Buffer.from('}\n')

/** One line of a stream. */
export function jsonFrame(type: keyof typeof HEADS, json: Buffer): Buffer {
  return Buffer.concat([HEADS[type], json, TAIL])
}

/** The last line of a stream that fails. */
export function jsonError(error: ApiError): Buffer {
  return jsonFrame('ERROR', Buffer.from(JSON.stringify(error.toStatus())))
}
