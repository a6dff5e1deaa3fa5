import { type Infer, int64, optional, required, string, struct, time } from '#schema/type.js'
import type { FieldErrors } from './field-errors.js'
import { mustBeOneOf } from './field-rules.js'
import { boundedFormat, forExample, qualifiedName } from './formats.js'

export const Condition = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
  'One aspect of the state of an object.',
  () => ({
    type: required(1, string, 'Aspect described, in CamelCase, possibly with a domain before it.'),
    status: required(2, string, 'True when the condition applies, False when not, Unknown when undecided.'),
    observedGeneration: optional(3, int64, 'Generation of the object that the condition was set for.'),
    lastTransitionTime: required(4, time, 'When the status last moved from one value to another.'),
    reason: required(5, string, 'CamelCase word for the cause of the last move.'),
    message: required(6, string, 'Readable text with details of the last move; may be empty.'),
  }),
)
export interface Condition extends Infer<typeof Condition> {}

const STATUSES = ['False', 'True', 'Unknown']
const MAX_REASON_LENGTH = 1024
const MAX_MESSAGE_LENGTH = 32768
const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?'

export const reasonFormat = boundedFormat(
  REASON,
  Number.POSITIVE_INFINITY,
  `a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' ${forExample(REASON, 'my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB')}`,
)

/** The rules on the conditions of a status; there is one of each type. */
export function validateConditions(
  field: string,
  conditions: readonly Condition[] | undefined,
  errors: FieldErrors,
): void {
  errors.eachDistinct(field, conditions, validateCondition)
}

function validateCondition(condition: Condition, errors: FieldErrors, types: Set<string>): void {
  const { type, status, lastTransitionTime, reason, message } = condition
  if (types.has(type)) errors.duplicate('type', type)
  types.add(type)
  errors.format('type', type, qualifiedName)
  mustBeOneOf('status', status, STATUSES, errors)
  const { observedGeneration = 0 } = condition
  if (observedGeneration < 0) {
    errors.invalid('observedGeneration', observedGeneration, 'must be greater than or equal to zero')
  }
  if (lastTransitionTime === null) errors.required('lastTransitionTime', 'must be set')
  if (reason === '') errors.required('reason', 'must be set')
  else errors.format('reason', reason, reasonFormat)
  if (Buffer.byteLength(reason) > MAX_REASON_LENGTH) errors.tooLarge('reason', MAX_REASON_LENGTH)
  if (Buffer.byteLength(message) > MAX_MESSAGE_LENGTH) errors.tooLarge('message', MAX_MESSAGE_LENGTH)
}
