import type { AnyPart, ValueValidation } from '#structural/schema.js'
import { characterCount, isEqual, valueType } from '#structural/values.js'
import { PatternWorkError } from '#util/text/linear-pattern.js'
import type { ValidationErrors } from './validation-errors.js'

/** Checks of a value itself, without its properties and items. Messages are those of Kubernetes. */

export function checkType(part: AnyPart, value: unknown, errors: ValidationErrors): void {
  const { types } = part
  const actual = valueType(value)
  if (actual === 'null') {
    if (types.length > 0 && !part.nullable) typeMistake(types.join(','), 'null', errors)
    return
  }
  const isExpected = types.includes(actual) || (actual === 'integer' && types.includes('number'))
  const { format } = part.validation
  if (isExpected || (types.length === 0 && (format === undefined || actual === 'string'))) return
  if (format === undefined || actual === 'string' || actual === 'array') {
    typeMistake(types.join(','), actual, errors)
  } else typeMistake(format.name, storedFormat(actual), errors)
}

/** The storage format of a number; empty for other values. */
function storedFormat(actual: string): string {
  return actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : ''
}

function typeMistake(expected: string, actual: string, errors: ValidationErrors): void {
  const detail = `${errors.path} in body must be of type ${expected}: ${JSON.stringify(actual)}`
  errors.add({ type: 'typeInvalid', value: actual, detail })
}

/** Reports the first violated check, and the format in any case. */
export function checkText(checks: ValueValidation, text: string, errors: ValidationErrors): void {
  const { maxLength, minLength, pattern, format } = checks
  if (maxLength !== undefined && text.length > maxLength && characterCount(text) > maxLength) {
    errors.add({ type: 'tooLong', detail: `may not be more than ${maxLength} bytes` })
  } else if (minLength !== undefined && characterCount(text) < minLength) {
    invalid(text, `should be at least ${minLength} chars long`, errors)
  } else if (pattern !== undefined && !matches(pattern, text)) {
    invalid(text, `should match '${pattern.text}'`, errors)
  }
  if (format?.test !== undefined && !format.test(text)) {
    const detail = `${errors.path} in body must be of type ${format.name}: ${JSON.stringify(text)}`
    errors.add({ type: 'typeInvalid', value: text, detail })
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

export function checkNumber(checks: ValueValidation, value: number | bigint, errors: ValidationErrors): void {
  const { multipleOf } = checks
  if (multipleOf !== undefined && multipleOf !== 0 && !isMultiple(value, multipleOf)) {
    invalid(value, `should be a multiple of ${numberText(multipleOf)}`, errors)
  }
  // Bounds of integers are integers.
  const isWhole = valueType(value) === 'integer'
  const bound = (limit: number) => (isWhole ? Math.trunc(limit) : limit)
  if (checks.minimum !== undefined) {
    const minimum = bound(checks.minimum)
    if (value < minimum || (checks.exclusiveMinimum && isEqual(value, minimum))) {
      const words = checks.exclusiveMinimum ? 'greater than' : 'greater than or equal to'
      invalid(value, `should be ${words} ${numberText(minimum)}`, errors)
    }
  }
  if (checks.maximum !== undefined) {
    const maximum = bound(checks.maximum)
    if (value > maximum || (checks.exclusiveMaximum && isEqual(value, maximum))) {
      const words = checks.exclusiveMaximum ? 'less than' : 'less than or equal to'
      invalid(value, `should be ${words} ${numberText(maximum)}`, errors)
    }
  }
}

/** The relative tolerance of a quotient. */
const TOLERANCE = 1e-9

function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint' && Number.isInteger(factor)) return value % BigInt(factor) === 0n
  const quotient = factor < 1 ? (1 / factor) * Number(value) : Number(value) / factor
  if (Number.isInteger(quotient)) return true
  const nearest = Math.trunc(quotient)
  return Math.abs(quotient - nearest) / (Math.abs(quotient) + Math.abs(nearest)) < TOLERANCE
}

/** A number in Go's format: small ones with an exponent of at least two digits. */
function numberText(value: number): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-4
  const text = isSmall ? value.toExponential() : String(value)
  return text.replace(/e([+-])(\d)$/, 'e$10$2')
}

export function checkEnum(
  { enum: choices }: ValueValidation,
  value: unknown,
  errors: ValidationErrors,
): void {
  if (choices === undefined || choices.has(value)) return
  if (errors.isQuiet) errors.add(NOT_SUPPORTED)
  else errors.add({ ...NOT_SUPPORTED, value, detail: `supported values: ${choices.text()}` })
}

const NOT_SUPPORTED = { type: 'notSupported' } as const

export function invalid(value: unknown, words: string, errors: ValidationErrors, member = ''): void {
  errors.add({ type: 'invalid', value, detail: `${errors.path}${member} in body ${words}` })
}
