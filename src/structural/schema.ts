import type { LinearPattern } from '../util/linear-pattern.js'
import type { ValidationRule } from './json-schema.js'

/**
 * A compiled schema of a defined kind. Every function that reads or changes objects by their schema interprets these
 * nodes; no text of a definition becomes code. `compileSchema` makes them, once for each version of a definition.
 *
 * The values that the nodes describe are JSON as it is parsed, with one exception: a whole number that a double cannot
 * hold exactly is a `bigint`.
 */
export interface StructuralSchema {
  /** Undefined where a value may have more than one type: `intOrString`, or `preserveUnknownFields` without a type. */
  readonly type: ValueType | undefined
  readonly nullable: boolean
  readonly format: string | undefined
  /** Undefined where there is none. */
  readonly default: unknown
  /** Undefined where the schema names none, as for a map. */
  readonly properties: ReadonlyMap<string, StructuralSchema> | undefined
  /** The schema of the values of a map; `true` for any value, `false` for no members but the properties. */
  readonly additionalProperties: StructuralSchema | boolean | undefined
  readonly items: StructuralSchema | undefined
  /** Whether the value is a whole number or text. */
  readonly intOrString: boolean
  readonly preserveUnknownFields: boolean
  /** Whether the value is an object with `apiVersion`, `kind` and `metadata` of its own. */
  readonly embeddedResource: boolean
  readonly listType: ListType
  /** The members that tell the items of a list apart whose type is `map`. */
  readonly listMapKeys: readonly string[]
  readonly mapType: MapType
  readonly validation: ValueValidation
  readonly rules: readonly ValidationRule[]
  /** Whether there is a default somewhere in what the schema describes: most values have no place for any. */
  readonly hasDefaults: boolean
  /** Whether there is a list of the type `set` or `map`, or an embedded resource, in what the schema describes. */
  readonly hasListTypes: boolean
  readonly hasEmbeddedResources: boolean
}

export type ValueType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
export type ListType = 'atomic' | 'set' | 'map'
export type MapType = 'granular' | 'atomic'

/** What a value has to be, besides its type. The parts of combinators are validations too, without a structure. */
export interface ValueValidation {
  readonly enum: readonly unknown[] | undefined
  readonly maximum: number | undefined
  readonly exclusiveMaximum: boolean
  readonly minimum: number | undefined
  readonly exclusiveMinimum: boolean
  readonly multipleOf: number | undefined
  readonly maxLength: number | undefined
  readonly minLength: number | undefined
  readonly pattern: LinearPattern | undefined
  readonly maxItems: number | undefined
  readonly minItems: number | undefined
  readonly maxProperties: number | undefined
  readonly minProperties: number | undefined
  readonly required: readonly string[]
  readonly allOf: readonly NestedValidation[]
  readonly oneOf: readonly NestedValidation[]
  readonly anyOf: readonly NestedValidation[]
  readonly not: NestedValidation | undefined
}

/** A part of a combinator: what it asks of the value, and of members and items of the value. */
export interface NestedValidation extends ValueValidation {
  /** Set only in the two schemas that say that a value is a whole number or text. */
  readonly type: ValueType | undefined
  readonly format: string | undefined
  readonly properties: ReadonlyMap<string, NestedValidation> | undefined
  readonly items: NestedValidation | undefined
}
