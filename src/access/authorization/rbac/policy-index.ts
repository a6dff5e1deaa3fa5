import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { RoleRef, Subject } from '#kinds/rbac/binding.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { serviceAccountUsername, type User } from '#meta/user.js'
import { CompiledRole } from './compiled-role.js'
import { SubjectRules } from './subject-rules.js'

/** The indexed fields of a binding. */
export interface Binding {
  readonly name: string
  /** Undefined for a cluster role binding. */
  readonly namespace: string | undefined
  readonly roleRef: Readonly<RoleRef>
  readonly subjects: readonly Subject[]
}

/** All bindings of one subject in one scope, and their rules. */
class BoundSubject {
  readonly bindings = new Map<string, Binding>()
  /** Computed on first use, and again after a change. */
  rules: SubjectRules | undefined
  /** Missing roles of its bindings. Computed with the rules. */
  missing: readonly Readonly<RoleRef>[] = []
}

/** The cached subjects of one user, who sends request after request. */
interface CachedSubjects {
  readonly generation: number
  readonly everywhere: readonly BoundSubject[]
  readonly namespaces: Map<string, readonly BoundSubject[]>
}

/** The bindings of one namespace or of the cluster, by subject. */
class Scope {
  readonly users = new Map<string, BoundSubject>()
  readonly groups = new Map<string, BoundSubject>()

  /** The subjects of a user: the user itself and its groups. */
  subjectsOf({ name, groups }: User): readonly BoundSubject[] {
    const all = [this.users.get(name), ...groups.map((group) => this.groups.get(group))]
    return all.filter((bound) => bound !== undefined)
  }
}

const NOBODY: readonly BoundSubject[] = []
/** Maximum cached namespaces per user. */
const MAX_NAMESPACES = 1_000

/**
 * Roles and bindings, indexed by subject. A check looks only at the rules of the user and its groups, in the
 * namespace and cluster-wide.
 */
export class PolicyIndex {
  /** By `roleKey`. */
  readonly #roles = new Map<string, CompiledRole>()
  /** By `bindingKey`. */
  readonly #bindings = new Map<string, Binding>()
  readonly #everywhere = new Scope()
  readonly #namespaces = new Map<string, Scope>()
  /** The subjects of a role and their number of bindings, by `roleKey`. */
  readonly #bound = new Map<string, Map<BoundSubject, number>>()
  readonly #users = new WeakMap<User, CachedSubjects>()
  #generation = 0

  get generation(): number {
    return this.#generation
  }

  /** `namespace` is undefined for a cluster role, `rules` for a deleted role. */
  setRole(namespace: string | undefined, name: string, rules: readonly PolicyRule[] | undefined): void {
    const key = roleKey(namespace, name)
    if (rules === undefined) this.#roles.delete(key)
    else this.#roles.set(key, new CompiledRole(rules))
    for (const subject of this.#bound.get(key)?.keys() ?? []) subject.rules = undefined
    this.#generation++
  }

  setBinding(binding: Binding): void {
    this.removeBinding(binding.namespace, binding.name)
    const key = bindingKey(binding.namespace, binding.name)
    this.#bindings.set(key, binding)
    const role = referredKey(binding)
    for (const subject of this.#subjectsOf(binding)) {
      subject.bindings.set(key, binding)
      subject.rules = undefined
      this.#count(role, subject, 1)
    }
    this.#generation++
  }

  removeBinding(namespace: string | undefined, name: string): void {
    const key = bindingKey(namespace, name)
    const binding = this.#bindings.get(key)
    if (binding === undefined) return
    this.#bindings.delete(key)
    const role = referredKey(binding)
    for (const subject of this.#subjectsOf(binding)) {
      subject.bindings.delete(key)
      subject.rules = undefined
      this.#count(role, subject, -1)
    }
    this.#prune(binding)
    this.#generation++
  }

  /** The rules of a binding's role; undefined if it does not exist. */
  rulesOf(roleRef: Readonly<RoleRef>, namespace: string | undefined): readonly PolicyRule[] | undefined {
    return this.roleOf(roleRef, namespace)?.rules
  }

  roleOf(roleRef: Readonly<RoleRef>, namespace: string | undefined): CompiledRole | undefined {
    return this.#roles.get(roleKey(roleRef.kind === 'Role' ? (namespace ?? '') : undefined, roleRef.name))
  }

  /** Whether a subject of the user has the permission, cluster-wide or in the namespace, on the named object. */
  allows(attributes: RequestAttributes): boolean {
    const known = this.#known(attributes.user)
    if (this.#allowsOne(known.everywhere, attributes)) return true
    const namespace = attributes.resource?.namespace
    return namespace
      ? this.#allowsOne(this.#inNamespace(known, attributes.user, namespace), attributes)
      : false
  }

  /** The missing roles of the user's bindings, without duplicates. */
  missingRoles(user: User, namespace: string | undefined): readonly Readonly<RoleRef>[] {
    const known = this.#known(user)
    const local = namespace ? this.#inNamespace(known, user, namespace) : []
    return [...known.everywhere, ...local].flatMap((subject) => {
      this.#rights(subject)
      return subject.missing
    })
  }

  #known(user: User): CachedSubjects {
    let known = this.#users.get(user)
    if (known === undefined || known.generation !== this.#generation) {
      known = {
        generation: this.#generation,
        everywhere: this.#everywhere.subjectsOf(user),
        namespaces: new Map(),
      }
      this.#users.set(user, known)
    }
    return known
  }

  #inNamespace({ namespaces }: CachedSubjects, user: User, namespace: string): readonly BoundSubject[] {
    let subjects = namespaces.get(namespace)
    if (subjects === undefined) {
      subjects = this.#namespaces.get(namespace)?.subjectsOf(user) ?? NOBODY
      // Clients can invent namespaces.
      if (namespaces.size >= MAX_NAMESPACES) namespaces.clear()
      namespaces.set(namespace, subjects)
    }
    return subjects
  }

  #allowsOne(subjects: readonly BoundSubject[], attributes: RequestAttributes): boolean {
    for (let index = 0; index < subjects.length; index++) {
      if (this.#rights(subjects[index] as BoundSubject).allows(attributes)) return true
    }
    return false
  }

  /** The bindings of a user: cluster-wide first, each scope ordered by name. */
  *bindingsOf(user: User, namespace: string | undefined): Generator<Binding> {
    for (const scope of this.#scopes(namespace)) {
      const found = new Map<string, Binding>()
      for (const { bindings } of scope.subjectsOf(user))
        for (const [key, binding] of bindings) found.set(key, binding)
      yield* [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
    }
  }

  *#scopes(namespace: string | undefined): Generator<Scope> {
    yield this.#everywhere
    const scope = namespace ? this.#namespaces.get(namespace) : undefined
    if (scope !== undefined) yield scope
  }

  #rights(subject: BoundSubject): SubjectRules {
    if (subject.rules !== undefined) return subject.rules
    const given = new Set<CompiledRole>()
    const missing = new Map<string, Readonly<RoleRef>>()
    for (const binding of subject.bindings.values()) {
      const role = this.roleOf(binding.roleRef, binding.namespace)
      if (role === undefined) missing.set(referredKey(binding), binding.roleRef)
      else given.add(role)
    }
    subject.rules = new SubjectRules(given)
    subject.missing = [...missing.values()]
    return subject.rules
  }

  #count(role: string, subject: BoundSubject, difference: number): void {
    const bound = this.#bound.get(role) ?? new Map<BoundSubject, number>()
    const count = (bound.get(subject) ?? 0) + difference
    if (count > 0) bound.set(subject, count)
    else bound.delete(subject)
    if (bound.size > 0) this.#bound.set(role, bound)
    else this.#bound.delete(role)
  }

  #subjectsOf({ namespace, subjects }: Binding): Set<BoundSubject> {
    const scope = this.#scopeOf(namespace)
    const found = new Set<BoundSubject>()
    for (const subject of subjects) {
      const known = subject.kind === 'Group' ? scope.groups : scope.users
      const name = userNameOf(subject, namespace)
      if (name === undefined) continue
      let bound = known.get(name)
      if (bound === undefined) {
        bound = new BoundSubject()
        known.set(name, bound)
      }
      found.add(bound)
    }
    return found
  }

  #scopeOf(namespace: string | undefined): Scope {
    if (namespace === undefined) return this.#everywhere
    let scope = this.#namespaces.get(namespace)
    if (scope === undefined) {
      scope = new Scope()
      this.#namespaces.set(namespace, scope)
    }
    return scope
  }

  /** Drops subjects without bindings. */
  #prune({ namespace, subjects }: Binding): void {
    const scope = this.#scopeOf(namespace)
    for (const subject of subjects) {
      const known = subject.kind === 'Group' ? scope.groups : scope.users
      const name = userNameOf(subject, namespace) ?? ''
      if (known.get(name)?.bindings.size === 0) known.delete(name)
    }
    if (namespace !== undefined && scope.users.size + scope.groups.size === 0)
      this.#namespaces.delete(namespace)
  }
}

/** The user or group of a subject; undefined if it is neither. */
export function userNameOf(
  { kind, name, namespace }: Subject,
  bindingNamespace: string | undefined,
): string | undefined {
  if (kind !== 'ServiceAccount') return kind === 'User' || kind === 'Group' ? name : undefined
  const home = namespace || bindingNamespace
  return home ? serviceAccountUsername(home, name) : undefined
}

/** Names contain no slash. */
const roleKey = (namespace: string | undefined, name: string) =>
  namespace === undefined ? name : `${namespace}/${name}`
const bindingKey = roleKey

const referredKey = ({ roleRef, namespace }: Binding) =>
  roleKey(roleRef.kind === 'Role' ? (namespace ?? '') : undefined, roleRef.name)
