import type { Authorizer, Decision, HeldRules } from '#access/authorization/authorizer.js'
import { MASTERS } from '#access/identity/authenticator.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import { RBAC_GROUP, type RoleRef, type Subject } from '#kinds/rbac/binding.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { User } from '#meta/user.js'
import { excerpt } from '#util/excerpt.js'
import type { CompiledRole } from './compiled-role.js'
import { compileRule } from './compiled-rule.js'
import { type Allowance, DecisionCache } from './decision-cache.js'
import { type Binding, type PolicyIndex, userNameOf } from './policy-index.js'

const quote = JSON.stringify
const WITHOUT_REASON: Decision = { allowed: true, reason: '' }

/** Authorizes by roles and bindings. There are no deny rules. */
export class RbacAuthorizer implements Authorizer {
  readonly #index: PolicyIndex
  readonly #allowances = new DecisionCache((attributes) => this.#allowance(attributes))

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
    const { user, resource } = attributes
    if (user.groups.includes(MASTERS)) return WITHOUT_REASON
    if (!this.#index.allows(attributes)) {
      const errors = this.resolutionErrors(user, resource?.namespace)
      return { allowed: false, reason: errors.length === 0 ? '' : `RBAC: ${joinErrors(errors)}` }
    }
    return this.#allowance(attributes).decision
  }

  whyAllowed(attributes: RequestAttributes): Decision {
    if (attributes.user.groups.includes(MASTERS)) return WITHOUT_REASON
    return this.#allowances.of(attributes, this.#index.generation)
  }

  #allowance(attributes: RequestAttributes): Allowance {
    const { user, resource } = attributes
    for (const binding of this.#index.bindingsOf(user, resource?.namespace)) {
      const rules = this.#index.rulesOf(binding.roleRef, binding.namespace) ?? []
      const rule = rules.find((candidate) => compileRule(candidate).allows(attributes))
      if (rule === undefined) continue
      return { rule, decision: { allowed: true, reason: `RBAC: allowed by ${describe(binding, user)}` } }
    }
    throw new Error('no binding grants an allowed request')
  }

  rulesFor(user: User, namespace: string | undefined): HeldRules {
    const rules: PolicyRule[] = []
    for (const binding of this.#index.bindingsOf(user, namespace)) {
      for (const rule of this.#index.rulesOf(binding.roleRef, binding.namespace) ?? []) rules.push(rule)
    }
    return { rules, errors: this.resolutionErrors(user, namespace) }
  }

  /** The roles that a user is bound to, each once. */
  rolesFor(user: User, namespace: string | undefined): readonly CompiledRole[] {
    const roles = new Set<CompiledRole>()
    for (const { roleRef, namespace: home } of this.#index.bindingsOf(user, namespace)) {
      const role = this.#index.roleOf(roleRef, home)
      if (role !== undefined) roles.add(role)
    }
    return [...roles]
  }

  /** The rules of a role; undefined if it does not exist. */
  rulesOf(roleRef: Readonly<RoleRef>, namespace: string | undefined): readonly PolicyRule[] | undefined {
    return this.#index.rulesOf(roleRef, namespace)
  }

  /** The missing roles of the user's bindings. */
  resolutionErrors(user: User, namespace: string | undefined): readonly string[] {
    const missing = this.#index.missingRoles(user, namespace)
    const errors = missing.map(
      ({ kind, name }) => `${kind.toLowerCase()}.${RBAC_GROUP} ${quote(name)} not found`,
    )
    return [...new Set(errors)]
  }
}

/** Limits the errors: a user may have very many bindings to missing roles. */
const MAX_REPORTED_ERRORS = 4096

export const joinErrors = (errors: readonly string[]) =>
  excerpt(errors.length === 1 ? (errors[0] as string) : `[${errors.join(', ')}]`, MAX_REPORTED_ERRORS)

/** Describes the binding, role and subject that grant a permission. */
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
