import { formatTime } from '../../schema/scalars.js'
import {
  type AnyStruct,
  int32,
  int64,
  required,
  type ScalarName,
  type ScalarValues,
  string,
  struct,
} from '../../schema/type.js'

/**
 * Scalars that are messages in protobuf. The messages are described like any other, and written and read by
 * the same code.
 */
export interface WellKnown<V> {
  readonly struct: AnyStruct
  /** Undefined stands for a message of no bytes. */
  toMembers(value: V): Members | undefined
  /** Returns a `Misfit` when the message is well-formed but no value of the scalar. */
  fromMembers(members: Members): V | Misfit
}

/** What is wrong with a message; where it lies is for the reader to say. */
export class Misfit {
  readonly problem: string

  constructor(problem: string) {
    this.problem = problem
  }
}

type Members = Record<string, unknown>
/** They are part of no published schema. */
const UNPUBLISHED = ''

/** The first second of year 0 and the last of year 9999, beyond which a time has no text. */
const FIRST_SECOND = -62_167_219_200
const LAST_SECOND = 253_402_300_799

const time: WellKnown<ScalarValues['time']> = {
  struct: struct('Time', UNPUBLISHED, {
    seconds: required(1, int64, 'Since 1970.'),
    nanos: required(2, int32, 'Always written as 0, and never looked at: times are of whole seconds.'),
  }),
  toMembers: (value) => (value === null ? undefined : { seconds: Date.parse(value) / 1000, nanos: 0 }),
  fromMembers({ seconds, nanos }) {
    if (seconds === undefined && nanos === undefined) return null
    const second = (seconds as number | undefined) ?? 0
    if (second < FIRST_SECOND || second > LAST_SECOND) {
      return new Misfit('expected a time in the years 0 to 9999')
    }
    return formatTime(new Date(second * 1000))
  },
}

const quantity: WellKnown<string> = {
  struct: struct('Quantity', UNPUBLISHED, { string: required(1, string, 'As in JSON.') }),
  toMembers: (value) => ({ string: value }),
  fromMembers: ({ string }) => (string as string | undefined) ?? '0',
}

const IS_NUMBER = 0
const IS_TEXT = 1

const intOrString: WellKnown<ScalarValues['intOrString']> = {
  struct: struct('IntOrString', UNPUBLISHED, {
    type: required(1, int64, 'Which of the others counts.'),
    intVal: required(2, int32, 'The number.'),
    strVal: required(3, string, 'The text.'),
  }),
  toMembers: (value) =>
    typeof value === 'string' ? { type: IS_TEXT, strVal: value } : { type: IS_NUMBER, intVal: value },
  fromMembers({ type = IS_NUMBER, intVal = 0, strVal = '' }) {
    if (type === IS_NUMBER) return intVal as number
    if (type === IS_TEXT) return strVal as string
    return new Misfit(`expected a number (type 0) or text (type 1), got type ${type}`)
  },
}

export const WELL_KNOWN = { time, quantity, milliQuantity: quantity, intOrString } as const
export type WellKnownName = keyof typeof WELL_KNOWN

export function isWellKnown(name: ScalarName): name is WellKnownName {
  return name in WELL_KNOWN
}
