import {
  BOOL,
  type CelType,
  DOUBLE,
  INT,
  type ListIdentity,
  type ListType,
  type MapType,
  type ObjectField,
  objectType,
} from '#cel/types.js'
import type { StructuralSchema } from '#structural/schema.js'

/** Properties need not be CEL identifiers: expressions use escaped names. */

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const SPECIAL = /__|[.\-/]/g
const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}
const WRITABLE = /^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/

/** The CEL identifier of a property; undefined if it has none and rules cannot see it. */
export function fieldName(jsonName: string): string | undefined {
  if (!WRITABLE.test(jsonName)) return undefined
  if (RESERVED.has(jsonName)) return `__${jsonName}__`
  return jsonName.replace(SPECIAL, (special) => ESCAPES[special] as string)
}

/** The CEL type of a schema's values, and the size in bytes of the shortest one in JSON. */
export interface SchemaType {
  readonly type: CelType
  readonly minSize: number
}

/** The largest request in the published cost estimates. They are part of the API, whatever this server accepts. */
const MAX_REQUEST_SIZE = 3 * 1024 * 1024
const MAX_TEXT_LENGTH = MAX_REQUEST_SIZE - 2
/** In JSON, with the quotes. */
const MAX_TIME_LENGTH = 32
const DATE = 12

const NUMBER_SIZE = 1
const BOOLEAN_SIZE = 4
const EMPTY_SIZE = 2
const DURATION_SIZE = 3
const TIME_SIZE = 21

/** How often a value can occur in an object that is bounded by its size only. */
export const maxOccurrences = ({ minSize }: SchemaType): number =>
  Math.floor(MAX_REQUEST_SIZE / (minSize + 1))

/** Whether rules can see values of a schema. They cannot see untyped parts. */
export function isTyped(schema: StructuralSchema, isResource: boolean): boolean {
  const { type, intOrString, items, additionalProperties } = schema
  if (intOrString) return true
  if (type === 'array') return items !== undefined && isTyped(items, items.embeddedResource)
  if (type === 'object' && typeof additionalProperties === 'object' && !isResource) {
    return isTyped(additionalProperties, additionalProperties.embeddedResource)
  }
  return type !== undefined
}

/** The CEL types of one schema's parts. Untyped parts have none. `name` is the object's name in messages. */
export class SchemaTypes {
  /** Equal parts of a schema may be one node. Objects at two places have two types, with different names. */
  readonly #known = new Map<StructuralSchema, Map<string, SchemaType | undefined>>()
  readonly #namesPlaces: boolean

  /** Where only sizes matter, all objects may have one name. */
  constructor(namesPlaces = true) {
    this.#namesPlaces = namesPlaces
  }

  /** `isResource`: the value is a whole object, which has a kind and a name whether or not its schema says so. */
  of(schema: StructuralSchema, isResource: boolean, name: string): SchemaType | undefined {
    const byName = this.#known.get(schema) ?? new Map<string, SchemaType | undefined>()
    if (!byName.has(name)) byName.set(name, this.#make(schema, isResource, name))
    this.#known.set(schema, byName)
    return byName.get(name)
  }

  #make(schema: StructuralSchema, isResource: boolean, name: string): SchemaType | undefined {
    if (schema.intOrString)
      return { type: { kind: 'dyn', maxSize: longestText(schema) }, minSize: NUMBER_SIZE }
    switch (schema.type) {
      case 'array':
        return this.#list(schema, name)
      case 'object':
        return typeof schema.additionalProperties === 'object' && !isResource
          ? this.#map(schema, schema.additionalProperties, name)
          : this.#object(schema, isResource, name)
      case 'string':
        return textType(schema)
      case 'boolean':
        return { type: BOOL, minSize: BOOLEAN_SIZE }
      case 'number':
        return { type: DOUBLE, minSize: NUMBER_SIZE }
      case 'integer':
        return { type: INT, minSize: NUMBER_SIZE }
      default:
        return undefined
    }
  }

  #list(
    { items, validation, listType, listMapKeys }: StructuralSchema,
    name: string,
  ): SchemaType | undefined {
    const element = items && this.of(items, items.embeddedResource, this.#below(name, '@idx'))
    if (!element) return undefined
    // Brackets, and a comma after each item.
    const maxSize = validation.maxItems ?? Math.floor((MAX_REQUEST_SIZE - 2) / (element.minSize + 1))
    const identity = identityOf(listType, listMapKeys)
    const type: ListType = { kind: 'list', element: element.type, maxSize: Math.max(maxSize, 0) }
    return { type: identity ? { ...type, identity } : type, minSize: EMPTY_SIZE }
  }

  #map(schema: StructuralSchema, values: StructuralSchema, name: string): SchemaType | undefined {
    const value = this.of(values, values.embeddedResource, this.#below(name, '@elem'))
    if (!value) return undefined
    // Braces, and two quotes, two characters of a name, a colon and a comma per property.
    const maxSize =
      schema.validation.maxProperties ?? Math.floor((MAX_REQUEST_SIZE - 2) / (value.minSize + 6))
    // The published estimates give keys no size.
    const key: CelType = { kind: 'string', maxSize: 0 }
    const type: MapType = { kind: 'map', key, value: value.type, maxSize: Math.max(maxSize, 0) }
    return { type, minSize: EMPTY_SIZE }
  }

  #object(schema: StructuralSchema, isResource: boolean, name: string): SchemaType {
    const fields = new Map<string, ObjectField>()
    const required = new Set(schema.validation.required)
    let minSize = EMPTY_SIZE
    for (const [jsonName, property] of schema.properties ?? []) {
      const field = fieldName(jsonName)
      const found = this.of(property, property.embeddedResource, this.#below(name, field ?? jsonName))
      if (!found) continue
      if (field !== undefined) fields.set(field, { jsonName, type: found.type })
      if (required.has(jsonName) && property.default === undefined) {
        minSize += Buffer.byteLength(jsonName) + found.minSize + 4
      }
    }
    if (isResource && !describesResource(schema)) addResourceFields(fields, name)
    return { type: objectType(name, fields), minSize }
  }

  #below(name: string, step: string): string {
    return this.#namesPlaces ? `${name}.${step}` : name
  }
}

function identityOf(type: string, keys: readonly string[]): ListIdentity | undefined {
  if (type === 'set') return { by: 'value' }
  return type === 'map' ? { by: 'keys', keys: keys.map((key) => fieldName(key) ?? key) } : undefined
}

function textType(schema: StructuralSchema): SchemaType {
  switch (schema.format) {
    case 'byte':
      return {
        type: { kind: 'bytes', maxSize: schema.validation.maxLength ?? MAX_TEXT_LENGTH },
        minSize: EMPTY_SIZE,
      }
    case 'duration':
      return { type: { kind: 'duration', maxSize: MAX_TIME_LENGTH }, minSize: DURATION_SIZE }
    case 'date':
      return { type: { kind: 'timestamp', maxSize: DATE }, minSize: DATE }
    case 'date-time':
      return { type: { kind: 'timestamp', maxSize: MAX_TIME_LENGTH }, minSize: TIME_SIZE }
    default:
      return { type: { kind: 'string', maxSize: longestText(schema) }, minSize: EMPTY_SIZE }
  }
}

/** In bytes: a character takes up to four. */
function longestText({ validation, intOrString }: StructuralSchema): number {
  if (validation.maxLength !== undefined) return Math.max(validation.maxLength, 0) * 4
  const values = intOrString ? [] : (validation.enum?.values ?? [])
  if (values.length === 0) return MAX_TEXT_LENGTH
  return Math.max(...values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0)))
}

/** Whether a schema describes the fields that all objects have. */
function describesResource({ properties }: StructuralSchema): boolean {
  const metadata = properties?.get('metadata')
  return (
    properties?.get('kind')?.type === 'string' &&
    properties.get('apiVersion')?.type === 'string' &&
    metadata?.type === 'object' &&
    metadata.properties?.get('name')?.type === 'string' &&
    metadata.properties.get('generateName')?.type === 'string'
  )
}

/** The fields of all objects that rules can see, with only the names of their metadata. */
function addResourceFields(fields: Map<string, ObjectField>, name: string): void {
  const text: CelType = { kind: 'string', maxSize: MAX_TEXT_LENGTH }
  const field = (jsonName: string, type: CelType): [string, ObjectField] => [jsonName, { jsonName, type }]
  const metadata = objectType(`${name}.metadata`, new Map([field('name', text), field('generateName', text)]))
  for (const [key, value] of [field('kind', text), field('apiVersion', text), field('metadata', metadata)]) {
    fields.set(key, value)
  }
}
