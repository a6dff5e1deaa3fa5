import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import type { PriorityClass } from './schema.js'

const RESERVED_PREFIX = 'system-'
const MOST_IMPORTANT = 1_000_000_000
export const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
}
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never']

export function validatePriorityClass(object: Readonly<PriorityClass>, errors: FieldErrors): void {
  const { metadata, value, preemptionPolicy } = object
  if (metadata.name?.startsWith(RESERVED_PREFIX)) {
    const problem = systemClassProblem(object, metadata.name)
    if (problem !== undefined) {
      errors.forbidden(
        'metadata.name',
        `priority class names with '${RESERVED_PREFIX}' prefix are reserved for system use only. error: ${problem}`,
      )
    }
  } else if (value > MOST_IMPORTANT) {
    errors.forbidden('value', `maximum allowed value of a user defined priority is ${MOST_IMPORTANT}`)
  }
  mustBeOneOf('preemptionPolicy', preemptionPolicy, PREEMPTION_POLICIES, errors)
}

/** The classes of the system can be created, but only as they are everywhere. */
function systemClassProblem(
  { value, globalDefault }: Readonly<PriorityClass>,
  name: string,
): string | undefined {
  if (!Object.hasOwn(SYSTEM_CLASSES, name)) return `${name} is not a known system priority class`
  if (value !== SYSTEM_CLASSES[name]) return `value of ${name} PriorityClass must be ${SYSTEM_CLASSES[name]}`
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined
}

/** Pods have the numbers of their classes, which would no longer be true. */
export function validatePriorityClassUpdate(
  { value, preemptionPolicy }: Readonly<PriorityClass>,
  current: Readonly<PriorityClass>,
  errors: FieldErrors,
): void {
  if (value !== current.value) errors.forbidden('value', 'may not be changed in an update.')
  if (preemptionPolicy !== current.preemptionPolicy) {
    errors.invalid('preemptionPolicy', preemptionPolicy, 'field is immutable')
  }
}
