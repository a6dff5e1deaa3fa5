import { contains } from './contains.js'

type Members = Readonly<Record<string, unknown>>

/**
 * The merge patch that makes of an object what is wanted now: sets what differs, and takes away what was wanted the last time
 * and is not any more. What others have set stays. Undefined when there is nothing to change.
 */
export function threeWayMerge(last: Members, wanted: Members, live: Members): Members | undefined {
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

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
