import type { CachedObject } from '#cache/cached-object.js'
import { type Selection, selects } from '#cache/search/search.js'
import type { Revision } from '#storage/contract.js'

export const EVENT_TYPES = ['ADDED', 'MODIFIED', 'DELETED'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Encodes events in one representation. */
export interface FrameEncoder {
  frame(type: EventType, object: CachedObject): Buffer
  /** Who writes what comes after the first frame of a stream; itself where all are written the same way. */
  readonly following: FrameEncoder
}

type Frames = Partial<Record<EventType, Buffer>>

/** A change of one object, as watchers receive it. */
export class WatchEvent {
  readonly revision: Revision
  /** The object after the change; undefined when it is gone. */
  readonly object: CachedObject | undefined
  /** The object before the change; undefined when it is new. */
  readonly previous: CachedObject | undefined
  /** Encoded once per representation and type, for all watchers. */
  readonly #frames = new Map<FrameEncoder, Frames>()

  constructor(revision: Revision, object: CachedObject | undefined, previous: CachedObject | undefined) {
    this.revision = revision
    this.object = object
    this.previous = previous
  }

  /**
   * What the change is to a watcher of a selection: an object that begins to match is added, one that ceases to match
   * is deleted. Undefined when it is nothing.
   */
  typeFor(selection: Selection): EventType | undefined {
    const after = this.object !== undefined && selects(selection, this.object)
    const before = this.previous !== undefined && selects(selection, this.previous)
    if (after) return before ? 'MODIFIED' : 'ADDED'
    return before ? 'DELETED' : undefined
  }

  frame(type: EventType, encoder: FrameEncoder): Buffer {
    let frames = this.#frames.get(encoder)
    if (frames === undefined) {
      frames = {}
      this.#frames.set(encoder, frames)
    }
    frames[type] ??= encoder.frame(type, this.#shown(type))
    return frames[type]
  }

  /** A deleted object is shown as it was, with the resource version of its deletion. */
  #shown(type: EventType): CachedObject {
    const object = type === 'DELETED' ? this.previous : this.object
    if (object === undefined) throw new Error(`the event at revision ${this.revision} is not ${type}`)
    return type === 'DELETED' ? object.at(this.revision) : object
  }
}
