import { isJsonObject } from '#schema/json-object.js'
import { combined, unionOf } from './alternatives.js'
import { KindError } from './schema-type.js'

export type Schema = Readonly<Record<string, unknown>>

/** Keywords with the same meaning in structural schemas. Extensions are kept too. */
const KEPT: ReadonlySet<string> = new Set([
  ...['title', 'description', 'format', 'default', 'nullable', 'enum', 'required'],
  ...['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
])

/** Keywords that structural schemas do not support. Annotations are dropped. */
const UNSUPPORTED = [
  ...['not', 'if', 'then', 'else', 'contains', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['prefixItems', 'additionalItems', 'unevaluatedItems'],
] as const

const OPEN = 'x-kubernetes-preserve-unknown-fields'

/**
 * Converts a JSON Schema of any draft to a structural schema: every value has one type, alternatives only
 * restrict it, and references are inlined.
 */
export function structuralSchema(schema: Schema): Schema {
  return new Conversion(schema).of(schema, '', [])
}

class Conversion {
  readonly #root: Schema

  constructor(root: Schema) {
    this.#root = root
  }

  of(given: unknown, at: string, within: readonly string[]): Schema {
    if (given === true) return { [OPEN]: true }
    if (!isJsonObject(given)) throw kindError(at, 'expected a schema')
    if (typeof given.$ref === 'string') return this.#referred(given, given.$ref, at, within)
    const unsayable = UNSUPPORTED.find((keyword) => given[keyword] !== undefined)
    if (unsayable !== undefined) throw kindError(at, `structural schemas do not support ${unsayable}`)
    const own = this.#own(given, at, within)
    const options = listOf(given.allOf).map((part) => this.of(part, at, within))
    const alternatives = (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
      given[keyword] === undefined ? [] : [this.#alternatives(keyword, given[keyword], at, within)],
    )
    const whole = [...options, ...alternatives].reduce((left, right) => combined(left, right, at), own)
    return acceptsAnything(whole) ? { ...whole, [OPEN]: true } : whole
  }

  #referred(given: Schema, reference: string, at: string, within: readonly string[]): Schema {
    if (within.includes(reference))
      throw kindError(at, `${reference} contains itself, which structural schemas do not support`)
    const { $ref: _, ...beside } = given
    const found = reference
      .split('/')
      .slice(1)
      .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, token) => (isJsonObject(value) ? value[token] : undefined), this.#root)
    if (!reference.startsWith('#') || found === undefined) throw kindError(at, `there is no ${reference}`)
    const inside = [...within, reference]
    return this.of(isJsonObject(found) ? { ...found, ...beside } : found, at, inside)
  }

  #alternatives(keyword: 'anyOf' | 'oneOf', given: unknown, at: string, within: readonly string[]): Schema {
    const all = listOf(given)
    const some = all.filter((schema) => !isNull(schema))
    const union = unionOf(
      keyword,
      some.map((schema) => this.of(schema, at, within)),
      at,
    )
    return some.length < all.length ? { ...union, nullable: true } : union
  }

  /** The schema without its alternatives. */
  #own(given: Schema, at: string, within: readonly string[]): Schema {
    const result: Record<string, unknown> = Object.fromEntries(
      Object.entries(given).filter(([name]) => KEPT.has(name) || name.startsWith('x-kubernetes-')),
    )
    Object.assign(result, typeOf(given, at), bounds(given))
    if (given.uniqueItems === true) result['x-kubernetes-list-type'] ??= 'set'
    if (given.items !== undefined) result.items = this.of(given.items, `${at}[]`, within)
    if (isJsonObject(given.properties)) {
      result.properties = Object.fromEntries(
        Object.entries(given.properties).map(([name, schema]) => [
          name,
          this.of(schema, at === '' ? name : `${at}.${name}`, within),
        ]),
      )
    } else if (result.type === 'object') this.#setProperties(result, given, at, within)
    return result
  }

  /** Sets `additionalProperties`. */
  #setProperties(
    result: Record<string, unknown>,
    given: Schema,
    at: string,
    within: readonly string[],
  ): void {
    const patterns = isJsonObject(given.patternProperties) ? Object.entries(given.patternProperties) : []
    const [only, ...others] = patterns
    if (only !== undefined && (others.length > 0 || !MATCHES_ALL.has(only[0]))) {
      throw kindError(at, 'structural schemas do not support patternProperties')
    }
    const members = only?.[1] ?? given.additionalProperties
    if (members === false) return
    if (members === undefined || members === true) result[OPEN] ??= true
    else result.additionalProperties = this.of(members, `${at}.*`, within)
  }
}

/** Patterns that match every name. */
const MATCHES_ALL: ReadonlySet<string> = new Set(['^.*$', '^(.*)$', '.*', ''])

function typeOf({ type, const: constant, enum: values }: Schema, at: string): Schema {
  const words = constant === undefined ? listOf(values) : [constant]
  const given = type === undefined ? [...new Set(words.map(jsonType))] : [type].flat()
  const types = given.filter((name) => name !== 'null')
  if (types.length > 1) throw kindError(at, `a structural schema cannot allow one of ${types.join(', ')}`)
  const some = words.filter((word) => word !== null)
  return {
    ...(types.length === 1 && { type: types[0] }),
    ...(some.length > 0 && { enum: some }),
    ...(types.length < given.length && { nullable: true }),
  }
}

const jsonType = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value

/** Exclusive bounds are flags, as in drafts before the sixth. */
function bounds({ exclusiveMinimum, exclusiveMaximum }: Schema): Schema {
  return {
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
    ...(exclusiveMinimum === true && { exclusiveMinimum }),
    ...(exclusiveMaximum === true && { exclusiveMaximum }),
  }
}

const isNull = (schema: unknown) => isJsonObject(schema) && (schema.type === 'null' || schema.const === null)

/** Whether a schema does not restrict the type. */
const acceptsAnything = (schema: Schema) =>
  schema.type === undefined && schema['x-kubernetes-int-or-string'] !== true && schema[OPEN] !== true

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const kindError = (at: string, what: string) => new KindError(at === '' ? what : `${at}: ${what}`)
