import type { CelType } from '#cel/types.js'
import { DYN } from '#cel/types.js'
import {
  ANYTHING,
  type CompiledExpression,
  compileExpression,
  NamedVariables,
  policyVariables,
} from '#kinds/admissionregistration/expressions/expression.js'
import type { ValidatingAdmissionPolicySpec, Variable } from './schema.js'

/** An expression with a name, as it was compiled. */
export interface NamedExpression {
  readonly variable: Variable
  readonly compiled: CompiledExpression
}

/** What the expressions of a policy can name. */
export interface PolicyEnvironment {
  /** The expressions with names, each of which can name those before it. */
  readonly named: readonly NamedExpression[]
  /** For validations, messages and annotations. */
  readonly variables: ReadonlyMap<string, CelType>
  /** For conditions, which come before everything else. */
  readonly conditionVariables: ReadonlyMap<string, CelType>
}

/** `objects` is the type of the objects that the policy is about, where that is known. */
export function policyEnvironment(
  { paramKind, variables = [] }: ValidatingAdmissionPolicySpec,
  objects: CelType = DYN,
): PolicyEnvironment {
  const conditionVariables = policyVariables(paramKind !== undefined, objects)
  const all = new NamedVariables(conditionVariables)
  const named = variables.map((variable) => {
    const compiled = compileExpression(variable.expression.trim(), all.variables, ANYTHING)
    all.add(variable.name, compiled.program?.resultType ?? DYN)
    return { variable, compiled }
  })
  return { named, variables: all.variables, conditionVariables }
}
