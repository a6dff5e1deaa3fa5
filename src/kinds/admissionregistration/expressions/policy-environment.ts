import { type CelType, DYN } from '#cel/types.js'
import {
  ANY_RESULT,
  type CompiledExpression,
  compileExpression,
  NamedVariables,
  policyVariables,
} from '#kinds/admissionregistration/expressions/expression.js'
import type { PolicySpec, Variable } from '#kinds/admissionregistration/shared/policy-parts.js'

/** A compiled variable. */
export interface NamedExpression {
  readonly variable: Variable
  readonly compiled: CompiledExpression
}

/** The variables of a policy's expressions. */
export interface PolicyEnvironment {
  /** The policy's own variables; each can use those before it. */
  readonly named: readonly NamedExpression[]
  /** The scope of the other expressions. */
  readonly variables: ReadonlyMap<string, CelType>
  /** The scope of match conditions, which are evaluated first. */
  readonly conditionVariables: ReadonlyMap<string, CelType>
}

/** `objects` is the type of the matched objects, if it is known. */
export function policyEnvironment(
  { paramKind, variables = [] }: Pick<PolicySpec, 'paramKind' | 'variables'>,
  objects: CelType = DYN,
): PolicyEnvironment {
  const conditionVariables = policyVariables(paramKind !== undefined, objects)
  const all = new NamedVariables(conditionVariables)
  const named = variables.map((variable) => {
    const compiled = compileExpression(variable.expression, all.variables, ANY_RESULT)
    all.add(variable.name, compiled.program?.resultType ?? DYN)
    return { variable, compiled }
  })
  return { named, variables: all.variables, conditionVariables }
}
