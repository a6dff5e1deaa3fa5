import type { JsonSchema } from '#structural/json-schema.js'

/** Whether a member of a schema says something; false, nothing, and lists and objects without members do not. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** The combinators of a schema, in the order in which their mistakes are told. */
const COMBINATORS = ['anyOf', 'allOf', 'oneOf'] as const

export interface CombinatorPart {
  readonly combinator: (typeof COMBINATORS)[number] | 'not'
  readonly part: JsonSchema
  /** The place of the part in its schema, as in `allOf[0]`. */
  readonly at: string
}

const NO_PARTS: readonly CombinatorPart[] = []

export function partsOf(schema: JsonSchema): readonly CombinatorPart[] {
  // Hardly any schema has some.
  if (!schema.anyOf && !schema.allOf && !schema.oneOf && !schema.not) return NO_PARTS
  const parts: CombinatorPart[] = COMBINATORS.flatMap((combinator) =>
    (schema[combinator] ?? []).map((part, index) => ({ combinator, part, at: `${combinator}[${index}]` })),
  )
  if (schema.not !== undefined) parts.push({ combinator: 'not', part: schema.not, at: 'not' })
  return parts
}

/**
 * The members of a schema that hold schemas. `structural`: one, of members or items of the value; `properties`: several, by
 * name, of members of the value; `named`: several, by name; `other`: one or a list of them.
 */
export const schemaMembers: ReadonlyMap<string, 'structural' | 'properties' | 'named' | 'other'> = new Map([
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

/** Every schema directly within a schema, also those that no definition may have. */
export function schemasWithin(schema: JsonSchema): readonly JsonSchema[] {
  // Most schemas are of scalars, and are looked at by every check.
  let children: JsonSchema[] | undefined
  for (const name of schemaMembers.keys()) {
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

/** The schema of a member; undefined for a name that only the prototype has. */
export function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}
