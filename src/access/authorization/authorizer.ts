import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { Decision } from '#http/request/request-context.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { User } from '#meta/user.js'
import { whenDone } from '#util/async/slices.js'

export type { Decision }

/** The rules of a user in a namespace and cluster-wide. */
export interface HeldRules {
  readonly rules: readonly PolicyRule[]
  /** Evaluation errors, such as bindings to missing roles. */
  readonly errors: readonly string[]
  /** Whether the user may have more rules. */
  readonly incomplete?: boolean | undefined
}

/** Authorizes requests. */
export interface Authorizer {
  /** Called for every request, and decides from memory. Undefined if only `decide` can tell. */
  allows(attributes: RequestAttributes): boolean | undefined
  /** The decision with a reason. Returns a promise only if another server is asked; it never rejects. */
  decide(attributes: RequestAttributes): Decision | Promise<Decision>
  /** The decision with any of its reasons, for the audit. Only for attributes that `allows` has allowed. */
  whyAllowed(attributes: RequestAttributes): Decision
  rulesFor(user: User, namespace: string | undefined): HeldRules
  /** Increases with every policy change. A previously allowed request may then be forbidden. */
  readonly generation: number
}

/** Whether the attributes are allowed, for those who need no reason. */
export const isAllowed = (
  authorizer: Authorizer,
  attributes: RequestAttributes,
): boolean | Promise<boolean> =>
  authorizer.allows(attributes) ?? whenDone(authorizer.decide(attributes), ({ allowed }) => allowed)

const EVERYTHING: HeldRules = {
  rules: [
    { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
    { verbs: ['*'], nonResourceURLs: ['*'] },
  ],
  errors: [],
}

const ALLOWED: Decision = { allowed: true, reason: '' }
const FORBIDDEN: Decision = { allowed: false, reason: 'Everything is forbidden.' }

/** Allows everything. */
export const alwaysAllow: Authorizer = {
  allows: () => true,
  decide: () => ALLOWED,
  whyAllowed: () => ALLOWED,
  rulesFor: () => EVERYTHING,
  generation: 0,
}

/** Allows nothing. */
export const alwaysDeny: Authorizer = {
  allows: () => false,
  decide: () => FORBIDDEN,
  whyAllowed: () => FORBIDDEN,
  rulesFor: () => ({ rules: [], errors: [] }),
  generation: 0,
}
