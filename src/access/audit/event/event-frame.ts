import { ID_LENGTH, NO_ID, writeUniqueId } from '../../../util/unique-id.js'
import type { EncodedEvent } from '../log/event-log.js'
import type { Level, Stage } from '../stages.js'
import { BEGINNINGS, BETWEEN_TIMES, STAGE_MEMBERS } from './event-line.js'
import { type MicroTimes, TIME_LENGTH } from './micro-times.js'

/** A longer frame is not worth its memory: clients choose most of what it holds. */
const LONGEST_ENCODED = 4096
/** For so many lengths of names the bytes of a frame are kept. */
const MOST_LENGTHS = 4

/** The members of an event between its stage and its times, around the name of the object, which stands in them twice. */
export interface NamedMembers {
  /** The path of the request, up to the name. */
  readonly before: string
  /** What follows in the event, up to where the name stands again. */
  readonly between: string
  readonly behind: string
}

/** What an event has that no other has. */
export interface EventDetails {
  /** The number in the name of the request. */
  readonly idNumber: number
  /** The name of the object, as it stands in JSON. */
  readonly objectName: string
  readonly times: MicroTimes
  /** When the request was received and when the stage was reached, as `performance.now()` told. */
  readonly received: number
  readonly reached: number
}

/**
 * An event without what events of like requests do not share: the name of the request, the name of the object, when the request
 * was received and when the stage was reached. Where a frame is used again, its events are made in bytes: no text is made for
 * them.
 */
export class EventFrame {
  readonly #beginning: string
  readonly #before: string
  readonly #between: string
  readonly #behind: string
  readonly #ending: string
  #isRepeated = false
  /** By the length of the name of the object. */
  #last: Map<number, LastEvent> | undefined

  /** `ending` stands behind the time of the stage. */
  constructor(level: Level, stage: Stage, { before, between, behind }: NamedMembers, ending: string) {
    this.#beginning = BEGINNINGS[level]
    this.#before = STAGE_MEMBERS[stage] + before
    this.#between = between
    this.#behind = behind
    this.#ending = ending
  }

  /** The event as a line. Both names are as they stand in JSON. */
  line(id: string, objectName: string, received: string, reached: string): string {
    return `${this.#beginning}${id}${this.#before}${objectName}${this.#between}${objectName}${this.#behind}${received}${BETWEEN_TIMES}${reached}${this.#ending}`
  }

  /**
   * The event of a request that the server has named, where the frame is used again; undefined at its first use, and where it is
   * long. All that the frame consists of must be ASCII.
   */
  event(details: EventDetails): EncodedEvent | undefined {
    if (!this.#isRepeated) {
      this.#isRepeated = this.#length <= LONGEST_ENCODED
      return undefined
    }
    return new FramedEvent(this.#lastWith(details.objectName.length), details)
  }

  get #length(): number {
    return this.#before.length + this.#between.length + this.#behind.length + this.#ending.length
  }

  #lastWith(nameLength: number): LastEvent {
    this.#last ??= new Map()
    let last = this.#last.get(nameLength)
    if (last === undefined) {
      if (this.#last.size >= MOST_LENGTHS) this.#last.clear()
      last = this.#encode(nameLength)
      this.#last.set(nameLength, last)
    }
    return last
  }

  #encode(nameLength: number): LastEvent {
    const time = ' '.repeat(TIME_LENGTH)
    const line = this.line(' '.repeat(ID_LENGTH), ' '.repeat(nameLength), time, time)
    const idAt = this.#beginning.length
    const pathNameAt = idAt + ID_LENGTH + this.#before.length
    const nameAt = pathNameAt + nameLength + this.#between.length
    const receivedAt = nameAt + nameLength + this.#behind.length
    return new LastEvent(Buffer.from(line, 'latin1'), { idAt, pathNameAt, nameAt, receivedAt })
  }
}

/** Where in an event stands what no other event has. */
interface Places {
  readonly idAt: number
  /** The name of the object, in the path and behind it. */
  readonly pathNameAt: number
  readonly nameAt: number
  readonly receivedAt: number
}

/** The bytes of the last event of a frame. Of the next one only that is written which differs, and that is little. */
class LastEvent {
  readonly bytes: Uint8Array
  readonly #places: Places
  #idNumber = NO_ID
  #objectName = ''
  #receivedMs = Number.NaN
  #reachedMs = Number.NaN

  constructor(bytes: Uint8Array, places: Places) {
    this.bytes = bytes
    this.#places = places
  }

  write({ idNumber, objectName, times, received, reached }: EventDetails): void {
    const { bytes } = this
    const { idAt, receivedAt } = this.#places
    writeUniqueId(bytes, idAt, idNumber, this.#idNumber)
    this.#idNumber = idNumber
    if (objectName !== this.#objectName) this.#writeName(objectName)
    this.#receivedMs = times.writeTo(bytes, receivedAt, received, this.#receivedMs)
    const reachedAt = receivedAt + TIME_LENGTH + BETWEEN_TIMES.length
    this.#reachedMs = times.writeTo(bytes, reachedAt, reached, this.#reachedMs)
  }

  #writeName(name: string): void {
    const { pathNameAt, nameAt } = this.#places
    for (let index = 0; index < name.length; index++) {
      const code = name.charCodeAt(index)
      this.bytes[pathNameAt + index] = code
      this.bytes[nameAt + index] = code
    }
    this.#objectName = name
  }
}

class FramedEvent implements EncodedEvent {
  readonly #last: LastEvent
  readonly #details: EventDetails

  constructor(last: LastEvent, details: EventDetails) {
    this.#last = last
    this.#details = details
  }

  get length(): number {
    return this.#last.bytes.length
  }

  writeTo(bytes: Uint8Array, at: number): void {
    this.#last.write(this.#details)
    bytes.set(this.#last.bytes, at)
  }
}
