import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

/**
 * Regular expressions of clients, in the syntax of RE2 and with its promise: the time to match is linear in the text,
 * whatever the expression. The engine of Node backtracks, and one text of fifty characters can hold it for good.
 */
export interface LinearPattern {
  readonly text: string
  /** How many instructions the expression is compiled to: what each character of a text may cost. */
  readonly size: number
  /** Whether the expression matches somewhere in the text. Throws `PatternWorkError`, as do the others. */
  test(text: string): boolean
  /** The first match, or undefined. */
  find(text: string): string | undefined
  /** All matches that do not overlap, from left to right, and no more than so many. */
  findAll(text: string, limit?: number): string[]
  /** The whole match and its groups; a group that has no part in the match is undefined. */
  groups(text: string): (string | undefined)[] | undefined
}

/** The text is no expression, or one that is too large. The message begins as those of Go's `regexp` do. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** A text is too long to be matched with its expression in a bounded time. */
export class PatternWorkError extends Error {
  override readonly name = 'PatternWorkError'
}

/**
 * Instructions of one expression. The largest of those in use have some hundred; a thousand repetitions of a class, the
 * most that RE2 takes, are a thousand.
 */
export const LARGEST_PATTERN = 3000
/** Characters times instructions: about a fifth of a second where states cannot be remembered. */
const MOST_WORK = 100_000_000

type Engine = typeof import('re2js')
const require = createRequire(import.meta.url)
let engine: Engine | undefined

/** The engine takes 18 ms to load, which only servers pay for that see an expression. */
function loadEngine(): Engine {
  engine ??= require('re2js') as Engine
  return engine
}

/** Compiled expressions by their text: versions of a definition, and definitions of a family, have the same ones. */
const compiled = new Map<string, LinearPattern>()
const MOST_REMEMBERED = 1000

/** Throws `PatternError`. */
export function linearPattern(text: string): LinearPattern {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const pattern = new CompiledPattern(text, compile(text))
  const oldest = compiled.size < MOST_REMEMBERED ? undefined : compiled.keys().next().value
  if (oldest !== undefined) compiled.delete(oldest)
  compiled.set(text, pattern)
  return pattern
}

function compile(text: string): RE2JS {
  const { RE2JS, RE2JSException } = loadEngine()
  let expression: RE2JS
  try {
    expression = RE2JS.compile(text)
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternError(error.message)
    throw error
  }
  if (expression.programSize() > LARGEST_PATTERN) {
    throw new PatternError('error parsing regexp: expression too large')
  }
  return expression
}

class CompiledPattern implements LinearPattern {
  readonly text: string
  readonly size: number
  readonly #expression: RE2JS
  readonly #longest: number

  constructor(text: string, expression: RE2JS) {
    this.text = text
    this.size = expression.programSize()
    this.#expression = expression
    this.#longest = Math.floor(MOST_WORK / this.size)
  }

  test(text: string): boolean {
    return this.#expression.test(this.#bounded(text))
  }

  find(text: string): string | undefined {
    return this.groups(text)?.[0]
  }

  findAll(text: string, limit = Number.POSITIVE_INFINITY): string[] {
    const found: string[] = []
    const matcher = this.#expression.matcher(this.#bounded(text))
    while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '')
    return found
  }

  groups(text: string): (string | undefined)[] | undefined {
    const matcher = this.#expression.matcher(this.#bounded(text))
    if (!matcher.find()) return undefined
    return Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined)
  }

  #bounded(text: string): string {
    if (text.length > this.#longest) {
      throw new PatternWorkError(`is too long to be matched with '${this.text}'`)
    }
    return text
  }
}
