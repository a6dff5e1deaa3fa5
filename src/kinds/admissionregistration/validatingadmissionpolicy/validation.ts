import {
  BOOLEAN_RESULT,
  compileExpression,
  STRING_OR_NULL_RESULT,
  STRING_RESULT,
  withoutAuthorizer,
} from '#kinds/admissionregistration/expressions/expression.js'
import {
  type PolicyEnvironment,
  policyEnvironment,
} from '#kinds/admissionregistration/expressions/policy-environment.js'
import {
  mustCompile,
  sharedExpressions,
  validatePolicySpec,
} from '#kinds/admissionregistration/expressions/policy-rules.js'
import { mustBeShortTogether } from '#kinds/shared/expression-length.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from './schema.js'

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const MAX_ANNOTATIONS = 20
const MAX_VALUE_EXPRESSION_LENGTH = 5 * 1024
const LINE_BREAK = /[\n\r]/

export function validatePolicy(
  { metadata, spec }: Readonly<ValidatingAdmissionPolicy>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpec, metadata.name ?? '')
}

function validateSpec(spec: ValidatingAdmissionPolicySpec, errors: FieldErrors, name: string): void {
  const { validations = [], auditAnnotations = [] } = spec
  if (!mustBeShortTogether('', expressionsOf(spec), errors)) return
  const environment = policyEnvironment(spec)
  validatePolicySpec(spec, environment, errors)
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const detail = 'validations or auditAnnotations must contain at least one item'
    errors.required('validations', detail)
    errors.required('auditAnnotations', detail)
    return
  }
  errors.each('validations', validations, validateValidation, environment)
  if (auditAnnotations.length > MAX_ANNOTATIONS) {
    const detail = `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`
    errors.invalid('auditAnnotations', auditAnnotations, detail)
  }
  errors.eachDistinct('auditAnnotations', auditAnnotations, (annotation, within, keys) => {
    validateAnnotation(annotation, within, { name, environment })
    if (keys.has(annotation.key)) within.duplicate('key', annotation.key)
    keys.add(annotation.key)
  })
}

function* expressionsOf(spec: ValidatingAdmissionPolicySpec): Iterable<string | undefined> {
  yield* sharedExpressions(spec)
  for (const { expression, messageExpression } of spec.validations ?? []) {
    yield expression
    yield messageExpression
  }
  for (const { valueExpression } of spec.auditAnnotations ?? []) yield valueExpression
}

function validateValidation(
  validation: Validation,
  errors: FieldErrors,
  { variables }: PolicyEnvironment,
): void {
  const { expression, message = '', messageExpression = '', reason } = validation
  if (expression.trim() === '') errors.required('expression', 'expression is not specified')
  else mustCompile('expression', expression, variables, BOOLEAN_RESULT, errors)
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.invalid('messageExpression', messageExpression, 'must be non-empty if specified')
  } else if (messageExpression !== '') {
    mustCompile('messageExpression', messageExpression, withoutAuthorizer(variables), STRING_RESULT, errors)
  }
  if (message !== '' && message.trim() === '') {
    errors.invalid('message', message, 'message must be non-empty if specified')
  } else if (LINE_BREAK.test(message.trim())) {
    errors.invalid('message', message, 'message must not contain line breaks')
  } else if (LINE_BREAK.test(expression.trim()) && message === '') {
    errors.required('message', 'message must be specified if expression contains line breaks')
  }
  mustBeOneOf('reason', reason, REASONS, errors)
}

function validateAnnotation(
  { key, valueExpression }: AuditAnnotation,
  errors: FieldErrors,
  { name, environment }: { readonly name: string; readonly environment: PolicyEnvironment },
): void {
  if (name === '') errors.invalid('key', key, 'requires metadata.name be non-empty')
  else errors.format('key', `${name}/${key}`, qualifiedName)
  if (valueExpression.trim() === '') errors.required('valueExpression', 'valueExpression is not specified')
  else if (Buffer.byteLength(valueExpression.trim()) > MAX_VALUE_EXPRESSION_LENGTH) {
    errors.required('valueExpression', `must not exceed ${MAX_VALUE_EXPRESSION_LENGTH} bytes in length`)
  } else {
    const trimmed = valueExpression.trim()
    const { error } = compileExpression(trimmed, environment.variables, STRING_OR_NULL_RESULT)
    if (error !== undefined) errors.invalid('valueExpression', valueExpression, error)
  }
}
