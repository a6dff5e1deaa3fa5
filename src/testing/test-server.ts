import { alwaysLeading } from '#controllers/controller.js'
import type { ProgramConfig, ServerConfig } from '#server/config.js'
import { MAP_OF_LISTS } from '#server/options/expect-options.js'
import { configOf, expectServerOptions, type ServerOptions } from '#server/options/index.js'
import { type RunningServer, type ServerParts, startServerParts } from '#server/server.js'
import type { OpenStorage } from '#server/storage.js'
import { MemoryStorage } from '#storage/memory/storage.js'
import { memoryOf, restoreState, Snapshot } from './snapshot.js'

export interface TestServerOptions extends ServerOptions {
  /** Users and their groups. The token of a user is its name. */
  readonly users?: Readonly<Record<string, readonly string[]>> | undefined
}

export interface TestServer extends RunningServer {
  /**
   * Brings the state after start back: its objects and nothing else. Watches see the differences as ordinary events,
   * so clients and controllers can go on.
   *
   * @example
   * afterEach(() => server.reset())
   */
  reset(): Promise<void>
  /**
   * Saves the current state. It shares its objects with the server, so it takes no time and little memory.
   *
   * @example
   * const saved = server.snapshot()
   * await fetch(`${server.url}/api/v1/namespaces/test`, { method: 'DELETE' })
   * await server.restore(saved)
   */
  snapshot(): Snapshot
  /**
   * Brings a saved state back, like `reset`.
   *
   * @param saved a snapshot of this or of another test server, or the path of a file with one.
   */
  restore(saved: Snapshot | string): Promise<void>
  /**
   * Starts a second server with the same options and the same state. What either changes, the other does not see.
   *
   * @example
   * await using copy = await server.fork()
   */
  fork(): Promise<TestServer>
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
  return openTestServer(
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
}

/** Starts a test server with the options of the command line. */
export async function openTestServer(
  config: ServerConfig & ProgramConfig,
  openStorage?: OpenStorage,
): Promise<TestServer> {
  const { server, parts } = await startServerParts(config, openStorage)
  // The state to reset to includes what the server itself creates at start.
  await server.settled()
  let start = parts.storage instanceof MemoryStorage ? parts.storage.state() : undefined
  const restore = async (saved: Snapshot | string) => {
    const { state } = typeof saved === 'string' ? await Snapshot.read(saved) : saved
    await restoreState(memoryOf(parts), state, server.settled)
  }
  return {
    ...server,
    as: (user) => (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${user}`)
      return fetch(server.url + path, { ...init, headers })
    },
    reset: async () => {
      const storage = memoryOf(parts)
      await restoreState(storage, start ?? storage.state(), server.settled)
      // The next comparison then skips all that is the same again.
      start = storage.state()
    },
    snapshot: () => new Snapshot(memoryOf(parts).state()),
    restore,
    fork: () => openTestServer({ ...config, port: 0, from: '' }, forkOf(memoryOf(parts), parts)),
  }
}

/** The copies are made at once, so that no write comes between them. */
function forkOf(storage: MemoryStorage, { cache, clock, logger }: ServerParts): OpenStorage {
  const forked = storage.fork(clock)
  const forkedCache = cache.fork(forked, logger)
  return async () => ({ storage: forked, leadership: alwaysLeading, forkCache: () => forkedCache })
}
