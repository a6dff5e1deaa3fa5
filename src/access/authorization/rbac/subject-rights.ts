import type { RequestAttributes } from '../../../http/request-attributes.js'
import type { ResourceAttributes } from '../../../http/resource-path.js'
import type { PolicyRule } from '../../../kinds/rbac/policy-rule.js'

/** The names that a right is limited to; undefined when it holds for every name. */
type Names = Set<string> | undefined
type ByVerb = Map<string, Names>

const ALL = '*'

/**
 * The rights that one subject has in one scope, all roles together, laid out so that a question takes a few lookups however
 * many rules there are. Wildcards are entries like all others.
 */
export class SubjectRights {
  /** By group, then by resource with its subresource, then by verb. */
  readonly #resources = new Map<string, Map<string, ByVerb>>()
  readonly #paths = new Map<string, Set<string>>()
  /** The beginnings of paths that end in a wildcard. */
  readonly #prefixes = new Map<string, Set<string>>()

  add({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): void {
    for (const group of apiGroups) {
      const byResource = entry(this.#resources, group, () => new Map<string, ByVerb>())
      for (const resource of resources) {
        const byVerb = entry(byResource, resource, (): ByVerb => new Map())
        for (const verb of verbs ?? []) addNames(byVerb, verb, resourceNames)
      }
    }
    for (const url of nonResourceURLs) {
      const [paths, key] = url.endsWith(ALL) ? [this.#prefixes, url.replace(/\*+$/, '')] : [this.#paths, url]
      const known = entry(paths, key, () => new Set<string>())
      for (const verb of verbs ?? []) known.add(verb)
    }
  }

  allows({ verb, path, resource }: RequestAttributes): boolean {
    if (resource === undefined) return this.#allowsPath(verb, path)
    return (
      allowsIn(this.#resources.get(resource.group), verb, resource) ||
      allowsIn(this.#resources.get(ALL), verb, resource)
    )
  }

  #allowsPath(verb: string, path: string): boolean {
    if (hasVerb(this.#paths.get(path), verb)) return true
    for (const [prefix, verbs] of this.#prefixes) {
      if (path.startsWith(prefix) && hasVerb(verbs, verb)) return true
    }
    return false
  }
}

function allowsIn(
  byResource: Map<string, ByVerb> | undefined,
  verb: string,
  { plural, subresource, name }: ResourceAttributes,
): boolean {
  if (byResource === undefined) return false
  if (allowsVerb(byResource.get(ALL), verb, name)) return true
  if (!subresource) return allowsVerb(byResource.get(plural), verb, name)
  return (
    allowsVerb(byResource.get(`${plural}/${subresource}`), verb, name) ||
    allowsVerb(byResource.get(`${ALL}/${subresource}`), verb, name)
  )
}

function allowsVerb(byVerb: ByVerb | undefined, verb: string, name = ''): boolean {
  if (byVerb === undefined) return false
  return (
    (byVerb.has(verb) && includes(byVerb.get(verb), name)) ||
    (byVerb.has(ALL) && includes(byVerb.get(ALL), name))
  )
}

const includes = (names: Names, name: string) => names === undefined || names.has(name)

const hasVerb = (verbs: Set<string> | undefined, verb: string) =>
  verbs !== undefined && (verbs.has(verb) || verbs.has(ALL))

/** A right to every name is more than a right to some. */
function addNames(byVerb: ByVerb, verb: string, names: readonly string[]): void {
  if (names.length === 0) {
    byVerb.set(verb, undefined)
    return
  }
  if (!byVerb.has(verb)) byVerb.set(verb, new Set())
  const known = byVerb.get(verb)
  for (const name of names) known?.add(name)
}

function entry<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
