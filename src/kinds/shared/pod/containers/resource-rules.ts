import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, NEGATIVE } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import { compareQuantities } from '#schema/quantity.js'
import type { ResourceClaim, ResourceRequirements } from './container.js'

/** Resource names without a domain, in quotas and elsewhere. */
const STANDARD = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
])
const OF_CONTAINERS = new Set(['cpu', 'memory', 'ephemeral-storage'])

const isHugePages = (name: string) => name.startsWith('hugepages-')
const isStandard = (name: string) =>
  STANDARD.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-')
/** An extended resource: a name with a domain outside of Kubernetes. */
const isExtended = (name: string) => name.includes('/') && !name.includes('kubernetes.io/')
/** Resources that cannot be overcommitted. */
const isExclusive = (name: string) =>
  isExtended(name) || isHugePages(name) || name === 'alpha.kubernetes.io/nvidia-gpu'

/** Local storage can be requested, but limits of it are not enforced. */
const NO_STORAGE_LIMITS = 'ResourceEphemeralStorage field disabled by feature-gate for ResourceRequirements'

type Amounts = NonNullable<ResourceRequirements['limits']>
const NONE: Amounts = {}

export function validateResources(
  { limits = NONE, requests = NONE, claims }: ResourceRequirements,
  errors: FieldErrors,
  { isCurrent }: PodRules,
): void {
  errors.field('limits', limits, validateAmounts)
  if (!isCurrent && limits['ephemeral-storage'] !== undefined) errors.forbidden('limits', NO_STORAGE_LIMITS)
  errors.field('requests', requests, validateAmounts)
  const quoted = (limit: string) => (isCurrent ? ` of ${limit}` : '')
  for (const name in requests) validateRequest(name, requests[name] as string, limits, quoted, errors)
  if (has(isHugePages, limits, requests) && !has(isComputing, limits, requests)) {
    errors.forbidden('', 'HugePages require cpu or memory')
  }
  errors.eachDistinct('claims', claims, validateClaim)
}

function validateClaim({ name }: ResourceClaim, errors: FieldErrors, names: Set<string>): void {
  if (!mustBeGiven('name', name, errors)) return
  if (names.has(name)) errors.duplicate('', name)
  names.add(name)
}

const isComputing = (name: string) => name === 'cpu' || name === 'memory'

function has(test: (name: string) => boolean, limits: Amounts, requests: Amounts): boolean {
  for (const name in limits) if (test(name)) return true
  for (const name in requests) if (test(name)) return true
  return false
}

export function validateAmounts(amounts: Amounts, errors: FieldErrors): void {
  for (const name in amounts) {
    const amount = amounts[name] as string
    if (!OF_CONTAINERS.has(name)) validateName(name, errors)
    if (amount.startsWith('-')) errors.invalid(`[${name}]`, amount, NEGATIVE)
    if (isExtended(name) && !isWhole(amount)) {
      errors.invalid(`[${name}]`, amount, 'must be an integer')
    }
  }
}

function validateName(name: string, errors: FieldErrors): void {
  const messages = qualifiedName(name)
  for (const message of messages) errors.invalid(`[${name}]`, name, message)
  if (name.includes('/')) return
  if (messages.length === 0 && !isStandard(name)) {
    errors.invalid(`[${name}]`, name, 'must be a standard resource type or fully qualified')
  }
  if (!isHugePages(name)) errors.invalid(`[${name}]`, name, 'must be a standard resource for containers')
}

/** A canonical quantity is a fraction only if it has such a suffix. */
const FRACTION = /[num]$|e-/
const isWhole = (amount: string) => !FRACTION.test(amount)

/** `quoted` is how an error quotes a limit. */
function validateRequest(
  name: string,
  amount: string,
  limits: Amounts,
  quoted: (limit: string) => string,
  errors: FieldErrors,
): void {
  const limit = Object.hasOwn(limits, name) ? limits[name] : undefined
  if (limit === undefined) {
    if (isExclusive(name)) {
      errors.required('limits', 'Limit must be set for non overcommitable resources')
    }
    return
  }
  const difference = compareAmounts(amount, limit)
  if (difference !== 0 && isExclusive(name)) {
    errors.invalid('requests', amount, `must be equal to ${name} limit${quoted(limit)}`)
  } else if (difference > 0) {
    errors.invalid('requests', amount, `must be less than or equal to ${name} limit${quoted(limit)}`)
  }
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
