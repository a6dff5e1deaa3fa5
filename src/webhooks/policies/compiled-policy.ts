import type { Program } from '#cel/program.js'
import type { CelType } from '#cel/types.js'
import { compileExpression, type Variables } from '#kinds/admissionregistration/expressions/expression.js'
import { policyEnvironment } from '#kinds/admissionregistration/expressions/policy-environment.js'
import type { ParamKind, PolicySpec } from '#kinds/admissionregistration/shared/policy-parts.js'
import type { ApiObject } from '#meta/object-meta.js'
import { MatchConditions } from '#webhooks/expressions/match-conditions.js'

/** An expression of a policy. One that another release stored may not compile; then it always fails. */
export interface PolicyExpression {
  readonly source: string
  readonly program: Program | undefined
  readonly error: string | undefined
}

export interface Policy extends ApiObject {
  spec: PolicySpec
}

/** The compiled expressions that validating and mutating policies have in common. */
export class CompiledPolicy {
  readonly name: string
  readonly paramKind: ParamKind | undefined
  readonly failsOpen: boolean
  readonly conditions: MatchConditions
  readonly variables: ReadonlyMap<string, PolicyExpression>
  /** The scope of its other expressions. */
  protected readonly scope: Variables

  constructor({ metadata, spec }: Policy) {
    const { conditionVariables, named, variables } = policyEnvironment(spec)
    this.name = metadata.name ?? ''
    this.paramKind = spec.paramKind
    this.failsOpen = spec.failurePolicy === 'Ignore'
    this.conditions = new MatchConditions(
      spec.matchConditions ?? [],
      () => conditionVariables,
      this.failsOpen,
    )
    this.variables = new Map(
      named.map(({ variable, compiled }) => [
        variable.name,
        { source: variable.expression, program: compiled.program, error: compiled.error },
      ]),
    )
    this.scope = variables
  }
}

export function compiledExpression(
  source: string,
  variables: Variables,
  wanted: readonly CelType[],
  makesPatches = false,
): PolicyExpression {
  const { program, error } = compileExpression(source.trim(), variables, wanted, makesPatches)
  return { source, program, error }
}

/** Deleted policies are removed from the cache at this size. */
const MAX_COMPILED = 1000

/** Compiled policies, by uid while the generation is the same. */
export class CompiledPolicies<P extends Policy, C> {
  readonly #compile: (policy: P) => C
  readonly #known = new Map<string, { readonly generation: number; readonly compiled: C }>()

  constructor(compile: (policy: P) => C) {
    this.#compile = compile
  }

  get(policy: P): C {
    const { uid = '', generation = 0 } = policy.metadata
    let known = this.#known.get(uid)
    if (known?.generation !== generation) {
      if (this.#known.size >= MAX_COMPILED) this.#known.clear()
      known = { generation, compiled: this.#compile(policy) }
      this.#known.set(uid, known)
    }
    return known.compiled
  }
}
