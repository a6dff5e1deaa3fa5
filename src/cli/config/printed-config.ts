import { stringify } from 'yaml'
import type { SourcedValue } from '#cli/read-options.js'
import type { ServerConfig } from '#server/config.js'
import { OPTION_GROUPS } from '#server/options/groups.js'
import { type Option, variableOf } from '#server/options/option.js'
import { OPTIONS } from '#server/options/table.js'
import { alignedColumns } from '#util/text/columns.js'
import type { SourcedConfig } from './serve-config.js'

/** A configuration as a configuration file. Comments say where the values come from. */
export function printedConfig(config: SourcedConfig): string {
  return OPTION_GROUPS.map(({ name, keys }) => {
    const rows = keys.map((key) => lineOf<ServerConfig[typeof key]>(OPTIONS[key] as never, config[key]))
    return [`${name}:`, ...alignedColumns(rows).map((line) => `  ${line}`)].join('\n')
  }).join('\n')
}

function lineOf<V>(option: Option<V>, { value, source }: SourcedValue<V>): readonly string[] {
  const { flag } = option
  const origin = source === 'variable' ? `variable ${variableOf(flag)}` : source
  return [`${flag.slice(2)}: ${valueText(option, value)}`, `# ${origin}`]
}

/** Unset values have no text. */
function valueText<V>({ format, placeholder }: Option<V>, value: V): string {
  if (value === '' || value === 'usual' || isEmpty(value)) return ''
  if (placeholder === '<duration>') return format(value)
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd()
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
