import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { FederationOptions, ServerOptions } from '#index.js'
import { ManualClock, startTestServer, type TestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'

const CLUSTERS = '/apis/federation/v1beta1/clusters'
const SECRETS = '/api/v1/namespaces/federation-system/secrets'
const MERGE = { 'content-type': 'application/merge-patch+json' }

/** A federation host with a clock that tests advance. */
export class Host {
  readonly clock: ManualClock
  readonly server: TestServer
  readonly client: Client

  static async start(
    t: TestContext,
    federation: FederationOptions | boolean = true,
    options: ServerOptions = {},
  ): Promise<Host> {
    const clock = new ManualClock()
    const server = await startTestServer({ federation, clock, ...options })
    t.after(() => server.close())
    return new Host(clock, server)
  }

  private constructor(clock: ManualClock, server: TestServer) {
    this.clock = clock
    this.server = server
    this.client = new Client(server.url)
  }

  /** Registers a cluster and waits for its first probe. */
  async join(name: string, serverAddress: string, more: Json = {}): Promise<void> {
    const { labels, ...spec } = more
    await this.#done(
      this.client.post(CLUSTERS, {
        metadata: { name, labels },
        spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }], ...spec },
      }),
    )
  }

  async secret(name: string, stringData: Readonly<Record<string, string>>): Promise<void> {
    const { status } = await this.client.get(`${SECRETS}/${name}`)
    await this.#done(
      status === 404
        ? this.client.post(SECRETS, { metadata: { name }, stringData })
        : this.client.send('PATCH', `${SECRETS}/${name}`, { stringData }, MERGE),
    )
  }

  async removeSecret(name: string): Promise<void> {
    await this.#done(this.client.delete(`${SECRETS}/${name}`))
  }

  async change(name: string, changes: Json): Promise<void> {
    await this.#done(this.client.send('PATCH', `${CLUSTERS}/${name}`, changes, MERGE))
  }

  async leave(name: string): Promise<void> {
    await this.#done(this.client.delete(`${CLUSTERS}/${name}`))
  }

  async cluster(name: string): Promise<Json> {
    const { status, text, body } = await this.client.get(`${CLUSTERS}/${name}`)
    assert.equal(status, 200, text)
    return body
  }

  /** The conditions of a cluster as `type=status reason message`. */
  async conditions(name: string): Promise<string[]> {
    const { conditions = [] } = (await this.cluster(name)).status
    return conditions.map(
      ({ type, status, reason, message }: Json) => `${type}=${status} ${reason} ${message}`,
    )
  }

  /** The events about a cluster as `type reason message`, in order. */
  async events(name: string): Promise<string[]> {
    const { body } = await this.client.get('/api/v1/namespaces/default/events')
    return body.items
      .filter(({ involvedObject }: Json) => involvedObject.kind === 'Cluster' && involvedObject.name === name)
      .map(({ type, reason, message }: Json) => `${type} ${reason} ${message}`)
  }

  /** What `kubectl get clusters -o wide` prints, without the age. */
  async table(): Promise<string[]> {
    const { body } = await this.client.get(CLUSTERS, {
      accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
    })
    return body.rows.map(({ cells }: Json) => cells.toSpliced(2, 1).join(' '))
  }

  /** Advances the clock, with all probes in between. */
  async pass(seconds: number): Promise<void> {
    await this.clock.advanceSettled(seconds * 1000, () => this.server.settled())
  }

  async #done(request: ReturnType<Client['get']>): Promise<void> {
    const { status, text } = await request
    assert.ok(status === 200 || status === 201, text)
    await this.server.settled()
  }
}
