import { ID_BEGINNING, ID_LENGTH, writeUniqueNumber } from '../../../util/unique-id.js'
import type { EncodedEvent } from '../log/event-log.js'
import type { Level, Stage } from '../stages.js'
import { BEGINNINGS, STAGE_MEMBERS } from './event-line.js'
import { type MicroTimes, TIME_LENGTH } from './micro-times.js'

/** A longer frame is not worth its memory: clients choose most of what it holds. */
const LONGEST_ENCODED = 4096

const BETWEEN_TIMES = 'Z","stageTimestamp":"'

/**
 * An event without the three things that no two events of equal requests share: the name of the request, when it was received
 * and when the stage was reached. A frame that is used again is encoded once, and its events are copies of those bytes with the
 * three filled in: no text is made for them.
 */
export class EventFrame {
  readonly #beginning: string
  readonly #middle: string
  readonly #ending: string
  #isRepeated = false
  #bytes: Uint8Array | undefined

  /** `members` are those between the stage and the times; `ending` stands behind the time of the stage. */
  constructor(level: Level, stage: Stage, members: string, ending: string) {
    this.#beginning = BEGINNINGS[level]
    this.#middle = STAGE_MEMBERS[stage] + members
    this.#ending = ending
  }

  /** The event as a line. `id` is the name of the request, as it stands in JSON. */
  line(id: string, received: string, reached: string): string {
    return `${this.#beginning}${id}${this.#middle}${received}${BETWEEN_TIMES}${reached}${this.#ending}`
  }

  /**
   * The event of a request that the server has named, where the frame is used again; undefined at its first use, and where it is
   * long. All that the frame consists of must be ASCII.
   */
  encoded(idNumber: number, times: MicroTimes, received: number, reached: number): EncodedEvent | undefined {
    if (!this.#isRepeated) {
      this.#isRepeated = this.#middle.length + this.#ending.length <= LONGEST_ENCODED
      return undefined
    }
    this.#bytes ??= this.#encode()
    const numberAt = this.#beginning.length + ID_BEGINNING.length
    const receivedAt = this.#beginning.length + ID_LENGTH + this.#middle.length
    return new FramedEvent(this.#bytes, numberAt, receivedAt, idNumber, times, received, reached)
  }

  #encode(): Uint8Array {
    const time = ' '.repeat(TIME_LENGTH)
    return Buffer.from(this.line(ID_BEGINNING.padEnd(ID_LENGTH), time, time), 'latin1')
  }
}

class FramedEvent implements EncodedEvent {
  readonly #frame: Uint8Array
  readonly #numberAt: number
  readonly #receivedAt: number
  readonly #idNumber: number
  readonly #times: MicroTimes
  readonly #received: number
  readonly #reached: number

  constructor(
    frame: Uint8Array,
    numberAt: number,
    receivedAt: number,
    idNumber: number,
    times: MicroTimes,
    received: number,
    reached: number,
  ) {
    this.#frame = frame
    this.#numberAt = numberAt
    this.#receivedAt = receivedAt
    this.#idNumber = idNumber
    this.#times = times
    this.#received = received
    this.#reached = reached
  }

  get length(): number {
    return this.#frame.length
  }

  writeTo(bytes: Uint8Array, at: number): void {
    bytes.set(this.#frame, at)
    writeUniqueNumber(bytes, at + this.#numberAt, this.#idNumber)
    const receivedAt = at + this.#receivedAt
    this.#times.writeTo(bytes, receivedAt, this.#received)
    this.#times.writeTo(bytes, receivedAt + TIME_LENGTH + BETWEEN_TIMES.length, this.#reached)
  }
}
