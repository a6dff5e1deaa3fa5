import type { ValueFormat } from '#meta/value-formats/index.js'
import type { ValidationRule } from './json-schema.js'
import type { LazyPattern } from './lazy-pattern.js'

/**
 * A compiled schema of a custom resource. All functions that read or change objects by their schema interpret these
 * nodes; no text of a definition becomes code. `compileSchema` makes them, once per version of a definition.
 *
 * Values are parsed JSON, except that an integer that a double cannot hold exactly is a `bigint`.
 */
export interface StructuralSchema extends SchemaPart<StructuralSchema> {
  /**
   * Undefined where a value may have more than one type: `intOrString`, or `preserveUnknownFields` without a type.
   */
  readonly type: ValueType | undefined
  readonly format: string | undefined
  /** Undefined where there is none. */
  readonly default: unknown
  /** The schema of map values; `true` for any value, `false` for no properties but the named ones. */
  readonly additionalProperties: StructuralSchema | boolean | undefined
  /** Whether the value is an integer or a string. */
  readonly intOrString: boolean
  readonly preserveUnknownFields: boolean
  /** Whether the value is an object with `apiVersion`, `kind` and `metadata` of its own. */
  readonly embeddedResource: boolean
  readonly listType: ListType
  /** The keys of items in a list of type `map`. */
  readonly listMapKeys: readonly string[]
  readonly mapType: MapType
  readonly rules: readonly ValidationRule[]
  /** The properties with a default of their own. */
  readonly defaultedProperties: readonly DefaultedProperty[]
  /** Whether the schema contains such parts anywhere: walks skip values without them. */
  readonly hasDefaults: boolean
  readonly hasListTypes: boolean
  readonly hasRules: boolean
  readonly hasEmbeddedResources: boolean
}

export interface DefaultedProperty {
  readonly name: string
  /** The size of the name in JSON. */
  readonly nameBytes: number
  readonly property: StructuralSchema
}

/** The input of value validation: a schema, or a part of a combinator, which has no structure of its own. */
export interface SchemaPart<P extends SchemaPart<P> = AnyPart> {
  /** The allowed types; empty for any. */
  readonly types: readonly ValueType[]
  readonly nullable: boolean
  readonly validation: ValueValidation
  /** Undefined where the schema names none, as for a map. */
  readonly properties: ReadonlyMap<string, P> | undefined
  readonly additionalProperties: P | boolean | undefined
  readonly items: P | undefined
}

export interface AnyPart extends SchemaPart<AnyPart> {}

export type ValueType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
export type ListType = 'atomic' | 'set' | 'map'
export type MapType = 'granular' | 'atomic'

/** The restrictions on a value beside its type. */
export interface ValueValidation {
  readonly format: CheckedFormat | undefined
  readonly enum: ValueChoices | undefined
  readonly maximum: number | undefined
  readonly exclusiveMaximum: boolean
  readonly minimum: number | undefined
  readonly exclusiveMinimum: boolean
  readonly multipleOf: number | undefined
  readonly maxLength: number | undefined
  readonly minLength: number | undefined
  readonly pattern: LazyPattern | undefined
  readonly maxItems: number | undefined
  readonly minItems: number | undefined
  readonly maxProperties: number | undefined
  readonly minProperties: number | undefined
  readonly required: readonly string[]
  readonly allOf: readonly AnyPart[]
  readonly oneOf: readonly AnyPart[]
  readonly anyOf: readonly AnyPart[]
  readonly not: AnyPart | undefined
}

/** The values of an enumeration. */
export interface ValueChoices {
  readonly values: readonly unknown[]
  has(value: unknown): boolean
  /** As shown to users. */
  text(): string
}

/** A known format of the type; formats of numbers are published but not checked. */
export interface CheckedFormat {
  readonly name: string
  readonly test: ValueFormat | undefined
}
