import { setOwn } from '#schema/map-members.js'
import { isObject, type JsonObject, memberOf } from './json-value.js'
import { copyOf, WorkBudget } from './work-budget.js'

/**
 * JSON merge patch (RFC 7386): objects merge member by member, null takes a member away, everything else
 * replaces what was there, lists too. The result shares with target and patch what did not change.
 */
export function mergePatch(target: unknown, patch: unknown, budget = new WorkBudget()): unknown {
  if (!isObject(patch)) return patch
  const merged: JsonObject = isObject(target) ? copyOf(target, budget) : {}
  for (const name of Object.keys(patch)) {
    const value = patch[name]
    if (value === null || value === undefined) delete merged[name]
    else setOwn(merged, name, mergePatch(memberOf(merged, name), value, budget))
  }
  return merged
}
