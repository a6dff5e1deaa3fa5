import { FIELD, type FieldSet, type FieldSetDraft, SELF } from './field-set.js'
import {
  checkElementCount,
  deduce,
  fieldOf,
  isJsonObject,
  type ListMergeType,
  MAX_ELEMENTS,
  type MapMergeType,
  type MergeType,
  type StructMergeType,
} from './merge-type.js'

/** The difference between two values. */
export interface Comparison {
  /** Fields that are new or have a different value. */
  readonly changed: FieldSet | undefined
  readonly removed: FieldSet | undefined
}

/** Undefined when no field differs. The order of a set or keyed list is not a field. */
export function compare(anyMergeType: MergeType, before: unknown, after: unknown): Comparison | undefined {
  if (before === after) return undefined
  // Everything is new, and gets an owner.
  if (before === undefined)
    return { changed: allFields(anyMergeType, after, MAX_ELEMENTS), removed: undefined }
  if (after === undefined) return { changed: undefined, removed: allFields(anyMergeType, before) }
  const mergeType = deduce(anyMergeType, before, after)
  if (mergeType.kind === 'atomic' || (isEmpty(before) && isEmpty(after))) {
    return isSame(before, after) ? undefined : ALL_CHANGED
  }
  if (mergeType.kind === 'list') {
    return compareElements(mergeType, Array.isArray(before) ? before : [], Array.isArray(after) ? after : [])
  }
  return compareProperties(mergeType, isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {})
}

const ALL_CHANGED: Comparison = { changed: FIELD, removed: undefined }

/** The fields of a value that is added or removed as a whole: the value itself and all below it. */
function allFields(anyMergeType: MergeType, value: unknown, limit = Number.POSITIVE_INFINITY): FieldSet {
  const mergeType = deduce(anyMergeType, value)
  let fields: FieldSetDraft | undefined
  if (mergeType.kind === 'list') {
    if (!Array.isArray(value)) return FIELD
    for (const [name, items] of byName(mergeType, value, limit)) {
      fields ??= { [SELF]: FIELD }
      fields[name] = items.length > 1 ? FIELD : allFields(mergeType.element, items[0], limit)
    }
  } else if (mergeType.kind !== 'atomic' && isJsonObject(value)) {
    for (const name in value) {
      if (value[name] === undefined) continue
      const member = fieldOf(mergeType, name)
      if (member === undefined) continue
      fields ??= { [SELF]: FIELD }
      fields[member.element] = allFields(member.mergeType, value[name], limit)
    }
  }
  return fields ?? FIELD
}

function compareProperties(
  mergeType: StructMergeType | MapMergeType,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Comparison | undefined {
  const found = new Differences()
  for (const name in after) {
    const [left, right] = [own(before, name), after[name]]
    if (left === right) continue
    const member = fieldOf(mergeType, name)
    if (member !== undefined) found.add(member.element, compare(member.mergeType, left, right))
  }
  for (const name in before) {
    if (before[name] === undefined || Object.hasOwn(after, name)) continue
    const member = fieldOf(mergeType, name)
    if (member !== undefined) found.add(member.element, compare(member.mergeType, before[name], undefined))
  }
  return found.all
}

const own = (value: Record<string, unknown>, name: string) =>
  Object.hasOwn(value, name) ? value[name] : undefined

function compareElements(
  mergeType: ListMergeType,
  before: readonly unknown[],
  after: readonly unknown[],
): Comparison | undefined {
  // Most lists are unchanged, and this is cheaper than naming their elements.
  if (isSame(before, after)) return undefined
  const lefts = byName(mergeType, before)
  const rights = byName(mergeType, after, lefts.size + MAX_ELEMENTS)
  const found = new Differences()
  for (const [name, left] of lefts)
    found.add(name, compareNamesakes(mergeType.element, left, rights.get(name)))
  for (const [name, right] of rights) {
    if (!lefts.has(name)) found.add(name, compareNamesakes(mergeType.element, undefined, right))
  }
  return found.all
}

/** The elements by name. Elements with the same name are one field. */
function byName(
  mergeType: ListMergeType,
  items: readonly unknown[],
  limit = Number.POSITIVE_INFINITY,
): Map<string, unknown[]> {
  const named = new Map<string, unknown[]>()
  for (const item of items) {
    const name = mergeType.pathElement(item)
    if (name === undefined) continue
    const namesakes = named.get(name)
    if (namesakes !== undefined) namesakes.push(item)
    else {
      named.set(name, [item])
      checkElementCount(named.size, limit)
    }
  }
  return named
}

function compareNamesakes(
  mergeType: MergeType,
  before: readonly unknown[] = [],
  after: readonly unknown[] = [],
): Comparison | undefined {
  if (before.length < 2 && after.length < 2) return compare(mergeType, before[0], after[0])
  if (before.length > 1 && after.length > 1) {
    return isSame(before, after) ? undefined : ALL_CHANGED
  }
  if (before.length > 1) {
    const alone = after.length === 0 ? undefined : compare(mergeType, undefined, after[0])
    return { changed: alone?.changed, removed: FIELD }
  }
  const alone = before.length === 0 ? undefined : compare(mergeType, before[0], undefined)
  return { changed: FIELD, removed: alone?.removed }
}

class Differences {
  #changed: FieldSetDraft | undefined
  #removed: FieldSetDraft | undefined

  add(element: string, difference: Comparison | undefined): void {
    if (difference?.changed !== undefined) {
      this.#changed ??= {}
      this.#changed[element] = difference.changed
    }
    if (difference?.removed !== undefined) {
      this.#removed ??= {}
      this.#removed[element] = difference.removed
    }
  }

  get all(): Comparison | undefined {
    if (this.#changed === undefined && this.#removed === undefined) return undefined
    return { changed: this.#changed, removed: this.#removed }
  }
}

/** Whether a value is absent, null, or has no elements. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  for (const name in value) if ((value as Record<string, unknown>)[name] !== undefined) return false
  return true
}

/** Whether two values are equal as JSON; undefined properties are absent. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => isSame(item, right[index]))
  }
  if (Array.isArray(right)) return false
  const [lefts, rights] = [left as Record<string, unknown>, right as Record<string, unknown>]
  for (const name in lefts) if (!isSame(lefts[name], own(rights, name))) return false
  for (const name in rights) {
    if (rights[name] !== undefined && own(lefts, name) === undefined) return false
  }
  return true
}
