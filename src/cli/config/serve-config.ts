import { type Flag, flagsOf } from '#cli/command.js'
import { quote, UsageError } from '#cli/process-environment.js'
import {
  checked,
  type Environment,
  type FileTexts,
  readOptions,
  readSourcedOptions,
  type SourcedValue,
} from '#cli/read-options.js'
import { defaultConfig, defaultStorage, type ServerConfig } from '#server/config.js'
import { configError } from '#server/config-error.js'
import { OPTION_GROUPS } from '#server/options/groups.js'
import type { OptionTable } from '#server/options/option.js'
import { fileOption, variableOf } from '#server/options/option.js'
import { OPTIONS } from '#server/options/table.js'
import { closestMatch } from '#util/text/nearest.js'

/** The options of a server, and the file with more of them. */
export interface ServeOptions extends ServerConfig {
  /** Empty for none. */
  readonly config: string
}

export const SERVE_OPTIONS: OptionTable<ServeOptions> = {
  config: fileOption('--config', 'configuration file, in YAML; flags and variables override it'),
  ...OPTIONS,
}
export const SERVE_DEFAULTS: ServeOptions = { config: '', ...defaultConfig }

/** In the sections of a configuration file. */
export const SERVE_FLAGS: readonly Flag[] = OPTION_GROUPS.flatMap(({ title, keys }, index) => {
  const chosen: readonly (keyof ServeOptions)[] = index === 0 ? ['config', ...keys] : keys
  return flagsOf(pick(SERVE_OPTIONS, chosen), SERVE_DEFAULTS).map((flag) => ({ ...flag, section: title }))
})

function pick<T extends object, K extends keyof T>(object: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, object[key]])) as Pick<T, K>
}

export type SourcedConfig = { readonly [K in keyof ServerConfig]: SourcedValue<ServerConfig[K]> }

/** The configuration of a server: flags, variables, the configuration file, defaults. Throws `UsageError`. */
export async function readServerConfig(argv: readonly string[], env: Environment): Promise<ServerConfig> {
  return checked(valuesOf(await readSourcedConfig(argv, env)), configError)
}

/** The same, with the source of each value and unchecked as a whole. */
export async function readSourcedConfig(
  argv: readonly string[],
  env: Environment,
  fallbacks = SERVE_DEFAULTS,
): Promise<SourcedConfig> {
  const unknown = unknownVariableError(env)
  if (unknown !== undefined) throw new UsageError(unknown)
  const { config, from } = readOptions(SERVE_OPTIONS, fallbacks, argv, env)
  const file = config === '' ? undefined : await textsOf(config)
  const recording = from || file?.get(OPTIONS.from.flag)
  const defaults = { ...fallbacks, storage: defaultStorage(recording, fallbacks.storage) }
  const { config: _, ...sourced } = readSourcedOptions(SERVE_OPTIONS, defaults, argv, env, file)
  return sourced
}

export function valuesOf(sourced: SourcedConfig): ServerConfig {
  const entries = Object.entries<SourcedValue<unknown>>(sourced)
  return Object.fromEntries(entries.map(([key, { value }]) => [key, value])) as unknown as ServerConfig
}

async function textsOf(path: string): Promise<FileTexts> {
  // Loaded only now: most servers have no file.
  const { readConfigFile } = await import('./config-file.js')
  const { texts, errors } = await readConfigFile(path).catch((error: Error) => {
    throw new UsageError(`--config: ${error.message}`)
  })
  if (errors[0] !== undefined) throw new UsageError(errors[0])
  return texts
}

const PREFIX = 'BINNACLE_'
/** `binnacle test` sets it for the program that it runs, which may start another server. */
const URL_VARIABLE = 'BINNACLE_URL'
/** Kubernetes sets these in a pod if a Service is named `binnacle`. */
const SERVICE_VARIABLE = /^BINNACLE_(SERVICE_|PORT_[0-9]+_)/
const SERVICE_LINK = /^tcp:\/\//

/** The error of a misspelled variable, if any: ignored, it could leave a server open. */
function unknownVariableError(env: Environment): string | undefined {
  const known = Object.values(SERVE_OPTIONS)
    .filter(({ hasVariable }) => hasVariable)
    .map(({ flag }) => variableOf(flag))
  if (SERVICE_LINK.test(env.BINNACLE_PORT ?? '')) {
    return (
      'BINNACLE_PORT is the address of a Service named binnacle: ' +
      'set enableServiceLinks: false in the pod, or name the Service differently'
    )
  }
  const unknown = Object.keys(env).find(
    (name) =>
      name.startsWith(PREFIX) &&
      name !== URL_VARIABLE &&
      !known.includes(name) &&
      !SERVICE_VARIABLE.test(name),
  )
  if (unknown === undefined) return undefined
  const match = closestMatch(
    unknown.slice(PREFIX.length),
    known.map((name) => name.slice(PREFIX.length)),
  )
  return `unknown variable ${quote(unknown)}${match === undefined ? '' : `, did you mean ${PREFIX}${match}?`}`
}
