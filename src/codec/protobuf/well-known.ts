import { MAX_DEPTH } from '#codec/codec.js'
import { FIRST_SECOND, formatMicroTime, formatTime, LAST_SECOND } from '#schema/times.js'
import {
  type AnyStruct,
  explicit,
  int32,
  int64,
  required,
  type ScalarName,
  type ScalarValues,
  string,
  struct,
} from '#schema/type.js'
import { formatDuration, parseDuration } from '#util/text/duration.js'

/**
 * Scalars that are messages in protobuf. The messages are described like any other, and written and read by
 * the same code.
 */
export interface WellKnown<V> {
  readonly struct: AnyStruct
  /** Undefined stands for a message of no bytes. */
  toFields(value: V): FieldValues | undefined
  /** Returns a `TypeMismatch` when the message is well-formed but no value of the scalar. */
  fromFields(fieldValues: FieldValues, counter: PartCounter): V | TypeMismatch
}

/** Counts the parts of a value. Throws when there are too many. */
export interface PartCounter {
  countPart(): void
}

/** An error in a message; the reader adds its position. */
export class TypeMismatch {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

type FieldValues = Record<string, unknown>
/** They are part of no published schema. */
const UNPUBLISHED = ''

const time: WellKnown<ScalarValues['time']> = {
  struct: struct('Time', UNPUBLISHED, {
    seconds: explicit(1, int64, 'Since 1970.'),
    nanos: explicit(2, int32, 'Always written as 0, and never looked at: times are of whole seconds.'),
  }),
  toFields: (value) => (value === null ? undefined : { seconds: Date.parse(value) / 1000, nanos: 0 }),
  fromFields({ seconds, nanos }) {
    if (seconds === undefined && nanos === undefined) return null
    const second = (seconds as number | undefined) ?? 0
    return hasText(second) ? formatTime(new Date(second * 1000)) : OUT_OF_RANGE
  },
}

const OUT_OF_RANGE = new TypeMismatch('expected a time in the years 0 to 9999')
const hasText = (second: number) => second >= FIRST_SECOND && second <= LAST_SECOND

const microTime: WellKnown<ScalarValues['microTime']> = {
  struct: struct('MicroTime', UNPUBLISHED, {
    seconds: explicit(1, int64, 'Since 1970.'),
    nanos: explicit(
      2,
      int32,
      'From 0 to 999,999,999, behind the second; what is finer than 1000 is cut off.',
    ),
  }),
  toFields(value) {
    if (value === null) return undefined
    const [second, fraction] = value.split('.') as [string, string]
    return { seconds: Date.parse(`${second}Z`) / 1000, nanos: Number.parseInt(fraction, 10) * 1000 }
  },
  fromFields({ seconds, nanos }) {
    if (seconds === undefined && nanos === undefined) return null
    const second = (seconds as number | undefined) ?? 0
    const fraction = (nanos as number | undefined) ?? 0
    if (!hasText(second)) return OUT_OF_RANGE
    if (fraction < 0 || fraction > 999_999_999) return new TypeMismatch('expected nanos from 0 to 999999999')
    return formatMicroTime(second, Math.floor(fraction / 1000))
  },
}

const NANOSECONDS = 1e6

const duration: WellKnown<string> = {
  struct: struct('Duration', UNPUBLISHED, { duration: required(1, int64, 'In nanoseconds.') }),
  toFields: (value) => ({ duration: (parseDuration(value) ?? 0) * NANOSECONDS }),
  fromFields: ({ duration: nanoseconds = 0 }) =>
    formatDuration(Math.max(Math.round((nanoseconds as number) / NANOSECONDS), 0)),
}

const quantity: WellKnown<string> = {
  struct: struct('Quantity', UNPUBLISHED, { string: required(1, string, 'As in JSON.') }),
  toFields: (value) => ({ string: value }),
  fromFields: ({ string }) => (string as string | undefined) ?? '0',
}

const IS_NUMBER = 0
const IS_TEXT = 1

const intOrString: WellKnown<ScalarValues['intOrString']> = {
  struct: struct('IntOrString', UNPUBLISHED, {
    type: required(1, int64, 'Which of the others counts.'),
    intVal: required(2, int32, 'The number.'),
    strVal: required(3, string, 'The text.'),
  }),
  toFields: (value) =>
    typeof value === 'string' ? { type: IS_TEXT, strVal: value } : { type: IS_NUMBER, intVal: value },
  fromFields({ type = IS_NUMBER, intVal = 0, strVal = '' }) {
    if (type === IS_NUMBER) return intVal as number
    if (type === IS_TEXT) return strVal as string
    return new TypeMismatch(`expected a number (type 0) or text (type 1), got type ${type}`)
  },
}

const json: WellKnown<unknown> = {
  struct: struct('RawExtension', UNPUBLISHED, {
    raw: explicit(1, string, 'The value as JSON in UTF-8; absent for null.'),
  }),
  toFields: (value) => (value === null ? undefined : { raw: JSON.stringify(value) }),
  fromFields({ raw = '' }, counter) {
    if (raw === '') return null
    let value: unknown
    try {
      value = JSON.parse(raw as string)
    } catch {
      return new TypeMismatch('expected JSON')
    }
    const isBounded = countParts(value, counter, MAX_DEPTH)
    return isBounded ? value : new TypeMismatch(`the JSON nests more than ${MAX_DEPTH} levels deep`)
  },
}

/** Counts fields and elements as the parts of a message are. Returns false when they nest deeper than so many levels. */
function countParts(value: unknown, counter: PartCounter, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const part of Object.values(value)) {
    counter.countPart()
    if (!countParts(part, counter, levels - 1)) return false
  }
  return true
}

export const WELL_KNOWN = {
  time,
  microTime,
  duration,
  quantity,
  milliQuantity: quantity,
  intOrString,
  json,
  schemaJson: json,
  fieldSet: json,
} as const
export type WellKnownName = keyof typeof WELL_KNOWN

export function isWellKnown(name: ScalarName): name is WellKnownName {
  return name in WELL_KNOWN
}
