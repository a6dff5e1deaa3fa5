import { type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { isDefaultWithin, MAX_DEFAULT_BYTES, MAX_DEFAULT_VALUES } from '#structural/default-size.js'
import { embeddedTypeError, type MetadataRules, validateEmbedded } from '#structural/embedded-resources.js'
import { prune, UnknownFields } from '#structural/prune.js'
import { compileRules, type RuleTree, ruleTree } from '#structural/rules/rule-tree.js'
import { areRulesCompilable } from '#structural/rules/validate-definitions.js'
import { newBudget, validateDefaultRules } from '#structural/rules/validate-rules.js'
import type { StructuralSchema } from '#structural/schema.js'
import { type CheckBudget, validateValue } from '#structural/validation/validate-value.js'
import { ValidationErrors } from '#structural/validation/validation-errors.js'
import { copyOf, isJsonObject } from '#structural/values.js'
import type { Pace, Work } from '#util/async/slices.js'

/**
 * A default must be valid by its own schema and rules, and must not contain anything that pruning removes. A default
 * of `apiVersion`, `kind` or `metadata` must be valid there.
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

/** The object that a part belongs to: the root or an embedded one. */
interface Resource {
  readonly schema: StructuralSchema
  /** Whether the part is inside `apiVersion`, `kind` or `metadata`. */
  readonly isInside: boolean
  /** An object with only this value at the place of the part. */
  readonly around: (value: unknown) => unknown
}

const COMMON = new Set(['kind', 'apiVersion', 'metadata'])
/** A valid object to put a value into. */
const OTHERWISE_VALID = { apiVersion: 'validation/v1', kind: 'Validation' }

/** Even in an empty object, such a default is larger than can be stored. */
const TOO_LARGE = `must not take more than ${MAX_DEFAULT_BYTES} bytes or ${MAX_DEFAULT_VALUES} values, with the defaults within it`

class DefaultChecker {
  readonly #rules: MetadataRules
  readonly #errors: FieldErrors
  readonly #pace: Pace
  /** The shared cost budget of the rules of all defaults, and the check budget. */
  readonly #budget = newBudget()
  readonly #checkBudget: CheckBudget = { checks: 0 }

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
      this.#errors.addAll(yield* this.#errorsOf(schema, `${path}.default`, tree, resource))
      if (this.#pace.checkClock()) yield
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

  *#errorsOf(
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
    const validationErrors = new ValidationErrors(path)
    yield* validateValue(schema, value, undefined, validationErrors, this.#pace, this.#checkBudget)
    if (validationErrors.count > 0 || tree === undefined) return [...unknown, ...validationErrors.all]
    return [...unknown, ...(yield* validateDefaultRules(tree, value, path, this.#pace, this.#budget))]
  }

  /** The errors of an object whose `apiVersion`, `kind` or `metadata` has the default. */
  #misplaced(value: unknown, path: string, { schema, around }: Resource): readonly FieldError[] {
    const object = { ...OTHERWISE_VALID, ...(around(copyOf(value)) as object) }
    const found = this.#embeddedProblems(schema, object, '')
    if (found.length === 0) return found
    const texts = found.map((mistake) => `${mistake.field}: ${fieldErrorMessage(mistake)}`)
    const detail = `must result in valid metadata: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`
    return [{ type: 'invalid', field: path, value, detail }]
  }

  #embeddedProblems(schema: StructuralSchema, value: unknown, path: string): readonly FieldError[] {
    const misshapen = embeddedTypeError(schema, copyOf(value), path)
    if (misshapen !== undefined) return [misshapen]
    const validationErrors = new ValidationErrors(path)
    validateEmbedded(schema, value, this.#rules, validationErrors)
    return validationErrors.all
  }
}

/** The default is pruned as a property of an object: the object's own `metadata` would stay. */
function hasUnknownFields(schema: StructuralSchema): boolean {
  if (!isJsonObject(schema.default) && !Array.isArray(schema.default)) return false
  const unknown = new UnknownFields(1)
  const holder = { properties: new Map([['default', schema]]) }
  prune({ ...schema, ...holder, preserveUnknownFields: false }, { default: copyOf(schema.default) }, unknown)
  return unknown.isFull
}
