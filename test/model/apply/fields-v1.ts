/** A field set in FieldsV1: `{}` for a field of the set, `.` for one that has others below it. */
export type FieldsV1 = { [step: string]: FieldsV1 }

export function fieldsV1(paths: readonly (readonly string[])[]): FieldsV1 {
  const tree: FieldsV1 = {}
  for (const path of paths) {
    let node = tree
    for (const step of path) {
      node[step] ??= {}
      node = node[step]
    }
  }
  for (const path of paths) {
    let node = tree
    for (const step of path) node = node[step] as FieldsV1
    if (Object.keys(node).length > 0) node['.'] = {}
  }
  return tree
}

/** The same set in canonical order: itself, names, keys, values. */
export function inOrder(fields: FieldsV1): FieldsV1 {
  const steps = Object.keys(fields).sort(compareSteps)
  return Object.fromEntries(steps.map((step) => [step, inOrder(fields[step] as FieldsV1)]))
}

const PREFIXES = ['.', 'f', 'k', 'v']

function compareSteps(one: string, other: string): number {
  const [prefix, otherPrefix] = [PREFIXES.indexOf(one.charAt(0)), PREFIXES.indexOf(other.charAt(0))]
  if (prefix !== otherPrefix) return prefix - otherPrefix
  if (prefix <= PREFIXES.indexOf('f')) return compareValues(one, other)
  const [value, otherValue] = [JSON.parse(one.slice(2)), JSON.parse(other.slice(2))]
  if (one.startsWith('v')) return compareValues(value, otherValue)
  const differing = Object.keys(value).find((key) => value[key] !== otherValue[key]) as string
  return compareValues(value[differing], otherValue[differing])
}

/** Compares numbers by value, strings by characters. */
function compareValues(one: number | string, other: number | string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** A path as in conflict messages: `.spec.ports[port=80,protocol="TCP"].name`, `.metadata.finalizers[="a"]`. */
export function pathText(path: readonly string[]): string {
  const texts = path.map((step) => {
    const [prefix, name] = [step.slice(0, 2), step.slice(2)]
    if (prefix === 'f:') return `.${name}`
    if (prefix === 'v:') return `[=${name}]`
    const keys = Object.entries(JSON.parse(name)).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    return `[${keys.join(',')}]`
  })
  return texts.join('')
}
