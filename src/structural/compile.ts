import { valueFormat } from '#meta/value-formats/index.js'
import { EnumChoices } from './enum-choices.js'
import type { JsonSchema, JsonSchemas } from './json-schema.js'
import { LazyPattern } from './lazy-pattern.js'
import type {
  AnyPart,
  CheckedFormat,
  DefaultedProperty,
  StructuralSchema,
  ValueType,
  ValueValidation,
} from './schema.js'

/**
 * Compiles a schema that `validateSchema` accepts. For others it leaves out what cannot be compiled: an invalid
 * pattern, a list of schemas for items.
 */
export function compileSchema(
  json: JsonSchema,
  parts: CompiledSchemaCache = EACH_FOR_ITSELF,
): StructuralSchema {
  const known = plainSchema(json) ?? parts.compiled(json)
  if (known !== undefined) return known
  const compiled = compileNode(json, parts)
  parts.keep(json, compiled)
  return compiled
}

/** Compiled schemas of parts that occur more than once. */
export interface CompiledSchemaCache {
  /** Undefined until the part is compiled. */
  compiled(json: JsonSchema): StructuralSchema | undefined
  keep(json: JsonSchema, compiled: StructuralSchema): void
}

const EACH_FOR_ITSELF: CompiledSchemaCache = { compiled: () => undefined, keep: () => {} }

/** Keywords that do not restrict values. */
const SILENT: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs'])

/** Half of all nodes have a type and nothing else: they share one node per type. */
function plainSchema(json: JsonSchema): StructuralSchema | undefined {
  const type = typeOf(json)
  if (type === undefined || !saysOnly(json, 'type')) return undefined
  const known = plainSchemas.get(type)
  if (known !== undefined) return known
  const made = compileNode({ type }, EACH_FOR_ITSELF)
  plainSchemas.set(type, made)
  return made
}

const plainSchemas = new Map<ValueType, StructuralSchema>()

function saysOnly(json: JsonSchema, keyword: string): boolean {
  for (const name in json) {
    if (name !== keyword && json[name as keyof JsonSchema] !== undefined && !SILENT.has(name)) return false
  }
  return true
}

function compileNode(json: JsonSchema, parts: CompiledSchemaCache): StructuralSchema {
  const compile = (part: JsonSchema) => compileSchema(part, parts)
  const type = typeOf(json)
  const intOrString = json['x-kubernetes-int-or-string'] === true
  const properties = compileMembers(json.properties, compile)
  const additionalProperties =
    typeof json.additionalProperties === 'object'
      ? compile(json.additionalProperties)
      : json.additionalProperties
  const items = itemsOf(json, compile)
  const listType = oneOf(json['x-kubernetes-list-type'], ['atomic', 'set', 'map']) ?? 'atomic'
  const embeddedResource = json['x-kubernetes-embedded-resource'] === true
  const rules = json['x-kubernetes-validations'] ?? []
  const children = [
    ...(properties?.values() ?? []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(items === undefined ? [] : [items]),
  ]
  return {
    type: intOrString ? undefined : type,
    types: typesOf(json),
    nullable: json.nullable === true,
    format: json.format,
    default: json.default ?? undefined,
    properties,
    additionalProperties,
    items,
    intOrString,
    preserveUnknownFields: json['x-kubernetes-preserve-unknown-fields'] === true,
    embeddedResource,
    listType,
    listMapKeys: json['x-kubernetes-list-map-keys'] ?? [],
    mapType: json['x-kubernetes-map-type'] === 'atomic' ? 'atomic' : 'granular',
    validation: compileValidation(json),
    rules,
    defaultedProperties: defaultedOf(properties),
    hasDefaults: (json.default ?? undefined) !== undefined || children.some((child) => child.hasDefaults),
    hasListTypes: listType !== 'atomic' || children.some((child) => child.hasListTypes),
    hasRules: rules.length > 0 || children.some((child) => child.hasRules),
    hasEmbeddedResources: embeddedResource || children.some((child) => child.hasEmbeddedResources),
  }
}

const NONE_DEFAULTED: readonly DefaultedProperty[] = []

function defaultedOf(
  properties: ReadonlyMap<string, StructuralSchema> | undefined,
): readonly DefaultedProperty[] {
  const defaulted: DefaultedProperty[] = []
  for (const [name, property] of properties ?? []) {
    if (property.default === undefined) continue
    defaulted.push({ name, nameBytes: Buffer.byteLength(JSON.stringify(name)), property })
  }
  return defaulted.length === 0 ? NONE_DEFAULTED : defaulted
}

/** A part of a combinator. Its properties and items are parts, too. */
function compilePart(json: JsonSchema): AnyPart {
  return {
    types: typesOf(json),
    nullable: json.nullable === true,
    validation: compileValidation(json),
    properties: compileMembers(json.properties, compilePart),
    additionalProperties: undefined,
    items: itemsOf(json, compilePart),
  }
}

const VALIDATIONS = [
  ...[
    'format',
    'enum',
    'maximum',
    'minimum',
    'multipleOf',
    'maxLength',
    'minLength',
    'pattern',
    'maxItems',
    'minItems',
  ],
  ...['maxProperties', 'minProperties', 'required', 'allOf', 'oneOf', 'anyOf', 'not'],
] as const satisfies readonly (keyof JsonSchema)[]
let nothing: ValueValidation | undefined

/** Most nodes restrict nothing but the type: they share one validation. */
function compileValidation(json: JsonSchema): ValueValidation {
  if (VALIDATIONS.some((name) => json[name] !== undefined)) return validationOf(json)
  nothing ??= validationOf({})
  return nothing
}

function validationOf(json: JsonSchema): ValueValidation {
  return {
    format: checkedFormat(json),
    enum: json.enum?.length ? new EnumChoices(json.enum) : undefined,
    maximum: json.maximum,
    exclusiveMaximum: json.exclusiveMaximum === true,
    minimum: json.minimum,
    exclusiveMinimum: json.exclusiveMinimum === true,
    multipleOf: json.multipleOf,
    maxLength: json.maxLength,
    minLength: json.minLength,
    pattern: json.pattern ? new LazyPattern(json.pattern) : undefined,
    maxItems: json.maxItems,
    minItems: json.minItems,
    maxProperties: json.maxProperties,
    minProperties: json.minProperties,
    required: json.required ?? [],
    allOf: json.allOf?.map(compilePart) ?? [],
    oneOf: json.oneOf?.map(compilePart) ?? [],
    anyOf: json.anyOf?.map(compilePart) ?? [],
    not: json.not && compilePart(json.not),
  }
}

const TYPES: readonly ValueType[] = ['object', 'array', 'string', 'integer', 'number', 'boolean']
const INT_OR_STRING: readonly ValueType[] = ['integer', 'string']
const ANY: readonly ValueType[] = []
const ALONE = new Map(TYPES.map((type) => [type, [type] as const]))

function typeOf(json: JsonSchema): ValueType | undefined {
  return oneOf(json.type, TYPES)
}

function typesOf(json: JsonSchema): readonly ValueType[] {
  if (json['x-kubernetes-int-or-string'] === true) return INT_OR_STRING
  const type = typeOf(json)
  return type === undefined ? ANY : (ALONE.get(type) ?? ANY)
}

function oneOf<T extends string>(text: string | undefined, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === text)
}

const NUMBER_FORMATS: { readonly [type: string]: readonly string[] } = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

/** Formats that are unknown for the type are ignored. */
function checkedFormat({ type, format }: JsonSchema): CheckedFormat | undefined {
  if (format === undefined || format === '') return undefined
  if (type !== undefined && type !== '' && type !== 'string') {
    return NUMBER_FORMATS[type]?.includes(format) ? { name: format, test: undefined } : undefined
  }
  const test = valueFormat(format)
  return test && { name: format, test }
}

function compileMembers<T>(
  schemas: JsonSchemas | undefined,
  compile: (json: JsonSchema) => T,
): ReadonlyMap<string, T> | undefined {
  if (schemas === undefined) return undefined
  const members = new Map<string, T>()
  // Schemas may be deep: a loop takes less stack than a function per property.
  for (const [name, schema] of Object.entries(schemas)) members.set(name, compile(schema))
  return members.size === 0 ? undefined : members
}

function itemsOf<T>({ items }: JsonSchema, compile: (json: JsonSchema) => T): T | undefined {
  return items === undefined || isList(items) ? undefined : compile(items)
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
