import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Change, Feed, Revision } from '#storage/contract.js'
import { EtcdClient } from '#storage/etcd/client.js'
import { type EtcdStorage, openEtcdStorage } from '#storage/etcd/storage.js'
import { EtcdCluster, type EtcdMember } from '#test/support/etcd/member.js'
import { FastClient } from '#test/support/fast-client.js'
import { OWN_ADDRESS } from '#test/support/own-address.js'
import { Random, testSeed } from '#test/support/random.js'
import { ServerProcess } from '#test/support/servers/server-process.js'
import { Counter } from './counter.js'
import { Wire } from './proxy.js'
import { SteadyWatcher } from './steady-watcher.js'

const COUNTERS = 12
const INGRESSES = 'extensions/ingresses/'
const LIST = '/apis/extensions/v1beta1/ingresses'

interface Player {
  server: ServerProcess
  readonly client: FastClient
  readonly watcher: SteadyWatcher
  /** The connections of the server to etcd, one to each member. */
  readonly wires: readonly Wire[]
}

/**
 * An etcd cluster of three members, two servers, and writers that use both servers. Whatever a test does to them, in the
 * end all must agree and have every acknowledged write.
 */
export class Stage {
  readonly cluster: EtcdCluster
  readonly players: readonly Player[]
  /** A client of etcd that bypasses the servers. */
  readonly storage: EtcdStorage
  readonly #feed: Feed
  readonly #changes: Change[]
  readonly #counters: readonly Counter[]
  #writing: Promise<void> | undefined
  #stopWriting = false
  #acknowledged = 0

  private constructor(
    cluster: EtcdCluster,
    players: readonly Player[],
    storage: EtcdStorage,
    feed: Feed,
    changes: Change[],
  ) {
    this.cluster = cluster
    this.players = players
    this.storage = storage
    this.#feed = feed
    this.#changes = changes
    const random = new Random(testSeed())
    const clients = players.map(({ client }) => client)
    this.#counters = Array.from(
      { length: COUNTERS },
      (_, index) => new Counter(`counter-${index}`, clients, random),
    )
  }

  static async open(): Promise<Stage> {
    const cluster = await EtcdCluster.start(3)
    const storage = await openEtcdStorage({ endpoints: cluster.endpoints, prefix: '/registry' })
    const from = await storage.currentRevision()
    const changes: Change[] = []
    const feed = await storage.follow(from, (delivered) => void changes.push(...delivered), INGRESSES)
    const players: Player[] = []
    for (let index = 0; index < 2; index++) {
      const wires = await Promise.all(cluster.endpoints.map((url) => Wire.to(url)))
      const server = await startServer(wires)
      const client = new FastClient(server.url)
      players.push({ server, client, wires, watcher: new SteadyWatcher(client, from).start() })
    }
    return new Stage(cluster, players, storage, feed, changes)
  }

  player(index: number): Player {
    const player = this.players[index]
    if (player === undefined) throw new Error(`there is no server ${index}`)
    return player
  }

  /** Restarts the server on its former port after its process has ended. */
  async restart(player: Player): Promise<void> {
    player.server = await startServer(player.wires, new URL(player.server.url).port)
  }

  /** Writes continuously through both servers until `agree`. */
  startWriting(): void {
    this.#stopWriting = false
    const write = async (counter: Counter) => {
      while (!this.#stopWriting) {
        if (await counter.step()) this.#acknowledged++
        else await pause(20)
      }
    }
    this.#writing = Promise.all(this.#counters.map(write)).then(() => undefined)
  }

  /** Resolves after this many more acknowledged writes. */
  async progress(writes = 100): Promise<void> {
    const goal = this.#acknowledged + writes
    while (this.#acknowledged < goal) await pause(10)
  }

  /** The leader of the etcd cluster. */
  async leader(): Promise<EtcdMember> {
    for (;;) {
      for (const member of this.cluster.members) {
        const client = new EtcdClient({ endpoints: [member.url] })
        const status = await client.status(1000).catch(() => undefined)
        client.close()
        if (status !== undefined && status.leader !== 0n && status.leader === status.header?.memberId)
          return member
      }
      await pause(50)
    }
  }

  /** The server that collects garbage. */
  async collector(): Promise<Player> {
    for (;;) {
      for (const player of this.players) if (await leads(player)) return player
      await pause(50)
    }
  }

  /** Stops writing, and compares all servers, watches and etcd. */
  async agree(): Promise<void> {
    this.#stopWriting = true
    await this.#writing
    const complaints = this.#counters.flatMap((counter) => counter.complaints.splice(0))
    assert.deepEqual(complaints, [])

    const last = await this.storage.currentRevision()
    const inEtcd = (await this.storage.range(INGRESSES, { at: last })).values
    const expected = inEtcd.map(({ key, revision }) => `${key.split('/').at(-1)}@${revision}`)
    for (const { client } of this.players) {
      const { status, body } = await client.send('GET', LIST)
      assert.equal(status, 200, JSON.stringify(body))
      const listed = body.items.map(
        ({ metadata }: { metadata: { name: string; resourceVersion: string } }) =>
          `${metadata.name}@${metadata.resourceVersion}`,
      )
      assert.deepEqual(listed, expected)
    }
    await this.#compareEvents(inEtcd.at(-1)?.revision)
  }

  /** Every acknowledged write is an event, and every watch has delivered the same events, each once. */
  async #compareEvents(last: Revision | undefined): Promise<void> {
    const lastChange = () => this.#changes.at(-1)?.revision ?? 0
    while (last !== undefined && lastChange() < last) await pause(10)
    const delivered = new Map(this.#changes.map((change) => [change.revision, change]))
    for (const { name, revision, count } of this.#counters.flatMap(({ acknowledged }) => acknowledged)) {
      const change = delivered.get(revision as Revision)
      assert.equal(change?.key, `${INGRESSES}test/${name}`, `the write of ${name} at ${revision}`)
      assert.match(String(change?.value), new RegExp(`"count":"${count}"`))
    }
    const events = this.#changes.map(eventOf)
    for (const { watcher } of this.players) {
      if (watcher.expired > 0) continue
      while (watcher.events.length < events.length) await pause(10)
      assert.deepEqual(watcher.events, events)
    }
  }

  async close(): Promise<void> {
    this.#stopWriting = true
    await this.#writing
    for (const { watcher, client, server, wires } of this.players) {
      await watcher.stop()
      client.close()
      for (const wire of wires) wire.heal()
      await server.stop('SIGKILL')
      for (const wire of wires) await wire.close()
    }
    this.#feed.close()
    await this.storage.close()
    await this.cluster.remove()
  }
}

function startServer(wires: readonly Wire[], port = '0'): Promise<ServerProcess> {
  const endpoints = wires.map(({ url }) => url).join(',')
  return ServerProcess.start([
    '--storage',
    'etcd',
    '--etcd-endpoints',
    endpoints,
    '--host',
    OWN_ADDRESS,
    '--port',
    port,
    '--log-level',
    'silent',
  ])
}

async function leads({ server }: Player): Promise<boolean> {
  try {
    return (await (await fetch(`${server.url}/metrics`)).text()).includes(
      '\nleader_election_master_status{name="binnacle"} 1',
    )
  } catch {
    return false
  }
}

function eventOf({ key, revision, value, previous }: Change): string {
  const type = value === undefined ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED'
  return `${type} ${key.split('/').at(-1)}@${revision}`
}
