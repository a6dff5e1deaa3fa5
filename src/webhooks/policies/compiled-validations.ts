import {
  BOOLEAN_RESULT,
  STRING_OR_NULL_RESULT,
  STRING_RESULT,
  withoutAuthorizer,
} from '#kinds/admissionregistration/expressions/expression.js'
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  Validation,
} from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import { CompiledPolicy, compiledExpression, type PolicyExpression } from './compiled-policy.js'

export interface CompiledValidation {
  readonly validation: Validation
  readonly expression: PolicyExpression
  readonly message: PolicyExpression | undefined
}

export interface CompiledAnnotation {
  readonly annotation: AuditAnnotation
  readonly expression: PolicyExpression
}

/** The compiled expressions of a validating policy. */
export class CompiledValidations extends CompiledPolicy {
  readonly validations: readonly CompiledValidation[]
  readonly annotations: readonly CompiledAnnotation[]

  constructor(policy: ValidatingAdmissionPolicy) {
    super(policy)
    const { validations = [], auditAnnotations = [] } = policy.spec
    this.validations = validations.map((validation) => ({
      validation,
      expression: compiledExpression(validation.expression, this.scope, BOOLEAN_RESULT),
      message: validation.messageExpression
        ? compiledExpression(validation.messageExpression, withoutAuthorizer(this.scope), STRING_RESULT)
        : undefined,
    }))
    this.annotations = auditAnnotations.map((annotation) => ({
      annotation,
      expression: compiledExpression(annotation.valueExpression, this.scope, STRING_OR_NULL_RESULT),
    }))
  }
}
