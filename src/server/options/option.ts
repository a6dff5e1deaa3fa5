import { formatDuration, parseDuration } from '#util/text/duration.js'
import {
  BOOLEAN as BOOLEAN_VALUE,
  type Expected,
  oneOf as expectOneOf,
  orEmpty,
  STRING,
} from './expect-options.js'

/** An option of the command line or the environment. */
export interface Option<V> {
  readonly flag: string
  /** The placeholder in the help; undefined for a boolean flag. */
  readonly placeholder: string | undefined
  /** Whether an environment variable can set it. */
  readonly hasVariable: boolean
  /** Whether repeated flags are joined with commas. */
  readonly isRepeatable?: boolean
  readonly help: string
  /** The expected value, after "expected" in messages. */
  readonly expected: string
  /** Parses a string; undefined if it is invalid. */
  readonly parse: (text: string) => V | undefined
  readonly format: (value: V) => string
  /** All values, if they are few. */
  readonly choices?: readonly string[]
}

/** An option that embedding programs can set. */
export interface ServerOption<V> extends Option<V> {
  /** The type of the value in a program. */
  readonly value: Expected
}

/** The options of a server, by configuration key. */
export type ServerOptionTable<C> = { readonly [K in keyof C]: ServerOption<C[K]> }

/** The options of a command, by configuration key. */
export type OptionTable<C> = { readonly [K in keyof C]: Option<C[K]> }

const BOOLEAN: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

export function parseBoolean(text: string): boolean | undefined {
  return BOOLEAN.get(text.toLowerCase())
}

export function orNone(text: string): string {
  return text === '' ? 'none' : text
}

export function fileOption(flag: string, help: string): ServerOption<string> {
  const parse = (text: string) => (text === '' ? undefined : text)
  const value = orEmpty({ ...STRING, what: 'the path of a file' })
  return {
    flag,
    placeholder: '<file>',
    hasVariable: true,
    help,
    expected: 'a file',
    parse,
    format: orNone,
    value,
  }
}

export function stringOption(flag: string, help: string): ServerOption<string> {
  const parse = (text: string) => (text === '' ? undefined : text)
  return {
    flag,
    placeholder: '<text>',
    hasVariable: true,
    help,
    expected: 'a string',
    parse,
    format: orNone,
    value: STRING,
  }
}

/** A checked string. */
export function stringThat(what: string, fits: (text: string) => boolean): Expected {
  return { what, fits: (value) => typeof value === 'string' && fits(value) }
}

export function numberThat(what: string, fits: (number: number) => boolean): Expected {
  return { what, fits: (value) => typeof value === 'number' && Number.isSafeInteger(value) && fits(value) }
}

export function listThat(what: string, fits: (text: string) => boolean): Expected {
  return {
    what: `a list of ${what}`,
    fits: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string' && fits(text)),
  }
}

/** In milliseconds. */
export function durationOption(flag: string, help: string): ServerOption<number> {
  return {
    flag,
    placeholder: '<duration>',
    hasVariable: true,
    help,
    expected: 'a duration such as 15m, 90s or 1h30m',
    parse: parseDuration,
    format: formatDuration,
    value: numberThat('a whole number of milliseconds from 0 on', (milliseconds) => milliseconds >= 0),
  }
}

/** An option with a fixed set of values. */
export function choiceOption<const V extends string>(
  flag: string,
  help: string,
  values: readonly V[],
  placeholder = `<${values.join('|')}>`,
): ServerOption<V> {
  const value = expectOneOf(values)
  return {
    flag,
    placeholder,
    hasVariable: true,
    help,
    expected: value.what,
    parse: oneOf(values),
    format: String,
    value,
    choices: values,
  }
}

export function oneOf<const V extends string>(values: readonly V[]): (text: string) => V | undefined {
  return (text) => values.find((value) => value === text)
}

/** A boolean option. */
export function switchOption(flag: string, help: string): ServerOption<boolean> {
  return {
    flag,
    placeholder: undefined,
    hasVariable: true,
    help,
    expected: 'true or false',
    parse: parseBoolean,
    format: String,
    value: BOOLEAN_VALUE,
  }
}

/** `--data-dir` can be set by `BINNACLE_DATA_DIR`. */
export function variableOf(flag: string): string {
  return `BINNACLE_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`
}
