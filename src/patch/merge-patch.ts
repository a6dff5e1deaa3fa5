import { setOwn } from '#schema/json-object.js'
import { isObject, type JsonObject, ownProperty } from './json-value.js'
import { shallowCopy, WorkBudget } from './work-budget.js'

/**
 * JSON merge patch (RFC 7386): objects merge property by property, null takes a property away, everything else
 * replaces what was there, lists too. The result shares with target and patch what did not change.
 */
export function mergePatch(target: unknown, patch: unknown, budget = new WorkBudget()): unknown {
  if (!isObject(patch)) return patch
  const merged: JsonObject = isObject(target) ? shallowCopy(target, budget) : {}
  for (const name of Object.keys(patch)) {
    const value = patch[name]
    if (value === null || value === undefined) delete merged[name]
    else setOwn(merged, name, mergePatch(ownProperty(merged, name), value, budget))
  }
  return merged
}
