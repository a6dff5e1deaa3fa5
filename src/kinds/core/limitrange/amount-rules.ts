import type { FieldErrors } from '#meta/field-errors.js'
import { compareQuantities, quantityAsNumber } from '#schema/quantity.js'

/** What a limit range says of one resource. */
export interface Amounts {
  readonly max: string | undefined
  readonly min: string | undefined
  /** The default limit. */
  readonly limit: string | undefined
  /** The default request. */
  readonly request: string | undefined
  readonly ratio: string | undefined
  /** Whether the resource cannot be promised twice. */
  readonly isExclusive: boolean
}

const exceeds = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && compareQuantities(left, right) > 0

/** How the amounts of one resource have to relate. */
export function validateAmounts(name: string, amounts: Amounts, errors: FieldErrors): void {
  const { max, min, limit, request, ratio, isExclusive } = amounts
  if (exceeds(min, max)) {
    errors.invalid(`min[${name}]`, min, `min value ${min} is greater than max value ${max}`)
  }
  const requestField = `defaultRequest[${name}]`
  if (exceeds(min, request)) {
    errors.invalid(requestField, request, `min value ${min} is greater than default request value ${request}`)
  }
  if (exceeds(request, max)) {
    errors.invalid(requestField, request, `default request value ${request} is greater than max value ${max}`)
  }
  if (exceeds(request, limit)) {
    errors.invalid(
      requestField,
      request,
      `default request value ${request} is greater than default limit value ${limit}`,
    )
  }
  const limitField = `default[${name}]`
  if (exceeds(min, limit)) {
    errors.invalid(limitField, min, `min value ${min} is greater than default value ${limit}`)
  }
  if (exceeds(limit, max)) {
    errors.invalid(limitField, max, `default value ${limit} is greater than max value ${max}`)
  }
  if (ratio !== undefined) validateRatio(`maxLimitRequestRatio[${name}]`, ratio, amounts, errors)
  if (!isExclusive || limit === undefined || request === undefined) return
  if (compareQuantities(limit, request) !== 0) {
    errors.invalid(
      requestField,
      request,
      `default value ${limit} must equal to defaultRequest value ${request} in ${name}`,
    )
  }
}

function validateRatio(field: string, ratio: string, { max, min }: Amounts, errors: FieldErrors): void {
  if (exceeds('1', ratio)) errors.invalid(field, ratio, `ratio ${ratio} is less than 1`)
  if (max === undefined || min === undefined) return
  const largest = quantityAsNumber(max) / quantityAsNumber(min)
  if (quantityAsNumber(ratio) > largest) {
    errors.invalid(field, ratio, `ratio ${ratio} is greater than max/min = ${largest.toFixed(6)}`)
  }
}
