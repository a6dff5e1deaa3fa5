import { type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { isDefaultWithin, MAX_DEFAULT_BYTES, MAX_DEFAULT_VALUES } from '#structural/default-size.js'
import { type MetadataRules, misshapenEmbedded, validateEmbedded } from '#structural/embedded-resources.js'
import { Findings } from '#structural/findings.js'
import { prune, UnknownFields } from '#structural/prune.js'
import { areRulesCompilable } from '#structural/rules/rule-problems.js'
import { compileRules, type RuleTree, ruleTree } from '#structural/rules/rule-tree.js'
import { newBudget, validateAlone } from '#structural/rules/validate-rules.js'
import type { StructuralSchema } from '#structural/schema.js'
import { type Effort, validateValue } from '#structural/validate-value.js'
import { copyOf, isMembers } from '#structural/values.js'
import type { Pace, Work } from '#util/slices.js'

/**
 * A default has to be valid by its own schema and its rules, and to hold nothing that would be pruned. One of the kind, the
 * version or the metadata of an object has to be valid there.
 */
export function* validateDefaults(
  schema: StructuralSchema,
  path: string,
  rules: MetadataRules,
  errors: FieldErrors,
  pace: Pace,
): Work {
  if (!schema.hasDefaults) return
  const isCompilable = areRulesCompilable(schema)
  if (isCompilable) yield* compileRules(schema, pace)
  const tree = isCompilable ? ruleTree(schema) : undefined
  const root = { ...schema, embeddedResource: true, hasEmbeddedResources: true }
  yield* new DefaultChecker(rules, errors, pace).check(root, path, tree, {
    schema: root,
    isInside: false,
    around: (value) => value,
  })
}

/** The object that a part belongs to: the whole object, or one that is embedded. */
interface Resource {
  readonly schema: StructuralSchema
  /** Whether the part belongs to what every object has: its kind, its version or its metadata. */
  readonly isInside: boolean
  /** The object with a value in the place of the part, and nothing else. */
  readonly around: (value: unknown) => unknown
}

const COMMON = new Set(['kind', 'apiVersion', 'metadata'])
/** An object that is valid but for what is put into it. */
const OTHERWISE_VALID = { apiVersion: 'validation/v1', kind: 'Validation' }

/** Filled into an empty object, such a default would already be more than can be stored. */
const TOO_LARGE = `must not take more than ${MAX_DEFAULT_BYTES} bytes or ${MAX_DEFAULT_VALUES} values, with the defaults within it`

class DefaultChecker {
  readonly #rules: MetadataRules
  readonly #errors: FieldErrors
  readonly #pace: Pace
  /** What the rules of all defaults may cost together, and what their checks may take. */
  readonly #budget = newBudget()
  readonly #effort: Effort = { checks: 0 }

  constructor(rules: MetadataRules, errors: FieldErrors, pace: Pace) {
    this.#rules = rules
    this.#pace = pace
    this.#errors = errors
  }

  *check(schema: StructuralSchema, path: string, tree: RuleTree | undefined, around: Resource): Work {
    if (!schema.hasDefaults || this.#errors.isFull) return
    const resource: Resource = schema.embeddedResource
      ? { schema, isInside: false, around: (value) => value }
      : around
    if (schema.default !== undefined) {
      this.#errors.addAll(yield* this.#problems(schema, `${path}.default`, tree, resource))
      if (this.#pace.look()) yield
    }
    const { items, additionalProperties, properties } = schema
    const below = (step: (value: unknown) => unknown, isInside = resource.isInside): Resource => ({
      ...resource,
      isInside,
      around: (value) => resource.around(step(value)),
    })
    if (items !== undefined)
      yield* this.check(
        items,
        `${path}.items`,
        tree?.items,
        below((value) => [value]),
      )
    if (typeof additionalProperties === 'object') {
      const within = below((value) => ({ '*': value }))
      yield* this.check(additionalProperties, `${path}.additionalProperties`, tree?.values, within)
    }
    for (const [name, property] of properties ?? []) {
      if (!property.hasDefaults) continue
      const isCommon = schema.embeddedResource && COMMON.has(name)
      const within = below((value) => ({ [name]: value }), resource.isInside || isCommon)
      yield* this.check(property, `${path}.properties[${name}]`, tree?.properties.get(name), within)
    }
  }

  *#problems(
    schema: StructuralSchema,
    path: string,
    tree: RuleTree | undefined,
    resource: Resource,
  ): Work<readonly FieldError[]> {
    const value = schema.default
    if (!isDefaultWithin(schema)) return [{ type: 'forbidden', field: path, detail: TOO_LARGE }]
    const unknown: FieldError[] =
      !resource.isInside && hasUnknownFields(schema)
        ? [{ type: 'invalid', field: path, value, detail: 'must not have unknown fields' }]
        : []
    const misplaced = resource.isInside
      ? this.#misplaced(value, path, resource)
      : this.#embeddedProblems(schema, value, path)
    if (misplaced.length > 0) return [...unknown, ...misplaced]
    const findings = new Findings(path)
    yield* validateValue(schema, value, undefined, findings, this.#pace, this.#effort)
    if (findings.count > 0 || tree === undefined) return [...unknown, ...findings.all]
    return [...unknown, ...(yield* validateAlone(tree, value, path, this.#pace, this.#budget))]
  }

  /** What is wrong with an object whose kind, version or metadata have the default. */
  #misplaced(value: unknown, path: string, { schema, around }: Resource): readonly FieldError[] {
    const object = { ...OTHERWISE_VALID, ...(around(copyOf(value)) as object) }
    const found = this.#embeddedProblems(schema, object, '')
    if (found.length === 0) return found
    const texts = found.map((mistake) => `${mistake.field}: ${fieldErrorMessage(mistake)}`)
    const detail = `must result in valid metadata: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`
    return [{ type: 'invalid', field: path, value, detail }]
  }

  #embeddedProblems(schema: StructuralSchema, value: unknown, path: string): readonly FieldError[] {
    const misshapen = misshapenEmbedded(schema, copyOf(value), path)
    if (misshapen !== undefined) return [misshapen]
    const findings = new Findings(path)
    validateEmbedded(schema, value, this.#rules, findings)
    return findings.all
  }
}

/** The default is pruned as the member of an object, whose own `metadata` would stay. */
function hasUnknownFields(schema: StructuralSchema): boolean {
  if (!isMembers(schema.default) && !Array.isArray(schema.default)) return false
  const unknown = new UnknownFields(1)
  const holder = { properties: new Map([['default', schema]]) }
  prune({ ...schema, ...holder, preserveUnknownFields: false }, { default: copyOf(schema.default) }, unknown)
  return unknown.isFull
}
