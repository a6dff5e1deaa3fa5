import type { CelType } from '../../cel/types.js'
import type { StructuralSchema } from '../schema.js'
import { SchemaTypes } from './cel-types.js'
import { type CompiledRule, compileRule } from './compile-rule.js'

/** The rules of a schema and of its parts. Parts without rules anywhere in them are left out. */
export interface RuleTree {
  readonly schema: StructuralSchema
  readonly type: CelType
  readonly rules: readonly CompiledRule[]
  readonly properties: ReadonlyMap<string, RuleTree>
  /** Of the values of a map. */
  readonly values: RuleTree | undefined
  readonly items: RuleTree | undefined
}

const trees = new WeakMap<StructuralSchema, { readonly tree: RuleTree | undefined }>()

/** The rules of the schema of a kind; undefined if there are none. They are compiled when they are first asked for. */
export function ruleTree(root: StructuralSchema): RuleTree | undefined {
  let known = trees.get(root)
  if (!known) {
    known = { tree: plant(root, true, 'object', new SchemaTypes()) }
    trees.set(root, known)
  }
  return known.tree
}

function plant(
  schema: StructuralSchema,
  isResource: boolean,
  name: string,
  types: SchemaTypes,
): RuleTree | undefined {
  if (!hasRules(schema)) return undefined
  const found = types.of(schema, isResource, name)
  if (!found) return undefined
  const below = (part: StructuralSchema, step: string) =>
    plant(part, part.embeddedResource, `${name}.${step}`, types)
  const properties = new Map<string, RuleTree>()
  for (const [member, property] of schema.properties ?? []) {
    const tree = below(property, member)
    if (tree) properties.set(member, tree)
  }
  const { additionalProperties, items } = schema
  return {
    schema,
    type: found.type,
    rules: schema.rules.map((rule) => compileRule(rule, schema, found.type)),
    properties,
    values: typeof additionalProperties === 'object' ? below(additionalProperties, '@elem') : undefined,
    items: items && below(items, '@idx'),
  }
}

const ruled = new WeakMap<StructuralSchema, boolean>()

/** Whether there is a rule in a schema or somewhere below it. */
export function hasRules(schema: StructuralSchema): boolean {
  let known = ruled.get(schema)
  if (known === undefined) {
    known = schema.rules.length > 0 || partsOf(schema).some(hasRules)
    ruled.set(schema, known)
  }
  return known
}

function partsOf({ properties, additionalProperties, items }: StructuralSchema): StructuralSchema[] {
  const parts = [...(properties?.values() ?? [])]
  if (typeof additionalProperties === 'object') parts.push(additionalProperties)
  if (items) parts.push(items)
  return parts
}
