import type { Decision } from '#access/authorization/authorizer.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { User } from '#meta/user.js'
import { compileRule } from './compiled-rule.js'

/** Why a request is allowed, and the rule that allows it. */
export interface Allowance {
  readonly decision: Decision
  readonly rule: PolicyRule
}

/** Clients can make up paths: so many ways to use the rights of a user are remembered. */
const MAX_ENTRIES = 256

/**
 * Why users may do what they do again and again. To search for the binding that gives a right takes many times as long as to
 * see that the rule which was found before allows this request, too.
 */
export class DecisionCache {
  readonly #search: (attributes: RequestAttributes) => Allowance
  #byUser = new WeakMap<User, Map<string, Allowance>>()
  #generation = -1

  constructor(search: (attributes: RequestAttributes) => Allowance) {
    this.#search = search
  }

  /** The decision about a request that is allowed. What was found by another generation of the rules is forgotten. */
  of(attributes: RequestAttributes, generation: number): Decision {
    if (generation !== this.#generation) {
      this.#byUser = new WeakMap()
      this.#generation = generation
    }
    const known = this.#of(attributes.user)
    const key = keyOf(attributes)
    const before = known.get(key)
    if (before !== undefined && compileRule(before.rule).allows(attributes)) return before.decision
    const found = this.#search(attributes)
    if (known.size >= MAX_ENTRIES) known.clear()
    known.set(key, found)
    return found.decision
  }

  #of(user: User): Map<string, Allowance> {
    let known = this.#byUser.get(user)
    if (known === undefined) {
      known = new Map()
      this.#byUser.set(user, known)
    }
    return known
  }
}

/** Names are left out: most rules are about all of them. */
function keyOf({ verb, path, resource }: RequestAttributes): string {
  if (resource === undefined) return `${verb} ${path}`
  const { plural, subresource = '', group, namespace = '' } = resource
  return `${verb} ${plural}/${subresource} ${group} ${namespace}`
}
