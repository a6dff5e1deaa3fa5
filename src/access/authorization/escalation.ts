import { MASTERS } from '#access/identity/authenticator.js'
import { RBAC_GROUP, type RoleRef } from '#kinds/rbac/binding.js'
import type { ClusterRole } from '#kinds/rbac/clusterrole/index.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import type { RoleBinding } from '#kinds/rbac/rolebinding/index.js'
import { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { excerpt } from '#util/excerpt.js'
import { type Authorizer, isAllowed } from './authorizer.js'
import { joinErrors, type RbacAuthorizer } from './rbac/authorizer.js'
import { Comparison } from './rbac/covers.js'
import { describeRule, formatStrings, MAX_REPORTED } from './rbac/missing-rules.js'
import { forbidden } from './refusal.js'

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
]

/**
 * Users cannot grant permissions that they do not have, neither by a role nor by a binding, unless they have the verb
 * `escalate` on roles or `bind` on the role.
 */
export class EscalationCheck implements AdmissionPlugin {
  readonly name = 'PrivilegeEscalation'
  readonly #rbac: RbacAuthorizer
  readonly #authorizer: Authorizer
  /** What the checked objects grant. */
  readonly #checked = new WeakMap<AdmissionReview, string>()

  constructor(rbac: RbacAuthorizer, authorizer: Authorizer) {
    this.#rbac = rbac
    this.#authorizer = authorizer
  }

  handles({ group }: ServedVersion, operation: AdmittedOperation): boolean {
    return group === RBAC_GROUP && operation !== 'delete'
  }

  admit(review: AdmissionReview): void | Promise<void> {
    const { version, object, current, user } = review
    if (object === undefined) return
    this.#checked.set(review, grantOf(object))
    if (user.groups.includes(MASTERS)) return
    if (current !== undefined && changesOnlyOwnership(object, current)) return
    if (version.kind.endsWith('Binding')) return this.#checkBinding(review, (object as RoleBinding).roleRef)
    return this.#checkRole(review, object as ClusterRole, current as ClusterRole | undefined)
  }

  /** Webhooks and policies may have changed the object since. */
  check(review: AdmissionReview): void | Promise<void> {
    if (review.object === undefined || this.#checked.get(review) === grantOf(review.object)) return
    return this.admit(review)
  }

  async #checkRole(
    review: AdmissionReview,
    role: ClusterRole,
    current: ClusterRole | undefined,
  ): Promise<void> {
    if (await review.rights?.can('escalate')) return
    await this.#expectHeld(review, role.rules ?? [])
    if (!isMadeOfOthers(role) && !isMadeOfOthers(current)) return
    if ((await this.#compare(review, EVERYTHING)).missing.rules.length > 0) {
      throw rejection(review, 'must have cluster-admin privileges to use the aggregationRule')
    }
  }

  async #checkBinding(review: AdmissionReview, roleRef: RoleRef): Promise<void> {
    const { user, namespace } = review
    const plural = roleRef.kind === 'Role' ? 'roles' : 'clusterroles'
    const { apiGroup: group = RBAC_GROUP, name } = roleRef
    const resource = { group, version: '*', plural, subresource: undefined, namespace, name }
    if (await isAllowed(this.#authorizer, { user, verb: 'bind', path: '', resource })) return
    // The validation of the kind reports an invalid reference.
    if (roleRef.kind !== 'Role' && roleRef.kind !== 'ClusterRole') return
    const rules = this.#rbac.rulesOf(roleRef, namespace)
    if (rules === undefined) throw missingRole(roleRef)
    await this.#expectHeld(review, rules)
  }

  async #expectHeld(review: AdmissionReview, rules: readonly PolicyRule[]): Promise<void> {
    if (rules.length === 0) return
    const { missing, isUnfinished } = await this.#compare(review, rules)
    if (missing.rules.length === 0) return
    const { name, groups } = review.user
    const lines = [...new Set(missing.rules.map(describeRule))].sort()
    if (missing.isFull) lines.push('and more')
    if (isUnfinished) lines.push('(the rules have too many combinations to be compared with those held)')
    const errors = this.#rbac.resolutionErrors(review.user, review.namespace)
    const unresolved = errors.length === 0 ? '' : `; resolution errors: [${joinErrors(errors)}]`
    throw rejection(
      review,
      `user ${JSON.stringify(name)} (groups=${formatStrings(groups)}) is attempting to grant RBAC permissions ` +
        `not currently held:\n${excerpt(lines.join('\n'), 2 * MAX_REPORTED)}${unresolved}`,
    )
  }

  async #compare({ user, namespace }: AdmissionReview, rules: readonly PolicyRule[]): Promise<Comparison> {
    const comparison = new Comparison(this.#rbac.rolesFor(user, namespace))
    let budget = new TimeBudget()
    for (const rule of rules) {
      comparison.add(rule)
      if (!budget.isOver) continue
      await yieldToEventLoop()
      budget = new TimeBudget()
    }
    return comparison
  }
}

function grantOf(object: ApiObject): string {
  const { rules, aggregationRule, roleRef, subjects } = object as unknown as Readonly<Record<string, unknown>>
  return JSON.stringify([rules, aggregationRule, roleRef, subjects])
}

/** The validation of the kind reports a rule without selectors. */
const isMadeOfOthers = (role: ClusterRole | undefined) =>
  (role?.aggregationRule?.clusterRoleSelectors?.length ?? 0) > 0

const rejection = ({ version: { group, plural }, name }: AdmissionReview, why: string) =>
  forbidden({ group, plural, name }, why)

const missingRole = ({ kind, name }: RoleRef) =>
  new ApiError('notFound', `${kind.toLowerCase()}.${RBAC_GROUP} ${JSON.stringify(name)} not found`, {
    name,
    group: RBAC_GROUP,
    kind: kind.toLowerCase(),
  })

/** Ownership changes are always allowed, for the garbage collector. */
function changesOnlyOwnership(object: ApiObject, current: ApiObject): boolean {
  return JSON.stringify(withoutOwnership(object)) === JSON.stringify(withoutOwnership(current))
}

function withoutOwnership(object: ApiObject): ApiObject {
  const left = {
    finalizers: undefined,
    ownerReferences: undefined,
    selfLink: undefined,
    managedFields: undefined,
  }
  return { ...object, metadata: { ...object.metadata, ...left } }
}
