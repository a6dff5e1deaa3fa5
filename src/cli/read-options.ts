import { type Option, type OptionTable, variableOf } from '#server/options/option.js'
import { quote, UsageError, unknown } from './process-environment.js'

export type Environment = Readonly<Record<string, string | undefined>>

/** Default values. An option without a default is required. */
export type Defaults<C> = { readonly [K in keyof C]: C[K] | undefined }

/** Parses the flags of a command. A flag overrides its variable, a variable the default. */
export function readOptions<C extends object>(
  table: OptionTable<C>,
  defaults: Defaults<C>,
  argv: readonly string[],
  env: Environment,
): C {
  const flags = readFlags(Object.values(table), argv)
  const keys = Object.keys(table) as (keyof C)[]
  return Object.fromEntries(
    keys.map((key) => [key, choose<C[keyof C]>(table[key], defaults[key], flags, env)]),
  ) as C
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

function choose<V>(
  option: Option<V>,
  fallback: V | undefined,
  flags: ReadonlyMap<string, string>,
  env: Environment,
): V {
  const { flag, hasVariable } = option
  const variable = variableOf(flag)
  const flagText = flags.get(flag)
  // An empty variable counts as unset.
  const text = flagText ?? ((hasVariable && env[variable]) || undefined)
  if (text === undefined) {
    if (fallback === undefined) throw new UsageError(`${flag} is missing: ${option.expected}`)
    return fallback
  }
  const value = option.parse(text)
  if (value === undefined) {
    const source = flagText === undefined ? variable : flag
    throw new UsageError(`${source}: expected ${option.expected}, got ${quote(text)}`)
  }
  return value
}

/** `--port` of `--port=8080`. */
export function nameOf(argument: string): string {
  return argument.split('=', 1)[0] as string
}
