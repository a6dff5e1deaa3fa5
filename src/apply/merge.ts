import { setOwn } from '#schema/map-members.js'
import { isEmpty, isSame } from './compare.js'
import {
  isMembers,
  type ListShape,
  type MapShape,
  memberOf,
  type Shape,
  type StructShape,
  settled,
} from './shape.js'

type Members = Readonly<Record<string, unknown>>

/**
 * What becomes of a value when another is applied to it. What the applied value gives counts; wholes are replaced, and the
 * rest stays. The result shares parts with both, and is the live value itself where nothing changes: so most of an object
 * need not be looked at again to see what has changed.
 */
export function merge(anyShape: Shape, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live
  if (live === undefined) return applied
  const shape = settled(anyShape, live, applied)
  if (shape.kind === 'whole') return isSame(live, applied) ? live : applied
  if (isEmpty(applied)) return isEmpty(live) && !isSame(live, applied) ? applied : live
  if (isEmpty(live)) return applied
  if (shape.kind === 'list') {
    return Array.isArray(live) && Array.isArray(applied) ? mergeElements(shape, live, applied) : applied
  }
  return isMembers(live) && isMembers(applied) ? mergeMembers(shape, live, applied) : applied
}

function mergeMembers(shape: StructShape | MapShape, live: Members, applied: Members): Members {
  let merged: Record<string, unknown> | undefined
  for (const name in applied) {
    const member = memberOf(shape, name)
    if (member === undefined) continue
    const before = Object.hasOwn(live, name) ? live[name] : undefined
    const after = merge(member.shape, before, applied[name])
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
 * Elements that only one side has stay where they are; those of both sides come in the order of the applied list, each
 * merged. Both lists are walked side by side.
 */
function mergeElements(
  shape: ListShape,
  live: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  const lefts = live.map((item) => shape.name(item))
  const rights = applied.map((item) => shape.name(item))
  if (areSameAndDistinct(lefts, rights)) return mergePairs(shape.element, live, applied)
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
    result.push(merge(shape.element, leftItems.get(name), rightItems.get(name)))
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
      // An element of both sides, but not the one that comes next in the applied list.
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

/** Most lists are applied as they are: then no element has to be looked for. */
function areSameAndDistinct(
  lefts: readonly (string | undefined)[],
  rights: readonly (string | undefined)[],
): boolean {
  const { length } = lefts
  if (length !== rights.length) return false
  for (let index = 0; index < length; index++) if (lefts[index] !== rights[index]) return false
  return length === 1 || new Set(lefts).size === length
}

function mergePairs(shape: Shape, live: readonly unknown[], applied: readonly unknown[]): readonly unknown[] {
  let merged: unknown[] | undefined
  for (let index = 0; index < live.length; index++) {
    const after = merge(shape, live[index], applied[index])
    if (after === live[index]) continue
    merged ??= [...live]
    merged[index] = after
  }
  return merged ?? live
}

/** The element of each name. Of elements that have one name together, none is merged: they give way to what is applied. */
function alone(
  names: readonly (string | undefined)[],
  items: readonly unknown[],
): Map<string | undefined, unknown> {
  const found = new Map<string | undefined, unknown>()
  for (const [index, name] of names.entries()) found.set(name, found.has(name) ? undefined : items[index])
  return found
}
