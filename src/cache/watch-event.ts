import type { Revision } from '../storage/contract.js'
import type { CachedObject } from './cached-object.js'
import { replaceResourceVersion } from './resource-version-splice.js'
import { type Selection, selects } from './selection.js'

export const EVENT_TYPES = ['ADDED', 'MODIFIED', 'DELETED'] as const
export type EventType = (typeof EVENT_TYPES)[number]

const HEADS: Readonly<Record<EventType | 'BOOKMARK' | 'ERROR', Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
  BOOKMARK: Buffer.from('{"type":"BOOKMARK","object":'),
  ERROR: Buffer.from('{"type":"ERROR","object":'),
}
const TAIL = Buffer.from('}\n')

/** One line of a watch stream. */
export function frame(type: keyof typeof HEADS, json: Buffer): Buffer {
  return Buffer.concat([HEADS[type], json, TAIL])
}

/** A change of one object, as watchers are told of it. */
export class WatchEvent {
  readonly revision: Revision
  /** The object after the change; undefined when it is gone. */
  readonly object: CachedObject | undefined
  /** The object before the change; undefined when it is new. */
  readonly previous: CachedObject | undefined
  /** Encoded once per type, for all watchers that see it as that. */
  readonly #frames: Partial<Record<EventType, Buffer>> = {}

  constructor(revision: Revision, object: CachedObject | undefined, previous: CachedObject | undefined) {
    this.revision = revision
    this.object = object
    this.previous = previous
  }

  /**
   * What the change is to somebody who looks only at a selection: an object that begins to match is added,
   * one that ceases to match is deleted. Undefined when it is nothing.
   */
  typeFor(selection: Selection): EventType | undefined {
    const after = this.object !== undefined && selects(selection, this.object)
    const before = this.previous !== undefined && selects(selection, this.previous)
    if (after) return before ? 'MODIFIED' : 'ADDED'
    return before ? 'DELETED' : undefined
  }

  frame(type: EventType): Buffer {
    const made = this.#frames[type]
    if (made !== undefined) return made
    const encoded = frame(type, this.#json(type))
    this.#frames[type] = encoded
    return encoded
  }

  /** What is deleted is shown as it was, with the version at which it went. */
  #json(type: EventType): Buffer {
    const object = type === 'DELETED' ? this.previous : this.object
    if (object === undefined) throw new Error(`the event at revision ${this.revision} is not ${type}`)
    return type === 'DELETED' ? replaceResourceVersion(object.json, this.revision) : object.json
  }
}
