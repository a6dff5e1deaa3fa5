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

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const
const MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies'] as const
const SCHEMAS = ['items', 'additionalItems', 'additionalProperties', 'not'] as const

/** Every schema directly within a schema, also those that no definition may have. */
export function schemasWithin(schema: JsonSchema): readonly JsonSchema[] {
  // Most schemas are of scalars, and are looked at by every check.
  let children: JsonSchema[] | undefined
  const add = (child: unknown) => {
    if (!isSchema(child)) return
    children ??= []
    children.push(child)
  }
  for (const name of LISTS) if (schema[name]) for (const child of schema[name]) add(child)
  for (const name of MAPS) if (schema[name]) for (const child of Object.values(schema[name])) add(child)
  for (const name of SCHEMAS) {
    const value: unknown = schema[name]
    if (Array.isArray(value)) for (const child of value) add(child)
    else if (value) add(value)
  }
  return children ?? NONE
}

const NONE: readonly JsonSchema[] = []

function isSchema(child: unknown): child is JsonSchema {
  return typeof child === 'object' && child !== null && !Array.isArray(child)
}

/** The schema of a member; undefined for a name that only the prototype has. */
export function propertyOf({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}
