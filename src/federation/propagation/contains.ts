/**
 * Whether an object has all that another one says. It may have more: defaults, and what others have set. Lists have to be
 * equally long, and each element has to have what its counterpart says.
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
