import type { LiteralValue } from './ast.js'
import { SyntaxProblem } from './problem.js'

const MIN_INT = -(2n ** 63n)
const MAX_INT = 2n ** 63n - 1n
const MAX_UINT = 2n ** 64n - 1n

/** The number that a literal stands for. Throws `SyntaxProblem` for what no number of its type is. */
export function parseNumber(
  type: 'int' | 'uint' | 'double',
  sign: string,
  text: string,
  at: number,
): LiteralValue {
  if (type === 'double') {
    const value = Number(sign + text)
    if (!Number.isFinite(value)) throw new SyntaxProblem(at, 'invalid double literal')
    return { type, value }
  }
  const digits = text.replace(/[uU]$/, '')
  // A fraction or an exponent before the letter of unsigned numbers.
  if (!/^(?:0x[0-9a-fA-F]+|[0-9]+)$/.test(digits)) throw new SyntaxProblem(at, 'invalid uint literal')
  const value = sign === '-' ? -BigInt(digits) : BigInt(digits)
  const fits = type === 'int' ? value >= MIN_INT && value <= MAX_INT : value <= MAX_UINT
  if (!fits) throw new SyntaxProblem(at, `invalid ${type} literal`)
  return { type, value }
}
