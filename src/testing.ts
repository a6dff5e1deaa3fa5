import { createServer, type RunningServer, type ServerOptions } from './index.js'

/**
 * Starts a server for a test: in memory, on a free port, without a log.
 *
 * @example
 * const server = await startTestServer()
 * after(() => server.close())
 * await fetch(`${server.url}/apis/extensions/v1beta1/namespaces/test/deployments`)
 */
export function startTestServer(options: ServerOptions = {}): Promise<RunningServer> {
  return createServer({ storage: 'memory', port: 0, logLevel: 'silent', ...options })
}
