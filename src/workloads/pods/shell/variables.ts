import { evaluate } from './arithmetic.js'
import { type List, parseScript } from './parse.js'
import { unreadable } from './unreadable.js'
import type { Part, Word } from './words.js'

/** Scripts with more, or longer, variables are not read. They bound what a loop compares. */
const MAX_VARIABLES = 50
const MAX_VALUE_LENGTH = 100
/** In characters, of all words that a script uses. */
const MAX_EXPANDED_LENGTH = 100_000

/** The value of an expansion; undefined if it is unknown. */
export type Value = string | undefined

/** The variables of a shell, and what words become with them. */
export class Variables {
  /** Of the container. */
  readonly #given: ReadonlyMap<string, string>
  readonly #assigned = new Map<string, string>()
  readonly #random: () => number
  #randomUses = 0
  #expanded = 0
  /** The exit code of the last command. */
  exitCode = 0

  constructor(given: ReadonlyMap<string, string>, random: () => number) {
    this.#given = given
    this.#random = random
  }

  /** The same text for the same state. */
  get state(): string {
    return JSON.stringify([...this.#assigned, this.#randomUses])
  }

  assign(name: string, value: string): void {
    if (value.length > MAX_VALUE_LENGTH || this.#assigned.size >= MAX_VARIABLES) unreadable()
    this.#assigned.set(name, value)
  }

  /** The fields of a word that must be known. */
  known(word: Word): string[] {
    return this.fields(word).map((field) => field ?? unreadable())
  }

  /** What a word becomes: an unquoted expansion may be no field, or several. */
  fields(word: Word): Value[] {
    let text = ''
    for (const part of word) {
      const value = this.#value(part)
      if (value === undefined) return [undefined]
      this.#expanded += value.length
      if (this.#expanded > MAX_EXPANDED_LENGTH) unreadable()
      text += value
      if (!isUnquoted(part)) continue
      if (word.length === 1) return text.split(/\s+/).filter((field) => field !== '')
      if (/\s/.test(value)) unreadable()
    }
    return [text]
  }

  #value(part: Part): Value {
    switch (part.type) {
      case 'text':
        return part.text
      case 'arithmetic':
        return String(evaluate(part.expression, (name) => this.#variable(name) ?? unreadable()))
      case 'variable':
        return this.#variable(part.name) ?? part.otherwise
      case 'command':
        return this.#output(parseScript(part.script))
    }
  }

  #variable(name: string): Value {
    if (name === '?') return String(this.exitCode)
    if (name !== 'RANDOM') return this.#assigned.get(name) ?? this.#given.get(name)
    this.#randomUses++
    return String(this.#random())
  }

  /** The output of a command that takes no time. */
  #output([joined, ...more]: List): Value {
    if (joined === undefined || more.length > 0 || joined.command.type !== 'simple') return unreadable()
    const [name, ...args] = joined.command.words.flatMap((word) => this.fields(word))
    if (name === 'date' || name === 'hostname') return undefined
    if (joined.command.outputs.length > 0 || args.includes(undefined)) return unreadable()
    if (name === 'echo' && !args[0]?.startsWith('-')) return args.join(' ')
    if (name === 'expr' && args.length === 3) return String(evaluate(args.join(' '), unreadable))
    return unreadable()
  }
}

const isUnquoted = (part: Part) => (part.type === 'variable' || part.type === 'command') && !part.quoted
