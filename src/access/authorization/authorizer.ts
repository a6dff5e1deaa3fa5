import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { Decision } from '#http/request/request-context.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { User } from '#meta/user.js'

export type { Decision }

/** What a user may do in a namespace and beyond namespaces. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[]
  /** What could not be looked at, such as a role that a binding names and that is not there. */
  readonly problems: readonly string[]
}

/** Decides who may do what. All answers are at once, from memory. */
export interface Authorizer {
  /** Is asked for every request. */
  allows(attributes: RequestAttributes): boolean
  /** The same with its reason, for those who ask about a decision or are refused. */
  decide(attributes: RequestAttributes): Decision
  /** The decision about a request that is allowed, for a record of each: any of the reasons for it. */
  whyAllowed(attributes: RequestAttributes): Decision
  rulesFor(user: User, namespace: string | undefined): HeldRules
  /** Counts the changes of what it decides by. What was allowed may no longer be when it has changed. */
  readonly generation: number
}

const EVERYTHING: HeldRules = {
  rules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  problems: [],
}

const ALLOWED: Decision = { allowed: true, reason: '' }

/** Everyone may do everything. */
export const alwaysAllow: Authorizer = {
  allows: () => true,
  decide: () => ALLOWED,
  whyAllowed: () => ALLOWED,
  rulesFor: () => EVERYTHING,
  generation: 0,
}
