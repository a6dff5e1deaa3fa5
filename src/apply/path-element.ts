import { excerpt } from '#util/excerpt.js'
import { type FieldSet, type FieldSetDraft, hasSelf, SELF } from './field-set.js'

/**
 * Path elements of a field set: `f:` a field, `k:` an element by key, `v:` an element by value, `i:` an element by
 * index.
 */

export const fieldElement = (name: string) => `f:${name}`
export const valueElement = (value: unknown) => `v:${canonicalJson(value)}`

/** The text before the value of each key in a `k:` element. The keys must be sorted. */
export const keyPrefixes = (names: readonly string[]) =>
  [
    names.map((name) => `k:{${JSON.stringify(name)}:`),
    names.map((name) => `,${JSON.stringify(name)}:`),
  ] as const

/** JSON with sorted properties, so that equal values give equal strings. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([left], [right]) => compareText(left, right))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The prefixes of path elements in sort order. */
const ORDER = '.fkvi'

const kindOf = (element: string) => ORDER.indexOf(element.charAt(0))

/** A path element with its sort keys: its kind, and what it names. */
interface Ordered {
  readonly element: string
  readonly kind: number
  /** Of an element by key, value or index; parsed once, however often it is compared. */
  readonly value: unknown
}

function ordered(element: string): Ordered {
  const kind = kindOf(element)
  return { element, kind, value: kind > 1 ? JSON.parse(element.slice(2)) : undefined }
}

/** Fields come first, then elements by key, by value and by index. */
function compareOrdered(left: Ordered, right: Ordered): number {
  if (left.kind !== right.kind) return left.kind - right.kind
  return left.kind > 1 ? compareValues(left.value, right.value) : compareText(left.element, right.element)
}

/** In Go's order of values: numbers, strings, booleans, null, lists, objects. */
function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  if (typeof left === 'object' && typeof right === 'object' && left !== null && right !== null) {
    const [lefts, rights] = [Object.entries(left), Object.entries(right)]
    for (const [index, [name, value]] of lefts.entries()) {
      const other = rights[index]
      if (other === undefined) return 1
      const order = compareText(name, other[0]) || compareValues(value, other[1])
      if (order !== 0) return order
    }
    return lefts.length - rights.length
  }
  return compareText(canonicalJson(left), canonicalJson(right))
}

export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** The set with sorted elements; the same set when they are sorted already. */
export function sortedFieldSet(set: FieldSet): FieldSet {
  let result = set
  let isOrdered = true
  let last: string | undefined
  for (const element in set) {
    const below = set[element] as FieldSet
    const after = sortedFieldSet(below)
    if (after !== below) {
      if (result === set) result = { ...set }
      ;(result as FieldSetDraft)[element] = after
    }
    isOrdered &&= last === undefined || compareElements(last, element) < 0
    last = element
  }
  return isOrdered ? result : sorted(result)
}

/** Parses elements only when their kinds and names do not decide. */
function compareElements(left: string, right: string): number {
  const order = kindOf(left) - kindOf(right)
  if (order !== 0) return order
  return kindOf(left) > 1 ? compareOrdered(ordered(left), ordered(right)) : compareText(left, right)
}

/** Fields sort as strings; other elements are parsed first. */
function sorted(set: FieldSet): FieldSet {
  const elements = Object.keys(set)
  const areMembers = elements.every((element) => kindOf(element) <= 1)
  const ascending = areMembers
    ? elements.sort()
    : elements
        .map(ordered)
        .sort(compareOrdered)
        .map(({ element }) => element)
  const result: FieldSetDraft = {}
  for (const element of ascending) result[element] = set[element] as FieldSet
  return result
}

/** Paths contain names that clients choose, nested in one another. */
const MAX_PATH_LENGTH = 500

/** The fields of a set as clients see them. */
export interface FieldPaths {
  /** Such as `.spec.ports[port=80,protocol="TCP"].name`: parents first, up to the limit. */
  readonly paths: readonly string[]
  /** The number of all fields. */
  readonly count: number
}

/** The fields of a set, with the paths of the first `limit`. Truncates long paths. */
export function pathsOf(set: FieldSet, limit: number): FieldPaths {
  const found = new PathCollector(limit)
  found.collect(sortedFieldSet(set), '')
  return found
}

class PathCollector implements FieldPaths {
  readonly paths: string[] = []
  count = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Lists the fields of one level before everything below. */
  collect(set: FieldSet, path: string): void {
    const elements = Object.keys(set).filter((element) => element !== SELF)
    for (const element of elements) {
      if (!hasSelf(set[element] as FieldSet)) continue
      this.count++
      if (!this.#isFull) this.paths.push(below(path, element))
    }
    for (const element of elements) {
      const fields = set[element] as FieldSet
      if (!isEmpty(fields)) this.collect(fields, this.#isFull ? '' : below(path, element))
    }
  }

  get #isFull(): boolean {
    return this.paths.length >= this.#limit
  }
}

function isEmpty(set: FieldSet): boolean {
  for (const _ in set) return false
  return true
}

/** Everything below a truncated path has the same path. */
const below = (path: string, element: string): string =>
  path.length > MAX_PATH_LENGTH ? path : excerpt(path + elementText(element), MAX_PATH_LENGTH)

function elementText(element: string): string {
  const rest = element.slice(2)
  switch (element.charAt(0)) {
    case 'f':
      return `.${rest}`
    case 'k':
      return `[${Object.entries(JSON.parse(rest) as object)
        .map(([name, value]) => `${name}=${canonicalJson(value)}`)
        .join(',')}]`
    case 'v':
      return `[=${rest}]`
    default:
      return `[${rest}]`
  }
}
