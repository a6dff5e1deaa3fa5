import type { PolicyRule } from '../../../kinds/rbac/policy-rule.js'

/** A rule about one verb on one resource, of one group and under one name or all, or on one path. */
interface SingleRight {
  readonly verb: string
  readonly group?: string
  readonly resource?: string
  readonly name?: string
  readonly path?: string
}

const ALL = '*'

/** The parts of some rules that other rules do not cover, in as few rules as they can be told in. */
export function missingRules(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] {
  const missing: SingleRight[] = []
  for (const rule of wanted) {
    for (const right of singleRights(rule)) {
      if (!held.some((owned) => coversRight(owned, right))) missing.push(right)
    }
  }
  return compact(missing)
}

/** Every right that a rule gives, one by one. */
function* singleRights(rule: PolicyRule): Generator<SingleRight> {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  const verbs = rule.verbs ?? []
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        if (resourceNames.length === 0) yield { group, resource, verb }
        for (const name of resourceNames) yield { group, resource, verb, name }
      }
    }
  }
  for (const path of nonResourceURLs) for (const verb of verbs) yield { path, verb }
}

function coversRight(owned: PolicyRule, { verb, group, resource, name, path }: SingleRight): boolean {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = owned
  const verbs = owned.verbs ?? []
  if (!verbs.includes(ALL) && !verbs.includes(verb)) return false
  if (path !== undefined)
    return resourceNames.length === 0 && nonResourceURLs.some((url) => coversPath(url, path))
  if (!apiGroups.includes(ALL) && !apiGroups.includes(group as string)) return false
  if (!coversResource(resources, resource as string)) return false
  return resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name))
}

function coversResource(owned: readonly string[], resource: string): boolean {
  if (owned.includes(ALL) || owned.includes(resource)) return true
  const slash = resource.indexOf('/')
  return slash >= 0 && owned.includes(`${ALL}${resource.slice(slash)}`)
}

const coversPath = (owned: string, path: string) =>
  owned === path || (owned.endsWith(ALL) && path.startsWith(owned.replace(/\*+$/, '')))

/** The verbs on one resource under one name are told together. */
function compact(rights: readonly SingleRight[]): readonly PolicyRule[] {
  const rules = new Map<string, PolicyRule>()
  for (const { verb, group, resource, name, path } of rights) {
    if (path !== undefined) {
      rules.set(JSON.stringify({ path, verb }), { nonResourceURLs: [path], verbs: [verb] })
      continue
    }
    const key = JSON.stringify({ group, resource, name })
    const rule = rules.get(key)
    if (rule === undefined) {
      rules.set(key, {
        apiGroups: [group as string],
        resources: [resource as string],
        resourceNames: name === undefined ? undefined : [name],
        verbs: [verb],
      })
    } else {
      rule.verbs?.push(verb)
    }
  }
  return [...rules.values()]
}

/** `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`, as refusals tell a rule. */
export function describeRule(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const
  const told = parts.flatMap(([name, texts]) => (texts?.length ? [`${name}:${describeTexts(texts)}`] : []))
  return `{${told.join(', ')}}`
}

export const describeTexts = (texts: readonly string[]) =>
  `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`
