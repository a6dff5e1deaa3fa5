import type { Level, Stage } from '#access/audit/stages.js'
import { ID_LENGTH, NO_ID, writeUniqueId } from '#util/unique-id.js'
import { BEGINNINGS, BETWEEN_TIMES, STAGE_MEMBERS } from './event-line.js'
import { type MicroTimes, TIME_LENGTH } from './micro-times.js'

/** A longer event is not worth its memory: clients choose most of what it holds. */
const MAX_ENCODED_LENGTH = 4096
/** For so many lengths of names the bytes of a frame are kept. */
const MAX_LENGTHS = 4

/** The members of an event between its stage and its times, around the name of the object, which stands in them twice. */
export interface NamedMembers {
  /** The path of the request, up to the name. */
  readonly before: string
  /** What follows in the event, up to where the name stands again. */
  readonly between: string
  readonly behind: string
}

/** What the events of a request have that those of no other have. */
export interface EventDetails {
  /** The number in the name of the request. */
  readonly idNumber: number
  /** The name of the object, as it stands in JSON. */
  readonly objectName: string
  /** When the request was received, and when it was answered, if it is, as `performance.now()` told. */
  readonly receivedAt: number
  readonly answeredAt: number
}

/** The same as texts, the name of the request as it stands in JSON. */
export interface EventTexts {
  readonly id: string
  readonly objectName: string
  readonly received: string
  readonly answered: string
}

/** The texts of one event, between which its details stand. */
interface Template extends NamedMembers {
  readonly beginning: string
  readonly stage: Stage
  readonly ending: string
}

/**
 * One event, or several of the same request, without what events of like requests do not share: the name of the request, the
 * name of the object, when the request was received and when it was answered. Where a frame is used again, its events are
 * made in bytes: no text is made for them.
 */
export class EventFrame {
  readonly #templates: readonly Template[]
  #isRepeated = false
  /** By the length of the name of the object. */
  #last: Map<number, LastEvents> | undefined

  private constructor(templates: readonly Template[]) {
    this.#templates = templates
  }

  /** `ending` stands behind the time of the stage. */
  static of(level: Level, stage: Stage, members: NamedMembers, ending: string): EventFrame {
    return new EventFrame([{ ...members, beginning: BEGINNINGS[level], stage, ending }])
  }

  /** The events of this frame, and those of another one after them. */
  followedBy(other: EventFrame): EventFrame {
    return new EventFrame([...this.#templates, ...other.#templates])
  }

  /** The events as lines. */
  lines({ id, objectName, received, answered }: EventTexts): string {
    let lines = ''
    for (const { beginning, stage, before, between, behind, ending } of this.#templates) {
      const time = isTimeOfReceipt(stage) ? received : answered
      lines += `${beginning}${id}${STAGE_MEMBERS[stage]}${before}${objectName}${between}${objectName}${behind}${received}${BETWEEN_TIMES}${time}${ending}`
    }
    return lines
  }

  /**
   * The events of a request that the server has named, where the frame is used again, until it is used for other events.
   * Undefined at its first use, and where it is long. All that the frame consists of must be ASCII.
   */
  bytes(details: EventDetails, times: MicroTimes): Uint8Array | undefined {
    if (!this.#isRepeated) {
      this.#isRepeated = this.#length() <= MAX_ENCODED_LENGTH * this.#templates.length
      return undefined
    }
    const last = this.#lastWith(details.objectName.length)
    last.write(details, times)
    return last.bytes
  }

  #length(): number {
    let length = 0
    for (const { before, between, behind, ending } of this.#templates) {
      length += before.length + between.length + behind.length + ending.length
    }
    return length
  }

  #lastWith(nameLength: number): LastEvents {
    this.#last ??= new Map()
    let last = this.#last.get(nameLength)
    if (last === undefined) {
      if (this.#last.size >= MAX_LENGTHS) this.#last.clear()
      last = this.#encode(nameLength)
      this.#last.set(nameLength, last)
    }
    return last
  }

  #encode(nameLength: number): LastEvents {
    const places: Places = { ids: [], names: [], received: [], answered: [] }
    let end = 0
    for (const { beginning, stage, before, between, behind, ending } of this.#templates) {
      const idAt = end + beginning.length
      const pathNameAt = idAt + ID_LENGTH + STAGE_MEMBERS[stage].length + before.length
      const nameAt = pathNameAt + nameLength + between.length
      const receivedAt = nameAt + nameLength + behind.length
      const reachedAt = receivedAt + TIME_LENGTH + BETWEEN_TIMES.length
      places.ids.push(idAt)
      places.names.push(pathNameAt, nameAt)
      places.received.push(receivedAt)
      places[isTimeOfReceipt(stage) ? 'received' : 'answered'].push(reachedAt)
      end = reachedAt + TIME_LENGTH + ending.length
    }
    const time = ' '.repeat(TIME_LENGTH)
    const blanks = {
      id: ' '.repeat(ID_LENGTH),
      objectName: ' '.repeat(nameLength),
      received: time,
      answered: time,
    }
    return new LastEvents(Buffer.from(this.lines(blanks), 'latin1'), places)
  }
}

/** Whether a stage is reached when the request is received. */
const isTimeOfReceipt = (stage: Stage) => stage === 'RequestReceived'

/** Where in the events of a frame stands what no other events have. */
interface Places {
  readonly ids: number[]
  /** Of the name of the object. */
  readonly names: number[]
  readonly received: number[]
  readonly answered: number[]
}

/** The bytes of the last events of a frame. Of the next ones only that is written which differs, and that is little. */
class LastEvents {
  readonly bytes: Uint8Array
  readonly #places: Places
  #idNumber = NO_ID
  #objectName = ''
  /** The seconds of the times that were last written. */
  #receivedSecond = Number.NaN
  #answeredSecond = Number.NaN

  constructor(bytes: Uint8Array, places: Places) {
    this.bytes = bytes
    this.#places = places
  }

  write(details: EventDetails, times: MicroTimes): void {
    const { bytes } = this
    const { idNumber, objectName, receivedAt, answeredAt } = details
    const { ids, received, answered } = this.#places
    for (let index = 0; index < ids.length; index++) {
      writeUniqueId(bytes, ids[index] as number, idNumber, this.#idNumber)
    }
    this.#idNumber = idNumber
    if (objectName !== this.#objectName) this.#writeName(objectName)
    this.#receivedSecond = times.writeTo(bytes, received, receivedAt, this.#receivedSecond)
    this.#answeredSecond = times.writeTo(bytes, answered, answeredAt, this.#answeredSecond)
  }

  #writeName(name: string): void {
    for (const at of this.#places.names) {
      for (let index = 0; index < name.length; index++) this.bytes[at + index] = name.charCodeAt(index)
    }
    this.#objectName = name
  }
}
