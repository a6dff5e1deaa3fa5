import { SCALARS } from '#schema/scalars.js'
import type { AnyStruct, Field, FieldOptions, Fields, Type } from '#schema/type.js'
import { once } from '#util/once.js'
import { perObject } from '#util/per-object.js'
import { canonicalJson, compareText, keyStarts, memberElement, valueElement } from './path-element.js'

/**
 * How a value is owned, as its schema says: as a whole, or in parts. A shape is derived from the schema once, when a
 * value of it is first looked at.
 */
export type Shape = Whole | StructShape | MapShape | ListShape | OpenShape

/** A scalar, or what has one owner whatever is in it. */
export interface Whole {
  readonly kind: 'whole'
}

export interface StructShape {
  readonly kind: 'struct'
  /** Undefined for a member that the struct does not have. */
  member(name: string): Member | undefined
}

/** A member of a struct or map, and what it is called in a field set. */
export interface Member {
  readonly shape: Shape
  readonly element: string
  /** Whether the member is one that the schema does not name: it is a field of its own then, whatever is below it. */
  readonly isEntry?: boolean
}

export interface MapShape {
  readonly kind: 'map'
  readonly element: Shape
}

/** A list of elements that have an owner each. */
export interface ListShape {
  readonly kind: 'list'
  readonly element: Shape
  /** What an element is called in a field set; undefined for a value that cannot be an element. */
  name(item: unknown): string | undefined
  /** What keeps a value from being an element, for a client that has sent it. */
  fault(item: unknown): string | undefined
}

/** What no schema describes: an object has an owner for each member, anything else has one. */
export interface OpenShape {
  readonly kind: 'open'
}

export const WHOLE: Whole = { kind: 'whole' }
export const OPEN: OpenShape = { kind: 'open' }
const OPEN_MAP: MapShape = { kind: 'map', element: OPEN }

/** The shape by which values are taken apart that are of an open one. Values that are absent do not decide. */
export function settled(shape: Shape, value: unknown, other?: unknown): Exclude<Shape, OpenShape> {
  if (shape.kind !== 'open') return shape
  const isObject = isMembers(value) || isMembers(other)
  return isObject && isObjectOrAbsent(value) && isObjectOrAbsent(other) ? OPEN_MAP : WHOLE
}

function isObjectOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || isMembers(value)
}

/** Shapes of structs that do not follow from their fields, as where a schema of a client describes the values. */
const given = new WeakMap<AnyStruct, StructShape>()

/** From now on values of the struct are owned by this shape. Has to be said before the first value is looked at. */
export function giveShape(struct: AnyStruct, shape: StructShape): void {
  given.set(struct, shape)
}

export function structShape(struct: AnyStruct): StructShape {
  return given.get(struct) ?? describedShape(struct)
}

const describedShape: (struct: AnyStruct) => StructShape = perObject((struct) => {
  const members = new Map<string, Member>()
  const fields = once(() => struct.fields as Fields)
  return {
    kind: 'struct',
    member(name) {
      const known = members.get(name)
      if (known !== undefined) return known
      if (!Object.hasOwn(fields(), name)) return undefined
      const member = { shape: fieldShape(fields()[name] as Field), element: memberElement(name) }
      members.set(name, member)
      return member
    },
  }
})

const fieldShape: (field: Field) => Shape = perObject((field) => shapeOf(field.type, field))

function shapeOf(type: Type, options: FieldOptions = {}): Shape {
  switch (type.kind) {
    case 'scalar':
    case 'either':
      return WHOLE
    case 'struct':
      return (options.mapType ?? type.mapType) === 'atomic' ? WHOLE : structShape(type)
    case 'map':
      return options.mapType === 'atomic' ? WHOLE : { kind: 'map', element: shapeOf(type.element) }
    case 'list':
      return listShape(type.element, options)
  }
}

/** What a list does not say about its owners, it says about strategic merge: what is merged has an owner each. */
function listShape(type: Type, { listType, listMapKeys, merge }: FieldOptions): Shape {
  const owned = listType ?? (merge === undefined ? 'atomic' : merge.key === undefined ? 'set' : 'map')
  if (owned === 'atomic') return WHOLE
  if (owned === 'set') return setShape(shapeOf(type))
  const keys = listMapKeys ?? (merge?.key === undefined ? [] : [merge.key])
  if (type.kind !== 'struct') return WHOLE
  const defaultOf = (name: string) => keyDefault((type.fields as Fields)[name])
  return keyedShape(shapeOf(type), keys, defaultOf)
}

export function setShape(element: Shape): ListShape {
  return {
    kind: 'list',
    element,
    name: (item) => (item === undefined || item === null ? undefined : valueElement(item)),
    fault: (item) => (item === null ? 'an element of a set cannot be null' : undefined),
  }
}

/** A list by the keys of its elements. A key that is not given is its default, where there is one. */
export function keyedShape(
  element: Shape,
  keys: readonly string[],
  defaultOf: (key: string) => unknown,
): ListShape {
  const names = [...keys].sort(compareText)
  const defaults = once(() => names.map(defaultOf))
  const starts = keyStarts(names)
  const missing = (item: Record<string, unknown>) =>
    names.find((name, index) => (item[name] ?? defaults()[index]) === undefined)
  return {
    kind: 'list',
    element,
    name(item) {
      if (!isMembers(item)) return undefined
      let text = ''
      for (let index = 0; index < names.length; index++) {
        const value = item[names[index] as string] ?? defaults()[index] ?? null
        text += starts[index] + canonicalJson(value)
      }
      return `${text}}`
    },
    fault(item) {
      if (!isMembers(item)) return 'an element of a list by key must be an object'
      const name = missing(item)
      return name === undefined ? undefined : `the key ${name} of an element is missing`
    },
  }
}

/** Keys that are not given are those that the server would put there. */
function keyDefault(field: Field | undefined): unknown {
  if (field === undefined || typeof field.default === 'object') return undefined
  if (field.default !== undefined) return field.default
  const { presence, type } = field
  if (type.kind !== 'scalar') return undefined
  // The published schema says so of every field that must be given: that it is not is for validation to tell.
  if (presence === 'required') return SCALARS[type.name].zero
  return presence === 'optional' && type.name === 'string' ? '' : undefined
}

/** Undefined for a member that a struct does not have; a map has every member. */
export function memberOf(shape: StructShape | MapShape, name: string): Member | undefined {
  return shape.kind === 'map' ? { shape: shape.element, element: memberElement(name) } : shape.member(name)
}

export function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
