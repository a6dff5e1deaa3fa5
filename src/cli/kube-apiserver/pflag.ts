import { quote, UsageError, unknown } from '#cli/process-environment.js'

/** Flags of one letter. */
const SHORTHANDS: ReadonlyMap<string, string> = new Map([['v', '--v']])

/** Whether a flag is a switch; undefined for an unknown flag. */
export type IsSwitch = (flag: string) => boolean | undefined

/**
 * The values of each flag, in order, as kube-apiserver separates them (pflag): `--flag=value`, `--flag value` except
 * for switches, `-v 2`, `-v=2`, `-v2`, and `_` for `-` in names. Throws `UsageError`.
 */
export function readFlags(
  argv: readonly string[],
  isSwitch: IsSwitch,
  known: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  let isOver = false
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] as string
    if (argument === '--') isOver = true
    if (argument === '' || argument === '--') continue
    if (isOver || !argument.startsWith('-') || argument === '-') {
      throw new UsageError(`unexpected argument ${quote(argument)}`)
    }
    const { flag, value } = separate(argument)
    const mayStandAlone = isSwitch(flag)
    if (mayStandAlone === undefined) throw unknown('flag', flag, known)
    const given = value ?? (mayStandAlone ? 'true' : argv[++index])
    if (given === undefined) throw new UsageError(`${flag} needs a value`)
    found.set(flag, [...(found.get(flag) ?? []), given])
  }
  return found
}

function separate(argument: string): { readonly flag: string; readonly value: string | undefined } {
  if (argument.startsWith('--')) {
    const end = argument.indexOf('=')
    const name = end < 0 ? argument : argument.slice(0, end)
    return { flag: name.replaceAll('_', '-'), value: end < 0 ? undefined : argument.slice(end + 1) }
  }
  const flag = SHORTHANDS.get(argument.charAt(1)) ?? argument
  const rest = argument.slice(2).replace(/^=/, '')
  return { flag, value: rest === '' ? undefined : rest }
}
