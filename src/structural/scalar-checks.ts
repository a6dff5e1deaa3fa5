import { PatternWorkError } from '#util/linear-pattern.js'
import type { Findings } from './findings.js'
import type { AnyPart, ValueValidation } from './schema.js'
import { characterCount, isEqual, valueType } from './values.js'

/** What is checked of a value alone, whatever its members and items are. The words are those that clients know. */

export function checkType(part: AnyPart, value: unknown, findings: Findings): void {
  const { types } = part
  const actual = valueType(value)
  if (actual === 'null') {
    if (types.length > 0 && !part.nullable) typeMistake(types.join(','), 'null', findings)
    return
  }
  const isExpected = types.includes(actual) || (actual === 'integer' && types.includes('number'))
  const { format } = part.validation
  if (isExpected || (types.length === 0 && (format === undefined || actual === 'string'))) return
  if (format === undefined || actual === 'string' || actual === 'array') {
    typeMistake(types.join(','), actual, findings)
  } else typeMistake(format.name, storedFormat(actual), findings)
}

/** What a number is stored as; other values have no such name. */
function storedFormat(actual: string): string {
  return actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : ''
}

function typeMistake(expected: string, actual: string, findings: Findings): void {
  const detail = `${findings.path} in body must be of type ${expected}: ${JSON.stringify(actual)}`
  findings.add({ type: 'typeInvalid', value: actual, detail })
}

/** The first of these that text breaks is told, and the format in any case. */
export function checkText(checks: ValueValidation, text: string, findings: Findings): void {
  const { maxLength, minLength, pattern, format } = checks
  if (maxLength !== undefined && text.length > maxLength && characterCount(text) > maxLength) {
    findings.add({ type: 'tooLong', detail: `may not be more than ${maxLength} bytes` })
  } else if (minLength !== undefined && characterCount(text) < minLength) {
    invalid(text, `should be at least ${minLength} chars long`, findings)
  } else if (pattern !== undefined && !matches(pattern, text)) {
    invalid(text, `should match '${pattern.text}'`, findings)
  }
  if (format?.test !== undefined && !format.test(text)) {
    const detail = `${findings.path} in body must be of type ${format.name}: ${JSON.stringify(text)}`
    findings.add({ type: 'typeInvalid', value: text, detail })
  }
}

/** A text that is too long to be matched does not match. */
function matches(pattern: NonNullable<ValueValidation['pattern']>, text: string): boolean {
  try {
    return pattern.test(text)
  } catch (error) {
    if (error instanceof PatternWorkError) return false
    throw error
  }
}

export function checkNumber(checks: ValueValidation, value: number | bigint, findings: Findings): void {
  const { multipleOf } = checks
  if (multipleOf !== undefined && multipleOf !== 0 && !isMultiple(value, multipleOf)) {
    invalid(value, `should be a multiple of ${numberText(multipleOf)}`, findings)
  }
  // The bounds of whole numbers are whole.
  const isWhole = valueType(value) === 'integer'
  const bound = (limit: number) => (isWhole ? Math.trunc(limit) : limit)
  if (checks.minimum !== undefined) {
    const minimum = bound(checks.minimum)
    if (value < minimum || (checks.exclusiveMinimum && isEqual(value, minimum))) {
      const words = checks.exclusiveMinimum ? 'greater than' : 'greater than or equal to'
      invalid(value, `should be ${words} ${numberText(minimum)}`, findings)
    }
  }
  if (checks.maximum !== undefined) {
    const maximum = bound(checks.maximum)
    if (value > maximum || (checks.exclusiveMaximum && isEqual(value, maximum))) {
      const words = checks.exclusiveMaximum ? 'less than' : 'less than or equal to'
      invalid(value, `should be ${words} ${numberText(maximum)}`, findings)
    }
  }
}

/** How far a quotient may be from a whole number, in relation to both. */
const TOLERANCE = 1e-9

function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint' && Number.isInteger(factor)) return value % BigInt(factor) === 0n
  const quotient = factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor
  if (Number.isInteger(quotient)) return true
  const nearest = Math.trunc(quotient)
  return Math.abs(quotient - nearest) / (Math.abs(quotient) + Math.abs(nearest)) < TOLERANCE
}

/** A number as Go writes it: with an exponent where it is very small, of two digits at least. */
function numberText(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-4
  const text = isSmall ? value.toExponential() : String(value)
  return text.replace(/e([+-])(\d)$/, 'e$10$2')
}

export function checkEnum({ enum: choices }: ValueValidation, value: unknown, findings: Findings): void {
  if (choices === undefined || choices.has(value)) return
  if (findings.isQuiet) findings.add(NOT_SUPPORTED)
  else findings.add({ ...NOT_SUPPORTED, value, detail: `supported values: ${choices.text()}` })
}

const NOT_SUPPORTED = { type: 'notSupported' } as const

export function invalid(value: unknown, words: string, findings: Findings, member = ''): void {
  findings.add({ type: 'invalid', value, detail: `${findings.path}${member} in body ${words}` })
}
