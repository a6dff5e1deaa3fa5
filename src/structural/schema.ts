import type { ValueFormat } from '#meta/value-formats/index.js'
import type { ValidationRule } from './json-schema.js'
import type { LatePattern } from './late-pattern.js'

/**
 * A compiled schema of a defined kind. Every function that reads or changes objects by their schema interprets these
 * nodes; no text of a definition becomes code. `compileSchema` makes them, once for each version of a definition.
 *
 * The values that the nodes describe are JSON as it is parsed, with one exception: a whole number that a double cannot
 * hold exactly is a `bigint`.
 */
export interface StructuralSchema extends SchemaPart<StructuralSchema> {
  /** Undefined where a value may have more than one type: `intOrString`, or `preserveUnknownFields` without a type. */
  readonly type: ValueType | undefined
  readonly format: string | undefined
  /** Undefined where there is none. */
  readonly default: unknown
  /** The schema of the values of a map; `true` for any value, `false` for no members but the properties. */
  readonly additionalProperties: StructuralSchema | boolean | undefined
  /** Whether the value is a whole number or text. */
  readonly intOrString: boolean
  readonly preserveUnknownFields: boolean
  /** Whether the value is an object with `apiVersion`, `kind` and `metadata` of its own. */
  readonly embeddedResource: boolean
  readonly listType: ListType
  /** The members that tell the items of a list apart whose type is `map`. */
  readonly listMapKeys: readonly string[]
  readonly mapType: MapType
  readonly rules: readonly ValidationRule[]
  /** The properties that have a default of their own. */
  readonly defaultedProperties: readonly DefaultedProperty[]
  /** What there is somewhere in the schema: a walk leaves out the parts of a value that have no place for it. */
  readonly hasDefaults: boolean
  readonly hasListTypes: boolean
  readonly hasRules: boolean
  readonly hasEmbeddedResources: boolean
}

export interface DefaultedProperty {
  readonly name: string
  /** What the name takes as JSON. */
  readonly nameBytes: number
  readonly property: StructuralSchema
}

/** What the validation of values reads: a schema, or a part of a combinator, which has no structure of its own. */
export interface SchemaPart<P extends SchemaPart<P> = AnyPart> {
  /** The types that a value may have; any, where there are none. */
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

/** What a value has to be, besides its type. */
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
  readonly pattern: LatePattern | undefined
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
  /** As users are told of them. */
  text(): string
}

/** A format that is known for the type; those of numbers are told to clients and not checked. */
export interface CheckedFormat {
  readonly name: string
  readonly test: ValueFormat | undefined
}
