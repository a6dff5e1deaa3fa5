import { randomBytes } from 'node:crypto'
import { hasAuthentication } from '#access/config.js'
import { alwaysLeading } from '#controllers/controller.js'
import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import { authorizationModeOf, type ProgramConfig, type ServerConfig } from '#server/config.js'
import { LIST, MAP_OF_LISTS } from '#server/options/expect-options.js'
import { configOf, expectServerOptions, type ServerOptions } from '#server/options/index.js'
import { type RunningServer, type ServerParts, startServerParts } from '#server/server.js'
import type { OpenStorage } from '#server/storage.js'
import { MemoryStorage } from '#storage/memory/storage.js'
import { loadFixtures } from './fixtures/load-fixtures.js'
import type { Fixture } from './fixtures/read-fixtures.js'
import { adminToken } from './kubeconfigs.js'
import { memoryOf, restoreState, Snapshot } from './snapshot.js'
import { type TestAccess, testAccess } from './test-access.js'

export interface TestServerOptions<Kinds extends CustomKind = CustomKind> extends ServerOptions {
  /** Custom kinds, made with `defineKind`. The client and `get` know their types. */
  readonly kinds?: readonly Kinds[] | undefined
  /** Users and their groups. The token of a user is its name. */
  readonly users?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * CustomResourceDefinitions: files, folders, globs or objects.
   *
   * @example
   * const server = await startTestServer({ crds: ['config/crd/'] })
   */
  readonly crds?: readonly Fixture[] | undefined
  /**
   * Objects: files, folders, globs or objects. They are part of the state that `reset` brings back.
   *
   * @example
   * const server = await startTestServer({ objects: ['fixtures/*.yaml'] })
   */
  readonly objects?: readonly Fixture[] | undefined
}

export interface TestServer<Kinds extends CustomKind = CustomKind> extends RunningServer, TestAccess<Kinds> {
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
  fork(): Promise<TestServer<Kinds>>
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
export async function startTestServer<const Kinds extends CustomKind = CustomKind>(
  given: TestServerOptions<Kinds> = {},
): Promise<TestServer<Kinds>> {
  expectServerOptions(given, { users: MAP_OF_LISTS, crds: LIST, objects: LIST })
  const { users, crds = [], objects = [], ...options } = given
  const { authentication = {}, logger } = options
  const tokens = Object.entries(users ?? {}).map(([user, groups]) => ({ token: user, user, groups }))
  const config = configOf({
    storage: 'memory',
    port: 0,
    logLevel: logger === undefined ? 'silent' : 'info',
    ...options,
    authentication: users
      ? { ...authentication, tokens: [...(authentication.tokens ?? []), ...tokens] }
      : authentication,
  })
  return openTestServer<Kinds>(withAdministrator(config), { crds, objects })
}

/** A server that knows users gets an administrator. One that is open to all needs none. */
function withAdministrator(config: ServerConfig & ProgramConfig): ServerConfig & ProgramConfig {
  if (!hasAuthentication(config) && authorizationModeOf(config) === 'AlwaysAllow') return config
  const token = randomBytes(16).toString('hex')
  return { ...config, tokens: [...(config.tokens ?? []), adminToken(token)] }
}

type Fixtures = Readonly<Record<'crds' | 'objects', readonly Fixture[]>>

/** Starts a test server with the options of the command line. */
export async function openTestServer<Kinds extends CustomKind>(
  config: ServerConfig & ProgramConfig,
  fixtures: Fixtures | undefined,
  openStorage?: OpenStorage,
): Promise<TestServer<Kinds>> {
  const { server, parts } = await startServerParts(config, openStorage)
  // The state to reset to includes what the server itself creates at start.
  await server.settled()
  if (fixtures !== undefined) await loadAtStart(fixtures, server, parts)
  let start = parts.storage instanceof MemoryStorage ? parts.storage.state() : undefined
  const restore = async (saved: Snapshot | string) => {
    const { state } = typeof saved === 'string' ? await Snapshot.read(saved) : saved
    await restoreState(memoryOf(parts), state, server.settled)
  }
  return {
    ...server,
    ...testAccess<Kinds>(server, parts, config),
    reset: async () => {
      const storage = memoryOf(parts)
      await restoreState(storage, start ?? storage.state(), server.settled)
      // The next comparison then skips all that is the same again.
      start = storage.state()
    },
    snapshot: () => new Snapshot(memoryOf(parts).state()),
    restore,
    fork: () =>
      openTestServer<Kinds>({ ...config, port: 0, from: '' }, undefined, forkOf(memoryOf(parts), parts)),
  }
}

/** Closes the server if a fixture has errors. */
async function loadAtStart(
  fixtures: Fixtures,
  server: RunningServer,
  { stores }: ServerParts,
): Promise<void> {
  try {
    for (const [option, given] of Object.entries(fixtures)) {
      if (given.length > 0) await loadFixtures(given, { stores, settled: server.settled }, option)
    }
    await server.settled()
  } catch (error) {
    await server.close()
    throw error
  }
}

/** The copies are made at once, so that no write comes between them. */
function forkOf(storage: MemoryStorage, { cache, clock, logger }: ServerParts): OpenStorage {
  const forked = storage.fork(clock)
  const forkedCache = cache.fork(forked, logger)
  return async () => ({ storage: forked, leadership: alwaysLeading, forkCache: () => forkedCache })
}
