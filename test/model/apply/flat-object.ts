import type { AnyStruct, Field, Fields, Type } from '#schema/type.js'

/**
 * An object as a map from paths to nodes. A path joins the names of its steps in FieldsV1 to
 * one string: `f:spec / f:ports / k:{"port":80} / f:name`. The object itself has the empty path.
 */
export type FlatObject = Map<string, Node>

export type Node = Leaf | Empty | Branch

/** How a path is reached: a field of a struct, an entry of a map, an item of a list, or the object itself. */
export type Role = 'field' | 'entry' | 'item' | 'root'

/** A value that has one owner: a scalar, or an atomic list, map or struct. */
export interface Leaf {
  readonly is: 'leaf'
  readonly role: Role
  readonly value: unknown
  /** Items of a list that have one key: `value` has them all, and they have one owner. */
  readonly isRepeated: boolean
}

/** A list, map or struct whose children could have owners, but there are none: `{}`, `[]` or null. */
export interface Empty {
  readonly is: 'empty'
  readonly role: Role
  readonly value: unknown
}

/** A list, map or struct with children that have owners of their own. */
export interface Branch {
  readonly is: 'branch'
  readonly role: Role
  readonly isList: boolean
  /** The last steps of the paths of its children; that of a repeated item is there as often as the item. */
  readonly children: readonly string[]
}

const SEPARATOR = ' / '

export const joined = (path: string, step: string) => (path === '' ? step : path + SEPARATOR + step)
export const stepsOf = (path: string) => path.split(SEPARATOR)

/** The ancestors of a path: `f:a` and `f:a / f:b` for `f:a / f:b / f:c`. */
export function pathsAbove(path: string): string[] {
  const above: string[] = []
  for (let end = path.indexOf(SEPARATOR); end !== -1; end = path.indexOf(SEPARATOR, end + 1))
    above.push(path.slice(0, end))
  return above
}

/** The schema of a value: its type, and the options of its field. */
export type Described = Pick<Field, 'type'> & Partial<Field>

/** Fields that are `undefined` are absent. */
export function flattened(type: AnyStruct, object: unknown): FlatObject {
  const flat: FlatObject = new Map()
  flatten(flat, '', 'root', { type, mapType: 'granular' }, copy(object))
  return flat
}

function flatten(flat: FlatObject, path: string, role: Role, described: Described, value: unknown): void {
  const { type } = described
  if (isAtomic(described)) flat.set(path, { is: 'leaf', role, value, isRepeated: false })
  else if (sizeOf(value) === 0) flat.set(path, { is: 'empty', role, value })
  else if (type.kind === 'list') flattenList(flat, path, role, described, value as unknown[])
  else {
    const entries = Object.entries(value as object)
    const children = entries.map(([name]) => `f:${name}`)
    flat.set(path, { is: 'branch', role, isList: false, children })
    for (const [name, member] of entries) {
      const field: Described =
        type.kind === 'map' ? { type: type.element } : ((type as AnyStruct).fields[name] as Field)
      flatten(flat, joined(path, `f:${name}`), type.kind === 'map' ? 'entry' : 'field', field, member)
    }
  }
}

function flattenList(flat: FlatObject, path: string, role: Role, described: Described, items: unknown[]) {
  const { element } = described.type as Extract<Type, { kind: 'list' }>
  const children = items.map((item) => itemStep(described, item))
  flat.set(path, { is: 'branch', role, isList: true, children })
  for (const step of new Set(children)) {
    const same = items.filter((_, index) => children[index] === step)
    if (same.length === 1) flatten(flat, joined(path, step), 'item', { type: element }, same[0])
    else flat.set(joined(path, step), { is: 'leaf', role: 'item', value: same, isRepeated: true })
  }
}

/** Whether the value has one owner. A list has, unless the schema says otherwise; a map or struct has not. */
export function isAtomic({ type, listType, mapType }: Described): boolean {
  if (type.kind === 'scalar') return true
  if (type.kind === 'list') return listType !== 'set' && listType !== 'map'
  return (mapType ?? (type.kind === 'struct' ? type.mapType : undefined)) === 'atomic'
}

/** What FieldsV1 calls an item: its value in a set, its keys in a list by keys, of which some may be defaults. */
export function itemStep({ type, listType, listMapKeys = [] }: Described, item: unknown): string {
  if (listType === 'set') return `v:${JSON.stringify(item)}`
  const { element } = type as Extract<Type, { kind: 'list' }>
  const fields = (element as AnyStruct).fields as Fields
  const keys = [...listMapKeys].sort()
  const keyValue = (key: string) => {
    const value = (item as Record<string, unknown>)[key] ?? fields[key]?.default
    if (value === undefined) throw new Error(`an item without ${key}`)
    return value
  }
  return `k:${JSON.stringify(Object.fromEntries(keys.map((key) => [key, keyValue(key)])))}`
}

/** The value that was flattened. */
export function unflattened(flat: FlatObject, path = ''): unknown {
  const node = flat.get(path) as Node
  if (node.is !== 'branch') return node.value
  if (!node.isList)
    return Object.fromEntries(
      node.children.map((step) => [step.slice('f:'.length), unflattened(flat, joined(path, step))]),
    )
  return node.children.map((step, index) => {
    const member = flat.get(joined(path, step)) as Node
    if (member.is !== 'leaf' || !member.isRepeated) return unflattened(flat, joined(path, step))
    const earlier = node.children.slice(0, index).filter((other) => other === step)
    return (member.value as unknown[])[earlier.length]
  })
}

function sizeOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  return Object.keys(value).length
}

/** The value as it is in JSON. */
export const copy = (value: unknown) => JSON.parse(JSON.stringify(value))
