/**
 * Whether an object has all desired fields. It may have more, such as defaults and fields of others. Lists must
 * have equal lengths, and each item must contain the desired one.
 */
export function contains(live: unknown, wanted: unknown): boolean {
  if (live === wanted) return true
  if (Array.isArray(wanted)) {
    if (!Array.isArray(live)) return wanted.length === 0 && live === undefined
    return live.length === wanted.length && wanted.every((element, index) => contains(live[index], element))
  }
  if (typeof wanted !== 'object' || wanted === null) return false
  if (live === undefined || live === null) return Object.keys(wanted).length === 0
  if (typeof live !== 'object' || Array.isArray(live)) return false
  const members = live as Readonly<Record<string, unknown>>
  return Object.entries(wanted).every(([name, member]) =>
    contains(Object.hasOwn(members, name) ? members[name] : undefined, member),
  )
}

type JsonObject = Readonly<Record<string, unknown>>

/**
 * The merge patch towards the desired object: sets fields that differ and removes those that were desired last
 * time. Keeps fields of others. Undefined if nothing changes.
 */
export function threeWayMerge(
  last: JsonObject,
  wanted: JsonObject,
  live: JsonObject,
): JsonObject | undefined {
  const patch = new Map<string, unknown>()
  for (const [name, value] of Object.entries(wanted)) {
    const current = Object.hasOwn(live, name) ? live[name] : undefined
    if (isObject(value) && isObject(current)) {
      const before = Object.hasOwn(last, name) && isObject(last[name]) ? last[name] : {}
      const changed = threeWayMerge(before, value, current)
      if (changed !== undefined) patch.set(name, changed)
    } else if (!contains(current, value)) patch.set(name, value)
  }
  for (const name of Object.keys(last)) {
    if (!Object.hasOwn(wanted, name) && Object.hasOwn(live, name)) patch.set(name, null)
  }
  return patch.size === 0 ? undefined : Object.fromEntries(patch)
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
