import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { Client } from '../support/client.js'
import { type EndedCommand, runCommand } from '../support/command.js'
import { ServerProcess } from '../support/servers/server-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

export const MAPS = '/api/v1/namespaces/default/configmaps'

/** A folder that nobody else can read. It is removed after the test. */
export async function privateFolder(t: TestContext): Promise<(name: string) => string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  await chmod(path, 0o700)
  return (name) => join(path, name)
}

/** Starts a server process. It is killed after the test. */
export async function serve(
  t: TestContext,
  ...args: readonly string[]
): Promise<ServerProcess & { readonly client: Client }> {
  const server = await ServerProcess.start(args)
  t.after(() => server.stop('SIGKILL'))
  return Object.assign(server, { client: new Client(server.url) })
}

/** Runs a command that must succeed, and resolves with what it says. */
export async function binnacle(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(...args)
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  return stdout + stderr
}

/** Runs a command that must fail. */
export async function failing(...args: string[]): Promise<EndedCommand> {
  const ended = await runCommand(...args)
  assert.notEqual(ended.code, 0, `${args.join(' ')}: ${ended.stderr}`)
  return ended
}

/** The values of ConfigMaps by name. */
export type MapState = ReadonlyMap<string, string>

interface KnownState {
  readonly revision: number
  readonly maps: MapState
  /** The state was current from then on, and nothing else was sent before `until`. */
  readonly from: number
  until: number
}

/** Writes ConfigMaps one after the other, and records which state was acknowledged at which revision. */
export class MapWriter {
  readonly #client: () => Client
  readonly states: KnownState[] = []
  #maps = new Map<string, string>()
  #count = 0
  #stopped = false
  #running: Promise<void> = Promise.resolve()

  constructor(client: () => Client) {
    this.#client = client
  }

  /** Writes until `stop`, or until the server is gone. */
  start(): void {
    this.#stopped = false
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  /** Waits for more acknowledged writes. */
  async progress(writes = 10): Promise<void> {
    const wanted = this.states.length + writes
    while (this.states.length < wanted) await sleep(5)
  }

  /** Reads what is there: the outcome of the last write may be unknown. */
  async read(): Promise<void> {
    const { status, body, text } = await this.#client().get(MAPS)
    assert.equal(status, 200, text)
    this.#maps = new Map()
    for (const { metadata, data } of body.items) this.#maps.set(metadata.name, data.value)
    this.#record(Number(body.metadata.resourceVersion))
  }

  async #run(): Promise<void> {
    try {
      await this.read()
      while (!this.#stopped) await this.#write()
    } catch (error) {
      // The server was killed.
      if (!(error instanceof TypeError)) throw error
    }
  }

  async #write(): Promise<void> {
    const client = this.#client()
    const count = this.#count++
    const name = `map-${(count * 7) % 12}`
    const value = `${count} ${'.'.repeat(count % 500)}`
    const last = this.states.at(-1)
    if (last !== undefined) last.until = Date.now()
    const isThere = this.#maps.has(name)
    if (isThere && count % 4 === 0) {
      assert.equal((await client.delete(`${MAPS}/${name}`)).status, 200)
      this.#maps.delete(name)
      // The response does not have the revision.
      this.#record(Number((await client.get(MAPS)).body.metadata.resourceVersion))
    } else {
      const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } }
      const { status, body, text } = isThere
        ? await client.put(`${MAPS}/${name}`, map)
        : await client.post(MAPS, map)
      if (status >= 500) throw new TypeError(text)
      assert.ok(status === 200 || status === 201, text)
      this.#maps.set(name, value)
      this.#record(Number(body.metadata.resourceVersion))
    }
    if (count % 3 === 0) await sleep(8)
  }

  #record(revision: number): void {
    this.states.push({
      revision,
      maps: new Map(this.#maps),
      from: Date.now(),
      until: Number.POSITIVE_INFINITY,
    })
  }
}

/** The ConfigMaps in a data folder that no server uses. */
export async function mapsIn(dataDir: string): Promise<MapState> {
  const storage = await openEmbeddedStorage({ directory: dataDir, create: false })
  const prefix = 'core/configmaps/default/'
  const { values } = await storage.range(prefix).finally(() => storage.close())
  return new Map(
    values.map(({ key, value }) => [key.slice(prefix.length), JSON.parse(value.toString()).data.value]),
  )
}

export const sorted = (maps: MapState) => [...maps].sort()
