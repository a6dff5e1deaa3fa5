import type { Program } from '#cel/program.js'
import type { CelType } from '#cel/types.js'
import {
  BOOLEAN_RESULT,
  compileExpression,
  STRING_OR_NULL_RESULT,
  STRING_RESULT,
  withoutAuthorizer,
} from '#kinds/admissionregistration/expressions/expression.js'
import { policyEnvironment } from '#kinds/admissionregistration/expressions/policy-environment.js'
import type {
  AuditAnnotation,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
} from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import { MatchConditions } from '#webhooks/expressions/match-conditions.js'

/** An expression of a policy. One that another release stored may not compile; then it always fails. */
export interface PolicyExpression {
  readonly source: string
  readonly program: Program | undefined
  readonly error: string | undefined
}

export interface CompiledValidation {
  readonly validation: Validation
  readonly expression: PolicyExpression
  readonly message: PolicyExpression | undefined
}

export interface CompiledAnnotation {
  readonly annotation: AuditAnnotation
  readonly expression: PolicyExpression
}

/** The compiled expressions of a policy. */
export class CompiledPolicy {
  readonly name: string
  readonly spec: ValidatingAdmissionPolicySpec
  readonly failsOpen: boolean
  readonly conditions: MatchConditions
  readonly variables: ReadonlyMap<string, PolicyExpression>
  readonly validations: readonly CompiledValidation[]
  readonly annotations: readonly CompiledAnnotation[]

  constructor({ metadata, spec }: ValidatingAdmissionPolicy) {
    const environment = policyEnvironment(spec)
    const { variables } = environment
    this.name = metadata.name ?? ''
    this.spec = spec
    this.failsOpen = spec.failurePolicy === 'Ignore'
    this.conditions = new MatchConditions(
      spec.matchConditions ?? [],
      () => environment.conditionVariables,
      this.failsOpen,
    )
    this.variables = new Map(
      environment.named.map(({ variable, compiled }) => [
        variable.name,
        { source: variable.expression, program: compiled.program, error: compiled.error },
      ]),
    )
    this.validations = (spec.validations ?? []).map((validation) => ({
      validation,
      expression: compiled(validation.expression, variables, BOOLEAN_RESULT),
      message: validation.messageExpression
        ? compiled(validation.messageExpression, withoutAuthorizer(variables), STRING_RESULT)
        : undefined,
    }))
    this.annotations = (spec.auditAnnotations ?? []).map((annotation) => ({
      annotation,
      expression: compiled(annotation.valueExpression, variables, STRING_OR_NULL_RESULT),
    }))
  }
}

function compiled(
  source: string,
  variables: ReadonlyMap<string, CelType>,
  wanted: readonly CelType[],
): PolicyExpression {
  const { program, error } = compileExpression(source.trim(), variables, wanted)
  return { source, program, error }
}
