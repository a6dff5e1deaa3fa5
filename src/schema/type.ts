import { DescribedStruct, expectNumbers, type MapOwnership, type StructOptions } from './described-struct.js'

/**
 * The schema language: one description of a type, from which everything else about it is derived
 * (decoding, defaults, TypeScript types; later OpenAPI, protobuf and strategic merge).
 *
 * A description is plain data. It holds no behaviour but the completion of a struct, so that each derivation
 * lives in a file of its own and compiles what it needs once. The fields of a struct may be described by a function,
 * which is called when they are first needed.
 */

/** The scalars of the API, each with the TypeScript type of its canonical form. */
export interface ScalarValues {
  string: string
  boolean: boolean
  int32: number
  int64: number
  /** Any number, with or without a fraction. */
  number: number
  /** An amount such as `500m` or `1Gi`, as canonical text. */
  quantity: string
  /** A quantity kept in thousandths at the finest; what is finer is rounded up. */
  milliQuantity: string
  /** A point in time, RFC 3339 in UTC with whole seconds; null is the zero time. */
  time: string | null
  /** The same with six fractional digits, neither more nor less. */
  microTime: string | null
  /** A span of time such as `1m30s`. */
  duration: string
  intOrString: number | string
  /** Bytes as base64 with padding. */
  bytes: string
  /** Any value of JSON, kept as it is; null when nothing was given. */
  json: unknown
  /** The same within a schema, which says nothing about what the value is. */
  schemaJson: unknown
  /** The names of fields, as fields of objects within each other; kept as it is. */
  fieldSet: unknown
}
export type ScalarName = keyof ScalarValues

export interface ScalarType<N extends ScalarName = ScalarName> {
  readonly kind: 'scalar'
  readonly name: N
}

export interface ListType<E extends Type = Type> {
  readonly kind: 'list'
  readonly element: E
}

export interface MapType<E extends Type = Type> {
  readonly kind: 'map'
  readonly element: E
}

export interface StructType<F extends Fields = Fields> extends StructOptions {
  readonly kind: 'struct'
  /** The name under which the type is published, unique among all types. */
  readonly name: string
  readonly description: string
  /** In the order of encoding. The first access builds them. */
  readonly fields: F
  /** What no single field's default can say; see `completed`. */
  readonly complete: ((value: StructValue<F>) => void) | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the fields of "some struct" are not known, and `any` is the only type that every StructType<F> is assignable to.
export type AnyStruct = StructType<any>

/**
 * A struct, or something else in its place that is no object: a value tells by itself which of the two it is. Never empty,
 * and absent unless it is given.
 */
export interface EitherType {
  readonly kind: 'either'
  /** The name under which the type is published. */
  readonly name: string
  readonly description: string
  readonly struct: AnyStruct
  readonly other: ScalarType | ListType
  /** The numbers of the two in the message that protobuf has for the type. */
  readonly numbers: { readonly struct: number; readonly other: number }
}

export type Type = ScalarType | ListType | MapType | AnyStruct | EitherType

/**
 * When a field is present on the wire:
 * - `required`: always; its zero value stands in when it was not given (null for a list).
 * - `nullable`: always; null when it was not given.
 * - `optional`: unless it is empty (empty text, 0, false, no elements). A struct is never empty.
 * - `explicit`: whenever it was given, also with an empty value; its absence means something of its own.
 */
export type Presence = 'required' | 'nullable' | 'optional' | 'explicit'

export interface FieldOptions {
  /**
   * What stands in when the field is absent (or empty, unless it is `explicit`). A scalar must be canonical;
   * `{}` is a struct with nothing given.
   */
  readonly default?: string | number | boolean | Record<string, never> | undefined
  /** Strategic merge joins lists element by element: structs by this field, scalars by their value. */
  readonly merge?: { readonly key?: string } | undefined
  /** Strategic merge drops fields of this struct (or of its elements) that a patch does not name. */
  readonly retainKeys?: boolean | undefined
  /** Strategic merge puts the struct of a patch in the place of the current one. */
  readonly replace?: boolean | undefined
  /** Whether a list has one owner (`atomic`), or each of its elements: scalars (`set`), or structs by keys (`map`). */
  readonly listType?: 'atomic' | 'set' | 'map' | undefined
  /** The fields that distinguish the elements of a list that is a `map`. */
  readonly listMapKeys?: readonly string[] | undefined
  /** What counts for this map or struct, whatever the struct itself says. */
  readonly mapType?: MapOwnership | undefined
  /** The allowed values of the field or of its elements. For clients only: the decoder accepts any string. */
  readonly enum?: readonly string[] | undefined
  /** Whether OpenAPI asks clients to give the field, where that does not follow from when it is present. */
  readonly mustBeGiven?: boolean | undefined
}

export interface Field<T extends Type = Type, P extends Presence = Presence> extends FieldOptions {
  /** The protobuf field number; 0 for `kind` and `apiVersion`, which travel outside of the message. */
  readonly number: number
  readonly type: T
  readonly presence: P
  readonly description: string
  /** Set on fields that JSON shows here but protobuf keeps in a nested message of their own. */
  readonly inlined?: { readonly number: number; readonly struct: AnyStruct } | undefined
}

export type Fields = { readonly [name: string]: Field }

// --- TypeScript types of the values ---------------------------------------------------------------------

/** The TypeScript type of a value that a description describes. */
export type Infer<T extends Type> =
  T extends ScalarType<infer N>
    ? ScalarValues[N]
    : T extends ListType<infer E>
      ? Infer<E>[]
      : T extends MapType<infer E>
        ? { [key: string]: Infer<E> }
        : T extends StructType<infer F>
          ? StructValue<F>
          : T extends EitherType
            ? unknown
            : never

/** Scalars whose zero value is written like any other, so that an optional one is always there. */
type NeverEmpty =
  | AnyStruct
  | ScalarType<'time' | 'microTime' | 'duration' | 'quantity' | 'json' | 'schemaJson' | 'fieldSet'>

type IsPresent<F extends Field> = F['presence'] extends 'required' | 'nullable'
  ? true
  : F['presence'] extends 'optional'
    ? F['type'] extends NeverEmpty
      ? true
      : false
    : false

type FieldValue<F extends Field> =
  | Infer<F['type']>
  | (F['presence'] extends 'nullable' ? null : never)
  | (F['presence'] extends 'required' ? (F['type'] extends ListType | MapType ? null : never) : never)

export type StructValue<F extends Fields> = {
  -readonly [K in keyof F as IsPresent<F[K]> extends true ? K : never]: FieldValue<F[K]>
} & {
  -readonly [K in keyof F as IsPresent<F[K]> extends true ? never : K]?: FieldValue<F[K]> | undefined
}

// --- Words of the language ------------------------------------------------------------------------------

const scalar = <N extends ScalarName>(name: N): ScalarType<N> => ({ kind: 'scalar', name })

export const string = scalar('string')
export const boolean = scalar('boolean')
export const int32 = scalar('int32')
export const int64 = scalar('int64')
export const number = scalar('number')
export const quantity = scalar('quantity')
export const milliQuantity = scalar('milliQuantity')
export const time = scalar('time')
export const microTime = scalar('microTime')
export const duration = scalar('duration')
export const intOrString = scalar('intOrString')
export const bytes = scalar('bytes')
export const json = scalar('json')
export const schemaJson = scalar('schemaJson')
export const fieldSet = scalar('fieldSet')

export const list = <E extends Type>(element: E): ListType<E> => ({ kind: 'list', element })
export const map = <E extends Type>(element: E): MapType<E> => ({ kind: 'map', element })

/** A struct or something else; see `EitherType`. */
export function either(
  name: string,
  description: string,
  parts: Omit<EitherType, 'kind' | 'name' | 'description'>,
): EitherType {
  return { kind: 'either', name, description, ...parts }
}

/**
 * A struct with these fields. Given as a function, they are described when they are first needed: most structs that a
 * server knows are never seen by it. The function may also name structs that are described further down, or its own.
 */
export function struct<F extends Fields>(
  name: string,
  description: string,
  fields: F | (() => F),
  options: StructOptions = {},
): StructType<F> {
  if (typeof fields === 'function') return new DescribedStruct(name, description, fields, options)
  expectNumbers(name, fields)
  return new DescribedStruct<F, StructValue<F>>(name, description, () => fields, options)
}

/**
 * The same struct with a last touch: `complete` is called on every decoded value, after its fields are
 * decoded and their defaults set, and may set fields from others. It must be idempotent.
 */
export function withCompletion<F extends Fields>(
  type: StructType<F>,
  complete: (value: StructValue<F>) => void,
): StructType<F> {
  return new DescribedStruct<F, StructValue<F>>(
    type.name,
    type.description,
    () => type.fields,
    type,
    complete,
  )
}

const field =
  <P extends Presence>(presence: P) =>
  <T extends Type>(number: number, type: T, description: string, options?: FieldOptions): Field<T, P> => ({
    number,
    type,
    presence,
    description,
    ...options,
  })

export const required = field('required')
export const nullable = field('nullable')
export const optional = field('optional')
export const explicit = field('explicit')

/** The name of a struct without where it comes from. */
export function shortName({ name }: AnyStruct): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** The fields of another struct as fields of this one; protobuf nests them under `number`. */
export function inline<F extends Fields>(number: number, type: StructType<F>): F {
  const inlined = { number, struct: type }
  return Object.fromEntries(
    Object.entries(type.fields).map(([name, field]) => [name, { ...field, inlined }]),
  ) as F
}
