import type { CachedObject } from '#cache/cached-object.js'
import type { EventType, FrameEncoder } from '#cache/watch/watch-event.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ObjectList } from '#registry/read/lister.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import { isOverBudget, TimeBudget, yieldToEventLoop } from '#util/event-loop.js'

/** How objects of one kind are written in one representation: alone, in a list, in a stream of events. */
export interface Serializer extends FrameEncoder {
  /** The `Content-Type` of a response. */
  readonly contentType: string
  /** The `Content-Type` of a stream. */
  readonly streamType: string
  /** Whether an object always looks the same. */
  readonly isCacheable: boolean
  object(object: CachedObject): Buffer
  /** Encodes a large object on another thread; undefined for all others. */
  largeObject?(object: CachedObject): Promise<Buffer> | undefined
  list(list: ObjectList): Promise<ListPieces>
  frame(type: EventType, object: CachedObject): Buffer
  readonly following: Serializer
  /** How far a stream has come, in the form of an object that has only metadata. */
  bookmark(bookmark: ApiObject): Buffer
  /** Why a stream cannot go on. */
  error(error: ApiError): Buffer
}

/** A list in pieces that are already encoded, so that it is written without being put together first. */
export interface ListPieces {
  readonly head: Buffer
  readonly items: readonly Piece[]
  /** How many bytes at the beginning of each item are left out. */
  readonly skip: number
  /** The bytes before an item. */
  lead(index: number): Buffer
  readonly tail: Buffer
  /** How long all of it is. */
  readonly length: number
}

/** The items of a list in one piece, with what is written before each. */
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

/** The pieces of a list whose items are parted by the same bytes. */
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

/** Encoded items, and how many bytes they are together. */
export interface Items<P extends Piece> {
  readonly pieces: readonly P[]
  readonly length: number
}

/** How many objects are encoded between two looks at the clock. */
export const ENCODING_STEP = 16
/** So much, in bytes, takes long enough for a look of its own. */
const LARGE_ITEM = 16 * 1024

/**
 * Encodes the items of a list, over several turns of the event loop when it takes long. Where one item is made of several
 * objects, `step` says how many items are encoded between two looks at the clock.
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

/** The last line of a stream that cannot go on. */
export function jsonError(error: ApiError): Buffer {
  return jsonFrame('ERROR', Buffer.from(JSON.stringify(error.toStatus())))
}
