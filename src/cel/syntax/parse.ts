import {
  bool,
  call,
  type Expression,
  identifier,
  type ListLiteral,
  type LiteralValue,
  literal,
  type MapEntry,
  type MessageField,
  memberCall,
} from './ast.js'
import { CelSyntaxError } from './cel-error.js'
import { expandMacro } from './macros.js'
import { type Token, tokenize } from './tokens.js'

/** In UTF-16 units. No person writes longer expressions. */
const MAX_SOURCE_LENGTH = 100_000
/** How deeply expressions may nest. */
const MAX_DEPTH = 250

const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const OPERAND = `{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`

/** The operators of the lowest precedence. */
const LOGICAL = ['_||_', '_&&_']

/** Binary operators by precedence, lowest first. All are left-associative. */
const PRECEDENCE: readonly ReadonlyMap<string, string>[] = [
  new Map([['||', '_||_']]),
  new Map([['&&', '_&&_']]),
  new Map([
    ['==', '_==_'],
    ['!=', '_!=_'],
    ['<', '_<_'],
    ['<=', '_<=_'],
    ['>', '_>_'],
    ['>=', '_>=_'],
    ['in', '@in'],
  ]),
  new Map([
    ['+', '_+_'],
    ['-', '_-_'],
  ]),
  new Map([
    ['*', '_*_'],
    ['/', '_/_'],
    ['%', '_%_'],
  ]),
]

/** Parses an expression and expands its macros, `cel.bind` only if asked. Throws `CelSyntaxError`. */
export function parse(source: string, hasBindings = false): Expression {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw new CelSyntaxError(
      0,
      `expression code point size exceeds limit: size: ${source.length}, limit ${MAX_SOURCE_LENGTH}`,
    )
  }
  return new Parser(source, tokenize(source), hasBindings).parse()
}

class Parser {
  readonly #source: string
  readonly #tokens: readonly Token[]
  readonly #hasBindings: boolean
  #next = 0
  #depth = 0

  constructor(source: string, tokens: readonly Token[], hasBindings: boolean) {
    this.#source = source
    this.#hasBindings = hasBindings
    this.#tokens = tokens
  }

  parse(): Expression {
    const expression = this.#expression()
    if (this.#token.type !== 'end') throw this.#unexpected('<EOF>')
    return expression
  }

  get #token(): Token {
    return this.#tokens[this.#next] as Token
  }

  #isAt(text: string): boolean {
    const token = this.#token
    return (token.type === 'operator' || token.type === 'keyword') && token.text === text
  }

  /** Consumes the next token if it is the operator. */
  #accept(text: string): Token | undefined {
    if (!this.#isAt(text)) return undefined
    return this.#tokens[this.#next++]
  }

  #expect(text: string): Token {
    const token = this.#accept(text)
    if (!token) throw this.#unexpected(`'${text}'`)
    return token
  }

  #unexpected(expected: string): CelSyntaxError {
    const { at, text } = this.#token
    return new CelSyntaxError(at, `Syntax error: mismatched input '${text}' expecting ${expected}`)
  }

  /** Nothing that starts with `first` continues with the next token. */
  #noAlternative(first: Token): CelSyntaxError {
    const { type, at, text } = this.#token
    const end = type === 'end' ? first.at + first.text.length : at + text.length
    const input = type === 'end' && first.type === 'end' ? text : this.#source.slice(first.at, end)
    return new CelSyntaxError(at, `Syntax error: no viable alternative at input '${escaped(input)}'`)
  }

  #expression(): Expression {
    if (++this.#depth > MAX_DEPTH) {
      throw new CelSyntaxError(this.#token.at, `expression recursion limit exceeded: ${MAX_DEPTH}`)
    }
    const condition = this.#binary(0)
    const question = this.#accept('?')
    let expression = condition
    if (question) {
      const whenTrue = this.#binary(0)
      this.#expect(':')
      expression = call(question.at, '_?_:_', condition, whenTrue, this.#expression())
    }
    this.#depth--
    return expression
  }

  #binary(level: number): Expression {
    const operators = PRECEDENCE[level]
    if (!operators) return this.#unary()
    if (level < LOGICAL.length) return this.#logical(level)
    let left = this.#binary(level + 1)
    for (;;) {
      const token = this.#token
      const name =
        token.type === 'operator' || token.type === 'keyword' ? operators.get(token.text) : undefined
      if (name === undefined) return left
      this.#next++
      left = call(token.at, name, left, this.#binary(level + 1))
    }
  }

  /** Terms joined by `||` or `&&`, as a balanced tree: there may be thousands. */
  #logical(level: number): Expression {
    const name = LOGICAL[level] as string
    const terms = [this.#binary(level + 1)]
    const places: number[] = []
    const text = name.slice(1, -1)
    for (let token = this.#accept(text); token; token = this.#accept(text)) {
      places.push(token.at)
      terms.push(this.#binary(level + 1))
    }
    const join = (from: number, to: number): Expression => {
      if (from === to) return terms[from] as Expression
      const middle = (from + to) >> 1
      return call(places[middle] as number, name, join(from, middle), join(middle + 1, to))
    }
    return join(0, terms.length - 1)
  }

  #unary(): Expression {
    const { text, at } = this.#token
    if (!this.#isAt('!') && !this.#isAt('-')) return this.#member()
    let count = 0
    while (this.#accept(text)) count++
    // A minus belongs to the number after it, so that the smallest int is a literal.
    if (text === '-' && this.#isNumber()) {
      const number = this.#members(this.#number('-', at))
      return count % 2 === 1 ? number : call(at, '-_', number)
    }
    const operand = this.#member()
    return count % 2 === 0 ? operand : call(at, text === '!' ? '!_' : '-_', operand)
  }

  #member(): Expression {
    return this.#members(this.#primary())
  }

  #members(operand: Expression): Expression {
    let result = operand
    for (;;) {
      const dot = this.#accept('.')
      if (dot) {
        result = this.#selection(result, dot)
        continue
      }
      const bracket = this.#accept('[')
      if (!bracket) return result
      const name = this.#accept('?') ? '_[?_]' : '_[_]'
      result = call(bracket.at, name, result, this.#expression())
      this.#expect(']')
    }
  }

  #selection(operand: Expression, dot: Token): Expression {
    if (this.#accept('?')) {
      if (this.#token.type !== 'identifier') throw this.#noAlternative(this.#token)
      const field = this.#name()
      return call(dot.at, '_?._', operand, literal(field.at, { type: 'string', value: field.text }))
    }
    if (this.#token.type !== 'identifier') throw this.#noAlternative(dot)
    const { text: field } = this.#name()
    const open = this.#accept('(')
    if (!open) return { kind: 'select', at: dot.at, operand, field, isTest: false }
    return expandMacro(memberCall(open.at, operand, field, ...this.#list(')')), this.#hasBindings)
  }

  #primary(): Expression {
    const token = this.#token
    switch (token.type) {
      case 'int':
      case 'uint':
      case 'double':
        return this.#number('', token.at)
      case 'string':
        this.#next++
        return literal(token.at, { type: 'string', value: token.value })
      case 'bytes':
        this.#next++
        return literal(token.at, { type: 'bytes', value: token.value })
      case 'identifier':
        return this.#named('')
      case 'end':
        throw this.#unexpected(OPERAND)
      default:
        return this.#bracketed()
    }
  }

  #bracketed(): Expression {
    const token = this.#token
    if (token.text === 'in') throw this.#unexpected(OPERAND)
    this.#next++
    switch (token.text) {
      case 'true':
      case 'false':
        return bool(token.at, token.text === 'true')
      case 'null':
        return literal(token.at, { type: 'null' })
      case '(': {
        const inner = this.#expression()
        this.#expect(')')
        return inner
      }
      case '[':
        return this.#listLiteral(token.at)
      case '{':
        return { kind: 'map', at: token.at, entries: this.#entries() }
      case '.':
        return this.#named('.')
      default:
        this.#next--
        throw this.#unexpected(OPERAND)
    }
  }

  /** A name, a function call or a message; `prefix` is the dot of an absolute name. */
  #named(prefix: string): Expression {
    const { at, text } = this.#name()
    if (RESERVED.has(text)) throw new CelSyntaxError(at, `reserved identifier: ${text}`)
    const open = this.#accept('(')
    if (open) return expandMacro(call(open.at, prefix + text, ...this.#list(')')))
    return this.#message(prefix + text) ?? identifier(at, prefix + text)
  }

  /** `a.b.C{…}`, if that follows. */
  #message(first: string): Expression | undefined {
    let name = first
    let ahead = this.#next
    const textAt = (index: number) => this.#tokens[index]?.text
    while (textAt(ahead) === '.' && this.#tokens[ahead + 1]?.type === 'identifier') {
      name += `.${textAt(ahead + 1)}`
      ahead += 2
    }
    const open = this.#tokens[ahead]
    if (open?.type !== 'operator' || open.text !== '{') return undefined
    this.#next = ahead + 1
    const fields: MessageField[] = []
    while (!this.#isAt('}')) {
      const isOptional = this.#accept('?') !== undefined
      const field = this.#name()
      const colon = this.#expect(':')
      fields.push({ at: colon.at, name: field.text, value: this.#expression(), isOptional })
      if (!this.#accept(',')) break
    }
    this.#expect('}')
    return { kind: 'message', at: open.at, name, fields }
  }

  #name(): Token {
    const token = this.#token
    if (token.type !== 'identifier') throw this.#unexpected('IDENTIFIER')
    this.#next++
    return token
  }

  #list(close: string): Expression[] {
    const elements: Expression[] = []
    if (this.#accept(close)) return elements
    do elements.push(this.#expression())
    while (this.#accept(','))
    this.#expect(close)
    return elements
  }

  #listLiteral(at: number): ListLiteral {
    const elements: Expression[] = []
    const optional = new Set<number>()
    while (!this.#isAt(']')) {
      if (this.#accept('?')) optional.add(elements.length)
      elements.push(this.#expression())
      if (!this.#accept(',')) break
    }
    this.#expect(']')
    return { kind: 'list', at, elements, optional }
  }

  #entries(): MapEntry[] {
    const entries: MapEntry[] = []
    while (!this.#isAt('}')) {
      const isOptional = this.#accept('?') !== undefined
      const key = this.#expression()
      const { at } = this.#expect(':')
      entries.push({ at, key, value: this.#expression(), isOptional })
      if (!this.#accept(',')) break
    }
    this.#expect('}')
    return entries
  }

  #isNumber(): boolean {
    return this.#token.type === 'int' || this.#token.type === 'double'
  }

  #number(sign: string, at: number): Expression {
    const token = this.#token as Token & { type: 'int' | 'uint' | 'double' }
    this.#next++
    return literal(at, parseNumber(token.type, sign, token.text, at))
  }
}

const escaped = (text: string) => text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')

const MIN_INT = -(2n ** 63n)
const MAX_INT = 2n ** 63n - 1n
const MAX_UINT = 2n ** 64n - 1n

/** The value of a number literal. Throws `CelSyntaxError` when it is out of range. */
export function parseNumber(
  type: 'int' | 'uint' | 'double',
  sign: string,
  text: string,
  at: number,
): LiteralValue {
  if (type === 'double') {
    const value = Number(sign + text)
    if (!Number.isFinite(value)) throw new CelSyntaxError(at, 'invalid double literal')
    return { type, value }
  }
  const digits = text.replace(/[uU]$/, '')
  // A fraction or an exponent before the `u` suffix.
  if (!/^(?:0x[0-9a-fA-F]+|[0-9]+)$/.test(digits)) throw new CelSyntaxError(at, 'invalid uint literal')
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits)
  const fits = type === 'int' ? value >= MIN_INT && value <= MAX_INT : value <= MAX_UINT
  if (!fits) throw new CelSyntaxError(at, `invalid ${type} literal`)
  return { type, value }
}
