import type { Snapshot } from '#testing/snapshot.js'
import { startTestServer, type TestServer, type TestServerOptions } from '#testing/test-server.js'

export interface UseTestServerOptions extends TestServerOptions {
  /**
   * `file`: one server for all tests of the file or of the suite, which is reset after each test. `test`: a new
   * server for each test.
   *
   * @default 'file'
   */
  readonly per?: 'file' | 'test' | undefined
  /** Whether to print the changed objects and the requests of a failed test. True by default. */
  readonly reportFailures?: boolean | undefined
}

/** How a test ended. */
export interface TestEnd {
  readonly name: string
  readonly failed: boolean
}

/** The hooks of a test runner. */
export interface RunnerHooks {
  before(hook: () => Promise<void>): void
  after(hook: () => Promise<void>): void
  beforeEach(hook: () => Promise<void>): void
  afterEach(hook: (end: TestEnd) => Promise<void>): void
}

/** Registers the hooks and returns the server of the current test. */
export function useServer(hooks: RunnerHooks, options: UseTestServerOptions): TestServer {
  const { per = 'file', reportFailures = true, ...serverOptions } = options
  const current = new CurrentServer(serverOptions)
  if (per === 'file') {
    hooks.before(() => current.start())
    hooks.after(() => current.close())
  }
  // A runner may run these hooks for subtests too: the server belongs to the outermost test.
  let depth = 0
  hooks.beforeEach(async () => {
    if (depth++ === 0 && per === 'test') await current.start()
  })
  hooks.afterEach(async (end) => {
    if (end.failed && reportFailures) await current.report(end.name)
    if (--depth > 0) return
    if (per === 'test') await current.close()
    else await current.reset()
  })
  return current.handle
}

class CurrentServer {
  readonly #options: TestServerOptions
  #server: TestServer | undefined
  #start: Snapshot | undefined
  /** Forwards to the server of the current test. */
  readonly handle: TestServer

  constructor(options: TestServerOptions) {
    this.#options = options
    this.handle = new Proxy({} as TestServer, {
      get: (_target, property) => Reflect.get(this.#running(), property),
      has: (_target, property) => Reflect.has(this.#running(), property),
    })
  }

  async start(): Promise<void> {
    this.#server = await startTestServer(this.#options)
    this.#start = this.#isInMemory ? this.#server.snapshot() : undefined
  }

  async reset(): Promise<void> {
    if (!this.#isInMemory) return
    await this.#server?.reset()
  }

  async close(): Promise<void> {
    await this.#server?.close()
    this.#server = undefined
  }

  async report(test: string): Promise<void> {
    if (this.#server === undefined || this.#start === undefined) return
    const { failureReport } = await import('./failure-report.js')
    const { requests } = this.#server
    console.error(failureReport(test, this.#start, this.#server.snapshot(), requests.entries))
  }

  get #isInMemory(): boolean {
    return (this.#options.storage ?? 'memory') === 'memory'
  }

  #running(): TestServer {
    if (this.#server !== undefined) return this.#server
    throw new Error('the test server runs only during tests and their hooks')
  }
}
