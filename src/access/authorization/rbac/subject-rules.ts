import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { CompiledRole } from './compiled-role.js'
import { type CompiledRule, resourceKey } from './compiled-rule.js'

/** The names that a permission is limited to. */
type Names = 'every' | readonly ReadonlySet<string>[]

const NO_NAMES: Names = []

/** Maximum number and length of cached combinations: clients can invent them. */
const MAX_ENTRIES = 1_000
const MAX_CACHED_LENGTH = 256

/** The rules of one subject in one scope, of all its roles. */
export class SubjectRules {
  readonly #roles: readonly CompiledRole[]
  readonly #pathRules: readonly CompiledRule[]
  /**
   * By group, resource and verb. Filled on demand: rules can name more combinations than fit in memory, but requests
   * use few.
   */
  readonly #known = new Map<string, Map<string, Map<string, Names>>>()
  #count = 0

  constructor(roles: Iterable<CompiledRole>) {
    this.#roles = [...roles]
    this.#pathRules = this.#roles.flatMap(({ pathRules }) => pathRules)
  }

  allows({ verb, path, resource }: RequestAttributes): boolean {
    if (resource === undefined)
      return this.#pathRules.some((rule) => rule.hasVerb(verb) && rule.hasPath(path))
    const { group, plural, subresource, name = '' } = resource
    const key = resourceKey(plural, subresource)
    const names = this.#known.get(group)?.get(key)?.get(verb) ?? this.#find(group, key, verb)
    return names === 'every' || names.some((some) => some.has(name))
  }

  #find(group: string, resource: string, verb: string): Names {
    const names = this.#namesOf(group, resource, verb)
    if (group.length + resource.length + verb.length > MAX_CACHED_LENGTH) return names
    if (++this.#count > MAX_ENTRIES) {
      this.#known.clear()
      this.#count = 1
    }
    const resources = entry(this.#known, group, () => new Map<string, Map<string, Names>>())
    entry(resources, resource, () => new Map<string, Names>()).set(verb, names)
    return names
  }

  /** Every name includes all single names. */
  #namesOf(group: string, resource: string, verb: string): Names {
    const large: ReadonlySet<string>[] = []
    const small = new Set<string>()
    for (const role of this.#roles) {
      for (const rule of role.about(resource)) {
        if (!rule.hasGroup(group) || !rule.hasVerb(verb)) continue
        if (rule.names === undefined) return 'every'
        // Large sets are not merged.
        if (rule.names instanceof Set) large.push(rule.names)
        else for (const name of rule.names) small.add(name)
      }
    }
    if (small.size > 0) large.push(small)
    return large.length === 0 ? NO_NAMES : large
  }
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
