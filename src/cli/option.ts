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

/** The options of a command, by the names of what they choose. */
export type OptionTable<C> = { readonly [K in keyof C]: Option<C[K]> }

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

export function parseTruth(text: string): boolean | undefined {
  return TRUTH.get(text.toLowerCase())
}

export function orNone(text: string): string {
  return text === '' ? 'none' : text
}

export function fileOption(flag: string, help: string): Option<string> {
  const parse = (text: string) => (text === '' ? undefined : text)
  return { flag, placeholder: '<file>', hasVariable: true, help, expected: 'a file', parse, format: orNone }
}

export function textOption(flag: string, help: string): Option<string> {
  const parse = (text: string) => (text === '' ? undefined : text)
  return { flag, placeholder: '<text>', hasVariable: true, help, expected: 'a text', parse, format: orNone }
}

export function oneOf<const V extends string>(values: readonly V[]): (text: string) => V | undefined {
  return (text) => values.find((value) => value === text)
}

/** An option that is on or off. */
export function switchOption(flag: string, help: string): Option<boolean> {
  return {
    flag,
    placeholder: undefined,
    hasVariable: true,
    help,
    expected: 'true or false',
    parse: parseTruth,
    format: String,
  }
}

/** `--data-dir` can be set by `BINNACLE_DATA_DIR`. */
export function variableOf(flag: string): string {
  return `BINNACLE_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`
}
