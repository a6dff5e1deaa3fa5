import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'

export const ALL = '*'

/** Longer lists become sets. */
const SHORT = 8

type Strings = readonly string[] | ReadonlySet<string>

/**
 * A rule prepared for lookups. Its lists stay separate: a rule of a few kilobytes can name millions of combinations.
 */
export class CompiledRule {
  readonly resources: Strings
  /** Whether it has non-resource URLs. */
  readonly hasPaths: boolean
  /** Undefined for every name. */
  readonly names: Strings | undefined
  readonly #groups: Strings
  readonly #verbs: Strings
  /** Exact paths. */
  readonly #paths: Strings
  /** Prefixes of wildcard paths. */
  readonly #prefixes: readonly string[]

  constructor({ verbs, apiGroups, resources, resourceNames, nonResourceURLs = [] }: PolicyRule) {
    this.#groups = textsOf(apiGroups)
    this.#verbs = textsOf(verbs)
    this.resources = textsOf(resources)
    this.names = resourceNames?.length ? textsOf(resourceNames) : undefined
    this.hasPaths = nonResourceURLs.length > 0
    this.#prefixes = nonResourceURLs.filter((url) => url.endsWith(ALL)).map(withoutWildcard)
    this.#paths = textsOf(nonResourceURLs.filter((url) => !url.endsWith(ALL)))
  }

  hasVerb(verb: string): boolean {
    return has(this.#verbs, ALL) || has(this.#verbs, verb)
  }

  hasGroup(group: string): boolean {
    return has(this.#groups, ALL) || has(this.#groups, group)
  }

  /** The resource may have the form `pods/status`. */
  hasResource(resource: string): boolean {
    const { resources } = this
    if (has(resources, ALL) || has(resources, resource)) return true
    const wildcard = anyWithSubresource(resource)
    return wildcard !== undefined && has(resources, wildcard)
  }

  hasName(name: string): boolean {
    return this.names === undefined || has(this.names, name)
  }

  hasPath(path: string): boolean {
    return has(this.#paths, path) || this.#prefixes.some((prefix) => path.startsWith(prefix))
  }

  allows({ verb, path, resource }: RequestAttributes): boolean {
    if (!this.hasVerb(verb)) return false
    if (resource === undefined) return this.hasPath(path)
    return (
      this.hasGroup(resource.group) &&
      this.hasResource(resourceKey(resource.plural, resource.subresource)) &&
      this.hasName(resource.name ?? '')
    )
  }
}

const compiled = new WeakMap<PolicyRule, CompiledRule>()

export function compileRule(rule: PolicyRule): CompiledRule {
  let known = compiled.get(rule)
  if (known === undefined) {
    known = new CompiledRule(rule)
    compiled.set(rule, known)
  }
  return known
}

/** `pods` or `pods/status`, as in rules. */
export const resourceKey = (plural: string, subresource: string | undefined) =>
  subresource ? `${plural}/${subresource}` : plural

/** `pods/status` becomes `*` with the same subresource; undefined without a subresource. */
export function anyWithSubresource(resource: string): string | undefined {
  const slash = resource.indexOf('/')
  return slash < 0 ? undefined : `${ALL}${resource.slice(slash)}`
}

/** A loop: a regular expression would be quadratic in the number of stars. */
function withoutWildcard(url: string): string {
  let end = url.length
  while (url[end - 1] === ALL) end--
  return url.slice(0, end)
}

function textsOf(list: readonly string[] | null | undefined): Strings {
  if (!list) return []
  return list.length > SHORT ? new Set(list) : list
}

function has(values: Strings, text: string): boolean {
  return values instanceof Set ? values.has(text) : (values as readonly string[]).includes(text)
}
