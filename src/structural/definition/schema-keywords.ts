import type { JsonSchema } from '#structural/json-schema.js'

/** Whether a keyword is set; false, undefined, and empty lists and objects are not. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** In the order in which their errors are reported. */
const COMBINATORS = ['anyOf', 'allOf', 'oneOf'] as const

export interface CombinatorPart {
  readonly combinator: (typeof COMBINATORS)[number] | 'not'
  readonly part: JsonSchema
  /** The path of the part in its schema, such as `allOf[0]`. */
  readonly at: string
}

const NO_PARTS: readonly CombinatorPart[] = []

export function partsOf(schema: JsonSchema): readonly CombinatorPart[] {
  // Hardly any schema has combinators.
  if (!schema.anyOf && !schema.allOf && !schema.oneOf && !schema.not) return NO_PARTS
  const parts: CombinatorPart[] = COMBINATORS.flatMap((combinator) =>
    (schema[combinator] ?? []).map((part, index) => ({ combinator, part, at: `${combinator}[${index}]` })),
  )
  if (schema.not !== undefined) parts.push({ combinator: 'not', part: schema.not, at: 'not' })
  return parts
}

/**
 * The keywords that hold schemas. `structural`: one, of properties or items of the value; `properties`: several, by
 * name, of properties of the value; `named`: several, by name; `other`: one or a list.
 */
export const schemaKeywords: ReadonlyMap<string, 'structural' | 'properties' | 'named' | 'other'> = new Map([
  ['allOf', 'other'],
  ['anyOf', 'other'],
  ['oneOf', 'other'],
  ['properties', 'properties'],
  ['patternProperties', 'named'],
  ['definitions', 'named'],
  ['dependencies', 'named'],
  ['items', 'structural'],
  ['additionalItems', 'other'],
  ['additionalProperties', 'structural'],
  ['not', 'other'],
])

/** All direct subschemas, also under keywords that no definition may use. */
export function schemasWithin(schema: JsonSchema): readonly JsonSchema[] {
  // Most schemas are scalars, and every check reads them.
  let children: JsonSchema[] | undefined
  for (const name of schemaKeywords.keys()) {
    const value: unknown = schema[name as keyof JsonSchema]
    if (typeof value !== 'object' || value === null) continue
    const isOne = !Array.isArray(value) && !BY_NAME.has(name)
    const found = isOne ? [value] : Object.values(value)
    children = [...(children ?? []), ...found.filter(isSchema)]
  }
  return children ?? NONE
}

const BY_NAME = new Set(['properties', 'patternProperties', 'definitions', 'dependencies'])
const NONE: readonly JsonSchema[] = []

export function isSchema(child: unknown): child is JsonSchema {
  return typeof child === 'object' && child !== null && !Array.isArray(child)
}

/** The schema of a property; undefined for a name that only the prototype has. */
export function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}
