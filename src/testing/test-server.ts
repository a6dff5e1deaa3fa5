import { alwaysLeading } from '#controllers/controller.js'
import type { ProgramConfig, ServerConfig } from '#server/config.js'
import { type Expected, MAP_OF_LISTS } from '#server/options/expect-options.js'
import { configOf, expectServerOptions, type ServerOptions } from '#server/options/index.js'
import { type RunningServer, type ServerParts, startServerParts } from '#server/server.js'
import type { OpenStorage } from '#server/storage.js'
import { MemoryStorage } from '#storage/memory/storage.js'
import type { TimerClock } from '#util/clock.js'
import { SeededRandom } from '#util/random.js'
import { memoryOf, restoreState, Snapshot, type TestPosition } from './snapshot.js'
import { type ServerClock, serverClockOf, TestClock } from './test-clock.js'

const SEED: Expected = {
  what: 'a number',
  fits: (value) => typeof value === 'number' && !Number.isNaN(value),
}

export interface TestServerOptions extends ServerOptions {
  /** Users and their groups. The token of a user is its name. */
  readonly users?: Readonly<Record<string, readonly string[]>> | undefined
  /**
   * Makes uids, generated names, cluster IPs and node ports the same in every run with the same requests. Secrets and
   * tokens stay unpredictable.
   *
   * @example
   * const server = await startTestServer({ seed: 1 })
   */
  readonly seed?: number | undefined
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
  /**
   * The clock of the server: a `TestClock`, or the clock that it was given.
   *
   * @example
   * await server.clock.advance('1h')
   */
  readonly clock: ServerClock
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
  expectServerOptions(given, { users: MAP_OF_LISTS, seed: SEED })
  const { users, seed, ...options } = given
  const { authentication = {}, logger } = options
  const tokens = Object.entries(users ?? {}).map(([user, groups]) => ({ token: user, user, groups }))
  const config = configOf({
    storage: 'memory',
    port: 0,
    logLevel: logger === undefined ? 'silent' : 'info',
    ...options,
    clock: options.clock ?? new TestClock(),
    authentication: users
      ? { ...authentication, tokens: [...(authentication.tokens ?? []), ...tokens] }
      : authentication,
  })
  return openTestServer(seed === undefined ? config : { ...config, random: new SeededRandom(seed) })
}

async function openTestServer(
  config: ServerConfig & ProgramConfig,
  openStorage?: OpenStorage,
): Promise<TestServer> {
  const { server, parts } = await startServerParts(config, openStorage)
  // The state to reset to includes what the server itself creates at start.
  await server.settled()
  const { random } = config
  const clock = parts.clock instanceof TestClock ? parts.clock : undefined
  const { controllers } = parts
  const unfollow = clock?.follow({
    get isSettled() {
      return controllers.isSettled
    },
    settled: server.settled,
  })
  void server.closed.then(unfollow)
  const position = (): TestPosition => ({
    clockOffset: clock?.offset,
    random: random instanceof SeededRandom ? random.state() : undefined,
  })
  const save = () => new Snapshot(memoryOf(parts).state(), position())
  const restoreSaved = async ({ state, position: { clockOffset, random: values } }: Snapshot) => {
    if (clockOffset !== undefined) await clock?.restore(clockOffset)
    await restoreState(memoryOf(parts), state, server.settled)
    // Last: controllers may have used some meanwhile.
    if (values !== undefined && random instanceof SeededRandom) random.restore(values)
  }
  let start = parts.storage instanceof MemoryStorage ? save() : undefined
  return {
    ...server,
    as: (user) => (path, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${user}`)
      return fetch(server.url + path, { ...init, headers })
    },
    clock: serverClockOf(parts.clock, server.settled),
    settled: async () => {
      await clock?.arrived()
      await server.settled()
    },
    reset: async () => {
      start ??= save()
      await restoreSaved(start)
      // The next comparison then skips all that is the same again.
      start = new Snapshot(memoryOf(parts).state(), start.position)
    },
    snapshot: save,
    restore: async (saved) => restoreSaved(typeof saved === 'string' ? await Snapshot.read(saved) : saved),
    fork: () => {
      // Each has a clock and a sequence of its own from here on.
      const forked = clock === undefined ? parts.clock : new TestClock(clock.offset)
      const values = random instanceof SeededRandom ? random.fork() : random
      const storage = forkOf(memoryOf(parts), parts, forked)
      return openTestServer({ ...config, port: 0, clock: forked, random: values }, storage)
    },
  }
}

/** The copies are made at once, so that no write comes between them. */
function forkOf(storage: MemoryStorage, { cache, logger }: ServerParts, clock: TimerClock): OpenStorage {
  const forked = storage.fork(clock)
  const forkedCache = cache.fork(forked, logger)
  return async () => ({ storage: forked, leadership: alwaysLeading, forkCache: () => forkedCache })
}
