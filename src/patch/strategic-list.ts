import { describe } from '#schema/decode-error.js'
import { isObject, type JsonObject, memberOf } from './json-value.js'
import { inapplicable, type Place, placeText } from './patch-error.js'
import { badElementOrder, objectDirective } from './strategic-directives.js'

/** Merges an element of a patch into the one it belongs to, or into an empty one if it is new. */
export type MergeElement = (original: JsonObject, patch: JsonObject, place: Place) => unknown

export interface ListMerge {
  /** The member that distinguishes elements; scalars are distinguished by their value. */
  readonly key: string | undefined
  readonly mergeElement: MergeElement
  /** `$setElementOrder`, where the patch gives one. */
  readonly order: readonly unknown[] | undefined
}

/** An element of the merged list. */
interface Entry {
  value: unknown
  /** Undefined for a stored element that lacks its key: no patch is about it. */
  readonly key: unknown
  /** Where it stood before; undefined for a new one. */
  readonly position: number | undefined
}

interface Merged {
  readonly entries: readonly Entry[]
  /** The keys of the patch's elements, in its order. */
  readonly patched: readonly unknown[]
}

/**
 * Merges two lists element by element.
 *
 * The elements that the patch names take the patch's order, or the one it prescribes; the others keep theirs.
 * Where the two meet, an element that the patch does not name stays in front of what it stood in front of.
 * So new elements come before the old ones that follow nothing the patch names.
 */
export function mergeList(
  original: readonly unknown[],
  patch: readonly unknown[],
  merge: ListMerge,
  place: Place,
): unknown[] {
  const { entries, patched } =
    merge.key === undefined ? mergeScalars(original, patch) : mergeObjects(original, patch, merge, place)
  if (merge.order === undefined || merge.order.length === 0) return arrange(entries, patched)
  const wanted = orderKeys(merge.order, merge.key)
  if (!keepsOrder(patched, wanted)) {
    throw inapplicable(`${placeText(place)}: the elements are not in the order that $setElementOrder gives`)
  }
  return arrange(entries, wanted)
}

function mergeScalars(original: readonly unknown[], patch: readonly unknown[]): Merged {
  const entries = new Map<unknown, Entry>()
  for (const [position, value] of original.entries()) {
    if (!entries.has(value)) entries.set(value, { value, key: value, position })
  }
  for (const value of patch) {
    if (!entries.has(value)) entries.set(value, { value, key: value, position: undefined })
  }
  return { entries: [...entries.values()], patched: patch }
}

interface PatchElement {
  readonly element: JsonObject
  readonly key: unknown
  readonly place: Place
}

interface Instructions {
  readonly replace: boolean
  readonly deleted: ReadonlySet<unknown>
  readonly elements: readonly PatchElement[]
}

function mergeObjects(
  original: readonly unknown[],
  patch: readonly unknown[],
  { key, mergeElement }: ListMerge,
  place: Place,
): Merged {
  const { replace, deleted, elements } = readInstructions(patch, key as string, place)
  const patched = elements.map((element) => element.key)
  if (replace) {
    const entries = elements.map((given) => ({
      value: mergeElement({}, given.element, given.place),
      key: given.key,
      position: undefined,
    }))
    return { entries, patched }
  }

  const entries: Entry[] = []
  // Of several elements with one key, a patch changes the first and deletes all.
  const byKey = new Map<unknown, Entry>()
  const append = (entry: Entry) => {
    entries.push(entry)
    if (entry.key !== undefined && !byKey.has(entry.key)) byKey.set(entry.key, entry)
  }
  for (let position = 0; position < original.length; position++) {
    const value = original[position]
    const found = keyOf(value, key as string)
    if (found === undefined || !deleted.has(found)) append({ value, key: found, position })
  }
  for (const given of elements) {
    const entry = byKey.get(given.key)
    if (entry === undefined) {
      append({ value: mergeElement({}, given.element, given.place), key: given.key, position: undefined })
    } else {
      entry.value = mergeElement(entry.value as JsonObject, given.element, given.place)
    }
  }
  return { entries, patched }
}

function readInstructions(patch: readonly unknown[], key: string, place: Place): Instructions {
  let replace = false
  const deleted = new Set<unknown>()
  const elements: PatchElement[] = []
  for (let index = 0; index < patch.length; index++) {
    const element = patch[index]
    const at = { outer: place, segment: index }
    if (!isObject(element)) {
      throw inapplicable(`${placeText(at)}: expected an object, got ${describe(element)}`)
    }
    const directive = objectDirective(element, at)
    if (directive === 'replace') {
      replace = true
      continue
    }
    const found = keyOf(element, key)
    if (found === undefined) {
      throw inapplicable(`${placeText(at)}: the element needs its ${key}, by which the list is merged`)
    }
    if (directive === 'delete') deleted.add(found)
    else elements.push({ element, key: found, place: at })
  }
  return { replace, deleted, elements }
}

/** Undefined for what is no key: nothing, or a value that has parts of its own. */
function keyOf(element: unknown, key: string): unknown {
  const value = isObject(element) ? memberOf(element, key) : undefined
  return typeof value === 'object' ? undefined : value
}

function orderKeys(order: readonly unknown[], key: string | undefined): readonly unknown[] {
  if (key === undefined) return order
  return order.map((element) => {
    const found = keyOf(element, key)
    if (found === undefined) throw badElementOrder()
    return found
  })
}

/** Whether all keys are wanted, and come in the order in which they are wanted. */
function keepsOrder(keys: readonly unknown[], wanted: readonly unknown[]): boolean {
  let next = 0
  for (const key of wanted) {
    if (next < keys.length && key === keys[next]) next++
  }
  return next === keys.length
}

function arrange(entries: readonly Entry[], wanted: readonly unknown[]): unknown[] {
  const { ordered, others } = partedBy(wanted, entries)
  const arranged: unknown[] = []
  let next = 0
  for (const { value, position } of ordered) {
    while (next < others.length && isBefore(others[next] as Entry, position)) {
      arranged.push((others[next] as Entry).value)
      next++
    }
    arranged.push(value)
  }
  for (const { value } of others.slice(next)) arranged.push(value)
  return arranged
}

/** The entries whose keys are wanted, in that order, and all others in theirs. */
function partedBy(wanted: readonly unknown[], entries: readonly Entry[]) {
  const ranks = new Map<unknown, number>()
  for (const key of wanted) if (!ranks.has(key)) ranks.set(key, ranks.size)
  // Hardly ever is there more than one entry of a key.
  const places: (Entry | Entry[] | undefined)[] = new Array(ranks.size)
  const others: Entry[] = []
  for (const entry of entries) {
    const rank = ranks.get(entry.key)
    const before = rank === undefined ? others : places[rank]
    if (Array.isArray(before)) before.push(entry)
    else places[rank as number] = before === undefined ? entry : [before, entry]
  }
  return { ordered: places.flat().filter((entry) => entry !== undefined), others }
}

/** A new element stood nowhere, so nothing stood in front of it. */
function isBefore(entry: Entry, position: number | undefined): boolean {
  return entry.position !== undefined && position !== undefined && entry.position < position
}
