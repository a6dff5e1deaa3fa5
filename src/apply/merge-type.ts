import { tooLargeForStore } from '#meta/api-error.js'
import { SCALARS } from '#schema/scalars.js'
import type { AnyStruct, Field, FieldOptions, Fields, Type } from '#schema/type.js'
import { once, perObject } from '#util/memoize.js'
import { canonicalJson, compareText, fieldElement, keyPrefixes, valueElement } from './path-element.js'

/** How a schema splits a value into fields: it is atomic or has parts. Computed from the schema on first use. */
export type MergeType = AtomicType | StructMergeType | MapMergeType | ListMergeType | DeducedType

/** A scalar or an atomic value: it has one owner. */
export interface AtomicType {
  readonly kind: 'atomic'
}

export interface StructMergeType {
  readonly kind: 'struct'
  /** Undefined for a field that the struct does not declare. */
  field(name: string): FieldMergeType | undefined
}

/** A field of a struct or an entry of a map, with its path element. */
export interface FieldMergeType {
  readonly mergeType: MergeType
  readonly element: string
  /** Whether the schema does not name the field: it is then a field of its own, whatever is below it. */
  readonly isEntry?: boolean
}

export interface MapMergeType {
  readonly kind: 'map'
  readonly element: MergeType
}

/** A list whose elements have an owner each. */
export interface ListMergeType {
  readonly kind: 'list'
  readonly element: MergeType
  /** The path element of an item; undefined for a value that cannot be an element. */
  pathElement(item: unknown): string | undefined
  /** Why a value cannot be an element, for the client. */
  itemError(item: unknown): string | undefined
}

/** A value without a schema: an object has an owner per property, anything else has one. */
export interface DeducedType {
  readonly kind: 'deduced'
}

export const ATOMIC: AtomicType = { kind: 'atomic' }
export const DEDUCED: DeducedType = { kind: 'deduced' }
const DEDUCED_MAP: MapMergeType = { kind: 'map', element: DEDUCED }

/** The concrete type of a deduced value. Absent values do not decide. */
export function deduce(
  mergeType: MergeType,
  value: unknown,
  other?: unknown,
): Exclude<MergeType, DeducedType> {
  if (mergeType.kind !== 'deduced') return mergeType
  const isObject = isJsonObject(value) || isJsonObject(other)
  return isObject && isObjectOrAbsent(value) && isObjectOrAbsent(other) ? DEDUCED_MAP : ATOMIC
}

function isObjectOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || isJsonObject(value)
}

export const structMergeType: (struct: AnyStruct) => StructMergeType = perObject((struct) => {
  const known = new Map<string, FieldMergeType>()
  const fields = once(() => struct.fields as Fields)
  return {
    kind: 'struct',
    field(name) {
      const cached = known.get(name)
      if (cached !== undefined) return cached
      if (!Object.hasOwn(fields(), name)) return undefined
      const field = { mergeType: fieldMergeType(fields()[name] as Field), element: fieldElement(name) }
      known.set(name, field)
      return field
    },
  }
})

const fieldMergeType: (field: Field) => MergeType = perObject((field) => mergeTypeOf(field.type, field))

function mergeTypeOf(type: Type, options: FieldOptions = {}): MergeType {
  switch (type.kind) {
    case 'scalar':
    case 'either':
      return ATOMIC
    case 'struct':
      return (options.mapType ?? type.mapType) === 'atomic' ? ATOMIC : structMergeType(type)
    case 'map':
      return options.mapType === 'atomic' ? ATOMIC : { kind: 'map', element: mergeTypeOf(type.element) }
    case 'list':
      return listMergeType(type.element, options)
  }
}

/** A list without a list type follows its strategic merge patch: merged elements have an owner each. */
function listMergeType(type: Type, { listType, listMapKeys, merge }: FieldOptions): MergeType {
  const owned = listType ?? (merge === undefined ? 'atomic' : merge.key === undefined ? 'set' : 'map')
  if (owned === 'atomic') return ATOMIC
  if (owned === 'set') return setMergeType(mergeTypeOf(type))
  const keys = listMapKeys ?? (merge?.key === undefined ? [] : [merge.key])
  if (type.kind !== 'struct') return ATOMIC
  const defaultOf = (name: string) => keyDefault((type.fields as Fields)[name])
  return keyedMergeType(mergeTypeOf(type), keys, defaultOf)
}

export function setMergeType(element: MergeType): ListMergeType {
  return {
    kind: 'list',
    element,
    pathElement: (item) => (item === undefined || item === null ? undefined : valueElement(item)),
    itemError: (item) => (item === null ? 'an element of a set cannot be null' : undefined),
  }
}

/** A list by the keys of its elements. A missing key has its default, if there is one; an element may lack others, but not all. */
export function keyedMergeType(
  element: MergeType,
  keys: readonly string[],
  defaultOf: (key: string) => unknown,
): ListMergeType {
  const names = [...keys].sort(compareText)
  const defaults = once(() => names.map(defaultOf))
  const [first, rest] = keyPrefixes(names)
  const keyOf = (item: Record<string, unknown>, index: number) =>
    item[names[index] as string] ?? defaults()[index]
  return {
    kind: 'list',
    element,
    pathElement(item) {
      if (!isJsonObject(item)) return undefined
      let text = ''
      for (let index = 0; index < names.length; index++) {
        const value = keyOf(item, index)
        if (value !== undefined) text += (text === '' ? first[index] : rest[index]) + canonicalJson(value)
      }
      return text === '' ? undefined : `${text}}`
    },
    itemError(item) {
      if (!isJsonObject(item)) return 'an element of a list by key must be an object'
      if (names.some((_, index) => keyOf(item, index) !== undefined)) return undefined
      return names.length === 1
        ? `the key ${names[0]} of an element is missing`
        : `the keys ${names.join(', ')} of an element are missing`
    },
  }
}

/** A missing key has the value that the server would set. */
function keyDefault(field: Field | undefined): unknown {
  if (field === undefined || typeof field.default === 'object') return undefined
  if (field.default !== undefined) return field.default
  const { presence, type } = field
  if (type.kind !== 'scalar') return undefined
  // The published schema does so for every required field; validation reports that it is missing.
  if (presence === 'required') return SCALARS[type.name].zero
  return presence === 'optional' && type.name === 'string' ? '' : undefined
}

/** Undefined for a field that a struct does not declare; a map has every key. */
export function fieldOf(mergeType: StructMergeType | MapMergeType, name: string): FieldMergeType | undefined {
  return mergeType.kind === 'map'
    ? { mergeType: mergeType.element, element: fieldElement(name) }
    : mergeType.field(name)
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * How many elements of one list may have an owner each. An object names each of them in its `managedFields`, and may
 * not have more distinct names than that (`codec/json/size.ts`). So a longer list could not be stored; it is refused
 * before it is split.
 */
export const MAX_ELEMENTS = 10_000

/** Throws `requestTooLarge` when a list has more elements with an owner each than `limit`. */
export function checkElementCount(count: number, limit = MAX_ELEMENTS): void {
  if (count <= limit) return
  throw tooLargeForStore(
    `the object is too large to be stored: more than ${MAX_ELEMENTS} elements of one list would have an owner each`,
  )
}
