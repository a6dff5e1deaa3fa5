import { type Flag, flagsOf } from '#cli/command.js'
import { SERVE_OPTIONS } from '#cli/config/serve-config.js'
import { DEFAULTS } from './config.js'
import type { FlagRow, FlagType } from './flag.js'
import { SECTIONS } from './flags.js'

const OWN: ReadonlyMap<string, Flag> = new Map(
  flagsOf(SERVE_OPTIONS, DEFAULTS).map((flag) => [flag.flag, flag]),
)

/** The flags of kube-apiserver, as help shows them. */
export const KUBE_APISERVER_FLAGS: readonly Flag[] = SECTIONS.flatMap(({ title, rows }) =>
  rows.flatMap((row) => row.flags.map(({ flag, type }) => ({ ...flagOf(flag, type, row), section: title }))),
)

function flagOf(flag: string, type: FlagType, row: FlagRow): Flag {
  const own = OWN.get(row.here === 'same' ? flag : row.here)
  return {
    flag,
    placeholder: type === 'bool' ? undefined : (own?.placeholder ?? `<${type}>`),
    variable: own?.variable,
    isRepeatable: type === 'strings' || type === 'array' || type === 'pairs',
    help: row.help ?? own?.help ?? (row.refusal?.what === '' ? `refused: ${row.refusal.why}` : 'no effect'),
    fallback: own?.fallback ?? 'none',
    // The values of a flag with another name may differ, too.
    choices: row.here === 'same' ? (own?.choices ?? []) : [],
  }
}
