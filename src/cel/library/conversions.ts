import { type CostModel, TRAVERSAL_FACTOR } from '#cel/cost/model.js'
import { traverses } from '#cel/cost/models.js'
import { add, type Range, scale } from '#cel/cost/range.js'
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  parameter,
  STRING,
  TIMESTAMP,
  typeOf,
  UINT,
} from '#cel/types.js'
import { formatDuration, parseDuration } from '#cel/values/duration-text.js'
import { conversionFailure, Failure, overflow } from '#cel/values/failure.js'
import { formatTimestamp, inRange, parseTimestamp } from '#cel/values/timestamp-text.js'
import { type CelValue, Duration, Timestamp, TypeValue, typeNameOf, type Uint } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, int, overload, uint } from './declaration.js'
import { formatDouble, parseDouble } from './format-string.js'

/** `int(x)`, `string(x)` and the like. */

const NANOSECONDS = 1_000_000_000n
const same = (value: CelValue) => value
const A = parameter('A')

function truncated(value: number, what: string): bigint {
  if (!Number.isFinite(value)) throw overflow(what)
  return BigInt(Math.trunc(value))
}

/** Doubles at the ends of the range have been rounded, so their exact value is unknown. */
function intOfDouble(value: number): bigint {
  if (value <= -(2 ** 63) || value >= 2 ** 63) throw overflow('integer')
  return int(truncated(value, 'integer'))
}

function intOfText(text: string): bigint {
  if (!/^[+-]?[0-9]{1,40}$/.test(text)) throw conversionFailure('string', 'int')
  return orConversionFailure(() => int(BigInt(text.replace(/^\+/, ''))), 'int')
}

function uintOfText(text: string): Uint {
  if (!/^[0-9]{1,40}$/.test(text)) throw conversionFailure('string', 'uint')
  return orConversionFailure(() => uint(BigInt(text)), 'uint') as Uint
}

/** A number that is out of range is a conversion failure. */
function orConversionFailure<T>(convert: () => T, to: string): T {
  try {
    return convert()
  } catch {
    throw conversionFailure('string', to)
  }
}

const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])

function boolOfText(text: string): boolean {
  if (TRUE.has(text)) return true
  if (FALSE.has(text)) return false
  throw conversionFailure('string', 'bool')
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOfBytes(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Failure('invalid UTF-8 in bytes, cannot convert to string')
  }
}

function timestampOfText(text: string): Timestamp {
  const timestamp = parseTimestamp(text)
  if (!timestamp) throw conversionFailure('string', 'google.protobuf.Timestamp')
  return timestamp
}

function timestampOfSeconds(seconds: bigint): Timestamp {
  const nanoseconds = seconds * NANOSECONDS
  if (!inRange(nanoseconds)) throw overflow('timestamp')
  return new Timestamp(nanoseconds)
}

function durationOfText(text: string): Duration {
  const duration = parseDuration(text)
  if (!duration) throw conversionFailure('string', 'google.protobuf.Duration')
  return duration
}

const secondsOf = ({ nanoseconds }: Timestamp) => {
  const rest = ((nanoseconds % NANOSECONDS) + NANOSECONDS) % NANOSECONDS
  return (nanoseconds - rest) / NANOSECONDS
}

/** Encoding or decoding strings: a character takes up to four bytes. */
const recodes = (resultSize: (size: Range) => Range): CostModel => ({
  ...traverses(),
  estimate: ({ args: [argument] }) => {
    const size = argument?.size ?? { min: 0, max: 0 }
    return { cost: scale(size, TRAVERSAL_FACTOR), size: resultSize(size) }
  },
})
const encodes = recodes((size) => ({ min: size.min, max: add(size, { min: 0, max: size.max * 3 }).max }))
const decodes = recodes((size) => ({ min: Math.floor(size.min / 4), max: size.max }))

const conversion = (
  name: string,
  result: CelType,
  ...from: readonly [CelType, (value: never) => CelValue, CostModel?][]
) => declare(name, ...from.map(([type, apply, cost]) => overload([type], result, apply, cost)))

export const conversions: readonly FunctionDeclaration[] = [
  conversion(
    'int',
    INT,
    [INT, same],
    [UINT, ({ value }: Uint) => int(value)],
    [DOUBLE, intOfDouble],
    [STRING, intOfText],
    [TIMESTAMP, secondsOf],
    [DURATION, ({ nanoseconds }: Duration) => nanoseconds],
  ),
  conversion(
    'uint',
    UINT,
    [UINT, same],
    [INT, uint],
    [DOUBLE, (value: number) => uint(truncated(value, 'unsigned integer'))],
    [STRING, uintOfText],
  ),
  conversion(
    'double',
    DOUBLE,
    [DOUBLE, same],
    [INT, (value: bigint) => Number(value)],
    [UINT, ({ value }: Uint) => Number(value)],
    [STRING, parseDouble],
  ),
  conversion('bool', BOOL, [BOOL, same], [STRING, boolOfText]),
  conversion('bytes', BYTES, [BYTES, same], [STRING, (text: string) => Buffer.from(text, 'utf8'), encodes]),
  conversion(
    'string',
    STRING,
    [STRING, same],
    [BOOL, (value: boolean) => String(value)],
    [INT, (value: bigint) => String(value)],
    [UINT, ({ value }: Uint) => String(value)],
    [DOUBLE, formatDouble],
    [BYTES, textOfBytes, decodes],
    [TIMESTAMP, formatTimestamp],
    [DURATION, formatDuration],
  ),
  conversion('timestamp', TIMESTAMP, [TIMESTAMP, same], [STRING, timestampOfText], [INT, timestampOfSeconds]),
  conversion(
    'duration',
    DURATION,
    [DURATION, same],
    [STRING, durationOfText],
    [INT, (nanoseconds: bigint) => new Duration(nanoseconds)],
  ),
  declare('dyn', overload([A], DYN, same)),
  declare(
    'type',
    overload([A], typeOf(A), (value: CelValue) => new TypeValue(typeNameOf(value))),
  ),
]
