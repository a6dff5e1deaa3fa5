import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { percent } from './formats.js'

/** A number of pods, or a share of them such as `25%`. */
export type CountOrPercent = number | string | undefined

export function mustBeCountOrPercent(field: string, value: CountOrPercent, errors: FieldErrors): void {
  if (typeof value !== 'string') mustNotBeNegative(field, value, errors)
  else for (const problem of percent(value)) errors.invalid(field, value, problem)
}

const PERCENT = /^([0-9]+)%$/
const NUMBER = /^[+-]?[0-9]+$/

/** The number in it, with or without the percent sign; none is 0. */
export function amountIn(value: CountOrPercent): number {
  if (typeof value !== 'string') return value ?? 0
  const share = PERCENT.exec(value)?.[1]
  return share === undefined ? (NUMBER.test(value) ? Number(value) : 0) : Number(share)
}

/** A share of more than all makes no sense; a count may be any. */
export function mustNotExceedAll(field: string, value: CountOrPercent, errors: FieldErrors): void {
  if (typeof value !== 'string' || !PERCENT.test(value) || amountIn(value) <= 100) return
  errors.invalid(field, value, 'must not be greater than 100%')
}
