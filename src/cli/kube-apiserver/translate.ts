import { UsageError } from '#cli/process-environment.js'
import { variableOf } from '#server/options/option.js'
import { OPTIONS } from '#server/options/table.js'
import type { Refusal } from './flag.js'
import { readValue } from './flag-value.js'
import { KNOWN_FLAGS, type KnownFlag } from './flags.js'
import { readFlags } from './pflag.js'

export interface Translation {
  /** Arguments of `serve`. */
  readonly argv: readonly string[]
  /** Flags that were given and have no effect. */
  readonly ineffective: readonly string[]
  /** How the server is weaker than kube-apiserver with the same flags. */
  readonly weaknesses: readonly string[]
}

const isSwitch = (flag: string) => {
  const known = KNOWN_FLAGS.get(flag)
  return known && known.type === 'bool'
}

/** Flags of kube-apiserver as those of this server. Throws `UsageError`, also for values that are refused. */
export function translate(argv: readonly string[]): Translation {
  const translated: string[] = []
  const ineffective: string[] = []
  const all = readFlags(argv, isSwitch, [...KNOWN_FLAGS.keys()])
  for (const [flag, given] of all) {
    const { type, row } = KNOWN_FLAGS.get(flag) as KnownFlag
    const value = readValue(flag, type, given)
    if (row.refusal?.applies(value)) throw new UsageError(refusalOf(flag, given, row.refusal))
    if (row.here === 'none') {
      ineffective.push(flag)
      continue
    }
    const text = row.translate(value)
    // An empty value is that of a flag that is not given.
    if (text !== '') translated.push(`${row.here === 'same' ? flag : row.here}=${text}`)
  }
  const weaknesses = [...KNOWN_FLAGS].flatMap(([flag, { row }]) =>
    all.has(flag) ? [] : (row.weakness ?? []),
  )
  return { argv: translated, ineffective, weaknesses }
}

const refusalOf = (flag: string, given: readonly string[], { why }: Refusal) =>
  `${flag}=${given.join(',')} is refused: ${why.replaceAll('`', '')} Leave the flag out if that is acceptable`

/** `--cert-dir` is the data folder only of certificates. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [...KNOWN_FLAGS].flatMap(([flag, { row }]) =>
    row.here === 'none' || row.here === '--data-dir'
      ? []
      : [[row.here === 'same' ? flag : row.here, flag] as const],
  ),
)
const OWN: ReadonlySet<string> = new Set(Object.values(OPTIONS).map(({ flag }) => flag))

/** A message with the flags of kube-apiserver, and with variables for what it has no flags for. */
export function inItsFlags(message: string): string {
  return message.replace(/--[a-z0-9][a-z0-9-]*/g, (flag) =>
    OWN.has(flag) ? (NAMES.get(flag) ?? variableOf(flag)) : flag,
  )
}
