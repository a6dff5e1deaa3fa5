import type { FieldError } from '#meta/field-error.js'
import type { Pace, Work } from '#util/slices.js'
import { isUnchanged, memberPart, oldItems, oldMember } from './correlation.js'
import type { Findings } from './findings.js'
import { checkEnum, checkNumber, checkText, checkType, invalid } from './scalar-checks.js'
import type { AnyPart, ValueValidation } from './schema.js'
import { isMembers, type Members } from './values.js'

/** What is checked of one value at most: combinators may look at each of a million items many times. About a second, in slices. */
const MAX_CHECKS = 2_000_000
/** What a pattern does with a text counts as so many checks: a step for each character and instruction. */
const STEPS_PER_CHECK = 5
const TOO_MANY_CHECKS = 'the object takes too many checks to be validated'

/**
 * Finds what is wrong with a value by its schema: types, bounds, formats, members that are missing. A value that was the
 * same before may stay as it is, whatever the schema now says of it; `old` is undefined for what is new.
 */
export function* validateValue(
  schema: AnyPart,
  value: unknown,
  old: unknown,
  findings: Findings,
  pace: Pace,
  effort: Effort = { checks: 0 },
): Work {
  const before = findings.count
  const validator = new ValueValidator(findings, pace, effort)
  const rest = validator.validate(schema, value, old)
  if (rest !== undefined) yield* rest
  if (!validator.isExhausted) return
  findings.forgetAfter(before)
  findings.addRootError(TOO_MANY_CHECKS)
}

/** How many parts of values were checked, by how many parts of schemas. Several values may share what they may take. */
export interface Effort {
  checks: number
}

class ValueValidator {
  readonly #findings: Findings
  readonly #pace: Pace
  readonly #effort: Effort

  constructor(findings: Findings, pace: Pace, effort: Effort) {
    this.#findings = findings
    this.#pace = pace
    this.#effort = effort
  }

  get isExhausted(): boolean {
    return this.#effort.checks > MAX_CHECKS
  }

  /** Returns what is left to do where the value has parts; most values have none, and take no more than this call. */
  validate(part: AnyPart, value: unknown, old: unknown): Work | undefined {
    if (hasParts(part.validation, value)) return this.#checkParts(part, value, old, true)
    const before = this.#findings.count
    this.#checkAlone(part, value)
    this.#forgive(before, part, value, old)
    return undefined
  }

  /** What was the same before is not held against a value. */
  #forgive(before: number, part: AnyPart, value: unknown, old: unknown): void {
    if (this.#findings.count > before && old !== undefined && isUnchanged(part, value, old)) {
      this.#findings.forgetAfter(before)
    }
  }

  /** The same for a part of a combinator, which forgives nothing. */
  #check(part: AnyPart, value: unknown, old: unknown): Work | undefined {
    if (hasParts(part.validation, value)) return this.#checkParts(part, value, old, false)
    this.#checkAlone(part, value)
    return undefined
  }

  *#checkParts(part: AnyPart, value: unknown, old: unknown, isForgiving: boolean): Work {
    if (this.#pace.isOver) yield
    const findings = this.#findings
    const before = findings.count
    const { validation } = part
    if (!this.#begin(validation, value)) return
    checkType(part, value, findings)
    if (hasCombinators(validation)) yield* this.#checkCombinators(validation, value, old)
    if (Array.isArray(value)) yield* this.#checkList(part, value, old)
    else if (!isMembers(value)) this.#checkScalar(validation, value)
    checkEnum(validation, value, findings)
    if (isMembers(value)) yield* this.#checkObject(part, value, old)
    if (isForgiving) this.#forgive(before, part, value, old)
  }

  /** A value that has no parts. */
  #checkAlone(part: AnyPart, value: unknown): void {
    const { validation } = part
    if (!this.#begin(validation, value)) return
    checkType(part, value, this.#findings)
    if (value !== null && value !== undefined) this.#checkScalar(validation, value)
    checkEnum(validation, value ?? null, this.#findings)
  }

  #checkScalar(validation: ValueValidation, value: unknown): void {
    if (typeof value === 'string') checkText(validation, value, this.#findings)
    else if (typeof value === 'number' || typeof value === 'bigint') {
      checkNumber(validation, value, this.#findings)
    }
  }

  /** Counts a check. False when no more are made. */
  #begin(validation: ValueValidation, value: unknown): boolean {
    let checks = 1 + validation.required.length
    if (typeof value === 'string') checks += patternChecks(validation, value)
    this.#effort.checks += checks
    this.#pace.add(checks)
    if (this.#findings.isFull) return false
    // Within a combinator, too, what was not checked does not count as valid.
    if (this.isExhausted) this.#findings.addRootError(TOO_MANY_CHECKS)
    return !this.isExhausted
  }

  *#checkList(part: AnyPart, list: readonly unknown[], old: unknown): Work {
    const findings = this.#findings
    const { items, validation } = part
    if (items !== undefined) {
      const before = oldItems(part, old)
      for (let index = 0; index < list.length && !findings.isFull; index++) {
        findings.enter(index)
        const rest = this.validate(items, list[index], before?.find(list[index]))
        if (rest !== undefined) yield* rest
        findings.leave()
        if (this.#pace.isOver) yield
      }
    }
    const { minItems, maxItems } = validation
    if (minItems !== undefined && list.length < minItems) {
      invalid(list.length, `should have at least ${minItems} items`, findings)
    }
    if (maxItems !== undefined && list.length > maxItems) this.#tooMany(list.length, maxItems)
  }

  *#checkObject(part: AnyPart, value: Members, old: unknown): Work {
    const findings = this.#findings
    const { minProperties, maxProperties, required } = part.validation
    const names = Object.keys(value)
    if (minProperties !== undefined && names.length < minProperties) {
      invalid(names.length, `should have at least ${minProperties} properties`, findings)
      return
    }
    if (maxProperties !== undefined && names.length > maxProperties) {
      this.#tooMany(names.length, maxProperties)
      return
    }
    for (const name of names) {
      if (findings.isFull) return
      const member = memberPart(part, name)
      if (member !== undefined) {
        findings.enter(name)
        const rest = this.validate(member, value[name], oldMember(old, name))
        if (rest !== undefined) yield* rest
        findings.leave()
        if (this.#pace.isOver) yield
      } else if (part.additionalProperties === false) {
        invalid(name, 'is a forbidden property', findings, `.${name}`)
      }
    }
    for (const name of required) {
      if (!Object.hasOwn(value, name)) findings.add({ type: 'required' }, name)
    }
  }

  #tooMany(count: number, limit: number): void {
    this.#findings.add({ type: 'tooMany', value: count, detail: `must have at most ${limit} items` })
  }

  *#checkCombinators(validation: ValueValidation, value: unknown, old: unknown): Work {
    const { anyOf, oneOf, allOf, not } = validation
    const findings = this.#findings
    if (anyOf.length > 0 && (yield* this.#countValid(anyOf, value, old, 1)) === 0) {
      findings.addRootError(`${this.#place} must validate at least one schema (anyOf)`)
      findings.addAll(yield* this.#nearest(anyOf, value, old))
    }
    if (oneOf.length > 0) {
      const valid = yield* this.#countValid(oneOf, value, old, oneOf.length)
      if (valid !== 1) {
        const found = valid === 0 ? 'none valid' : `${valid} valid alternatives`
        findings.addRootError(`${this.#place} must validate one and only one schema (oneOf). Found ${found}`)
        if (valid === 0) findings.addAll(yield* this.#nearest(oneOf, value, old))
      }
    }
    if (allOf.length > 0) {
      let valid = 0
      for (const part of allOf) {
        const before = findings.count
        const rest = this.#check(part, value, old)
        if (rest !== undefined) yield* rest
        if (findings.count === before) valid++
        if (this.#pace.isOver) yield
      }
      if (valid < allOf.length) {
        const none = valid === 0 ? '. None validated' : ''
        findings.addRootError(`${this.#place} must validate all the schemas (allOf)${none}`)
      }
    }
    if (not !== undefined && (yield* this.#countValid([not], value, old, 1)) === 1) {
      findings.addRootError(`${this.#place} must not validate the schema (not)`)
    }
  }

  get #place(): string {
    return JSON.stringify(this.#findings.path)
  }

  /** How many of the alternatives the value fits; no more are tried when it fits so many. */
  *#countValid(alternatives: readonly AnyPart[], value: unknown, old: unknown, enough: number): Work<number> {
    let valid = 0
    for (const part of alternatives) {
      const isValid = hasParts(part.validation, value)
        ? yield* this.#findings.isSilent(this.#checkParts(part, value, old, false))
        : this.#findings.isSilentAtOnce(() => this.#checkAlone(part, value))
      if (isValid && ++valid === enough) break
      if (this.#pace.isOver) yield
    }
    return valid
  }

  /** What keeps the value from the alternative that looks at most of its parts. */
  *#nearest(alternatives: readonly AnyPart[], value: unknown, old: unknown): Work<readonly FieldError[]> {
    let nearest: readonly FieldError[] = []
    if (this.#findings.isQuiet) return nearest
    let mostChecks = 0
    for (const part of alternatives) {
      const before = this.#effort.checks
      const found = yield* this.#findings.apart(this.#checkParts(part, value, old, false))
      const taken = this.#effort.checks - before
      if (taken <= mostChecks) continue
      mostChecks = taken
      nearest = found
    }
    return nearest
  }
}

/** Whether more is checked of a value than the value itself. */
function hasParts(validation: ValueValidation, value: unknown): boolean {
  if (value === null || value === undefined) return false
  return typeof value === 'object' || hasCombinators(validation)
}

const hasCombinators = ({ anyOf, oneOf, allOf, not }: ValueValidation) =>
  anyOf.length + oneOf.length + allOf.length > 0 || not !== undefined

/** A text that is certainly too long is not matched. */
function patternChecks({ pattern, maxLength }: ValueValidation, text: string): number {
  if (pattern === undefined || (maxLength !== undefined && text.length > 2 * maxLength)) return 0
  return Math.floor(pattern.workFor(text) / STEPS_PER_CHECK)
}
