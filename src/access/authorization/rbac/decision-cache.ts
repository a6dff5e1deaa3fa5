import type { Decision } from '#access/authorization/authorizer.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { User } from '#meta/user.js'
import { compileRule } from './compiled-rule.js'

/** The reason why a request is allowed, and the rule. */
export interface Allowance {
  readonly decision: Decision
  readonly rule: PolicyRule
}

/** Entries per user: clients can invent paths. */
const MAX_ENTRIES = 256

/**
 * Caches the reasons of allowed requests. Searching for the binding takes many times as long as checking whether a
 * known rule allows the request.
 */
export class DecisionCache {
  readonly #search: (attributes: RequestAttributes) => Allowance
  #byUser = new WeakMap<User, Map<string, Allowance>>()
  #generation = -1

  constructor(search: (attributes: RequestAttributes) => Allowance) {
    this.#search = search
  }

  /** The decision of an allowed request. Entries of an older generation are dropped. */
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

/** Without names: most rules match all of them. */
function keyOf({ verb, path, resource }: RequestAttributes): string {
  if (resource === undefined) return `${verb} ${path}`
  const { plural, subresource = '', group, namespace = '' } = resource
  return `${verb} ${plural}/${subresource} ${group} ${namespace}`
}
