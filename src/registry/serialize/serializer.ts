import type { CachedObject } from '#cache/cached-object.js'
import type { EventType, FrameEncoder } from '#cache/watch-event.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectList } from '#registry/read/object-list.js'
import { isOverBudget, TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { Piece } from '#util/packed-bytes.js'

/** How objects of one kind are written in one representation: alone, in a list, in a stream of events. */
export interface Serializer extends FrameEncoder {
  /** What the `Content-Type` header says of an answer. */
  readonly contentType: string
  /** The same of a stream. */
  readonly streamType: string
  /** Whether an object always looks the same. */
  readonly timeless: boolean
  object(object: CachedObject): Buffer
  /** The same for an object that is so large that it is written on another thread; undefined for all others. */
  largeObject?(object: CachedObject): Promise<Buffer> | undefined
  list(list: ObjectList): ListPieces | Promise<ListPieces>
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
  /** What is written before an item. */
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
export function encodeItems<T, P extends Piece>(
  things: readonly T[],
  encode: (thing: T) => P,
  step = ENCODING_STEP,
): Items<P> | Promise<Items<P>> {
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
  const rest = async () => {
    do await yieldToEventLoop()
    while (!encodeSome())
    return { pieces, length }
  }
  return !isOverBudget() && encodeSome() ? { pieces, length } : rest()
}
