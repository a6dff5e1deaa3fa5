import type { CelType } from '#cel/types.js'
import {
  BOOLEAN_RESULT,
  compileExpression,
  STRING_OR_NULL_RESULT,
  STRING_RESULT,
  withoutAuthorizer,
} from '#kinds/admissionregistration/expressions/expression.js'
import {
  mustBeShortTogether,
  validateMatchConditions,
} from '#kinds/admissionregistration/shared/match-condition.js'
import { validateMatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import { FAILURE_POLICIES } from '#kinds/admissionregistration/shared/webhook.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustBeOneOf } from '#meta/field-rules.js'
import { dns1035Label, qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import { type NamedExpression, type PolicyEnvironment, policyEnvironment } from './named-expressions.js'
import type {
  AuditAnnotation,
  ParamKind,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from './schema.js'

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge']
const MAX_ANNOTATIONS = 20
const MAX_VALUE_EXPRESSION_LENGTH = 5 * 1024
const LINE_BREAK = /[\n\r]/
const IDENTIFIER = /^[_a-zA-Z][_a-zA-Z0-9]*$/
const KEYWORDS = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

export function validatePolicy(
  { metadata, spec }: Readonly<ValidatingAdmissionPolicy>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpec, metadata.name ?? '')
}

function validateSpec(spec: ValidatingAdmissionPolicySpec, errors: FieldErrors, name: string): void {
  const { paramKind, matchConstraints, validations = [], auditAnnotations = [] } = spec
  if (!mustBeShortTogether('', expressionsOf(spec), errors)) return
  const environment = policyEnvironment(spec)
  mustBeGivenAsOneOf('failurePolicy', spec.failurePolicy, FAILURE_POLICIES, errors)
  errors.field('paramKind', paramKind, validateParamKind)
  if (matchConstraints === undefined) errors.required('matchConstraints')
  else {
    errors.field('matchConstraints', matchConstraints, validateMatchResources)
    if ((matchConstraints.resourceRules ?? []).length === 0) errors.required('matchConstraints.resourceRules')
  }
  validateMatchConditions(spec.matchConditions, errors, (expression, within) =>
    mustCompile('', expression, environment.conditionVariables, BOOLEAN_RESULT, within),
  )
  errors.each('variables', environment.named, validateVariable)
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
  for (const { expression } of spec.matchConditions ?? []) yield expression
  for (const { expression } of spec.variables ?? []) yield expression
  for (const { expression, messageExpression } of spec.validations ?? []) {
    yield expression
    yield messageExpression
  }
  for (const { valueExpression } of spec.auditAnnotations ?? []) yield valueExpression
}

function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, errors: FieldErrors): void {
  if (apiVersion === '') errors.required('apiVersion')
  else validateApiVersion(apiVersion, errors)
  const messages = dns1035Label(kind.toLowerCase())
  if (kind === '') errors.required('kind')
  else if (messages.length > 0) {
    errors.invalid('kind', kind, `may have mixed case, but should otherwise match: ${messages.join(',')}`)
  }
}

function validateApiVersion(apiVersion: string, errors: FieldErrors): void {
  const parts = apiVersion.split('/')
  if (parts.length > 2) {
    errors.invalid('apiVersion', apiVersion, `unexpected GroupVersion string: ${apiVersion}`)
    return
  }
  const [version = '', group = ''] = parts.reverse()
  const groupErrors = group === '' ? [] : rfc1123Subdomain(group)
  if (groupErrors.length > 0) errors.invalid('apiVersion', group, groupErrors.join(','))
  const versionErrors = dns1035Label(version)
  if (version === '') errors.invalid('apiVersion', apiVersion, 'version must be specified')
  else if (versionErrors.length > 0) errors.invalid('apiVersion', version, versionErrors.join(','))
}

function validateVariable({ variable, compiled }: NamedExpression, errors: FieldErrors): void {
  const { name, expression } = variable
  if (name.trim() === '') errors.required('name', 'name is not specified')
  else if (!IDENTIFIER.test(name) || KEYWORDS.has(name)) {
    errors.invalid('name', name, 'name is not a valid CEL identifier')
  }
  if (expression.trim() === '') errors.required('expression', 'expression is not specified')
  else if (compiled.error !== undefined) errors.invalid('expression', expression, compiled.error)
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

function mustCompile(
  field: string,
  expression: string,
  variables: ReadonlyMap<string, CelType>,
  wanted: readonly CelType[],
  errors: FieldErrors,
): void {
  const { error } = compileExpression(expression, variables, wanted)
  if (error !== undefined) errors.invalid(field, expression, error)
}
