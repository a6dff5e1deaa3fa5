/** How many members the text of a body gives, by the value that it was parsed to. */
const given = new WeakMap<object, number>()

/** To be called with a value that was just parsed. */
export function noteMembersGiven(value: unknown, count: number): void {
  if (typeof value === 'object' && value !== null) given.set(value, count)
}

/**
 * Whether a parsed value, as yet unchanged, has every member that its text gives: then none is given twice. That is quicker to
 * find out than which ones are. False where it is not known.
 */
export function hasAllMembersGiven(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const count = given.get(value)
  return count !== undefined && count === membersIn(value)
}

function membersIn(value: object): number {
  const parts = Object.values(value)
  let count = Array.isArray(value) ? 0 : parts.length
  for (const part of parts) if (typeof part === 'object' && part !== null) count += membersIn(part)
  return count
}
