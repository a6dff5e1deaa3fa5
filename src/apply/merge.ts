import { setOwn } from '#schema/json-object.js'
import { isEmpty, isSame } from './compare.js'
import {
  deduce,
  fieldOf,
  isJsonObject,
  type ListMergeType,
  type MapMergeType,
  type MergeType,
  type StructMergeType,
} from './merge-type.js'

type Members = Readonly<Record<string, unknown>>

/**
 * Merges an applied value into the live one. Applied values win, atomic values are replaced, the rest stays. The
 * result shares parts with both, and is the live value itself when nothing changes, so that later comparisons can
 * skip unchanged parts.
 */
export function merge(anyMergeType: MergeType, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live
  if (live === undefined) return applied
  const mergeType = deduce(anyMergeType, live, applied)
  if (mergeType.kind === 'atomic') return isSame(live, applied) ? live : applied
  if (isEmpty(applied)) return isEmpty(live) && !isSame(live, applied) ? applied : live
  if (isEmpty(live)) return applied
  if (mergeType.kind === 'list') {
    return Array.isArray(live) && Array.isArray(applied) ? mergeElements(mergeType, live, applied) : applied
  }
  return isJsonObject(live) && isJsonObject(applied) ? mergeMembers(mergeType, live, applied) : applied
}

function mergeMembers(mergeType: StructMergeType | MapMergeType, live: Members, applied: Members): Members {
  let merged: Record<string, unknown> | undefined
  for (const name in applied) {
    const member = fieldOf(mergeType, name)
    if (member === undefined) continue
    const before = Object.hasOwn(live, name) ? live[name] : undefined
    const after = merge(member.mergeType, before, applied[name])
    if (after === before) continue
    merged ??= copyOf(live)
    setOwn(merged, name, after)
  }
  return merged ?? live
}

function copyOf(value: Members): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name in value) setOwn(copy, name, value[name])
  return copy
}

/**
 * Elements of only one side keep their place. Elements of both sides are merged, in the order of the applied list.
 * Walks both lists in parallel.
 */
function mergeElements(
  mergeType: ListMergeType,
  live: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  const lefts = live.map((item) => mergeType.pathElement(item))
  const rights = applied.map((item) => mergeType.pathElement(item))
  if (areSameAndDistinct(lefts, rights)) return mergePairs(mergeType.element, live, applied)
  const leftItems = alone(lefts, live)
  const rightItems = alone(rights, applied)
  const shared = rights.filter((name) => leftItems.has(name))
  const merged = new Set<string | undefined>()
  const result: unknown[] = []
  let nextShared = 0
  let left = 0
  let right = 0

  const takeRight = () => {
    const name = rights[right]
    merged.add(name)
    result.push(merge(mergeType.element, leftItems.get(name), rightItems.get(name)))
    right++
    if (nextShared < shared.length && shared[nextShared] === name) nextShared++
  }

  while (left < lefts.length || right < rights.length) {
    const name = lefts[left]
    if (left < lefts.length && right < rights.length) {
      if (name === rights[right]) {
        takeRight()
        left++
        continue
      }
      // An element of both sides that is not the next one of the applied list.
      if (rightItems.has(name) && nextShared < shared.length && shared[nextShared] !== name) {
        left++
        continue
      }
    }
    if (left < lefts.length) {
      if (!rightItems.has(name)) {
        result.push(live[left])
        left++
        continue
      }
      if (merged.has(name)) left++
    }
    if (right < rights.length) takeRight()
  }
  const isUnchanged = result.length === live.length && result.every((item, index) => item === live[index])
  return isUnchanged ? live : result
}

/** Most lists are applied unchanged; then no element has to be looked up. */
function areSameAndDistinct(
  lefts: readonly (string | undefined)[],
  rights: readonly (string | undefined)[],
): boolean {
  const { length } = lefts
  if (length !== rights.length) return false
  for (let index = 0; index < length; index++) if (lefts[index] !== rights[index]) return false
  return length === 1 || new Set(lefts).size === length
}

function mergePairs(
  mergeType: MergeType,
  live: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  let merged: unknown[] | undefined
  for (let index = 0; index < live.length; index++) {
    const after = merge(mergeType, live[index], applied[index])
    if (after === live[index]) continue
    merged ??= [...live]
    merged[index] = after
  }
  return merged ?? live
}

/** The elements by name. Elements with a duplicate name are not merged: the applied ones replace them. */
function alone(
  names: readonly (string | undefined)[],
  items: readonly unknown[],
): Map<string | undefined, unknown> {
  const found = new Map<string | undefined, unknown>()
  for (const [index, name] of names.entries()) found.set(name, found.has(name) ? undefined : items[index])
  return found
}
