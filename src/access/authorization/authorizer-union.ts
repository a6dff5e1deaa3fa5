import { MASTERS } from '#access/identity/authenticator.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { User } from '#meta/user.js'
import { whenDone } from '#util/async/slices.js'
import type { Authorizer, Decision, HeldRules } from './authorizer.js'

const WITHOUT_REASON: Decision = { allowed: true, reason: '' }

/** Asks authorizers in order, until one allows or denies. */
export class AuthorizerUnion implements Authorizer {
  #members: readonly Authorizer[]
  /** Increases with every replacement. */
  #replaced = 0

  constructor(members: readonly Authorizer[]) {
    this.#members = members
  }

  get generation(): number {
    return this.#members.reduce((sum, { generation }) => sum + generation, this.#replaced)
  }

  replace(members: readonly Authorizer[]): void {
    this.#members = members
    this.#replaced++
  }

  allows(attributes: RequestAttributes): boolean | undefined {
    if (attributes.user.groups.includes(MASTERS)) return true
    for (const member of this.#members) {
      const allowed = member.allows(attributes)
      if (allowed !== false) return allowed
    }
    return false
  }

  decide(attributes: RequestAttributes): Decision | Promise<Decision> {
    if (attributes.user.groups.includes(MASTERS)) return WITHOUT_REASON
    return decideInOrder(this.#members, attributes, { allowed: false, reason: '' })
  }

  whyAllowed(attributes: RequestAttributes): Decision {
    if (attributes.user.groups.includes(MASTERS)) return WITHOUT_REASON
    const member = this.#members.find((candidate) => candidate.allows(attributes))
    if (member === undefined) throw new Error('no authorizer allows an allowed request')
    return member.whyAllowed(attributes)
  }

  rulesFor(user: User, namespace: string | undefined): HeldRules {
    const held = this.#members.map((member) => member.rulesFor(user, namespace))
    return {
      rules: held.flatMap(({ rules }) => rules),
      errors: held.flatMap(({ errors }) => errors),
      incomplete: held.some(({ incomplete }) => incomplete),
    }
  }
}

/** `before` joins what earlier members said. */
function decideInOrder(
  [first, ...others]: readonly Authorizer[],
  attributes: RequestAttributes,
  before: Decision,
): Decision | Promise<Decision> {
  if (first === undefined) return before
  return whenDone(first.decide(attributes), (decision) =>
    decision.allowed || decision.denied
      ? decision
      : decideInOrder(others, attributes, {
          allowed: false,
          reason: joined(before.reason, decision.reason),
          error: joined(before.error, decision.error),
        }),
  )
}

function joined(before: string, said: string): string
function joined(before: string | undefined, said: string | undefined): string | undefined
function joined(before: string | undefined, said: string | undefined): string | undefined {
  return before && said ? `${before}\n${said}` : before || said
}
