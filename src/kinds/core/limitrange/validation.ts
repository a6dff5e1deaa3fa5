import {
  mayBeOvercommitted,
  mustBeContainerResourceName,
  mustBeResourceName,
} from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import { compareQuantities, quantityAsNumber } from '#schema/quantity.js'
import type { LimitRange, LimitRangeItem } from './schema.js'

export function validateLimitRange({ spec }: Readonly<LimitRange>, errors: FieldErrors): void {
  errors.eachDistinct('spec.limits', spec.limits, validateItem)
}

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim']

function validateItem(item: LimitRangeItem, errors: FieldErrors, seen: Set<string>): void {
  const { type } = item
  errors.format('type', type, qualifiedName)
  if (!type.includes('/') && !TYPES.includes(type)) {
    errors.invalid('type', type, 'must be a standard limit type or fully qualified')
  }
  if (seen.has(type)) errors.duplicate('type', type)
  seen.add(type)

  validateNames(item, 'max', errors)
  validateNames(item, 'min', errors)
  if (type === 'Pod') {
    mustNotHaveDefaults(item, 'default', errors)
    mustNotHaveDefaults(item, 'defaultRequest', errors)
  } else {
    validateNames(item, 'default', errors)
    validateNames(item, 'defaultRequest', errors)
  }
  if (type === 'PersistentVolumeClaim' && !item.min?.storage && !item.max?.storage) {
    errors.required('limits', 'either minimum or maximum storage value is required, but neither was provided')
  }
  validateNames(item, 'maxLimitRequestRatio', errors)
  for (const name of namesOf(item)) validateAmounts(name, amountsOf(item, name), errors)
}

const FIELDS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const
type FieldName = (typeof FIELDS)[number]

function validateNames(item: LimitRangeItem, member: FieldName, errors: FieldErrors): void {
  const mustBeName =
    item.type === 'Pod' || item.type === 'Container' ? mustBeContainerResourceName : mustBeResourceName
  for (const name in item[member]) mustBeName(`${member}[${name}]`, name, errors)
}

function mustNotHaveDefaults(item: LimitRangeItem, member: FieldName, errors: FieldErrors): void {
  if (item[member] !== undefined) errors.forbidden(member, "may not be specified when `type` is 'Pod'")
}

function namesOf(item: LimitRangeItem): Set<string> {
  return new Set(FIELDS.flatMap((member) => Object.keys(item[member] ?? {})))
}

function amountsOf(item: LimitRangeItem, name: string) {
  const at = (member: FieldName) => {
    const amounts = item[member]
    return amounts !== undefined && Object.hasOwn(amounts, name) ? amounts[name] : undefined
  }
  // Pods have no defaults; the error for the field is already reported.
  const hasDefaults = item.type !== 'Pod'
  return {
    max: at('max'),
    min: at('min'),
    limit: hasDefaults ? at('default') : undefined,
    request: hasDefaults ? at('defaultRequest') : undefined,
    ratio: at('maxLimitRequestRatio'),
    isExclusive: !mayBeOvercommitted(name),
  }
}

/** The bounds of one resource. */
interface Amounts {
  readonly max: string | undefined
  readonly min: string | undefined
  /** The default limit. */
  readonly limit: string | undefined
  /** The default request. */
  readonly request: string | undefined
  readonly ratio: string | undefined
  /** Whether the resource cannot be overcommitted. */
  readonly isExclusive: boolean
}

const exceeds = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && compareQuantities(left, right) > 0

/** The rules on how the bounds of one resource relate. */
function validateAmounts(name: string, amounts: Amounts, errors: FieldErrors): void {
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
