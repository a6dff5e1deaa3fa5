/**
 * A simple model of RBAC: every check reads every binding. Shares no code with the server.
 */

export interface ModelRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

export interface ModelSubject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount'
  readonly name: string
  readonly namespace?: string
}

export interface ModelRole {
  readonly kind: 'Role' | 'ClusterRole'
  readonly namespace?: string
  readonly name: string
  readonly rules: readonly ModelRule[]
}

export interface ModelBinding {
  /** Undefined for a cluster role binding. */
  readonly namespace?: string
  readonly name: string
  readonly role: { readonly kind: 'Role' | 'ClusterRole'; readonly name: string }
  readonly subjects: readonly ModelSubject[]
}

export interface ModelUser {
  readonly name: string
  readonly groups: readonly string[]
}

export interface ModelRequest {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
}

export class RbacModel {
  readonly roles: ModelRole[] = []
  readonly bindings: ModelBinding[] = []

  allows(user: ModelUser, request: ModelRequest): boolean {
    if (user.groups.includes('system:masters')) return true
    return this.#rulesFor(user, request.namespace).some((rule) => allowsRequest(rule, request))
  }

  allowsPath(user: ModelUser, verb: string, path: string): boolean {
    if (user.groups.includes('system:masters')) return true
    return this.#rulesFor(user, undefined).some(
      ({ verbs, nonResourceURLs = [] }) =>
        has(verbs, verb) && nonResourceURLs.some((pattern) => isPath(pattern, path)),
    )
  }

  #rulesFor(user: ModelUser, namespace: string | undefined): readonly ModelRule[] {
    return this.bindings
      .filter((binding) => binding.namespace === undefined || binding.namespace === namespace)
      .filter((binding) => binding.subjects.some((subject) => isMeant(subject, binding.namespace, user)))
      .flatMap((binding) => this.#roleOf(binding)?.rules ?? [])
  }

  #roleOf({ role, namespace }: ModelBinding): ModelRole | undefined {
    return this.roles.find(
      ({ kind, name, namespace: home }) =>
        kind === role.kind && name === role.name && (kind === 'ClusterRole' || home === namespace),
    )
  }
}

const has = (list: readonly string[], text: string) => list.some((entry) => entry === '*' || entry === text)

function allowsRequest(
  rule: ModelRule,
  { verb, group, resource, subresource, name = '' }: ModelRequest,
): boolean {
  const { apiGroups = [], resources = [], resourceNames = [] } = rule
  const wanted = subresource === undefined ? [resource] : [`${resource}/${subresource}`, `*/${subresource}`]
  return (
    has(rule.verbs, verb) &&
    has(apiGroups, group) &&
    wanted.some((text) => has(resources, text)) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  )
}

function isPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('*')) return pattern === path
  let prefix = pattern
  while (prefix.endsWith('*')) prefix = prefix.slice(0, -1)
  return path.startsWith(prefix)
}

function isMeant(subject: ModelSubject, home: string | undefined, user: ModelUser): boolean {
  if (subject.kind === 'Group') return user.groups.includes(subject.name)
  if (subject.kind === 'User') return user.name === subject.name
  const namespace = subject.namespace ?? home
  return namespace !== undefined && user.name === `system:serviceaccount:${namespace}:${subject.name}`
}
