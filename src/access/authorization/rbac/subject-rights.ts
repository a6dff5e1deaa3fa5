import type { RequestAttributes } from '../../../http/request-attributes.js'
import type { ResourceAttributes } from '../../../http/resource-path.js'
import type { PolicyRule } from '../../../kinds/rbac/policy-rule.js'

const ALL = '*'

/** Stands for all objects, whatever they are called. */
export const EVERY_NAME = Symbol('every name')

/** The object that is asked about; undefined for none in particular. */
export type AskedName = string | typeof EVERY_NAME | undefined

/** The names that a right is limited to, or every name. */
type Names = Set<string> | 'every'

/** Something for each of some names, and something for all: a wildcard is asked for without a search. */
class WildcardTable<V> {
  all: V | undefined
  readonly byName = new Map<string, V>()

  entry(name: string, make: () => V): V {
    if (name === ALL) {
      this.all ??= make()
      return this.all
    }
    let value = this.byName.get(name)
    if (value === undefined) {
      value = make()
      this.byName.set(name, value)
    }
    return value
  }
}

/** What may be done to a resource, by verb. */
class Verbs {
  #all: Names | undefined
  readonly #byVerb = new Map<string, Names>()

  add(verb: string, names: readonly string[]): void {
    if (verb === ALL) this.#all = joinNames(this.#all, names)
    else this.#byVerb.set(verb, joinNames(this.#byVerb.get(verb), names))
  }

  allow(verb: string, name: AskedName): boolean {
    if (this.#all !== undefined && includes(this.#all, name)) return true
    const names = this.#byVerb.get(verb)
    return names !== undefined && includes(names, name)
  }
}

const includes = (names: Names, name: AskedName) =>
  names === 'every' || (name !== EVERY_NAME && names.has(name ?? ''))

/** A right to every name is more than a right to some. */
function joinNames(known: Names | undefined, names: readonly string[]): Names {
  if (known === 'every' || names.length === 0) return 'every'
  return new Set([...(known ?? []), ...names])
}

type Resources = WildcardTable<Verbs>
const newResources = (): Resources => new WildcardTable<Verbs>()
const newVerbs = () => new Verbs()

/**
 * The rights that one subject has in one scope, all roles together, laid out so that a question takes a few lookups however
 * many rules there are.
 */
export class SubjectRights {
  /** By group, then by resource, which may have its subresource behind a slash. */
  readonly #groups = new WildcardTable<Resources>()
  readonly #paths = new Map<string, Verbs>()
  /** The beginnings of paths that end in a wildcard. */
  readonly #prefixes = new Map<string, Verbs>()

  add({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule): void {
    for (const group of apiGroups) {
      const ofGroup = this.#groups.entry(group, newResources)
      for (const resource of resources) {
        const known = ofGroup.entry(resource, newVerbs)
        for (const verb of verbs ?? []) known.add(verb, resourceNames)
      }
    }
    for (const url of nonResourceURLs) {
      const isPrefix = url.endsWith(ALL)
      const paths = isPrefix ? this.#prefixes : this.#paths
      const path = isPrefix ? url.replace(/\*+$/, '') : url
      const known = paths.get(path) ?? new Verbs()
      paths.set(path, known)
      for (const verb of verbs ?? []) known.add(verb, [])
    }
  }

  allows({ verb, path, resource }: RequestAttributes, name: AskedName): boolean {
    if (resource === undefined) return this.#allowsPath(verb, path)
    const ofGroup = this.#groups.byName.get(resource.group)
    if (ofGroup !== undefined && allowsIn(ofGroup, verb, resource, name)) return true
    const ofAll = this.#groups.all
    return ofAll !== undefined && allowsIn(ofAll, verb, resource, name)
  }

  #allowsPath(verb: string, path: string): boolean {
    if (this.#paths.get(path)?.allow(verb, undefined)) return true
    for (const [prefix, verbs] of this.#prefixes) {
      if (path.startsWith(prefix) && verbs.allow(verb, undefined)) return true
    }
    return false
  }
}

function allowsIn(
  resources: Resources,
  verb: string,
  { plural, subresource }: ResourceAttributes,
  name: AskedName,
): boolean {
  if (resources.all?.allow(verb, name)) return true
  if (!subresource) return resources.byName.get(plural)?.allow(verb, name) ?? false
  return (
    resources.byName.get(`${plural}/${subresource}`)?.allow(verb, name) ||
    resources.byName.get(`${ALL}/${subresource}`)?.allow(verb, name) ||
    false
  )
}
