import { labelValue, qualifiedName } from '#meta/formats.js'
import { excerpt, jsonExcerpt } from '#util/excerpt.js'
import { type Token, type TokenType, tokenize } from './label-tokens.js'

/** A malformed selector. The message is for the client; groups of an old release have their own. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'
  legacyMessage: string

  constructor(message: string, legacyMessage = message) {
    super(message)
    this.legacyMessage = legacyMessage
  }

  /** Says which part is malformed. */
  prefix(text: string): this {
    this.message = text + this.message
    this.legacyMessage = text + this.legacyMessage
    return this
  }
}

/**
 * Label selectors in their whole grammar: requirements joined by commas, all of which must hold.
 * `key=value`, `key==value`, `key!=value`, `key in (a,b)`, `key notin (a,b)`, `key`, `!key`, `key>1`, `key<1`.
 */

export type Labels = { readonly [key: string]: string }

export const OPERATORS = ['in', 'notin', 'exists', 'absent', 'greater', 'less'] as const
export type Operator = (typeof OPERATORS)[number]

export interface Requirement {
  readonly key: string
  readonly operator: Operator
  /** Without repeats. Equality is `in` with one value, inequality `notin` with one. */
  readonly values: readonly string[]
}

/**
 * Limits of a selector. It is matched against every object of a list and every event of a watch: within these limits
 * that costs less than sending the object.
 */
export const MAX_REQUIREMENTS = 64
export const MAX_VALUES = 1000

/** A parsed selector. No requirements select everything. */
export class LabelSelector {
  readonly requirements: readonly Requirement[]
  readonly #tests: readonly LabelTest[]

  constructor(requirements: readonly Requirement[]) {
    this.requirements = requirements
    this.#tests = requirements.map(({ operator, values }) => TESTS[operator](values))
  }

  get isEmpty(): boolean {
    return this.requirements.length === 0
  }

  matches(labels: Labels | undefined): boolean {
    const { requirements } = this
    for (let index = 0; index < requirements.length; index++) {
      const found: unknown = labels?.[(requirements[index] as Requirement).key]
      // Inherited properties are never strings, so they are no labels.
      const label = typeof found === 'string' ? found : undefined
      if (!(this.#tests[index] as LabelTest)(label)) return false
    }
    return true
  }
}

/** Whether a label, which may be absent, matches. */
type LabelTest = (label: string | undefined) => boolean

const TESTS: Record<Operator, (values: readonly string[]) => LabelTest> = {
  in: (values) => {
    const has = membership(values)
    return (label) => label !== undefined && has(label)
  },
  notin: (values) => {
    const has = membership(values)
    return (label) => label === undefined || !has(label)
  },
  exists: () => (label) => label !== undefined,
  absent: () => (label) => label === undefined,
  greater: ([bound = '0']) => comparison(bound, (label, limit) => label > limit),
  less: ([bound = '0']) => comparison(bound, (label, limit) => label < limit),
}

function membership(values: readonly string[]): (label: string) => boolean {
  const [only] = values
  if (values.length === 1) return (label) => label === only
  const set = new Set(values)
  return (label) => set.has(label)
}

/** A label that is not a number never matches. */
function comparison(bound: string, test: (label: bigint, limit: bigint) => boolean): LabelTest {
  const limit = BigInt(bound)
  return (label) => label !== undefined && isInteger(label) && test(BigInt(label), limit)
}

export const EVERYTHING = new LabelSelector([])

const INTEGER = /^[+-]?[0-9]{1,63}$/
/** Whether text is an integer of 64 bits. */
const isInteger = (text: string) => INTEGER.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text))

/** Parses a selector, or throws a `SelectorError` that says what was found and what was expected. */
export function parseLabelSelector(text: string): LabelSelector {
  const requirements = new Parser(tokenize(text)).parse()
  return requirements.length === 0 ? EVERYTHING : new LabelSelector(requirements)
}

/** What may follow the parenthesis of a set. */
const SET_BEGINNINGS: ReadonlySet<TokenType> = new Set(['identifier', ',', ')'])

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #values = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = []
    for (;;) {
      const type = this.#peek()
      if (type === 'end') return requirements
      if (type !== 'identifier' && type !== '!') this.#fail("!, identifier, or 'end of string'")
      requirements.push(this.#requirement())
      if (requirements.length > MAX_REQUIREMENTS) {
        throw new SelectorError(`a label selector may have at most ${MAX_REQUIREMENTS} requirements`)
      }
      if (this.#peek() === 'end') return requirements
      if (this.#peek() !== ',') this.#fail("',' or 'end of string'")
      this.#at++
      const after = this.#peek()
      if (after !== 'identifier' && after !== '!') this.#fail("identifier after ','")
    }
  }

  #requirement(): Requirement {
    try {
      const negated = this.#take('!')
      if (this.#peek() !== 'identifier') this.#fail('identifier')
      const key = this.#next().text
      checkKey(key)
      const end = this.#peek()
      if (negated || end === 'end' || end === ',') {
        return { key, operator: negated ? 'absent' : 'exists', values: [] }
      }
      return this.#comparison(key)
    } catch (error) {
      throw error instanceof SelectorError ? error.prefix('unable to parse requirement: ') : error
    }
  }

  #comparison(key: string): Requirement {
    // Here `in` and `notin` are operators; everywhere else they are words like any other.
    const { type } = this.#tokens[this.#at] as Token
    switch (type) {
      case 'in':
      case 'notin':
        this.#at++
        return checked({ key, operator: type, values: this.#set() })
      case '=':
      case '==':
        return checked({ key, operator: 'in', values: this.#value() })
      case '!=':
        return checked({ key, operator: 'notin', values: this.#value() })
      case '>':
        return checked({ key, operator: 'greater', values: this.#value() })
      case '<':
        return checked({ key, operator: 'less', values: this.#value() })
      default:
        return this.#fail('in, notin, =, ==, !=, gt, lt', "'=', '!=', '==', 'in', notin'")
    }
  }

  /** What follows an operator: one value, which may be empty. */
  #value(): string[] {
    this.#at++
    const type = this.#peek()
    if (type === 'end' || type === ',') return ['']
    if (type !== 'identifier') this.#fail('identifier')
    return [this.#next().text]
  }

  /** Values in parentheses. Nothing between two commas, or beside a parenthesis, is the empty value. */
  #set(): string[] {
    const open = this.#next()
    if (open.type !== '(') throw new SelectorError(`found '${excerpt(open.text)}' expected: '('`)
    if (!SET_BEGINNINGS.has(this.#peek())) this.#fail("',', ')' or identifier")
    const values = new Set<string>()
    for (;;) {
      const empty = this.#peek() === ',' || this.#peek() === ')'
      if (!empty && this.#peek() !== 'identifier') this.#fail("',', or identifier")
      values.add(empty ? '' : this.#next().text)
      if (++this.#values > MAX_VALUES) {
        throw new SelectorError(`a label selector may have at most ${MAX_VALUES} values`)
      }
      if (this.#take(')')) return [...values].sort()
      if (!this.#take(',')) this.#fail("',' or ')'")
    }
  }

  #peek(): TokenType {
    const { type } = this.#tokens[this.#at] as Token
    return type === 'in' || type === 'notin' ? 'identifier' : type
  }

  /** The next token; after the last one always the end. */
  #next(): Token {
    const token = this.#tokens[this.#at] as Token
    if (token.type !== 'end') this.#at++
    return token
  }

  #take(type: TokenType): boolean {
    if (this.#peek() !== type) return false
    this.#at++
    return true
  }

  #fail(expected: string, legacyExpected = expected): never {
    const found = `found '${excerpt(this.#tokens[this.#at]?.text ?? '')}', expected: `
    throw new SelectorError(found + expected, found + legacyExpected)
  }
}

function checkKey(key: string): void {
  const errors = qualifiedName(key)
  if (errors.length === 0) return
  const mistake = `${jsonExcerpt(key)}: ${errors.join('; ')}`
  throw new SelectorError(`<nil>: Invalid value: ${mistake}`, `invalid label key ${mistake}`)
}

function checked(requirement: Requirement): Requirement {
  const { key, operator, values } = requirement
  if ((operator === 'greater' || operator === 'less') && !values.every(isInteger)) {
    const detail = "for 'Gt', 'Lt' operators, the value must be an integer"
    throw new SelectorError(`values[0]: Invalid value: ${jsonExcerpt(values[0])}: ${detail}`, detail)
  }
  for (const [index, value] of values.entries()) {
    const errors = labelValue(value)
    if (errors.length === 0) continue
    const mistake = `${jsonExcerpt(value)}: ${errors.join('; ')}`
    throw new SelectorError(
      `values[${index}][${key}]: Invalid value: ${mistake}`,
      `invalid label value: ${mistake}`,
    )
  }
  return requirement
}
