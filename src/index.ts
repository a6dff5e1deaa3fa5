import { defaultConfig, type ServerConfig } from './server/config.js'
import { type RunningServer, startServer } from './server/server.js'

export { StartError } from './server/config.js'
export type { RunningServer, ServerConfig }

/** What can be said about a server that is embedded; everything else is as on the command line. */
export type ServerOptions = { readonly [K in keyof ServerConfig]?: ServerConfig[K] | undefined }

/**
 * Starts a server inside of this process.
 *
 * @example
 * const server = await createServer({ storage: 'memory', port: 0 })
 * const groups = await fetch(`${server.url}/apis`).then((answer) => answer.json())
 * await server.close()
 */
export function createServer(options: ServerOptions = {}): Promise<RunningServer> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return startServer({ ...defaultConfig, ...given })
}
