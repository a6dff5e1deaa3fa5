import {
  BOOLEAN as BOOLEAN_VALUE,
  type Expected,
  oneOf as expectOneOf,
  orEmpty,
  STRING,
} from './expect-options.js'

/** One thing that can be chosen, on the command line or by a variable of the environment. */
export interface Option<V> {
  readonly flag: string
  /** What stands for the value in the help; undefined for a switch, which needs none. */
  readonly placeholder: string | undefined
  /** Whether it can be set by a variable, too. */
  readonly hasVariable: boolean
  /** Whether a flag that is given again adds to what was given before, as if there were a comma between. */
  readonly isRepeatable?: boolean
  readonly help: string
  /** What a value must be, behind "expected". */
  readonly expected: string
  /** The value that a text stands for, undefined when it stands for none. */
  readonly parse: (text: string) => V | undefined
  readonly format: (value: V) => string
}

/** One that a program can choose, too. */
export interface ServerOption<V> extends Option<V> {
  /** What a program may give for it. */
  readonly value: Expected
}

/** The options of a server, by the names of what they choose. */
export type ServerOptionTable<C> = { readonly [K in keyof C]: ServerOption<C[K]> }

/** The options of a command, by the names of what they choose. */
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

/** Texts that stand for themselves. */
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

/** An option of which one of several strings is chosen. */
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
  }
}

export function oneOf<const V extends string>(values: readonly V[]): (text: string) => V | undefined {
  return (text) => values.find((value) => value === text)
}

/** An option that is on or off. */
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
