import { Unquoted } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { NEGATIVE } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import { canonicalQuantity, isQuantity, quantityAsInteger } from '#schema/quantity.js'

/** Resource names, and the rules on quantities of them. */

const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]
const QUOTA = new Set([
  'cpu',
  'memory',
  'ephemeral-storage',
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  ...COUNTED,
])
const STANDARD = new Set([...QUOTA, 'storage'])
export const OF_CONTAINERS = new Set(['cpu', 'memory', 'ephemeral-storage'])
const WHOLE = new Set(COUNTED)

export const isHugePages = (name: string) => name.startsWith('hugepages-')
const isQuotaHugePages = (name: string) => isHugePages(name) || name.startsWith('requests.hugepages-')
export const hasDomain = (name: string) => name.includes('/')

/** Names without a domain, or with a Kubernetes domain. */
export const isNative = (name: string) => !hasDomain(name) || name.includes('kubernetes.io/')

/** An extended resource: a name with a domain outside of Kubernetes, which quotas can count. */
const isExtended = (name: string) =>
  !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0

export const isStandard = (name: string) => STANDARD.has(name) || isQuotaHugePages(name)
export const isStandardInQuotas = (name: string) => QUOTA.has(name) || isQuotaHugePages(name)

/** Resources that cannot be overcommitted. */
export const mayBeOvercommitted = (name: string) => isNative(name) && !isHugePages(name)

/** `field` is the path of the name. Returns whether the name is valid. */
export function mustBeResourceName(field: string, name: string, errors: FieldErrors): boolean {
  const messages = qualifiedName(name)
  for (const message of messages) errors.invalid(field, new Unquoted(name), message)
  if (messages.length > 0) return false
  if (hasDomain(name) || isStandard(name)) return true
  errors.invalid(field, new Unquoted(name), 'must be a standard resource type or fully qualified')
  return false
}

export function mustBeContainerResourceName(field: string, name: string, errors: FieldErrors): void {
  mustBeResourceName(field, name, errors)
  if (!hasDomain(name)) {
    if (OF_CONTAINERS.has(name) || isHugePages(name)) return
    errors.invalid(field, new Unquoted(name), 'must be a standard resource for containers')
  } else if (!isNative(name) && !isExtended(name)) {
    errors.invalid(field, new Unquoted(name), "doesn't follow extended resource name standard")
  }
}

export function mustBeQuotaResourceName(field: string, name: string, errors: FieldErrors): void {
  mustBeResourceName(field, name, errors)
  if (hasDomain(name) || isStandardInQuotas(name)) return
  errors.invalid(field, new Unquoted(name), 'must be a standard resource for quota')
}

/** `hugepages-2Mi` is counted in pages of 2Mi. */
export function mustBeWholePages(field: string, name: string, amount: string, errors: FieldErrors): void {
  if (!isHugePages(name) || isMultiple(amount, name.slice('hugepages-'.length))) return
  errors.invalid(field, amount, `${amount} is not positive integer multiple of ${name}`)
}

function isMultiple(amount: string, size: string): boolean {
  const page = isQuantity(size) ? quantityAsInteger(canonicalQuantity(size)) : undefined
  return page !== undefined && page > 0n && (quantityAsInteger(amount) ?? 1n) % page === 0n
}

/** A canonical quantity is a fraction only if it has such a suffix. */
export const FRACTION = /[num]$|e-/

export function mustBeAmount(field: string, name: string, amount: string, errors: FieldErrors): void {
  if (amount.startsWith('-')) errors.invalid(field, amount, NEGATIVE)
  if ((WHOLE.has(name) || isExtended(name)) && FRACTION.test(amount)) {
    errors.invalid(field, amount, 'must be an integer')
  }
}

/** Warnings about fractions of a byte. `names` are the resources that are counted in bytes. */
export function fractionWarnings(
  amounts: Readonly<Record<string, string>> | undefined,
  names: readonly string[],
  path: string,
): string[] {
  return names.flatMap((name) => {
    const amount = amounts?.[name]
    if (amount === undefined || !/[num]$/.test(amount)) return []
    const what = `fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`
    return [`${path}[${name}]: ${what}`]
  })
}
