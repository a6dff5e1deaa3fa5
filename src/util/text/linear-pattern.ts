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
  /** What matching a text takes at most, in steps: one for each character and instruction. */
  workFor(text: string): number
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
export const MAX_PATTERN_SIZE = 3000
/** Steps of one match: up to a quarter of a second where states hardly ever occur again, a tenth of that elsewhere. */
const MAX_COST = 2_000_000

/** So few have few states, which are soon all remembered: a character is a step then. */
const FEW_INSTRUCTIONS = 16

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
const MAX_ENTRIES = 1000

/** Throws `PatternError`. */
export function linearPattern(text: string): LinearPattern {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const pattern = new CompiledPattern(text, compile(text))
  const oldest = compiled.size < MAX_ENTRIES ? undefined : compiled.keys().next().value
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
  if (expression.programSize() > MAX_PATTERN_SIZE) {
    throw new PatternError('error parsing regexp: expression too large')
  }
  return expression
}

/**
 * What the states that the engine remembers may take, in bytes, for all expressions together: it keeps up to 8 MiB for
 * each. Their cost is unknown, so every character counts as if it had made a state of all instructions.
 */
const MAX_STATES = 64 * 1024 * 1024
const STATE_SIZE = 200
const INSTRUCTION_SIZE = 8

/** Expressions that have remembered states, and what those may take. */
const remembering = new Set<CompiledPattern>()
let remembered = 0

function forgetStates(): void {
  for (const pattern of remembering) pattern.forget()
  remembering.clear()
  remembered = 0
}

class CompiledPattern implements LinearPattern {
  readonly text: string
  readonly size: number
  #expression: RE2JS | undefined

  constructor(text: string, expression: RE2JS) {
    this.text = text
    this.size = expression.programSize()
    this.#expression = expression
  }

  workFor(text: string): number {
    return this.size <= FEW_INSTRUCTIONS ? text.length : text.length * this.size
  }

  test(text: string): boolean {
    this.#expectBounded(text)
    const expression = this.#compiled()
    remembering.add(this)
    remembered += text.length * (STATE_SIZE + INSTRUCTION_SIZE * this.size)
    const isMatch = expression.test(text)
    if (remembered > MAX_STATES) forgetStates()
    return isMatch
  }

  find(text: string): string | undefined {
    return this.groups(text)?.[0]
  }

  findAll(text: string, limit = Number.POSITIVE_INFINITY): string[] {
    this.#expectBounded(text)
    const found: string[] = []
    const matcher = this.#compiled().matcher(text)
    while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '')
    return found
  }

  groups(text: string): (string | undefined)[] | undefined {
    this.#expectBounded(text)
    const matcher = this.#compiled().matcher(text)
    if (!matcher.find()) return undefined
    return Array.from({ length: matcher.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined)
  }

  /** The expression is compiled again when it is next used. */
  forget(): void {
    this.#expression = undefined
  }

  #compiled(): RE2JS {
    this.#expression ??= compile(this.text)
    return this.#expression
  }

  #expectBounded(text: string): void {
    if (this.workFor(text) > MAX_COST) {
      throw new PatternWorkError(`is too long to be matched with '${this.text}'`)
    }
  }
}
