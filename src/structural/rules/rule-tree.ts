import { type CelType, DYN } from '#cel/types.js'
import type { ValidationRule } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'
import type { Pace, Work } from '#util/async/slices.js'
import { isTyped, SchemaTypes } from './cel-types.js'
import { type CompiledRule, compileRule } from './compile-rule.js'

/** The rules of a schema and of its parts. Parts without rules are left out. */
export interface RuleTree {
  readonly schema: StructuralSchema
  /** The CEL type of the schema's own rules; irrelevant where it has none. */
  readonly type: CelType
  readonly rules: readonly CompiledRule[]
  readonly properties: ReadonlyMap<string, RuleTree>
  /** Of the values of a map. */
  readonly values: RuleTree | undefined
  readonly items: RuleTree | undefined
}

const trees = new WeakMap<StructuralSchema, { readonly tree: RuleTree | undefined }>()

/** The rules of a kind's schema; undefined if there are none. Compiled on first use. */
export function ruleTree(root: StructuralSchema): RuleTree | undefined {
  return treeOf(root, true, 'object', new SchemaTypes())
}

/** Compiles the rules of a schema in slices: very many take long. */
export function* compileRules(root: StructuralSchema, pace: Pace): Work {
  if (root.hasRules && !trees.has(root)) yield* compileBelow(root, true, 'object', new SchemaTypes(), pace)
}

/** Walks like `plant`, and leaves the rules that it needs. */
function* compileBelow(
  schema: StructuralSchema,
  isResource: boolean,
  name: string,
  types: SchemaTypes,
  pace: Pace,
): Work {
  if (!schema.hasRules || trees.has(schema) || !isTyped(schema, isResource)) return
  for (const [step, part] of partsOf(schema)) {
    yield* compileBelow(part, part.embeddedResource, `${name}.${step}`, types, pace)
  }
  const type = typeFor(schema, isResource, name, types)
  for (const rule of schema.rules) {
    compiledRule(rule, schema, type)
    if (pace.checkClock()) yield
  }
  treeOf(schema, isResource, name, types)
}

function* partsOf({ properties, additionalProperties, items }: StructuralSchema) {
  for (const [name, property] of properties ?? []) yield [name, property] as const
  if (typeof additionalProperties === 'object') yield ['@elem', additionalProperties] as const
  if (items !== undefined) yield ['@idx', items] as const
}

/** A schema used at several places has one tree; its types have the name of the first place. */
function treeOf(
  schema: StructuralSchema,
  isResource: boolean,
  name: string,
  types: SchemaTypes,
): RuleTree | undefined {
  if (!schema.hasRules) return undefined
  let known = trees.get(schema)
  if (!known) {
    known = { tree: plant(schema, isResource, name, types) }
    trees.set(schema, known)
  }
  return known.tree
}

function plant(
  schema: StructuralSchema,
  isResource: boolean,
  name: string,
  types: SchemaTypes,
): RuleTree | undefined {
  if (!isTyped(schema, isResource)) return undefined
  const below = (part: StructuralSchema, step: string) =>
    treeOf(part, part.embeddedResource, `${name}.${step}`, types)
  const properties = new Map<string, RuleTree>()
  for (const [member, property] of schema.properties ?? []) {
    const tree = below(property, member)
    if (tree) properties.set(member, tree)
  }
  const { additionalProperties, items, rules } = schema
  const type = typeFor(schema, isResource, name, types)
  return {
    schema,
    type,
    rules: rules.map((rule) => compiledRule(rule, schema, type)),
    properties,
    values: typeof additionalProperties === 'object' ? below(additionalProperties, '@elem') : undefined,
    items: items && below(items, '@idx'),
  }
}

/** Types are built for rules only: those of a large object take longer than most rules. */
function typeFor(schema: StructuralSchema, isResource: boolean, name: string, types: SchemaTypes): CelType {
  return schema.rules.length === 0 ? DYN : (types.of(schema, isResource, name)?.type ?? DYN)
}

/** For schemas whose tree is not built yet. A rule belongs to one schema. */
const compiledRules = new WeakMap<ValidationRule, CompiledRule>()

function compiledRule(rule: ValidationRule, schema: StructuralSchema, type: CelType): CompiledRule {
  let compiled = compiledRules.get(rule)
  if (compiled === undefined) {
    compiled = compileRule(rule, schema, type)
    compiledRules.set(rule, compiled)
  }
  return compiled
}
