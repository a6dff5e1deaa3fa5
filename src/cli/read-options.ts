import { type Option, type OptionTable, variableOf } from '#server/options/option.js'
import { quote, UsageError, unknown } from './process-environment.js'

export type Environment = Readonly<Record<string, string | undefined>>

/** Default values. An option without a default is required. */
export type Defaults<C> = { readonly [K in keyof C]: C[K] | undefined }

/** Where a value comes from. The first that has one wins. */
export type Source = 'flag' | 'variable' | 'file' | 'default'

export interface SourcedValue<V> {
  readonly value: V
  readonly source: Source
}

/** Texts of a configuration file, by flag. They are known to be valid. */
export type FileTexts = ReadonlyMap<string, string>

/** Parses the flags of a command. A flag overrides its variable, a variable the file, and the file the default. */
export function readOptions<C extends object>(
  table: OptionTable<C>,
  defaults: Defaults<C>,
  argv: readonly string[],
  env: Environment,
  file?: FileTexts,
): C {
  const sourced = readSourcedOptions(table, defaults, argv, env, file)
  const entries = Object.entries<SourcedValue<unknown>>(sourced)
  return Object.fromEntries(entries.map(([key, { value }]) => [key, value])) as C
}

/** The same, with the source of each value. */
export function readSourcedOptions<C extends object>(
  table: OptionTable<C>,
  defaults: Defaults<C>,
  argv: readonly string[],
  env: Environment,
  file: FileTexts = new Map(),
): { readonly [K in keyof C]: SourcedValue<C[K]> } {
  const sources = { flags: readFlags(Object.values(table), argv), env, file }
  const keys = Object.keys(table) as (keyof C)[]
  return Object.fromEntries(
    keys.map((key) => [key, choose<C[keyof C]>(table[key], defaults[key], sources)]),
  ) as { readonly [K in keyof C]: SourcedValue<C[K]> }
}

/** The value of each flag; the last one, or joined if repeatable. */
function readFlags(options: readonly Option<never>[], argv: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] as string
    if (!argument.startsWith('-')) throw new UsageError(`unexpected argument ${quote(argument)}`)
    const flag = nameOf(argument)
    const option = options.find((option) => option.flag === flag)
    if (option === undefined) throw unknown('flag', flag, [...options.map(({ flag }) => flag), '--help'])
    const before = option.isRepeatable === true ? texts.get(flag) : undefined
    const add = (text: string) => texts.set(flag, before === undefined ? text : `${before},${text}`)
    if (flag !== argument) add(argument.slice(flag.length + 1))
    else if (option.placeholder === undefined) add('true')
    else {
      const value = argv[++index]
      if (value === undefined || value.startsWith('--')) {
        throw new UsageError(`${flag} needs a value: ${option.expected}`)
      }
      add(value)
    }
  }
  return texts
}

interface Sources {
  readonly flags: ReadonlyMap<string, string>
  readonly env: Environment
  readonly file: FileTexts
}

function choose<V>(
  option: Option<V>,
  fallback: V | undefined,
  { flags, env, file }: Sources,
): SourcedValue<V> {
  const { flag, hasVariable } = option
  const variable = variableOf(flag)
  const fromFlag = flags.get(flag)
  if (fromFlag !== undefined) return { value: parsed(option, flag, fromFlag), source: 'flag' }
  // An empty variable counts as unset.
  const fromVariable = (hasVariable && env[variable]) || undefined
  if (fromVariable !== undefined) {
    return { value: parsed(option, variable, fromVariable), source: 'variable' }
  }
  const fromFile = file.get(flag)
  if (fromFile !== undefined) return { value: parsed(option, flag, fromFile), source: 'file' }
  if (fallback === undefined) throw new UsageError(`${flag} is missing: ${option.expected}`)
  return { value: fallback, source: 'default' }
}

function parsed<V>({ parse, expected }: Option<V>, place: string, text: string): V {
  const value = parse(text)
  if (value === undefined) throw new UsageError(`${place}: expected ${expected}, got ${quote(text)}`)
  return value
}

/** Throws a usage error if a check rejects the options. */
export function checked<C>(chosen: C, ...rejections: readonly ((chosen: C) => string | undefined)[]): C {
  for (const findError of rejections) {
    const rejection = findError(chosen)
    if (rejection !== undefined) throw new UsageError(rejection)
  }
  return chosen
}

/** `--port` of `--port=8080`. */
export function nameOf(argument: string): string {
  return argument.split('=', 1)[0] as string
}
