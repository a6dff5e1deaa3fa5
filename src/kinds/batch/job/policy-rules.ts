import { OMITTED } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import { countIndexes } from './indexes.js'
import type {
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicy,
  SuccessPolicyRule,
} from './policies.js'
import type { JobSpec } from './schema.js'

const MAX_RULES = 20
const MAX_CONDITIONS = 20
const MAX_EXIT_CODES = 255
const MAX_INDEXES_LENGTH = 64 * 1024

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore']
const OPERATORS = ['In', 'NotIn']
const STATUSES = ['False', 'True', 'Unknown']

/** How the error messages of these rules list the alternatives. */
const validValues = (choices: readonly string[]) =>
  `valid values: [${choices.map((choice) => JSON.stringify(choice)).join(' ')}]`

function mustBeChosen(field: string, text: string, choices: readonly string[], errors: FieldErrors): void {
  if (text === '') errors.required(field, validValues(choices))
  else if (!choices.includes(text)) errors.notSupported(field, text, choices)
}

export function validatePodFailurePolicy(
  { rules }: PodFailurePolicy,
  errors: FieldErrors,
  spec: JobSpec,
): void {
  const count = rules?.length ?? 0
  if (count > MAX_RULES) errors.tooMany('rules', count, MAX_RULES)
  errors.each('rules', rules, validateRule, spec)
}

function validateRule(rule: PodFailurePolicyRule, errors: FieldErrors, spec: JobSpec): void {
  const { action, onExitCodes, onPodConditions = [] } = rule
  mustBeChosen('action', action, ACTIONS, errors)
  if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    errors.invalid('action', action, 'requires the backoffLimitPerIndex to be set')
  }
  errors.field('onExitCodes', onExitCodes, validateExitCodes, spec)
  if (onPodConditions.length > MAX_CONDITIONS) {
    errors.tooMany('onPodConditions', onPodConditions.length, MAX_CONDITIONS)
  }
  errors.each('onPodConditions', onPodConditions, validatePattern)
  const hasConditions = onPodConditions.length > 0
  if (onExitCodes !== undefined && hasConditions) {
    errors.invalid('', OMITTED, 'specifying both OnExitCodes and OnPodConditions is not supported')
  }
  if (onExitCodes === undefined && !hasConditions) {
    errors.invalid('', OMITTED, 'specifying one of OnExitCodes and OnPodConditions is required')
  }
}

function validatePattern(
  { type, status }: PodFailurePolicyOnPodConditionsPattern,
  errors: FieldErrors,
): void {
  errors.format('type', type, qualifiedName)
  mustBeChosen('status', status, STATUSES, errors)
}

function validateExitCodes(
  requirement: PodFailurePolicyOnExitCodesRequirement,
  errors: FieldErrors,
  { template }: JobSpec,
): void {
  const { operator, containerName } = requirement
  mustBeChosen('operator', operator, OPERATORS, errors)
  const { containers, initContainers } = template.spec
  if (
    containerName !== undefined &&
    ![...(containers ?? []), ...(initContainers ?? [])].some(({ name }) => name === containerName)
  ) {
    errors.invalid(
      'containerName',
      containerName,
      'must be one of the container or initContainer names in the pod template',
    )
  }
  const values = requirement.values ?? []
  if (values.length === 0) errors.invalid('values', values, 'at least one value is required')
  else if (values.length > MAX_EXIT_CODES) errors.tooMany('values', values.length, MAX_EXIT_CODES)
  validateValues(values, operator, errors)
}

function validateValues(values: readonly number[], operator: string, errors: FieldErrors): void {
  const seen = new Set<number>()
  let isOrdered = true
  values.forEach((value, index) => {
    if (operator === 'In' && value === 0) {
      errors.invalid(`values[${index}]`, value, 'must not be 0 for the In operator')
    }
    if (seen.has(value)) errors.duplicate(`values[${index}]`, value)
    seen.add(value)
    if (index > 0 && (values[index - 1] as number) > value) isOrdered = false
  })
  if (!isOrdered) errors.invalid('values', values, 'must be ordered')
}

/** Of an indexed job. */
export function validateSuccessPolicy({ rules }: SuccessPolicy, errors: FieldErrors, spec: JobSpec): void {
  const count = rules?.length ?? 0
  if (count === 0) {
    errors.required('rules', 'at least one rules must be specified when the successPolicy is specified')
  }
  if (count > MAX_RULES) errors.tooMany('rules', count, MAX_RULES)
  errors.each('rules', rules, validateSuccessRule, spec.completions)
}

function validateSuccessRule(
  { succeededIndexes, succeededCount }: SuccessPolicyRule,
  errors: FieldErrors,
  completions: number | undefined,
): void {
  if (succeededCount === undefined && succeededIndexes === undefined) {
    errors.required('', 'at least one of succeededCount or succeededIndexes must be specified')
  }
  if (succeededIndexes !== undefined && succeededIndexes.length > MAX_INDEXES_LENGTH) {
    errors.tooLarge('succeededIndexes', MAX_INDEXES_LENGTH)
  }
  // An indexed job without completions is rejected anyway, and the other rules compare with them.
  if (completions === undefined) return
  let named = 0
  if (succeededIndexes !== undefined) {
    const count = countIndexes(succeededIndexes, completions)
    if (typeof count === 'number') named = count
    else errors.invalid('succeededIndexes', succeededIndexes, `error parsing succeededIndexes: ${count}`)
  }
  if (succeededCount === undefined) return
  mustNotBeNegative('succeededCount', succeededCount, errors)
  if (succeededCount > completions) {
    errors.invalid(
      'succeededCount',
      succeededCount,
      `must be less than or equal to ${completions} (the number of specified completions)`,
    )
  }
  if (succeededIndexes !== undefined && succeededCount > named) {
    errors.invalid(
      'succeededCount',
      succeededCount,
      `must be less than or equal to ${named} (the number of indexes in the specified succeededIndexes field)`,
    )
  }
}
