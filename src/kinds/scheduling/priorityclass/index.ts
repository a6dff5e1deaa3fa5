import { schedulingV1 } from '#kinds/groups.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { boolean, explicit, type Infer, int32, optional, required, string, struct } from '#schema/type.js'

const RESERVED_PREFIX = 'system-'
const MOST_IMPORTANT = 1_000_000_000
export const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
}
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never']

/** Existing classes keep their names, values and policies. */
function validateNewClass(object: Readonly<PriorityClass>, errors: FieldErrors): void {
  const { metadata, value, preemptionPolicy } = object
  if (metadata.name?.startsWith(RESERVED_PREFIX)) {
    const message = systemClassError(object, metadata.name)
    if (message !== undefined) {
      errors.forbidden(
        'metadata.name',
        `priority class names with '${RESERVED_PREFIX}' prefix are reserved for system use only. error: ${message}`,
      )
    }
  } else if (value > MOST_IMPORTANT) {
    errors.forbidden('value', `maximum allowed value of a user defined priority is ${MOST_IMPORTANT}`)
  }
  mustBeGivenAsOneOf('preemptionPolicy', preemptionPolicy, PREEMPTION_POLICIES, errors)
}

/** System classes can be created only with their fixed values. */
function systemClassError(
  { value, globalDefault }: Readonly<PriorityClass>,
  name: string,
): string | undefined {
  if (!Object.hasOwn(SYSTEM_CLASSES, name)) return `${name} is not a known system priority class`
  if (value !== SYSTEM_CLASSES[name]) return `value of ${name} PriorityClass must be ${SYSTEM_CLASSES[name]}`
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined
}

/** The value is immutable: pods have a copy of it. */
function validatePriorityClassUpdate(
  { value, preemptionPolicy }: Readonly<PriorityClass>,
  current: Readonly<PriorityClass>,
  errors: FieldErrors,
): void {
  if (value !== current.value) errors.forbidden('value', 'may not be changed in an update.')
  if (preemptionPolicy !== current.preemptionPolicy) {
    errors.invalid('preemptionPolicy', preemptionPolicy, 'field is immutable')
  }
}

export const PriorityClass = struct(
  'io.k8s.api.scheduling.v1.PriorityClass',
  'A named priority for pods.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the class.'),
    value: required(2, int32, 'Priority of pods of the class, higher first; never changes.'),
    globalDefault: optional(3, boolean, 'True makes it the default class of pods that name none.'),
    description: optional(4, string, 'When to use the class, for people.'),
    preemptionPolicy: explicit(
      5,
      string,
      'Whether pods of the class may preempt pods of lower priority: PreemptLowerPriority (default) or Never. Never changes.',
      { default: 'PreemptLowerPriority', enum: ['Never', 'PreemptLowerPriority'] },
    ),
  }),
)
export interface PriorityClass extends Infer<typeof PriorityClass> {}

const priorityClassColumns: readonly Column<PriorityClass>[] = [
  NAME,
  {
    name: 'Value',
    type: 'integer',
    description: 'Priority of pods of the class.',
    cell: ({ value }) => value,
  },
  {
    name: 'Global-Default',
    type: 'boolean',
    description: 'Whether it is the default class.',
    cell: ({ globalDefault }) => globalDefault ?? false,
  },
  AGE,
  {
    name: 'PreemptionPolicy',
    type: 'string',
    description: 'Whether pods of the class may preempt pods of lower priority.',
    cell: ({ preemptionPolicy }) => preemptionPolicy ?? '',
  },
]

export const priorityClass = builtInKind<PriorityClass>({
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  singular: 'priorityclass',
  shortNames: ['pc'],
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  // The generation is always 1.
  generation: [],
  storageVersion: {
    ...schedulingV1,
    schema: PriorityClass,
    subresources: [],
    columns: priorityClassColumns,
    rules: {
      validateCreate: validateNewClass,
      validateUpdate: validatePriorityClassUpdate,
    },
  },
})
