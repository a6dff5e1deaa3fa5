import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import {
  isHugePages,
  mayBeOvercommitted,
  mustBeAmount,
  mustBeContainerResourceName,
  mustBeWholePages,
} from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { NEGATIVE } from '#meta/field-rules.js'
import { compareQuantities } from '#schema/quantity.js'
import type { ResourceRequirements } from './container.js'
import { mustBeLegacyAmount, NO_STORAGE_LIMITS, NVIDIA } from './legacy-resource-rules.js'

type Amounts = NonNullable<ResourceRequirements['limits']>
const NONE: Amounts = {}

export function validateResources(
  { limits = NONE, requests = NONE }: ResourceRequirements,
  errors: FieldErrors,
  { isCurrent }: PodRules,
): void {
  errors.field('limits', limits, isCurrent ? validateAmounts : validateLegacyAmounts)
  if (!isCurrent && limits['ephemeral-storage'] !== undefined) errors.forbidden('limits', NO_STORAGE_LIMITS)
  for (const name in requests) {
    const amount = requests[name] as string
    errors.field('requests', amount, isCurrent ? validateAmount : mustBeLegacyAmount, name)
    compareWithLimit(name, amount, limits, isCurrent, errors)
    if (isCurrent && isHugePages(name)) errors.field('requests', amount, validatePages, name)
  }
  if (has(isHugePages, limits, requests) && !has(isComputing, limits, requests)) {
    errors.forbidden('', 'HugePages require cpu or memory')
  }
}

const isComputing = (name: string) => name === 'cpu' || name === 'memory'

function has(test: (name: string) => boolean, limits: Amounts, requests: Amounts): boolean {
  for (const name in limits) if (test(name)) return true
  for (const name in requests) if (test(name)) return true
  return false
}

/** Amounts that a container, or the overhead of a pod, has at most. */
export function validateAmounts(amounts: Amounts, errors: FieldErrors): void {
  for (const name in amounts) {
    const amount = amounts[name] as string
    validateAmount(amount, errors, name)
    if (isHugePages(name)) validatePages(amount, errors, name)
  }
}

const COMMON = new Set(['cpu', 'memory', 'ephemeral-storage'])

function validateAmount(amount: string, errors: FieldErrors, name: string): void {
  if (COMMON.has(name)) {
    if (amount.startsWith('-')) errors.invalid(`[${name}]`, amount, NEGATIVE)
    return
  }
  mustBeContainerResourceName(`[${name}]`, name, errors)
  mustBeAmount(`[${name}]`, name, amount, errors)
}

function validatePages(amount: string, errors: FieldErrors, name: string): void {
  mustBeWholePages(`[${name}]`, name, amount, errors)
}

function validateLegacyAmounts(amounts: Amounts, errors: FieldErrors): void {
  for (const name in amounts) mustBeLegacyAmount(amounts[name] as string, errors, name)
}

/** Legacy groups do not quote the limit. */
function compareWithLimit(
  name: string,
  amount: string,
  limits: Amounts,
  isCurrent: boolean,
  errors: FieldErrors,
): void {
  const isFlexible = isCurrent ? mayBeOvercommitted(name) : name !== NVIDIA && mayBeOvercommitted(name)
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined
  if (limit === undefined) {
    if (!isFlexible) errors.required('limits', 'Limit must be set for non overcommitable resources')
    return
  }
  const difference = compareAmounts(amount, limit)
  if (difference === 0 || (isFlexible && difference < 0)) return
  const relation = isFlexible ? 'less than or equal to' : 'equal to'
  errors.invalid('requests', amount, `must be ${relation} ${name} limit${isCurrent ? ` of ${limit}` : ''}`)
}

/** Longer numbers are not exact. */
const EXACT_DIGITS = 15
const NINE = '9'.charCodeAt(0)

/** Quantities with the same unit, as most are, compare by number alone. */
function compareAmounts(left: string, right: string): number {
  const unit = unitOf(left)
  if (unit !== unitOf(right) || left.length > EXACT_DIGITS || right.length > EXACT_DIGITS) {
    return compareQuantities(left, right)
  }
  return Number(left.slice(0, left.length - unit.length)) - Number(right.slice(0, right.length - unit.length))
}

/** The suffix after the last digit. */
function unitOf(amount: string): string {
  let end = amount.length
  while (end > 0 && amount.charCodeAt(end - 1) > NINE) end--
  return amount.slice(end)
}
