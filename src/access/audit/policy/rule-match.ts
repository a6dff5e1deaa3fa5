import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import type { User } from '#meta/user.js'
import type { GroupResources, PolicyRule } from './policy.js'

/** A rule, taken apart: what it demands of the user, the verb and the resource, and what it demands besides. */
export interface RuleMatch {
  /** Whether the rule may match requests of a user with this verb to this resource, or to paths that are none. */
  concerns(user: User, verb: string, resource: ResourceKind | undefined): boolean
  /** Whether a request matches that the rule concerns. */
  accepts(attributes: RequestAttributes): boolean
  /** Whether every request matches that the rule concerns. */
  readonly isUnconditional: boolean
  /** Whether it matters to the rule what the object of a request is called. */
  readonly asksForNames: boolean
}

/** What a request is about, without the object that it is about. */
export type ResourceKind = Pick<ResourceAttributes, 'group' | 'plural' | 'subresource'>

export function ruleMatch(rule: PolicyRule): RuleMatch {
  const [users, groups, verbs] = [setOf(rule.users), setOf(rule.userGroups), setOf(rule.verbs)]
  const { resources = [] } = rule
  const isOfResources = resources.length > 0 || setOf(rule.namespaces) !== undefined
  const isOfPaths = setOf(rule.nonResourceURLs) !== undefined
  const ofNames = nameCondition(resources)
  const conditions = [namespaceCondition(rule), ofNames, pathCondition(rule)]
  const needed = conditions.filter((condition) => condition !== undefined)
  return {
    isUnconditional: needed.length === 0,
    asksForNames: ofNames !== undefined,
    concerns: (user, verb, resource) => {
      if (verbs !== undefined && !verbs.has(verb)) return false
      if (users !== undefined && !users.has(user.name)) return false
      if (groups !== undefined && !user.groups.some((group) => groups.has(group))) return false
      if (resource === undefined) return !isOfResources
      if (isOfPaths) return false
      return resources.length === 0 || resources.some((entry) => isAbout(entry, resource))
    },
    accepts: (attributes) => {
      for (const condition of needed) if (!condition(attributes)) return false
      return true
    },
  }
}

type Condition = (attributes: RequestAttributes) => boolean

function namespaceCondition({ namespaces }: PolicyRule): Condition | undefined {
  const names = setOf(namespaces)
  return names && (({ resource }) => names.has(resource?.namespace ?? ''))
}

/** Only where names are given the object counts; then it is the entry with the name that has to be about the resource. */
function nameCondition(entries: readonly GroupResources[]): Condition | undefined {
  if (entries.every(({ resourceNames }) => !resourceNames?.length)) return undefined
  const named = entries.map((entry) => ({ entry, names: setOf(entry.resourceNames) }))
  return ({ resource }) =>
    resource !== undefined &&
    named.some(
      ({ entry, names }) =>
        (names === undefined || names.has(resource.name ?? '')) && isAbout(entry, resource),
    )
}

function pathCondition({ nonResourceURLs }: PolicyRule): Condition | undefined {
  const exact = setOf(nonResourceURLs)
  if (exact === undefined) return undefined
  const beginnings = [...exact].filter((path) => path.endsWith('*')).map((path) => path.slice(0, -1))
  return ({ path }) => exact.has(path) || beginnings.some((beginning) => path.startsWith(beginning))
}

function isAbout({ group = '', resources }: GroupResources, resource: ResourceKind): boolean {
  if (group !== resource.group) return false
  return !resources?.length || resources.some((pattern) => isNamed(pattern, resource))
}

// `pods/*` is pods and all that is below them; `*` is everything, `*/scale` everything that is called so.
function isNamed(pattern: string, { plural, subresource }: ResourceKind): boolean {
  if (pattern === '*') return true
  if (pattern === (subresource ? `${plural}/${subresource}` : plural)) return true
  if (subresource && pattern === `*/${subresource}`) return true
  return pattern === `${plural}/*`
}

const setOf = (texts: readonly string[] | null | undefined): ReadonlySet<string> | undefined =>
  texts?.length ? new Set(texts) : undefined
