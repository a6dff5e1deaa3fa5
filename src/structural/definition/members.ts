import type { JsonSchema } from '../json-schema.js'

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

export function partsOf(schema: JsonSchema): readonly CombinatorPart[] {
  const parts: CombinatorPart[] = COMBINATORS.flatMap((combinator) =>
    (schema[combinator] ?? []).map((part, index) => ({ combinator, part, at: `${combinator}[${index}]` })),
  )
  if (schema.not !== undefined) parts.push({ combinator: 'not', part: schema.not, at: 'not' })
  return parts
}

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies'] as const
const SCHEMAS = ['items', 'additionalItems', 'additionalProperties', 'not'] as const

/** Every schema directly within a schema, also those that no definition may have. */
export function schemasWithin(schema: JsonSchema): readonly JsonSchema[] {
  const children: unknown[] = []
  for (const name of LISTS) children.push(...(schema[name] ?? []))
  for (const name of MAPS) children.push(...Object.values(schema[name] ?? {}))
  for (const name of SCHEMAS) children.push(...[schema[name]].flat())
  return children.filter(isSchema)
}

function isSchema(child: unknown): child is JsonSchema {
  return typeof child === 'object' && child !== null && !Array.isArray(child)
}

/** The schema of a member; undefined for a name that only the prototype has. */
export function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}
