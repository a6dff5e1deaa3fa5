import type { Random } from '#test/support/random.js'
import type { ModelBinding, ModelRole, ModelRule, ModelSubject, ModelUser } from './rbac-model.js'

/** Few names of each sort, so that rules, bindings and requests often match. */
export const NAMESPACES = ['one', 'two', 'three']
export const NAMES = ['a', 'b']
export const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']
export const GROUPS = ['', 'apps']
export const RESOURCES = ['configmaps', 'secrets', 'deployments', 'deployments/scale', 'pods/log']
const PATHS = ['/metrics', '/logs', '/logs/*', '*', '/healthz', '/a/*/b']
const ROLE_NAMES = ['r1', 'r2', 'r3', 'r4']

export const USERS: readonly ModelUser[] = [
  { name: 'ann', groups: ['dev', 'system:authenticated'] },
  { name: 'ben', groups: ['dev', 'ops', 'system:authenticated'] },
  { name: 'cat', groups: ['system:authenticated'] },
  { name: 'dev', groups: ['system:authenticated'] },
  { name: 'system:serviceaccount:one:robot', groups: ['system:authenticated'] },
  { name: 'root', groups: ['system:masters', 'system:authenticated'] },
]

function some<T>(random: Random, choices: readonly T[], least = 1): T[] {
  const count = least + random.below(3)
  return [...new Set(Array.from({ length: count }, () => random.pick(choices)))]
}

export function randomRule(random: Random, namespaced: boolean): ModelRule {
  if (!namespaced && random.chance(0.2)) {
    return { verbs: some(random, [...VERBS, 'post', '*']), nonResourceURLs: some(random, PATHS) }
  }
  return {
    verbs: some(random, [...VERBS, '*']),
    apiGroups: some(random, [...GROUPS, '*']),
    resources: some(random, [...RESOURCES, '*', '*/scale', 'deployments/*', 'namespaces', 'nodes']),
    ...(random.chance(0.3) ? { resourceNames: some(random, NAMES) } : {}),
  }
}

export function randomRole(random: Random): ModelRole {
  const name = random.pick(ROLE_NAMES)
  const isLocal = random.chance(0.5)
  const rules = Array.from({ length: random.below(4) }, () => randomRule(random, isLocal))
  if (!isLocal) return { kind: 'ClusterRole', name, rules }
  return { kind: 'Role', namespace: random.pick(NAMESPACES), name, rules }
}

function randomSubject(random: Random, isLocal: boolean): ModelSubject {
  const kind = random.pick(['User', 'Group', 'ServiceAccount'] as const)
  if (kind === 'User') return { kind, name: random.pick(['ann', 'ben', 'cat', 'dev']) }
  if (kind === 'Group') return { kind, name: random.pick(['dev', 'ops', 'ann']) }
  if (isLocal && random.chance(0.5)) return { kind, name: 'robot' }
  return { kind, name: 'robot', namespace: random.pick(NAMESPACES) }
}

export function randomBinding(random: Random): ModelBinding {
  const isLocal = random.chance(0.7)
  const role = {
    kind: isLocal && random.chance(0.5) ? 'Role' : 'ClusterRole',
    name: random.pick(ROLE_NAMES),
  } as const
  const subjects = Array.from({ length: random.below(4) }, () => randomSubject(random, isLocal))
  const name = random.pick(['x', 'y', 'z'])
  return isLocal ? { namespace: random.pick(NAMESPACES), name, role, subjects } : { name, role, subjects }
}
