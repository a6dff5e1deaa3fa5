import type { FieldError } from '#meta/field-error.js'
import type { AnyPart, ValueValidation } from '#structural/schema.js'
import { isJsonObject, type JsonObject } from '#structural/values.js'
import type { Pace, Work } from '#util/async/slices.js'
import { isUnchanged, oldItems, oldProperty, propertyPart } from './correlation.js'
import { checkEnum, checkNumber, checkText, checkType, invalid } from './scalar-checks.js'
import type { ValidationErrors } from './validation-errors.js'

/**
 * How many checks one value may take: combinators may check each of a million items many times. About a second, in
 * slices.
 */
const MAX_CHECKS = 2_000_000
/** Steps of a pattern, one per character and instruction, that count as one check. */
const STEPS_PER_CHECK = 5
const TOO_MANY_CHECKS = 'the object takes too many checks to be validated'

/**
 * Finds the errors of a value by its schema: types, bounds, formats, missing properties. An unchanged value is
 * accepted, whatever the schema now says; `old` is undefined for a new value.
 */
export function* validateValue(
  schema: AnyPart,
  value: unknown,
  old: unknown,
  errors: ValidationErrors,
  pace: Pace,
  checkBudget: CheckBudget = { checks: 0 },
): Work {
  const before = errors.count
  const validator = new ValueValidator(errors, pace, checkBudget)
  const rest = validator.validate(schema, value, old)
  if (rest !== undefined) yield* rest
  if (!validator.isExhausted) return
  errors.truncate(before)
  errors.addRootError(TOO_MANY_CHECKS)
}

/** The number of checks made. Several values may share a limit. */
export interface CheckBudget {
  checks: number
}

class ValueValidator {
  readonly #errors: ValidationErrors
  readonly #pace: Pace
  readonly #checkBudget: CheckBudget

  constructor(errors: ValidationErrors, pace: Pace, checkBudget: CheckBudget) {
    this.#errors = errors
    this.#pace = pace
    this.#checkBudget = checkBudget
  }

  get isExhausted(): boolean {
    return this.#checkBudget.checks > MAX_CHECKS
  }

  /** Returns the remaining work where the value has parts; most values have none, and take no more than this call. */
  validate(part: AnyPart, value: unknown, old: unknown): Work | undefined {
    if (hasParts(part.validation, value)) return this.#checkParts(part, value, old, true)
    const before = this.#errors.count
    this.#checkAlone(part, value)
    this.#forgive(before, part, value, old)
    return undefined
  }

  /** Drops the errors of an unchanged value. */
  #forgive(before: number, part: AnyPart, value: unknown, old: unknown): void {
    if (this.#errors.count > before && old !== undefined && isUnchanged(part, value, old)) {
      this.#errors.truncate(before)
    }
  }

  /** The same for a part of a combinator, which does not ratchet. */
  #check(part: AnyPart, value: unknown, old: unknown): Work | undefined {
    if (hasParts(part.validation, value)) return this.#checkParts(part, value, old, false)
    this.#checkAlone(part, value)
    return undefined
  }

  *#checkParts(part: AnyPart, value: unknown, old: unknown, isForgiving: boolean): Work {
    if (this.#pace.isOver) yield
    const errors = this.#errors
    const before = errors.count
    const { validation } = part
    if (!this.#begin(validation, value)) return
    checkType(part, value, errors)
    if (hasCombinators(validation)) yield* this.#checkCombinators(validation, value, old)
    if (Array.isArray(value)) yield* this.#checkList(part, value, old)
    else if (!isJsonObject(value)) this.#checkScalar(validation, value)
    checkEnum(validation, value, errors)
    if (isJsonObject(value)) yield* this.#checkObject(part, value, old)
    if (isForgiving) this.#forgive(before, part, value, old)
  }

  /** A value without parts. */
  #checkAlone(part: AnyPart, value: unknown): void {
    const { validation } = part
    if (!this.#begin(validation, value)) return
    checkType(part, value, this.#errors)
    if (value !== null && value !== undefined) this.#checkScalar(validation, value)
    checkEnum(validation, value ?? null, this.#errors)
  }

  #checkScalar(validation: ValueValidation, value: unknown): void {
    if (typeof value === 'string') checkText(validation, value, this.#errors)
    else if (typeof value === 'number' || typeof value === 'bigint') {
      checkNumber(validation, value, this.#errors)
    }
  }

  /** Counts a check. False when the limit is reached. */
  #begin(validation: ValueValidation, value: unknown): boolean {
    let checks = 1 + validation.required.length
    if (typeof value === 'string') checks += patternChecks(validation, value)
    this.#checkBudget.checks += checks
    this.#pace.add(checks)
    if (this.#errors.isFull) return false
    // Within a combinator, too, an unchecked value does not count as valid.
    if (this.isExhausted) this.#errors.addRootError(TOO_MANY_CHECKS)
    return !this.isExhausted
  }

  *#checkList(part: AnyPart, list: readonly unknown[], old: unknown): Work {
    const errors = this.#errors
    const { items, validation } = part
    if (items !== undefined) {
      const before = oldItems(part, old)
      for (let index = 0; index < list.length && !errors.isFull; index++) {
        errors.enter(index)
        const rest = this.validate(items, list[index], before?.find(list[index]))
        if (rest !== undefined) yield* rest
        errors.leave()
        if (this.#pace.isOver) yield
      }
    }
    const { minItems, maxItems } = validation
    if (minItems !== undefined && list.length < minItems) {
      invalid(list.length, `should have at least ${minItems} items`, errors)
    }
    if (maxItems !== undefined && list.length > maxItems) this.#tooMany(list.length, maxItems)
  }

  *#checkObject(part: AnyPart, value: JsonObject, old: unknown): Work {
    const errors = this.#errors
    const { minProperties, maxProperties, required } = part.validation
    const names = Object.keys(value)
    if (minProperties !== undefined && names.length < minProperties) {
      invalid(names.length, `should have at least ${minProperties} properties`, errors)
      return
    }
    if (maxProperties !== undefined && names.length > maxProperties) {
      this.#tooMany(names.length, maxProperties)
      return
    }
    for (const name of names) {
      if (errors.isFull) return
      const member = propertyPart(part, name)
      if (member !== undefined) {
        errors.enter(name)
        const rest = this.validate(member, value[name], oldProperty(old, name))
        if (rest !== undefined) yield* rest
        errors.leave()
        if (this.#pace.isOver) yield
      } else if (part.additionalProperties === false) {
        invalid(name, 'is a forbidden property', errors, `.${name}`)
      }
    }
    for (const name of required) {
      if (!Object.hasOwn(value, name)) errors.add({ type: 'required' }, name)
    }
  }

  #tooMany(count: number, limit: number): void {
    this.#errors.add({ type: 'tooMany', value: count, detail: `must have at most ${limit} items` })
  }

  *#checkCombinators(validation: ValueValidation, value: unknown, old: unknown): Work {
    const { anyOf, oneOf, allOf, not } = validation
    const errors = this.#errors
    if (anyOf.length > 0 && (yield* this.#countValid(anyOf, value, old, 1)) === 0) {
      errors.addRootError(`${this.#place} must validate at least one schema (anyOf)`)
      errors.addAll(yield* this.#nearest(anyOf, value, old))
    }
    if (oneOf.length > 0) {
      const valid = yield* this.#countValid(oneOf, value, old, oneOf.length)
      if (valid !== 1) {
        const found = valid === 0 ? 'none valid' : `${valid} valid alternatives`
        errors.addRootError(`${this.#place} must validate one and only one schema (oneOf). Found ${found}`)
        if (valid === 0) errors.addAll(yield* this.#nearest(oneOf, value, old))
      }
    }
    if (allOf.length > 0) {
      let valid = 0
      for (const part of allOf) {
        const before = errors.count
        const rest = this.#check(part, value, old)
        if (rest !== undefined) yield* rest
        if (errors.count === before) valid++
        if (this.#pace.isOver) yield
      }
      if (valid < allOf.length) {
        const none = valid === 0 ? '. None validated' : ''
        errors.addRootError(`${this.#place} must validate all the schemas (allOf)${none}`)
      }
    }
    if (not !== undefined && (yield* this.#countValid([not], value, old, 1)) === 1) {
      errors.addRootError(`${this.#place} must not validate the schema (not)`)
    }
  }

  get #place(): string {
    return JSON.stringify(this.#errors.path)
  }

  /** How many alternatives the value matches, up to a limit. */
  *#countValid(alternatives: readonly AnyPart[], value: unknown, old: unknown, enough: number): Work<number> {
    let valid = 0
    for (const part of alternatives) {
      const isValid = hasParts(part.validation, value)
        ? yield* this.#errors.isValid(this.#checkParts(part, value, old, false))
        : this.#errors.isValidSync(() => this.#checkAlone(part, value))
      if (isValid && ++valid === enough) break
      if (this.#pace.isOver) yield
    }
    return valid
  }

  /** The errors of the alternative that checks the most parts of the value. */
  *#nearest(alternatives: readonly AnyPart[], value: unknown, old: unknown): Work<readonly FieldError[]> {
    let nearest: readonly FieldError[] = []
    if (this.#errors.isQuiet) return nearest
    let mostChecks = 0
    for (const part of alternatives) {
      const before = this.#checkBudget.checks
      const found = yield* this.#errors.collect(this.#checkParts(part, value, old, false))
      const taken = this.#checkBudget.checks - before
      if (taken <= mostChecks) continue
      mostChecks = taken
      nearest = found
    }
    return nearest
  }
}

/** Whether a value has parts to check. */
function hasParts(validation: ValueValidation, value: unknown): boolean {
  if (value === null || value === undefined) return false
  return typeof value === 'object' || hasCombinators(validation)
}

const hasCombinators = ({ anyOf, oneOf, allOf, not }: ValueValidation) =>
  anyOf.length + oneOf.length + allOf.length > 0 || not !== undefined

/** A string that is certainly too long is not matched. */
function patternChecks({ pattern, maxLength }: ValueValidation, text: string): number {
  if (pattern === undefined || (maxLength !== undefined && text.length > 2 * maxLength)) return 0
  return Math.floor(pattern.workFor(text) / STEPS_PER_CHECK)
}
