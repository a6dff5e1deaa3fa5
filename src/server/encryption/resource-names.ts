/** Names of resources in an encryption configuration, such as `secrets`, `pandas.example.com`, `*.apps`, `*.` or `*.*`. */

export const ALL_RESOURCES = '*.*'

const NAME = /^(?:\*\.\*|\*\.|(?:\*|[a-z][a-z0-9-]*)\.[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[a-z][a-z0-9-]*)$/

/** What is wrong with a name; undefined if nothing is. */
export function resourceNameError(name: string): string | undefined {
  if (name === '*')
    return 'use "*.<group>" for all resources of a group, "*." for the core group, or "*.*" for all'
  if (/[A-Z]/.test(name)) return 'must be in lower case'
  return NAME.test(name)
    ? undefined
    : 'must be a resource such as secrets, a resource with its group such as pandas.example.com, "*.<group>", "*." or "*.*"'
}

/** The name of all resources in the group of a resource. */
function groupOf(name: string): string {
  const dot = name.indexOf('.')
  return dot < 0 ? '*.' : `*${name.slice(dot)}`
}

/** Which of the names also covers a resource, so that the resource's own name has no effect. */
export function maskOf(name: string, names: ReadonlySet<string>): string | undefined {
  if (name === ALL_RESOURCES) return undefined
  if (names.has(ALL_RESOURCES)) return ALL_RESOURCES
  const group = groupOf(name)
  return group !== name && names.has(group) ? group : undefined
}

/** The names that cover a stored resource, the most specific first. It may be in several groups. */
export function coveringNames(
  resources: readonly { readonly group: string; readonly plural: string }[],
): readonly string[] {
  const own = resources.map(({ group, plural }) => (group === '' ? plural : `${plural}.${group}`))
  return [...new Set([...own, ...own.map(groupOf), ALL_RESOURCES])]
}
