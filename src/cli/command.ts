import { type Option, type OptionTable, variableOf } from '#server/options/option.js'
import type { ProcessEnvironment } from './process-environment.js'
import type { Defaults, Environment } from './read-options.js'

/** A command of the program. Its help, its page in the reference and its completion come from here. */
export interface Command<R> {
  /** The words after `binnacle`, such as `federation up`. */
  readonly name: string
  /** The arguments after the name, a line for each way to call it. */
  readonly usage: readonly string[]
  /** A line of the overview: a verb first, no full stop. */
  readonly summary: string
  /** Paragraphs of the help, in lines of at most 100 characters. */
  readonly description: string
  readonly flags: readonly Flag[]
  /** Throws `UsageError`. */
  readonly parse: (argv: readonly string[], env: Environment) => R | Promise<R>
  /** Resolves with the exit code. A method, so that commands with different requests fit in one list. */
  run(request: R, environment: ProcessEnvironment): Promise<number>
}

/** An option as it is shown to people. */
export interface Flag {
  readonly flag: string
  /** Undefined for a switch. */
  readonly placeholder: string | undefined
  /** The environment variable that also sets it. */
  readonly variable: string | undefined
  readonly isRepeatable: boolean
  readonly help: string
  /** Undefined if the flag is required. */
  readonly fallback: string | undefined
  /** All values, if they are few. */
  readonly choices: readonly string[]
  /** The title above it, where a command has many flags. */
  readonly section?: string
}

export function flagsOf<C extends object>(options: OptionTable<C>, defaults: Defaults<C>): readonly Flag[] {
  const keys = Object.keys(options) as (keyof C)[]
  return keys.map((key) => flagOf<C[keyof C]>(options[key], defaults[key]))
}

function flagOf<V>(
  { flag, placeholder, hasVariable, isRepeatable = false, help, format, choices = [] }: Option<V>,
  value: V | undefined,
): Flag {
  return {
    flag,
    placeholder,
    variable: hasVariable ? variableOf(flag) : undefined,
    isRepeatable,
    help,
    fallback: value === undefined ? undefined : format(value),
    choices,
  }
}
