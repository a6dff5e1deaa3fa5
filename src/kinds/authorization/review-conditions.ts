import type { Program } from '#cel/program.js'
import { listOf, mapOf, STRING } from '#cel/types.js'
import { fromJson } from '#cel/values/from-json.js'
import {
  BOOLEAN_RESULT,
  compileExpression,
  type Variables,
} from '#kinds/admissionregistration/expressions/expression.js'
import { object } from '#kinds/admissionregistration/expressions/request-type.js'
import type { SubjectAccessReviewSpec } from './access-review.js'

const SELECTOR = object('kubernetes.SelectorAttributes', {
  rawSelector: STRING,
  requirements: listOf(
    object('kubernetes.SelectorRequirement', { key: STRING, operator: STRING, values: listOf(STRING) }),
  ),
})
const REQUEST_TYPE = object('kubernetes.SubjectAccessReviewSpec', {
  resourceAttributes: object('kubernetes.ResourceAttributes', {
    ...{ namespace: STRING, verb: STRING, group: STRING, version: STRING },
    ...{ resource: STRING, subresource: STRING, name: STRING },
    fieldSelector: SELECTOR,
    labelSelector: SELECTOR,
  }),
  nonResourceAttributes: object('kubernetes.NonResourceAttributes', { path: STRING, verb: STRING }),
  ...{ user: STRING, uid: STRING, groups: listOf(STRING), extra: mapOf(STRING, listOf(STRING)) },
})
const VARIABLES: Variables = new Map([['request', REQUEST_TYPE]])
/** Cost limit per condition. */
const LIMIT = 1_000_000

interface Condition {
  readonly expression: string
  readonly program: Program
}

const compiled = (expression: string) => compileExpression(expression.trim(), VARIABLES, BOOLEAN_RESULT)

/** The error of a condition on access reviews, if any. */
export const reviewConditionError = (expression: string): string | undefined => compiled(expression).error

/** Conditions on the spec of access reviews, which expressions call `request`. */
export class ReviewConditions {
  readonly #conditions: readonly Condition[]

  /** The expressions have no error. */
  constructor(expressions: readonly string[]) {
    this.#conditions = expressions.flatMap((expression) => {
      const { program } = compiled(expression)
      return program === undefined ? [] : [{ expression, program }]
    })
  }

  /** Whether all conditions hold. One that is false is enough, even if others fail. Throws if that is unknown. */
  hold(spec: SubjectAccessReviewSpec): boolean {
    if (this.#conditions.length === 0) return true
    const request = fromJson(withEmptyTexts(spec), REQUEST_TYPE)
    const failures: string[] = []
    for (const { expression, program } of this.#conditions) {
      const { value, failure } = program.evaluate({ request }, LIMIT)
      if (failure !== undefined) failures.push(`expression '${expression}' resulted in error: ${failure}`)
      else if (value !== true) return false
    }
    if (failures.length > 0) throw new Error(failures.join('; '))
    return true
  }
}

/** Expressions can read every text, also one that is empty. */
function withEmptyTexts(spec: SubjectAccessReviewSpec): unknown {
  const { user = '', groups = [], uid = '', extra = {}, resourceAttributes, nonResourceAttributes } = spec
  const texts = { namespace: '', verb: '', group: '', version: '', resource: '', subresource: '', name: '' }
  return {
    user,
    groups,
    uid,
    extra,
    ...(resourceAttributes && { resourceAttributes: { ...texts, ...defined(resourceAttributes) } }),
    ...(nonResourceAttributes && {
      nonResourceAttributes: { path: '', verb: '', ...defined(nonResourceAttributes) },
    }),
  }
}

const defined = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
