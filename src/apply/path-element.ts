import { excerpt } from '#util/excerpt.js'
import { type FieldSet, type FieldSetDraft, hasSelf, SELF } from './field-set.js'

/** The names of what a field set is made of: `f:` a member, `k:` an element by its keys, `v:` one by its value, `i:` by place. */

export const memberElement = (name: string) => `f:${name}`
export const valueElement = (value: unknown) => `v:${canonicalJson(value)}`

/** What stands before the value of each key in the name of an element. The keys must be in order. */
export const keyStarts = (names: readonly string[]) =>
  names.map((name, index) => `${index === 0 ? 'k:{' : ','}${JSON.stringify(name)}:`)

/** JSON in which the members of objects are in order, so that equal values are equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([left], [right]) => compareText(left, right))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The first characters of elements, in the order of their kinds. */
const ORDER = '.fkvi'

const kindOf = (element: string) => ORDER.indexOf(element.charAt(0))

/** An element with what it is ordered by: its kind, and what it names. */
interface Ordered {
  readonly element: string
  readonly kind: number
  /** Of an element by key, value or place; it is read once, however often the element is compared. */
  readonly value: unknown
}

function ordered(element: string): Ordered {
  const kind = kindOf(element)
  return { element, kind, value: kind > 1 ? JSON.parse(element.slice(2)) : undefined }
}

/** Members come before elements by key, by value and by place; among themselves they are ordered by what they name. */
function compareOrdered(left: Ordered, right: Ordered): number {
  if (left.kind !== right.kind) return left.kind - right.kind
  return left.kind > 1 ? compareValues(left.value, right.value) : compareText(left.element, right.element)
}

/** As Go orders values: numbers, text, truth values and null, lists, objects. */
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

/** The set with its elements in order; the very set when they are already. */
export function inOrder(set: FieldSet): FieldSet {
  let result = set
  let isOrdered = true
  let last: string | undefined
  for (const element in set) {
    const below = set[element] as FieldSet
    const after = inOrder(below)
    if (after !== below) {
      if (result === set) result = { ...set }
      ;(result as FieldSetDraft)[element] = after
    }
    isOrdered &&= last === undefined || compareElements(last, element) < 0
    last = element
  }
  return isOrdered ? result : sorted(result)
}

/** Nothing is read of elements whose kinds, or names, say which comes first. */
function compareElements(left: string, right: string): number {
  const order = kindOf(left) - kindOf(right)
  if (order !== 0) return order
  return kindOf(left) > 1 ? compareOrdered(ordered(left), ordered(right)) : compareText(left, right)
}

/** Members are in the order of their text; what else there is has to be read to be ordered. */
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

/** Paths hold names that clients make up, each within others. */
const MAX_PATH_LENGTH = 500

/** Fields as clients read them. */
export interface FieldPaths {
  /** Such as `.spec.ports[port=80,protocol="TCP"].name`: those above others first, and no more than were asked for. */
  readonly paths: readonly string[]
  /** How many fields there are. */
  readonly count: number
}

/** The fields of a set, as many by their paths as are asked for. Long paths are cut. */
export function pathsOf(set: FieldSet, limit: number): FieldPaths {
  const found = new PathCollector(limit)
  found.collect(inOrder(set), '')
  return found
}

class PathCollector implements FieldPaths {
  readonly paths: string[] = []
  count = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The fields of one level come before everything below that level. */
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

/** What is below a path that was cut has the same path. */
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
