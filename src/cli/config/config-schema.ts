import { defaultConfig, type ServerConfig } from '#server/config.js'
import { OPTION_GROUPS } from '#server/options/groups.js'
import type { ServerOption } from '#server/options/option.js'
import { OPTIONS } from '#server/options/table.js'

/** The JSON schema of a configuration file, for editors. */
export function configSchema(): object {
  const groups = OPTION_GROUPS.map(({ name, title, keys }) => [
    name,
    {
      title,
      type: ['object', 'null'],
      additionalProperties: false,
      properties: Object.fromEntries(keys.map((key) => [OPTIONS[key].flag.slice(2), optionSchema(key)])),
    },
  ])
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of binnacle serve',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(groups),
  }
}

function optionSchema<K extends keyof ServerConfig>(key: K): object {
  const option: ServerOption<ServerConfig[K]> = OPTIONS[key]
  const value = defaultConfig[key]
  const choices = option.choices
  return {
    description: `${option.help}. Default: ${option.format(value)}`,
    ...(choices === undefined ? typeOf(value, option.placeholder) : { enum: choices }),
  }
}

/** Durations and limits have a text form too. */
function typeOf(value: unknown, placeholder: string | undefined): object {
  if (placeholder === '<duration>') return { type: 'string', examples: ['90s', '15m', '1h30m'] }
  if (placeholder === '<number>' || typeof value === 'number') return { type: 'integer' }
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (Array.isArray(value)) return { type: ['array', 'string'], items: { type: 'string' } }
  if (typeof value === 'object') return { type: 'object', additionalProperties: { type: 'string' } }
  return { type: 'string' }
}
