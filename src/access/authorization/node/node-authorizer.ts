import type { Authorizer, Decision, HeldRules } from '#access/authorization/authorizer.js'
import { NODE_RULES } from '#access/authorization/bootstrap/node-rules.js'
import { CompiledRole } from '#access/authorization/rbac/compiled-role.js'
import { SubjectRules } from '#access/authorization/rbac/subject-rules.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import { nodeOfUser, type User } from '#meta/user.js'
import type { NodeAccess } from './node-access.js'
import { type Check, checksOf } from './node-checks.js'

const ALLOWED: Decision = { allowed: true, reason: '' }

/**
 * Authorizes kubelets: a node may read what its pods refer to, and write its own objects. Only the admission plugin
 * `NodeRestriction` sees the objects of writes, so both belong together. Has no opinion about other users.
 *
 * A watch that was allowed goes on when the last pod that needs its object has left the node, as on kube-apiserver.
 */
export class NodeAuthorizer implements Authorizer {
  readonly generation = 0
  readonly #rules = new SubjectRules([new CompiledRole(NODE_RULES)])
  readonly #checks: Readonly<Record<string, Check>>

  constructor(access: NodeAccess) {
    this.#checks = checksOf(access)
  }

  allows(attributes: RequestAttributes): boolean {
    return this.#decide(attributes)?.allowed === true
  }

  decide(attributes: RequestAttributes): Decision {
    return this.#decide(attributes) ?? { allowed: false, reason: '' }
  }

  whyAllowed(attributes: RequestAttributes): Decision {
    return this.decide(attributes)
  }

  rulesFor(user: User): HeldRules {
    const isNode = nodeOfUser(user) !== undefined
    return {
      rules: [],
      errors: isNode ? ['node authorizer does not support user rule resolution'] : [],
    }
  }

  /** Undefined without an opinion. */
  #decide(attributes: RequestAttributes): Decision | undefined {
    const { user, resource } = attributes
    const node = nodeOfUser(user)
    if (node === undefined) return undefined
    if (node === '') return refused(`unknown node for user ${JSON.stringify(user.name)}`)
    const check = resource && this.#checks[`${resource.group}/${resource.plural}`]
    if (resource === undefined || check === undefined) {
      return this.#rules.allows(attributes) ? ALLOWED : undefined
    }
    const reason = check(node, attributes, resource)
    return reason === undefined ? ALLOWED : refused(reason)
  }
}

const refused = (reason: string): Decision => ({ allowed: false, reason })
