import {
  mayBeOvercommitted,
  mustBeContainerResourceName,
  mustBeResourceName,
} from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import { validateAmounts } from './amount-rules.js'
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

const MEMBERS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const
type Member = (typeof MEMBERS)[number]

function validateNames(item: LimitRangeItem, member: Member, errors: FieldErrors): void {
  const mustBeName =
    item.type === 'Pod' || item.type === 'Container' ? mustBeContainerResourceName : mustBeResourceName
  for (const name in item[member]) mustBeName(`${member}[${name}]`, name, errors)
}

function mustNotHaveDefaults(item: LimitRangeItem, member: Member, errors: FieldErrors): void {
  if (item[member] !== undefined) errors.forbidden(member, "may not be specified when `type` is 'Pod'")
}

function namesOf(item: LimitRangeItem): Set<string> {
  return new Set(MEMBERS.flatMap((member) => Object.keys(item[member] ?? {})))
}

function amountsOf(item: LimitRangeItem, name: string) {
  const at = (member: Member) => {
    const amounts = item[member]
    return amounts !== undefined && Object.hasOwn(amounts, name) ? amounts[name] : undefined
  }
  // Pods have no defaults; that is said of the member already.
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
