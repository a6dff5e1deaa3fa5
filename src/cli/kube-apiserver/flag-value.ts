import { quote, UsageError } from '#cli/process-environment.js'
import { parseGoDuration } from '#util/text/duration.js'
import type { FlagType } from './flag.js'

/**
 * The value of a flag that was given at least once. Lists are joined with commas, durations are in milliseconds; of
 * other flags the last value counts. Throws `UsageError`.
 */
export function readValue(flag: string, type: FlagType, given: readonly string[]): string {
  const read = READERS[type]
  const values = given.map((text) => {
    const value = read(text)
    if (value === undefined) throw new UsageError(`${flag}: expected ${EXPECTED[type]}, got ${quote(text)}`)
    return value
  })
  if (!LISTS.has(type)) return values.at(-1) ?? ''
  return values.filter((value) => value !== '').join(',')
}

const LISTS: ReadonlySet<FlagType> = new Set(['strings', 'array', 'pairs'])

const EXPECTED: Readonly<Record<FlagType, string>> = {
  bool: 'true or false',
  int: 'a whole number',
  float: 'a number',
  duration: 'a duration such as 1m30s',
  string: 'a string',
  strings: 'a list separated by commas',
  array: 'one value without a comma; repeat the flag for more',
  pairs: 'pairs of key=value, separated by commas',
}

const READERS: Readonly<Record<FlagType, (text: string) => string | undefined>> = {
  bool: readBool,
  int: readInt,
  float: (text) => (/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text) ? text : undefined),
  duration: readDuration,
  string: String,
  strings: readCsv,
  array: (text) => (text.includes(',') ? undefined : text),
  pairs: (text) => (text === '' || text.split(',').every((pair) => /^[^=]+=/.test(pair)) ? text : undefined),
}

/** As `strconv.ParseBool`. */
function readBool(text: string): string | undefined {
  if (/^(?:1|t|T|true|True|TRUE)$/.test(text)) return 'true'
  return /^(?:0|f|F|false|False|FALSE)$/.test(text) ? 'false' : undefined
}

/** As `strconv.ParseInt` with base 0. */
function readInt(text: string): string | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)([0-9a-z]+(?:_[0-9a-z]+)*)$/i.exec(text) ?? []
  const plain = digits.replaceAll('_', '').replace(/^0(?=[0-7]+$)/, '0o')
  const number = /^(?:0x[0-9a-f]+|0o[0-7]+|0b[01]+|0|[1-9][0-9]*)$/i.test(plain) ? Number(plain) : Number.NaN
  if (!Number.isSafeInteger(number)) return undefined
  return `${sign === '-' && number !== 0 ? '-' : ''}${number}`
}

function readDuration(text: string): string | undefined {
  const milliseconds = parseGoDuration(text)
  return milliseconds === undefined || milliseconds < 0 ? undefined : `${milliseconds}ms`
}

/** One line of CSV. A field with a comma could not be passed on. */
function readCsv(text: string): string | undefined {
  const fields: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy
  while (field.lastIndex < text.length) {
    const [whole, quoted, plain = '', end] = field.exec(text) ?? []
    if (whole === undefined) return undefined
    const value = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    if (value.includes(',')) return undefined
    fields.push(value)
    if (end === ',' && field.lastIndex === text.length) fields.push('')
  }
  return fields.join(',')
}
