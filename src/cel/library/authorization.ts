import { costs, traverses } from '#cel/cost/models.js'
import { BOOL, opaque, STRING } from '#cel/types.js'
import { Failure } from '#cel/values/failure.js'
import { OpaqueValue } from '#cel/values/values.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import type { ServiceAccountName } from '#meta/user.js'
import { declare, type FunctionDeclaration, member, type Overload } from './declaration.js'

/**
 * The authorizer library:
 * `authorizer.group('apps').resource('deployments').namespace('a').check('create').allowed()`.
 */

/** The attributes of an access check: a verb on a resource or on a non-resource path. */
export interface AccessCheck {
  /** The service account to check; undefined for the requesting user. */
  readonly account: ServiceAccountName | undefined
  readonly verb: string
  readonly target: NonResourceAttributes | ResourceAttributes
}

export interface NonResourceAttributes {
  readonly path: string
}

export interface ResourceAttributes {
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  /** As in a list request. */
  readonly fieldSelector: string
  readonly labelSelector: string
}

export interface AccessDecision {
  readonly allowed: boolean
  readonly reason: string
  /** Why it could not be decided. */
  readonly error?: string | undefined
}

export type CheckAccess = (asked: AccessCheck) => AccessDecision

export const AUTHORIZER_TYPE = opaque('kubernetes.authorization.Authorizer')
export const RESOURCE_CHECK_TYPE = opaque('kubernetes.authorization.ResourceCheck')
const PATH_CHECK_TYPE = opaque('kubernetes.authorization.PathCheck')
const GROUP_CHECK_TYPE = opaque('kubernetes.authorization.GroupCheck')
const DECISION_TYPE = opaque('kubernetes.authorization.Decision')

/** Values of this library are equal by identity only. */
abstract class AuthorizationValue extends OpaqueValue {
  override equals(other: OpaqueValue): boolean {
    return other === this
  }
}

/** Checks the access of one user. */
export class AuthorizerValue extends AuthorizationValue {
  override readonly type = AUTHORIZER_TYPE
  readonly checkAccess: CheckAccess
  readonly account: ServiceAccountName | undefined

  constructor(ask: CheckAccess, account?: ServiceAccountName) {
    super()
    this.checkAccess = ask
    this.account = account
  }

  check(target: NonResourceAttributes | ResourceAttributes, verb: string): DecisionValue {
    return new DecisionValue(this.checkAccess({ account: this.account, verb, target }))
  }
}

class PathCheck extends AuthorizationValue {
  override readonly type = PATH_CHECK_TYPE
  readonly authorizer: AuthorizerValue
  readonly target: NonResourceAttributes

  constructor(authorizer: AuthorizerValue, path: string) {
    super()
    this.authorizer = authorizer
    this.target = { path }
  }
}

class GroupCheck extends AuthorizationValue {
  override readonly type = GROUP_CHECK_TYPE
  readonly authorizer: AuthorizerValue
  readonly group: string

  constructor(authorizer: AuthorizerValue, group: string) {
    super()
    this.authorizer = authorizer
    this.group = group
  }
}

export class ResourceCheck extends AuthorizationValue {
  override readonly type = RESOURCE_CHECK_TYPE
  readonly authorizer: AuthorizerValue
  readonly target: ResourceAttributes

  constructor(authorizer: AuthorizerValue, target: ResourceAttributes) {
    super()
    this.authorizer = authorizer
    this.target = target
  }

  with(part: Partial<ResourceAttributes>): ResourceCheck {
    return new ResourceCheck(this.authorizer, { ...this.target, ...part })
  }
}

class DecisionValue extends AuthorizationValue {
  override readonly type = DECISION_TYPE
  readonly decision: AccessDecision

  constructor(answer: AccessDecision) {
    super()
    this.decision = answer
  }
}

function pathOf(authorizer: AuthorizerValue, path: string): PathCheck {
  if (path === '') throw new Failure('path must not be empty')
  return new PathCheck(authorizer, path)
}

function accountOf({ checkAccess }: AuthorizerValue, namespace: string, name: string): AuthorizerValue {
  if (rfc1123Label(namespace).length > 0) throw new Failure('Invalid service account namespace')
  if (rfc1123Subdomain(name).length > 0) throw new Failure('Invalid service account name')
  return new AuthorizerValue(checkAccess, { namespace, name })
}

const resourceOf = ({ authorizer, group }: GroupCheck, resource: string) =>
  new ResourceCheck(authorizer, {
    ...{ group, resource, subresource: '', namespace: '', name: '' },
    ...{ fieldSelector: '', labelSelector: '' },
  })

const NOMINAL = costs(1)
/** So high that an expression can make two checks and no more. */
const CHECK = costs(350_000)

const part = (name: 'subresource' | 'namespace' | 'name'): Overload =>
  member(
    [RESOURCE_CHECK_TYPE, STRING],
    RESOURCE_CHECK_TYPE,
    (check: ResourceCheck, value: string) => check.with({ [name]: value }),
    NOMINAL,
  )

const selection = (name: 'fieldSelector' | 'labelSelector'): Overload =>
  member(
    [RESOURCE_CHECK_TYPE, STRING],
    RESOURCE_CHECK_TYPE,
    (check: ResourceCheck, selector: string) => check.with({ [name]: selector }),
    traverses(),
  )

const checks = (type: typeof PATH_CHECK_TYPE) =>
  member(
    [type, STRING],
    DECISION_TYPE,
    ({ authorizer, target }: PathCheck | ResourceCheck, verb: string) => authorizer.check(target, verb),
    CHECK,
  )

const decided = (result: typeof BOOL, read: (answer: AccessDecision) => boolean | string) =>
  member([DECISION_TYPE], result, ({ decision }: DecisionValue) => read(decision), NOMINAL)

export const authorization: readonly FunctionDeclaration[] = [
  declare('path', member([AUTHORIZER_TYPE, STRING], PATH_CHECK_TYPE, pathOf, NOMINAL)),
  declare(
    'group',
    member(
      [AUTHORIZER_TYPE, STRING],
      GROUP_CHECK_TYPE,
      (authorizer: AuthorizerValue, group: string) => new GroupCheck(authorizer, group),
      NOMINAL,
    ),
  ),
  declare('serviceAccount', member([AUTHORIZER_TYPE, STRING, STRING], AUTHORIZER_TYPE, accountOf, NOMINAL)),
  declare('resource', member([GROUP_CHECK_TYPE, STRING], RESOURCE_CHECK_TYPE, resourceOf, NOMINAL)),
  declare('subresource', part('subresource')),
  declare('namespace', part('namespace')),
  declare('name', part('name')),
  declare('fieldSelector', selection('fieldSelector')),
  declare('labelSelector', selection('labelSelector')),
  declare('check', checks(PATH_CHECK_TYPE), checks(RESOURCE_CHECK_TYPE)),
  declare(
    'allowed',
    decided(BOOL, ({ allowed }) => allowed),
  ),
  declare(
    'reason',
    decided(STRING, ({ reason }) => reason),
  ),
  declare(
    'errored',
    decided(BOOL, ({ error }) => error !== undefined),
  ),
  declare(
    'error',
    decided(STRING, ({ error = '' }) => error),
  ),
]
