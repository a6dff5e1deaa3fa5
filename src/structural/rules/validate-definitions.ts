import type { FieldError } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ValidationRule } from '#structural/json-schema.js'
import type { StructuralSchema } from '#structural/schema.js'
import type { Pace, Work } from '#util/async/slices.js'
import { maxOccurrences, SchemaTypes } from './cel-types.js'
import type { CompiledRule } from './compile-rule.js'
import { fieldAtPath } from './field-path.js'
import { RuleCosts } from './rule-costs.js'
import { compileRules, type RuleTree, ruleTree } from './rule-tree.js'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']
const LINE_BREAK = /[\n\r]/
/**
 * The length limit of all expressions of a schema together, in characters. Compiling that many takes about a second;
 * the largest schemas in use have a tenth of it.
 */
const MAX_RULES_LENGTH = 250_000

/**
 * All errors of the rules of an otherwise valid schema at `path`: missing fields, compile errors, and costs over the
 * limit.
 */
export function* validateRuleDefinitions(
  schema: StructuralSchema,
  path: string,
  pace: Pace,
): Work<readonly FieldError[]> {
  if (!schema.hasRules) return []
  const writing = new FieldErrors()
  eachRule(schema, path, (rule, at, place) => validateWriting(rule, at, place, writing))
  if (!areRulesCompilable(schema)) {
    writing.forbidden(path, `the rules of a schema must have at most ${MAX_RULES_LENGTH} characters together`)
  }
  if (writing.all.length > 0) return writing.all
  if (pace.checkClock()) yield
  yield* compileRules(schema, pace)
  const checker = new RuleChecker(path)
  checker.check(schema, ruleTree(schema), { path, cardinality: 1, uncorrelatable: undefined, isRoot: true })
  return checker.finish()
}

/** Whether the rules of a schema are short enough to be compiled. */
export function areRulesCompilable(schema: StructuralSchema): boolean {
  let length = 0
  eachRule(schema, '', ({ rule = '', messageExpression = '' }) => {
    length += rule.length + messageExpression.length
  })
  return length <= MAX_RULES_LENGTH
}

type Visit = (rule: ValidationRule, at: StructuralSchema, path: string) => void

/** Visits all rules, depth first. */
function eachRule(schema: StructuralSchema, path: string, visit: Visit): void {
  for (const { part, path: below } of ruledPartsOf(schema, path)) eachRule(part, below, visit)
  schema.rules.forEach((rule, index) => {
    visit(rule, schema, `${path}.x-kubernetes-validations[${index}]`)
  })
}

function ruledPartsOf(schema: StructuralSchema, path: string): { part: StructuralSchema; path: string }[] {
  const parts = []
  const { additionalProperties, properties, items } = schema
  if (typeof additionalProperties === 'object' && additionalProperties.hasRules) {
    parts.push({ part: additionalProperties, path: `${path}.additionalProperties` })
  }
  for (const [name, part] of properties ?? []) {
    if (part.hasRules) parts.push({ part, path: `${path}.properties[${name}]` })
  }
  if (items?.hasRules) parts.push({ part: items, path: `${path}.items` })
  return parts
}

/** Checks that need no compilation. */
function validateWriting(
  rule: ValidationRule,
  at: StructuralSchema,
  path: string,
  errors: FieldErrors,
): void {
  validateMessage(rule, path, errors)
  if (rule.messageExpression && rule.messageExpression.trim() === '') {
    errors.required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified')
  }
  if (rule.reason !== undefined && !REASONS.includes(rule.reason)) {
    errors.notSupported(`${path}.reason`, rule.reason, REASONS)
  }
  if (!rule.fieldPath) return
  const field = `${path}.fieldPath`
  if (rule.fieldPath.trim() === '')
    errors.invalid(field, rule.fieldPath, 'fieldPath must be non-empty if specified')
  if (LINE_BREAK.test(rule.fieldPath))
    errors.invalid(field, rule.fieldPath, 'fieldPath must not contain line breaks')
  if ('error' in fieldAtPath(at, rule.fieldPath)) {
    errors.invalid(field, rule.fieldPath, 'fieldPath must be a valid path')
  }
}

function validateMessage(
  { rule = '', message = '' }: ValidationRule,
  path: string,
  errors: FieldErrors,
): void {
  if (rule.trim() === '') errors.required(`${path}.rule`, 'rule is not specified')
  else if (message !== '' && message.trim() === '') {
    errors.invalid(`${path}.message`, message, 'message must be non-empty if specified')
  } else if (LINE_BREAK.test(message.trim())) {
    errors.invalid(`${path}.message`, message, 'message must not contain line breaks')
  } else if (LINE_BREAK.test(rule.trim()) && message.trim() === '') {
    errors.required(`${path}.message`, 'message must be specified if rule contains line breaks')
  }
}

/** The position of a schema in its definition. */
interface Place {
  readonly path: string
  /** How often its values can occur in one object; undefined if unbounded. */
  readonly cardinality: number | undefined
  /** The enclosing list whose items do not correlate, if there is one. */
  readonly uncorrelatable: string | undefined
  readonly isRoot: boolean
}

class RuleChecker {
  readonly #errors = new FieldErrors()
  readonly #costs: RuleCosts
  readonly #types = new SchemaTypes(false)

  constructor(path: string) {
    this.#costs = new RuleCosts(path)
  }

  finish(): readonly FieldError[] {
    this.#costs.reportTotal(this.#errors)
    return this.#errors.all
  }

  check(schema: StructuralSchema, tree: RuleTree | undefined, place: Place): void {
    if (!schema.hasRules) return
    this.#checkParts(schema, tree, place)
    if (schema.rules.length === 0) return
    if (!tree) {
      const detail = `rule declared on schema that does not support validation rules type: '${schema.type ?? ''}' x-kubernetes-preserve-unknown-fields: '${schema.preserveUnknownFields}'`
      this.#errors.invalid(`${place.path}.x-kubernetes-validations`, '', detail)
      return
    }
    const occurrences = place.cardinality ?? this.#mostOccurrences(schema, place)
    tree.rules.forEach((rule, index) => {
      const path = `${place.path}.x-kubernetes-validations[${index}]`
      this.#checkRule(rule, path, occurrences, place.uncorrelatable)
    })
  }

  #checkParts(schema: StructuralSchema, tree: RuleTree | undefined, place: Place): void {
    const { additionalProperties, properties, items, validation } = schema
    const { path, cardinality } = place
    const times = (count: number | undefined) =>
      cardinality === undefined || count === undefined ? undefined : cardinality * Math.max(count, 0)
    if (typeof additionalProperties === 'object') {
      const below = { ...place, path: `${path}.additionalProperties`, isRoot: false }
      this.check(additionalProperties, tree?.values, {
        ...below,
        cardinality: times(validation.maxProperties),
      })
    }
    for (const [name, property] of properties ?? []) {
      if (!property.hasRules) continue
      const below = { ...place, path: `${path}.properties[${name}]`, isRoot: false }
      this.check(property, tree?.properties.get(name), below)
    }
    if (items) {
      this.check(items, tree?.items, {
        path: `${path}.items`,
        cardinality: times(validation.maxItems),
        uncorrelatable: place.uncorrelatable ?? (schema.listType === 'map' ? undefined : path),
        isRoot: false,
      })
    }
  }

  #mostOccurrences(schema: StructuralSchema, { isRoot }: Place): number {
    const type = this.#types.of(schema, isRoot || schema.embeddedResource, 'object')
    return type ? maxOccurrences(type) : 1
  }

  #checkRule(
    compiled: CompiledRule,
    path: string,
    occurrences: number,
    uncorrelatable: string | undefined,
  ): void {
    const { rule, program, message } = compiled
    if (program) {
      const cost = program.estimatedCost.max * occurrences
      this.#costs.add('estimated rule cost', `${path}.rule`, cost, this.#errors)
    }
    if (compiled.error !== undefined) this.#errors.invalid(`${path}.rule`, rule, compiled.error)
    if (compiled.messageError !== undefined) {
      this.#errors.invalid(`${path}.messageExpression`, rule, compiled.messageError)
    }
    if (message) {
      const { max } = message.estimatedCost
      this.#costs.add('estimated messageExpression cost', `${path}.messageExpression`, max, this.#errors)
    }
    if (!compiled.usesOldSelf) {
      if (rule.optionalOldSelf !== undefined) {
        const detail = 'may not be set if oldSelf is not used in rule'
        this.#errors.invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, detail)
      }
    } else if (uncorrelatable !== undefined) {
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
      this.#errors.invalid(`${path}.rule`, rule.rule, detail)
    }
  }
}
