import { MAP_OF_LISTS } from '#server/options/expect-options.js'
import { configOf, expectServerOptions, type ServerOptions } from '#server/options/index.js'
import { type RunningServer, startServerParts } from '#server/server.js'

export interface TestServerOptions extends ServerOptions {
  /** Users and their groups. The token of a user is its name. */
  readonly users?: Readonly<Record<string, readonly string[]>> | undefined
}

export interface TestServer extends RunningServer {
  /** Returns a `fetch` for a user that takes paths of the server. */
  as(user: string): (path: string, init?: RequestInit) => Promise<Response>
}

/**
 * Starts a server for a test: in memory, on a free port, without a log unless there is a `logger`.
 *
 * @example
 * await using server = await startTestServer()
 * await fetch(`${server.url}/apis/extensions/v1beta1/namespaces/test/deployments`)
 *
 * @example
 * // With users: an administrator, and a user with the permissions of its roles.
 * const server = await startTestServer({ users: { admin: ['system:masters'], ann: ['dev'] } })
 * const response = await server.as('ann')('/api/v1/namespaces/test/pods') // 403
 */
export async function startTestServer(given: TestServerOptions = {}): Promise<TestServer> {
  expectServerOptions(given, { users: MAP_OF_LISTS })
  const { users, ...options } = given
  const { authentication = {}, logger } = options
  const tokens = Object.entries(users ?? {}).map(([user, groups]) => ({ token: user, user, groups }))
  const { server } = await startServerParts(
    configOf({
      storage: 'memory',
      port: 0,
      logLevel: logger === undefined ? 'silent' : 'info',
      ...options,
      authentication: users
        ? { ...authentication, tokens: [...(authentication.tokens ?? []), ...tokens] }
        : authentication,
    }),
  )
  return {
    ...server,
    as: (user) => (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${user}`)
      return fetch(server.url + path, { ...init, headers })
    },
  }
}
