import { unreadable } from './unreadable.js'

/** Longer expressions could nest too deep. */
const MAX_LENGTH = 200
const TOKEN = /\s*(\d+|\$?\{?[A-Za-z_]\w*\}?|[<>=!]=|[-+*/%()<>])/y

/** Operators by precedence, the weakest first. */
const LEVELS: readonly Readonly<Record<string, (left: number, right: number) => number>>[] = [
  { '==': (left, right) => Number(left === right), '!=': (left, right) => Number(left !== right) },
  {
    '<': (left, right) => Number(left < right),
    '<=': (left, right) => Number(left <= right),
    '>': (left, right) => Number(left > right),
    '>=': (left, right) => Number(left >= right),
  },
  { '+': (left, right) => left + right, '-': (left, right) => left - right },
  {
    '*': (left, right) => left * right,
    '/': (left, right) => Math.trunc(left / nonZero(right)),
    '%': (left, right) => left % nonZero(right),
  },
]

const nonZero = (value: number) => (value === 0 ? unreadable() : value)

/** The value of `$((…))`. */
export function evaluate(expression: string, read: (variable: string) => string): number {
  if (expression.length > MAX_LENGTH) unreadable()
  const tokens: string[] = []
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < expression.trimEnd().length; ) {
    tokens.push(TOKEN.exec(expression)?.[1] ?? unreadable())
  }
  let at = 0
  const operand = (): number => {
    const token = tokens[at++] ?? unreadable()
    if (token === '-') return -operand()
    if (token === '(') {
      const value = level(0)
      return tokens[at++] === ')' ? value : unreadable()
    }
    if (/^\d/.test(token)) return integer(token)
    return /\w/.test(token) ? integer(read(token.replaceAll(/[${}]/g, ''))) : unreadable()
  }
  const level = (index: number): number => {
    const operators = LEVELS[index]
    if (operators === undefined) return operand()
    let value = level(index + 1)
    for (;;) {
      const operator = tokens[at] ?? ''
      if (!Object.hasOwn(operators, operator)) return value
      at++
      value = operators[operator]?.(value, level(index + 1)) ?? unreadable()
      if (!Number.isSafeInteger(value)) unreadable()
    }
  }
  const value = level(0)
  return at === tokens.length ? value + 0 : unreadable()
}

/** A leading zero means another base, which is not read. */
export function integer(text: string): number {
  if (!/^-?(?:0|[1-9]\d{0,14})$/.test(text)) unreadable()
  return Number(text)
}
