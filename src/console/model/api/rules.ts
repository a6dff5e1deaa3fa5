import type { Resource } from './resource.js'

/** A rule of a SelfSubjectRulesReview. */
export interface Rule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** Whether one of the rules allows a request. Without a name, rules for some names do not. */
export function rulesAllow(
  rules: readonly Rule[],
  verb: string,
  { group, plural }: Pick<Resource, 'group' | 'plural'>,
  { name, subresource }: { name?: string | undefined; subresource?: string | undefined } = {},
): boolean {
  const wanted = subresource === undefined ? [plural] : [`${plural}/${subresource}`, `*/${subresource}`]
  return rules.some(({ verbs, apiGroups = [], resources = [], resourceNames = [] }) => {
    if (!verbs.some((each) => each === verb || each === '*')) return false
    if (!apiGroups.some((each) => each === group || each === '*')) return false
    if (!resources.some((each) => each === '*' || wanted.includes(each))) return false
    return resourceNames.length === 0 || (name !== undefined && resourceNames.includes(name))
  })
}
