import type { FieldError } from '../meta/field-error.js'
import { isUnchanged, memberPart, oldItems, oldMember } from './correlation.js'
import type { Findings } from './findings.js'
import { checkEnum, checkNumber, checkText, checkType, invalid } from './scalar-checks.js'
import type { AnyPart, ValueValidation } from './schema.js'
import { isMembers, type Members } from './values.js'

/** What is checked of one value at most: combinators may look at each of a million items many times. About a second. */
const MOST_CHECKS = 5_000_000
/** What a pattern does with a text counts as so many checks: a step for each character and instruction. */
const STEPS_PER_CHECK = 2
const TOO_MANY_CHECKS = 'the object takes too many checks to be validated'

/**
 * Finds what is wrong with a value by its schema: types, bounds, formats, members that are missing. A value that was the
 * same before may stay as it is, whatever the schema now says of it; `old` is undefined for what is new.
 */
export function validateValue(
  schema: AnyPart,
  value: unknown,
  old: unknown,
  findings: Findings,
  effort: Effort = { checks: 0 },
): void {
  const before = findings.count
  const validator = new ValueValidator(findings, effort)
  validator.validate(schema, value, old)
  if (!validator.isExhausted) return
  findings.forgetAfter(before)
  findings.addNowhere(TOO_MANY_CHECKS)
}

/** How many parts of values were checked, by how many parts of schemas. Several values may share what they may take. */
export interface Effort {
  checks: number
}

class ValueValidator {
  readonly #findings: Findings
  readonly #effort: Effort

  constructor(findings: Findings, effort: Effort) {
    this.#findings = findings
    this.#effort = effort
  }

  get isExhausted(): boolean {
    return this.#effort.checks > MOST_CHECKS
  }

  validate(part: AnyPart, value: unknown, old: unknown): void {
    const before = this.#findings.count
    this.#check(part, value, old)
    if (this.#findings.count > before && old !== undefined && isUnchanged(part, value, old)) {
      this.#findings.forgetAfter(before)
    }
  }

  #check(part: AnyPart, value: unknown, old: unknown): void {
    const findings = this.#findings
    const { validation } = part
    this.#effort.checks += 1 + validation.required.length
    if (typeof value === 'string') this.#effort.checks += patternChecks(validation, value)
    if (findings.isFull) return
    if (this.isExhausted) {
      // Within a combinator, too, what was not checked does not count as valid.
      findings.addNowhere(TOO_MANY_CHECKS)
      return
    }
    checkType(part, value, findings)
    if (value === null || value === undefined) {
      checkEnum(validation, null, findings)
      return
    }
    this.#checkCombinators(validation, value, old)
    if (typeof value === 'string') checkText(validation, value, findings)
    else if (typeof value === 'number' || typeof value === 'bigint') checkNumber(validation, value, findings)
    else if (Array.isArray(value)) this.#checkList(part, value, old)
    checkEnum(validation, value, findings)
    if (isMembers(value)) this.#checkObject(part, value, old)
  }

  #checkList(part: AnyPart, list: readonly unknown[], old: unknown): void {
    const findings = this.#findings
    const { items, validation } = part
    if (items !== undefined) {
      const before = oldItems(part, old)
      for (let index = 0; index < list.length && !findings.isFull; index++) {
        findings.enter(index)
        this.validate(items, list[index], before?.find(list[index]))
        findings.leave()
      }
    }
    const { minItems, maxItems } = validation
    if (minItems !== undefined && list.length < minItems) {
      invalid(list.length, `should have at least ${minItems} items`, findings)
    }
    if (maxItems !== undefined && list.length > maxItems) this.#tooMany(list.length, maxItems)
  }

  #checkObject(part: AnyPart, value: Members, old: unknown): void {
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
        this.validate(member, value[name], oldMember(old, name))
        findings.leave()
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

  #checkCombinators(validation: ValueValidation, value: unknown, old: unknown): void {
    const { anyOf, oneOf, allOf, not } = validation
    const findings = this.#findings
    if (anyOf.length > 0 && this.#countValid(anyOf, value, old, 1) === 0) {
      findings.addNowhere(`${this.#place} must validate at least one schema (anyOf)`)
      findings.addAll(this.#nearest(anyOf, value, old))
    }
    if (oneOf.length > 0) {
      const valid = this.#countValid(oneOf, value, old, oneOf.length)
      if (valid !== 1) {
        const found = valid === 0 ? 'none valid' : `${valid} valid alternatives`
        findings.addNowhere(`${this.#place} must validate one and only one schema (oneOf). Found ${found}`)
        if (valid === 0) findings.addAll(this.#nearest(oneOf, value, old))
      }
    }
    if (allOf.length > 0) {
      let valid = 0
      for (const part of allOf) {
        const before = findings.count
        this.#check(part, value, old)
        if (findings.count === before) valid++
      }
      if (valid < allOf.length) {
        const none = valid === 0 ? '. None validated' : ''
        findings.addNowhere(`${this.#place} must validate all the schemas (allOf)${none}`)
      }
    }
    if (not !== undefined && this.#countValid([not], value, old, 1) === 1) {
      findings.addNowhere(`${this.#place} must not validate the schema (not)`)
    }
  }

  get #place(): string {
    return JSON.stringify(this.#findings.path)
  }

  /** How many of the alternatives the value fits; no more are tried when it fits so many. */
  #countValid(alternatives: readonly AnyPart[], value: unknown, old: unknown, enough: number): number {
    let valid = 0
    for (const part of alternatives) {
      if (this.#findings.isSilent(() => this.#check(part, value, old)) && ++valid === enough) break
    }
    return valid
  }

  /** What keeps the value from the alternative that looks at most of its parts. */
  #nearest(alternatives: readonly AnyPart[], value: unknown, old: unknown): readonly FieldError[] {
    let nearest: readonly FieldError[] = []
    if (this.#findings.isQuiet) return nearest
    let mostChecks = 0
    for (const part of alternatives) {
      const before = this.#effort.checks
      const found = this.#findings.apart(() => this.#check(part, value, old))
      const taken = this.#effort.checks - before
      if (taken <= mostChecks) continue
      mostChecks = taken
      nearest = found
    }
    return nearest
  }
}

/** A text that is certainly too long is not matched. */
function patternChecks({ pattern, maxLength }: ValueValidation, text: string): number {
  if (pattern === undefined || (maxLength !== undefined && text.length > 2 * maxLength)) return 0
  return Math.floor(pattern.workFor(text) / STEPS_PER_CHECK)
}
