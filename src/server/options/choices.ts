import type { ProgramConfig, ServerConfig } from '#server/config.js'

type Config = ServerConfig & ProgramConfig

/** What options choose of the configuration. A choice that is undefined counts as left out. */
export type Choices = { readonly [K in keyof Config]?: Config[K] | undefined }

/** The configuration with the choices in place of what it has. */
export function choose(config: Config, choices: Choices): Config {
  const made = Object.entries(choices).filter(([, value]) => value !== undefined)
  return { ...config, ...Object.fromEntries(made) }
}
