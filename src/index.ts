import { configOf, type ServerOptions } from './server/options/index.js'
import { type RunningServer, startServer } from './server/server.js'

export {
  type CustomKind,
  defineKind,
  type KindColumn,
  type KindDescription,
  type KindVersion,
  type ObjectOf,
} from './custom-resources/define-kind/define-kind.js'
export { KindError } from './custom-resources/define-kind/schema-type.js'
export type { Logger } from './observe/logger.js'
export { type ServerConfig, StartError } from './server/config.js'
export type { SelfSignedAuthority } from './server/identity/tls.js'
export type { AuditEvent, AuditOptions } from './server/options/audit.js'
export type {
  AuthenticationOptions,
  IssuerOptions,
  RequestHeaderOptions,
  TokenConfig,
  TokenWebhookOptions,
} from './server/options/authentication.js'
export type { FederationOptions } from './server/options/federation.js'
export type { TlsOptions } from './server/options/tls.js'
export type { TimerClock } from './util/clock.js'
export type { RunningServer, ServerOptions }

/**
 * Starts a server in this process. Rejects with a `StartError`, whose message is one line, if the options are invalid.
 *
 * @example
 * const server = await createServer({ storage: 'memory', port: 0 })
 * const groups = await fetch(`${server.url}/apis`).then((response) => response.json())
 * await server.close()
 *
 * @example
 * // Closed at the end of the block.
 * await using server = await createServer({ storage: 'memory', port: 0 })
 *
 * @example
 * // Tokens authenticate users; RBAC authorizes them.
 * const server = await createServer({
 *   authentication: { tokens: [{ token: 'secret', user: 'ann', groups: ['system:masters'] }] },
 * })
 */
export async function createServer(options: ServerOptions = {}): Promise<RunningServer> {
  return startServer(configOf(options))
}
