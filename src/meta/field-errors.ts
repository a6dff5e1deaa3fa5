import { excerpt } from '#util/excerpt.js'
import { type FieldError, fieldErrorMessage } from './field-error.js'

/** Checks a string. Returns error messages; none if it is valid. */
export type StringFormat = (text: string) => readonly string[]

/** Validates a value. Paths in `errors` are relative to the value. */
export type Rule<T> = (value: T, errors: FieldErrors) => void
/** A rule that needs context. */
export type RuleWithContext<T, C> = (value: T, errors: FieldErrors, context: C) => void

/**
 * Limits the errors of one object, in number and in characters: a small body can have a hundred thousand errors.
 * Repeated errors count too.
 */
const MAX_ERRORS = 100
const MAX_WORDS = 64 * 1024
/** Paths can contain names from the request. */
const MAX_PATH_LENGTH = 500
const TOO_MANY: FieldError = {
  type: 'forbidden',
  field: '',
  detail: 'there are more errors than are reported',
}

/**
 * Collects validation errors in order, without duplicates.
 *
 * `field` and `each` step into a part of the object, validate it and step back. Fields are named relative to the
 * current step; the empty field is the step itself. A path is built only for an error, so that a valid object costs
 * none.
 */
export class FieldErrors {
  readonly all: FieldError[] = []
  readonly #steps: (string | number)[] = []
  readonly #reported = new Set<string>()
  /** How many errors were found, including duplicates. */
  #found = 0
  #words = 0

  /** Whether the limit is reached, so that rules can stop. */
  get isFull(): boolean {
    return this.#found > MAX_ERRORS || this.#words > MAX_WORDS
  }

  /** Validates a field, if it is given. */
  field<T>(name: string, value: T | null | undefined, rule: Rule<T>): void
  field<T, C>(name: string, value: T | null | undefined, rule: RuleWithContext<T, C>, context: C): void
  field<T>(
    name: string,
    value: T | null | undefined,
    rule: RuleWithContext<T, unknown>,
    context?: unknown,
  ): void {
    if (value === undefined || value === null) return
    this.#steps.push(name)
    rule(value, this, context)
    this.#steps.pop()
  }

  /** Validates every element of a list, if there is one. */
  each<T>(name: string, list: readonly T[] | null | undefined, rule: Rule<T>): void
  each<T, C>(
    name: string,
    list: readonly T[] | null | undefined,
    rule: RuleWithContext<T, C>,
    context: C,
  ): void
  each<T>(
    name: string,
    list: readonly T[] | null | undefined,
    rule: RuleWithContext<T, unknown>,
    context?: unknown,
  ): void {
    if (list === undefined || list === null) return
    const steps = this.#steps
    const at = steps.push(name, 0) - 1
    for (let index = 0; index < list.length && !this.isFull; index++) {
      steps[at] = index
      rule(list[index] as T, this, context)
    }
    steps.pop()
    steps.pop()
  }

  /** The same, for rules that check for duplicate names. */
  eachDistinct<T>(
    name: string,
    list: readonly T[] | null | undefined,
    rule: RuleWithContext<T, Set<string>>,
  ): void {
    if (list) this.each(name, list, rule, new Set<string>())
  }

  /** Forgets all errors, for an error that comes instead of them. */
  clear(): void {
    this.all.length = 0
    this.#reported.clear()
    this.#found = 0
    this.#words = 0
  }

  required(field: string, detail?: string): void {
    this.#add(field, detail === undefined ? { type: 'required' } : { type: 'required', detail })
  }

  invalid(field: string, value: unknown, detail: string): void {
    this.#add(field, { type: 'invalid', value, detail })
  }

  /** Adds errors with absolute field paths. */
  addAll(errors: readonly FieldError[]): void {
    for (const error of errors) this.#add(error.field, error)
  }

  notSupported(field: string, value: unknown, supported: readonly string[]): void {
    if (this.isFull) return
    const detail = `supported values: ${supported.map((text) => JSON.stringify(text)).join(', ')}`
    this.#add(field, { type: 'notSupported', value, detail })
  }

  duplicate(field: string, value: unknown, detail?: string): void {
    this.#add(
      field,
      detail === undefined ? { type: 'duplicate', value } : { type: 'duplicate', value, detail },
    )
  }

  notFound(field: string, value: unknown, detail?: string): void {
    this.#add(field, detail === undefined ? { type: 'notFound', value } : { type: 'notFound', value, detail })
  }

  forbidden(field: string, detail: string): void {
    this.#add(field, { type: 'forbidden', detail })
  }

  tooLong(field: string, limit: number): void {
    this.#add(field, { type: 'tooLong', detail: `must have at most ${limit} characters` })
  }

  /** For strings or bytes, with the message of current groups. */
  tooLarge(field: string, limit: number): void {
    this.#add(field, { type: 'tooLong', detail: `may not be more than ${limit} bytes` })
  }

  /** For a list with `count` elements. */
  tooMany(field: string, count: number, limit: number): void {
    this.#add(field, { type: 'tooMany', value: count, detail: `must have at most ${limit} items` })
  }

  /** Adds one error for each message of the format. */
  format(field: string, text: string, format: StringFormat): void {
    if (this.isFull) return
    const messages = format(text)
    for (let index = 0; index < messages.length; index++) {
      this.invalid(field, text, messages[index] as string)
    }
  }

  #path(field: string): string {
    let path = ''
    for (const step of this.#steps) {
      if (typeof step === 'number') path += `[${step}]`
      else path += path === '' ? step : `.${step}`
    }
    if (path === '' || field === '') return path + field
    return field.startsWith('[') ? path + field : `${path}.${field}`
  }

  #add(field: string, mistake: Omit<FieldError, 'field'>): void {
    if (this.isFull) return
    if (++this.#found > MAX_ERRORS || this.#words > MAX_WORDS) {
      this.all.push(TOO_MANY)
      return
    }
    const error: FieldError = { ...mistake, field: excerpt(this.#path(field), MAX_PATH_LENGTH) }
    const text = `${error.field}: ${fieldErrorMessage(error)}`
    if (this.#reported.has(text)) return
    this.#reported.add(text)
    this.#words += text.length
    this.all.push(error)
  }
}
