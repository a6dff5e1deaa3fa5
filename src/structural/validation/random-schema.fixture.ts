import type { JsonSchema, JsonSchemas } from '#structural/json-schema.js'
import { RandomChoices } from '#util/random-choices.js'

/** Random structural schemas, and values some of which are valid. */

const NAMES = ['a', 'b', 'c', 'd']
const STRINGS = ['', 'a', 'ab', 'abc', 'x1', '12', '😀', 'longer text']
const NUMBERS = [-3, -1, 0, 1, 2, 3, 4, 5, 10, 0.5, 1.5, 2.25]
const PATTERNS = ['^a', 'b$', '^[a-z]+$', '[0-9]', '^.{2}$', '^(ab|x1)*$']
type Type = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
const SCALARS: readonly Type[] = ['string', 'integer', 'number', 'boolean']

export class RandomSchemas {
  readonly #choices: RandomChoices

  constructor(seed: number) {
    this.#choices = new RandomChoices(seed)
  }

  /** The schema of an object with a `spec`. */
  schema(): JsonSchema {
    return { type: 'object', properties: { spec: this.#object(3) } }
  }

  object(schema: JsonSchema): Record<string, unknown> {
    const { spec } = schema.properties as { spec: JsonSchema }
    return { spec: this.#value(spec, 4) }
  }

  #oneIn(count: number): boolean {
    return this.#choices.below(count) === 0
  }

  #schema(depth: number): JsonSchema {
    if (this.#oneIn(12)) return { 'x-kubernetes-preserve-unknown-fields': true }
    if (this.#oneIn(10))
      return { 'x-kubernetes-int-or-string': true, ...this.#checks('string'), ...this.#checks('integer') }
    if (depth > 0 && this.#oneIn(3)) return this.#object(depth - 1)
    if (depth > 0 && this.#oneIn(3)) return this.#array(depth - 1)
    const type = this.#choices.of(SCALARS)
    if (this.#oneIn(8)) return { type, nullable: true }
    return { type, ...this.#checks(type), ...this.#combinators(type) }
  }

  #object(depth: number): JsonSchema {
    if (this.#oneIn(4)) {
      const additionalProperties = this.#oneIn(4) ? this.#oneIn(2) : this.#schema(depth)
      return { type: 'object', additionalProperties, ...this.#checks('object') }
    }
    const names = this.#choices.some(NAMES, 1 + this.#choices.below(4))
    const properties: JsonSchemas = Object.fromEntries(names.map((name) => [name, this.#schema(depth)]))
    const schema: JsonSchema = { type: 'object', properties, ...this.#checks('object') }
    if (!this.#oneIn(3)) return schema
    const parts = names.map((name): JsonSchema => {
      const type = properties[name]?.type as Type | undefined
      return this.#oneIn(2) || type === undefined
        ? { required: [name] }
        : { properties: { [name]: this.#checks(type) } }
    })
    return { ...schema, [this.#choices.of(['anyOf', 'oneOf', 'allOf'])]: parts }
  }

  #array(depth: number): JsonSchema {
    return { type: 'array', items: this.#schema(depth), ...this.#checks('array') }
  }

  #combinators(type: Type): JsonSchema {
    if (!this.#oneIn(3)) return {}
    if (this.#oneIn(4)) return { not: this.#checks(type) }
    const parts = [this.#checks(type), this.#checks(type), { anyOf: [this.#checks(type)] }]
    return { [this.#choices.of(['anyOf', 'oneOf', 'allOf'])]: parts.slice(0, 1 + this.#choices.below(3)) }
  }

  /** Mostly one check. */
  #checks(type: Type): JsonSchema {
    if (this.#oneIn(3)) return {}
    const size = this.#choices.below(4)
    switch (type) {
      case 'string':
        return this.#choices.of<JsonSchema>([
          { minLength: size },
          { maxLength: size },
          { pattern: this.#choices.of(PATTERNS) },
          { enum: this.#choices.some(STRINGS, 4) },
        ])
      case 'integer':
      case 'number':
        return this.#choices.of<JsonSchema>([
          { minimum: size, exclusiveMinimum: this.#oneIn(2) },
          { maximum: size, exclusiveMaximum: this.#oneIn(2) },
          { multipleOf: type === 'integer' ? 2 : 0.5 },
          { enum: this.#choices.some(NUMBERS, 6) },
        ])
      case 'boolean':
        return { enum: [this.#oneIn(2)] }
      case 'array':
        return this.#oneIn(2) ? { minItems: size } : { maxItems: size }
      case 'object':
        return this.#choices.of<JsonSchema>([
          { minProperties: size },
          { maxProperties: size },
          { required: this.#choices.some(NAMES, 2) },
        ])
    }
  }

  #value(schema: JsonSchema, depth: number): unknown {
    if (this.#oneIn(25)) return this.#choices.of<unknown>([null, '', 1, 1.5, true, {}, [], { a: 1 }])
    if (schema.nullable && this.#oneIn(3)) return null
    if (schema.enum && this.#oneIn(2)) return this.#choices.of(schema.enum)
    switch (schema.type) {
      case 'object':
        return this.#members(schema, depth)
      case 'array': {
        const items = schema.items as JsonSchema
        return Array.from({ length: this.#choices.below(4) }, () => this.#value(items, depth - 1))
      }
      case 'integer':
        return Math.floor(this.#choices.of(NUMBERS))
      case 'number':
        return this.#choices.of(NUMBERS)
      case 'boolean':
        return this.#oneIn(2)
      default:
        return this.#oneIn(3) ? this.#choices.below(5) : this.#choices.of(STRINGS)
    }
  }

  #members({ properties, additionalProperties, required }: JsonSchema, depth: number): unknown {
    const members: Record<string, unknown> = {}
    const names = [
      ...this.#choices.some(NAMES, this.#choices.below(5)),
      ...(this.#oneIn(3) ? [] : (required ?? [])),
    ]
    for (const name of names) {
      const open = typeof additionalProperties === 'object' ? additionalProperties : {}
      members[name] = this.#value(properties?.[name] ?? open, depth - 1)
    }
    return members
  }
}
