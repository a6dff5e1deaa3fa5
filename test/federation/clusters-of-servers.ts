import assert from 'node:assert/strict'
import { createServer, type RunningServer, type ServerOptions } from '#index.js'
import { Client, type Json } from '../support/client.js'
import { sumOf } from '../support/metrics.js'
import { OWN_ADDRESS } from '../support/own-address.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const CLUSTERS = '/apis/federation/v1beta1/clusters'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const PROBE_INTERVAL_MS = 100

/** A test, or a suite that shares servers. */
interface Ending {
  after(end: () => Promise<void>): void
}

/** A server that can be stopped and restarted with its data and port. */
export class RestartableServer {
  readonly #options: ServerOptions
  #server: RunningServer | undefined
  #port = 0
  readonly client = new Client(() => this.url)

  static async start(t: Ending, options: ServerOptions): Promise<RestartableServer> {
    const { path, remove } = await temporaryFolder()
    const server = new RestartableServer({
      ...options,
      storage: 'embedded',
      dataDir: path,
      logLevel: 'silent',
    })
    await server.start()
    t.after(async () => {
      await server.stop()
      await remove()
    })
    return server
  }

  private constructor(options: ServerOptions) {
    this.#options = options
  }

  get url(): string {
    return `http://${OWN_ADDRESS}:${this.#port}`
  }

  get isRunning(): boolean {
    return this.#server !== undefined
  }

  async start(): Promise<void> {
    this.#server ??= await createServer({ ...this.#options, host: OWN_ADDRESS, port: this.#port })
    this.#port = Number(new URL(this.#server.url).port)
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await server?.close()
  }

  async get(path: string): Promise<Json> {
    const { status, text, body } = await this.client.get(path)
    assert.equal(status, 200, text)
    return body
  }

  async find(path: string): Promise<Json | undefined> {
    const { status, text, body } = await this.client.get(path)
    assert.ok(status === 200 || status === 404, text)
    return status === 200 ? body : undefined
  }

  async create(path: string, object: Json): Promise<Json> {
    const { status, text, body } = await this.client.post(path, object)
    assert.equal(status, 201, text)
    return body
  }

  async change(path: string, changes: Json): Promise<Json> {
    const { status, text, body } = await this.client.send('PATCH', path, changes, MERGE)
    assert.equal(status, 200, text)
    return body
  }

  /** Counts writes of one resource, such as `deployments.apps`, or of all. */
  async writes(resource?: string): Promise<number> {
    const { text } = await this.client.get('/metrics')
    const [name = '', ...group] = resource?.split('.') ?? []
    const labels = resource === undefined ? {} : { resource: name, group: group.join('.') }
    const verbs = ['POST', 'PUT', 'PATCH', 'APPLY']
    const codes = ['200', '201']
    return verbs
      .flatMap((verb) =>
        codes.map((code) => sumOf(text, 'apiserver_request_total', { ...labels, verb, code })),
      )
      .reduce((sum, count) => sum + count)
  }

  async delete(path: string, options?: Json): Promise<void> {
    const { status, text } = await this.client.delete(path, options)
    assert.ok(status === 200 || status === 202, text)
  }
}

/** A host with members that simulate workloads, all in this process. */
export class Federation {
  readonly host: RestartableServer
  readonly members: ReadonlyMap<string, RestartableServer>

  /** `prepare` sees each member before it is registered. */
  static async start(
    t: Ending,
    names: readonly string[],
    options: ServerOptions = {},
    prepare: (name: string, member: RestartableServer) => Promise<void> = async () => undefined,
  ): Promise<Federation> {
    const federation = { probeIntervalMs: PROBE_INTERVAL_MS }
    const host = await RestartableServer.start(t, { federation, ...options })
    const members = new Map<string, RestartableServer>()
    for (const name of names) {
      const member = await RestartableServer.start(t, { simulateWorkloads: true })
      members.set(name, member)
      await prepare(name, member)
      await host.create(CLUSTERS, {
        metadata: { name, labels: { name } },
        spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }] },
      })
    }
    const made = new Federation(host, members)
    await eventually('all clusters are ready', async () => {
      const ready = await Promise.all(names.map((name) => made.isReady(name)))
      assert.ok(ready.every(Boolean))
    })
    return made
  }

  private constructor(host: RestartableServer, members: ReadonlyMap<string, RestartableServer>) {
    this.host = host
    this.members = members
  }

  member(name: string): RestartableServer {
    const member = this.members.get(name)
    if (member === undefined) throw new Error(`there is no member ${name}`)
    return member
  }

  async isReady(name: string): Promise<boolean> {
    const { status } = await this.host.get(`${CLUSTERS}/${name}`)
    return condition({ status }, 'Ready')?.status === 'True'
  }

  label(cluster: string, labels: Json): Promise<Json> {
    return this.host.change(`${CLUSTERS}/${cluster}`, { metadata: { labels } })
  }

  /** The copies of an object, by member. */
  async copies(path: string): Promise<Record<string, Json>> {
    const found: Record<string, Json> = {}
    for (const [name, member] of this.members) {
      if (!member.isRunning) continue
      const object = await member.find(path)
      if (object !== undefined) found[name] = object
    }
    return found
  }

  /** The desired replicas of the copies, by member. */
  async replicas(path: string): Promise<Record<string, number>> {
    const copies = Object.entries(await this.copies(path))
    return Object.fromEntries(copies.map(([name, { spec }]) => [name, spec.replicas]))
  }
}

export const condition = ({ status }: Json, type: string): Json =>
  status.conditions?.find((found: Json) => found.type === type)

const PATIENCE_MS = 30_000

/** Retries until the assertions hold, or throws the last failure after a timeout. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + patienceMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw new Error(`timed out: ${what}`, { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
