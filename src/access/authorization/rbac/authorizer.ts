import type { RequestAttributes } from '../../../http/request-attributes.js'
import type { PolicyRule } from '../../../kinds/rbac/policy-rule.js'
import type { RoleRef } from '../../../kinds/rbac/role-ref.js'
import { RBAC_GROUP, type Subject } from '../../../kinds/rbac/subject.js'
import type { User } from '../../../meta/user.js'
import { MASTERS } from '../../identity/authenticator.js'
import type { Authorizer, Decision, HeldRules } from '../authorizer.js'
import { type Binding, type PolicyIndex, userNameOf } from './policy-index.js'
import { ruleAllows } from './rule-match.js'

const quote = JSON.stringify

/** Decides by roles and bindings. There are rights and no prohibitions: what no role allows is refused. */
export class RbacAuthorizer implements Authorizer {
  readonly #index: PolicyIndex

  constructor(index: PolicyIndex) {
    this.#index = index
  }

  get generation(): number {
    return this.#index.generation
  }

  allows(attributes: RequestAttributes): boolean {
    return attributes.user.groups.includes(MASTERS) || this.#index.allows(attributes)
  }

  decide(attributes: RequestAttributes): Decision {
    if (attributes.user.groups.includes(MASTERS)) return { allowed: true, reason: '' }
    const problems = new Set<string>()
    for (const { binding, rules } of this.#held(attributes.user, attributes.resource?.namespace, problems)) {
      if (rules.some((rule) => ruleAllows(rule, attributes))) {
        return { allowed: true, reason: `RBAC: allowed by ${describe(binding, attributes.user)}` }
      }
    }
    return { allowed: false, reason: problems.size === 0 ? '' : `RBAC: ${joined([...problems])}` }
  }

  rulesFor(user: User, namespace: string | undefined): HeldRules {
    const problems = new Set<string>()
    const rules = [...this.#held(user, namespace, problems)].flatMap((held) => held.rules)
    return { rules, problems: [...problems] }
  }

  /** The rules of a role; undefined when there is no such role. */
  rulesOf(roleRef: Readonly<RoleRef>, namespace: string | undefined): readonly PolicyRule[] | undefined {
    return this.#index.rulesOf(roleRef, namespace)
  }

  /** The bindings of a user with the rules that they give. Those whose role is not there are told as problems. */
  *#held(
    user: User,
    namespace: string | undefined,
    problems: Set<string>,
  ): Generator<{ binding: Binding; rules: readonly PolicyRule[] }> {
    for (const binding of this.#index.bindingsOf(user, namespace)) {
      const { roleRef } = binding
      const rules = this.#index.rulesOf(roleRef, binding.namespace)
      if (rules !== undefined) yield { binding, rules }
      else problems.add(`${roleRef.kind.toLowerCase()}.${RBAC_GROUP} ${quote(roleRef.name)} not found`)
    }
  }
}

export const joined = (problems: readonly string[]) =>
  problems.length === 1 ? (problems[0] as string) : `[${problems.join(', ')}]`

/** Through which binding, role and subject a user has a right. */
function describe({ name, namespace, roleRef, subjects }: Binding, user: User): string {
  const subject = subjects.find((candidate) => appliesTo(candidate, namespace, user)) as Subject
  const home = subject.kind === 'ServiceAccount' ? `/${subject.namespace || namespace}` : ''
  const binding =
    namespace === undefined
      ? `ClusterRoleBinding ${quote(name)}`
      : `RoleBinding ${quote(`${name}/${namespace}`)}`
  return `${binding} of ${roleRef.kind} ${quote(roleRef.name)} to ${subject.kind} ${quote(subject.name + home)}`
}

function appliesTo(subject: Subject, bindingNamespace: string | undefined, user: User): boolean {
  const name = userNameOf(subject, bindingNamespace)
  if (name === undefined) return false
  return subject.kind === 'Group' ? user.groups.includes(name) : user.name === name
}
