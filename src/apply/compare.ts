import { expectFewElements, MAX_ELEMENTS } from './element-limit.js'
import { FIELD, type FieldSet, type FieldSetDraft, SELF } from './field-set.js'
import {
  isMembers,
  type ListShape,
  type MapShape,
  memberOf,
  type Shape,
  type StructShape,
  settled,
} from './shape.js'

/** How one value differs from another. */
export interface Comparison {
  /** The fields that are new or have another value. */
  readonly changed: FieldSet | undefined
  readonly removed: FieldSet | undefined
}

/** Undefined when no field differs; the order of elements that have an owner each is no field. */
export function compare(anyShape: Shape, before: unknown, after: unknown): Comparison | undefined {
  if (before === after) return undefined
  // Whatever is not among those before is new, and owned from now on.
  if (before === undefined) return { changed: allFields(anyShape, after, MAX_ELEMENTS), removed: undefined }
  if (after === undefined) return { changed: undefined, removed: allFields(anyShape, before) }
  const shape = settled(anyShape, before, after)
  if (shape.kind === 'whole' || (isEmpty(before) && isEmpty(after))) {
    return isSame(before, after) ? undefined : ALL_CHANGED
  }
  if (shape.kind === 'list') {
    return compareElements(shape, Array.isArray(before) ? before : [], Array.isArray(after) ? after : [])
  }
  return compareMembers(shape, isMembers(before) ? before : {}, isMembers(after) ? after : {})
}

const ALL_CHANGED: Comparison = { changed: FIELD, removed: undefined }

/** The fields of a value that is there as a whole, or gone as a whole: it is a field itself, with all that is below it. */
function allFields(anyShape: Shape, value: unknown, limit = Number.POSITIVE_INFINITY): FieldSet {
  const shape = settled(anyShape, value)
  let fields: FieldSetDraft | undefined
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) return FIELD
    for (const [name, items] of byName(shape, value, limit)) {
      fields ??= { [SELF]: FIELD }
      fields[name] = items.length > 1 ? FIELD : allFields(shape.element, items[0], limit)
    }
  } else if (shape.kind !== 'whole' && isMembers(value)) {
    for (const name in value) {
      if (value[name] === undefined) continue
      const member = memberOf(shape, name)
      if (member === undefined) continue
      fields ??= { [SELF]: FIELD }
      fields[member.element] = allFields(member.shape, value[name], limit)
    }
  }
  return fields ?? FIELD
}

function compareMembers(
  shape: StructShape | MapShape,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Comparison | undefined {
  const found = new Differences()
  for (const name in after) {
    const [left, right] = [own(before, name), after[name]]
    if (left === right) continue
    const member = memberOf(shape, name)
    if (member !== undefined) found.add(member.element, compare(member.shape, left, right))
  }
  for (const name in before) {
    if (before[name] === undefined || Object.hasOwn(after, name)) continue
    const member = memberOf(shape, name)
    if (member !== undefined) found.add(member.element, compare(member.shape, before[name], undefined))
  }
  return found.all
}

const own = (value: Record<string, unknown>, name: string) =>
  Object.hasOwn(value, name) ? value[name] : undefined

function compareElements(
  shape: ListShape,
  before: readonly unknown[],
  after: readonly unknown[],
): Comparison | undefined {
  // Most lists have not changed, and to see that takes less than to give their elements names.
  if (isSame(before, after)) return undefined
  const lefts = byName(shape, before)
  const rights = byName(shape, after, lefts.size + MAX_ELEMENTS)
  const found = new Differences()
  for (const [name, left] of lefts) found.add(name, compareNamesakes(shape.element, left, rights.get(name)))
  for (const [name, right] of rights) {
    if (!lefts.has(name)) found.add(name, compareNamesakes(shape.element, undefined, right))
  }
  return found.all
}

/** The elements of each name; more than one of a name are one field together. */
function byName(
  shape: ListShape,
  items: readonly unknown[],
  limit = Number.POSITIVE_INFINITY,
): Map<string, unknown[]> {
  const named = new Map<string, unknown[]>()
  for (const item of items) {
    const name = shape.name(item)
    if (name === undefined) continue
    const namesakes = named.get(name)
    if (namesakes !== undefined) namesakes.push(item)
    else {
      named.set(name, [item])
      expectFewElements(named.size, limit)
    }
  }
  return named
}

function compareNamesakes(
  shape: Shape,
  before: readonly unknown[] = [],
  after: readonly unknown[] = [],
): Comparison | undefined {
  if (before.length < 2 && after.length < 2) return compare(shape, before[0], after[0])
  if (before.length > 1 && after.length > 1) {
    return isSame(before, after) ? undefined : ALL_CHANGED
  }
  if (before.length > 1) {
    const alone = after.length === 0 ? undefined : compare(shape, undefined, after[0])
    return { changed: alone?.changed, removed: FIELD }
  }
  const alone = before.length === 0 ? undefined : compare(shape, before[0], undefined)
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

/** Whether a value has no parts: it is absent, null, or has no elements. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  for (const name in value) if ((value as Record<string, unknown>)[name] !== undefined) return false
  return true
}

/** Whether two values are the same JSON; members that are undefined are absent. */
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
