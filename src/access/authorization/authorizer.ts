import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { Decision } from '#http/request/request-context.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { User } from '#meta/user.js'

export type { Decision }

/** The rules of a user in a namespace and cluster-wide. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[]
  /** Evaluation errors, such as bindings to missing roles. */
  readonly errors: readonly string[]
}

/** Authorizes requests, synchronously and from memory. */
export interface Authorizer {
  /** Called for every request. */
  allows(attributes: RequestAttributes): boolean
  /** The same with a reason, for reviews and error messages. */
  decide(attributes: RequestAttributes): Decision
  /** The decision of an allowed request with any of its reasons, for the audit. */
  whyAllowed(attributes: RequestAttributes): Decision
  rulesFor(user: User, namespace: string | undefined): HeldRules
  /** Increases with every policy change. A previously allowed request may then be forbidden. */
  readonly generation: number
}

const EVERYTHING: HeldRules = {
  rules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  errors: [],
}

const ALLOWED: Decision = { allowed: true, reason: '' }

/** Allows everything. */
export const alwaysAllow: Authorizer = {
  allows: () => true,
  decide: () => ALLOWED,
  whyAllowed: () => ALLOWED,
  rulesFor: () => EVERYTHING,
  generation: 0,
}
