import { randomBytes } from 'node:crypto'
import { hasAuthentication } from '#access/config.js'
import { alwaysLeading } from '#controllers/controller.js'
import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import { FaultFilter, type Faults } from '#faults/faults.js'
import { allowsAll, authorizationModeOf, type ProgramConfig, type ServerConfig } from '#server/config.js'
import { type Expected, LIST, MAP_OF_LISTS } from '#server/options/expect-options.js'
import { configOf, expectServerOptions, type ServerOptions } from '#server/options/index.js'
import { type RunningServer, type ServerParts, startServerParts } from '#server/server.js'
import type { OpenStorage } from '#server/storage.js'
import { MemoryStorage } from '#storage/memory/storage.js'
import type { TimerClock } from '#util/clock.js'
import { SeededRandom } from '#util/random.js'
import { loadFixtures } from './fixtures/load-fixtures.js'
import type { Fixture } from './fixtures/read-fixtures.js'
import { type Journal, JournalRecorder } from './journal/journal.js'
import { adminToken } from './kubeconfigs.js'
import { memoryOf, restoreState, Snapshot, type TestPosition } from './snapshot.js'
import { type TestAccess, testAccess } from './test-access.js'
import { type ServerClock, serverClockOf, TestClock } from './test-clock.js'

const SEED: Expected = {
  what: 'a number',
  fits: (value) => typeof value === 'number' && !Number.isNaN(value),
}

export interface TestServerOptions<Kinds extends CustomKind = CustomKind> extends ServerOptions {
  /** Custom kinds, made with `defineKind`. The client and `get` know their types. */
  readonly kinds?: readonly Kinds[] | undefined
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
   * Fault rules: requests that fail, wait, or lose their connection. `reset` removes them.
   *
   * @example
   * const fault = server.faults.add({ verb: 'patch', resource: 'deployments', times: 2 }, fail(409))
   */
  readonly faults: Faults
  /**
   * The journal: what clients sent, and what they got. `reset` clears it.
   *
   * @example
   * const [request] = server.requests.filter({ verb: 'create', resource: 'pods' })
   * assert.equal(request?.requestBody.spec.nodeName, 'node-1')
   */
  readonly requests: Journal
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
  /**
   * The clock of the server: a `TestClock`, or the clock that it was given.
   *
   * @example
   * await server.clock.advance('1h')
   */
  readonly clock: ServerClock
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
  expectServerOptions(given, { users: MAP_OF_LISTS, crds: LIST, objects: LIST, seed: SEED })
  const { users, crds = [], objects = [], seed, ...options } = given
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
  const clock = config.clock ?? new TestClock()
  const random = seed === undefined ? undefined : { random: new SeededRandom(seed) }
  return openTestServer<Kinds>(withAdministrator({ ...config, ...random, clock }), { crds, objects })
}

type TestConfig = ServerConfig & ProgramConfig & { readonly clock: TimerClock }

/** A server that knows users gets an administrator. One that is open to all needs none. */
function withAdministrator<C extends ServerConfig & ProgramConfig>(config: C): C {
  if (!hasAuthentication(config) && allowsAll(authorizationModeOf(config))) return config
  const token = randomBytes(16).toString('hex')
  return { ...config, tokens: [...(config.tokens ?? []), adminToken(token)] }
}

/** The fixtures of each option. */
export type Fixtures = Readonly<Record<'crds' | 'objects', readonly Fixture[]>>

/** Starts a test server with the options of the command line. */
export async function openTestServer<Kinds extends CustomKind>(
  config: TestConfig,
  fixtures: Fixtures | undefined,
  openStorage?: OpenStorage,
): Promise<TestServer<Kinds>> {
  const { random } = config
  const faults = new FaultFilter(random instanceof SeededRandom ? random.seed : undefined)
  const requests = new JournalRecorder(config.clock, (context) => faults.firedOn(context).map(String))
  const filters = { first: requests, afterAccess: faults }
  const { server, parts } = await startServerParts({ ...config, filters }, openStorage)
  // The state to reset to includes what the server itself creates at start.
  await server.settled()
  if (fixtures !== undefined) await loadAtStart(fixtures, server, parts)
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
    faults,
    requests,
    ...testAccess<Kinds>(server, parts, config),
    clock: serverClockOf(parts.clock, server.settled),
    settled: async () => {
      await clock?.arrived()
      await server.settled()
    },
    reset: async () => {
      start ??= save()
      faults.clear()
      await restoreSaved(start)
      // The next comparison then skips all that is the same again.
      start = new Snapshot(memoryOf(parts).state(), start.position)
      requests.clear()
    },
    snapshot: save,
    restore: async (saved) => restoreSaved(typeof saved === 'string' ? await Snapshot.read(saved) : saved),
    fork: () => {
      // Each has a clock and a sequence of its own from here on.
      const forked = clock === undefined ? parts.clock : new TestClock(clock.offset)
      const values = random instanceof SeededRandom ? random.fork() : random
      const storage = forkOf(memoryOf(parts), parts, forked)
      return openTestServer<Kinds>(
        { ...config, from: '', port: 0, clock: forked, random: values },
        undefined,
        storage,
      )
    },
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
function forkOf(storage: MemoryStorage, { cache, logger }: ServerParts, clock: TimerClock): OpenStorage {
  const forked = storage.fork(clock)
  const forkedCache = cache.fork(forked, logger)
  return async () => ({ storage: forked, leadership: alwaysLeading, forkCache: () => forkedCache })
}
