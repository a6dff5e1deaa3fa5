import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { exitOf } from '../exit-of.js'
import { OWN_ADDRESS } from '../own-address.js'
import { isQuick } from '../scope.js'
import { temporaryFolder } from '../temporary-folder.js'
import type { Certificates } from './certificates.js'

/** In CI no test may be skipped. */
const isCi = Boolean(process.env.CI || process.env.TEST_SKIP_NOTHING)

// Etcd needs this setting on architectures that it does not support officially.
const ENVIRONMENT = { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch }

const isInstalled = !isQuick && spawnSync('etcd', ['--version'], { env: ENVIRONMENT }).status === 0

/** Why tests on etcd are skipped; false if they can or must run. */
export const etcdMissing: string | false = isQuick
  ? 'tests on etcd are not quick'
  : isInstalled || isCi
    ? false
    : 'etcd is not installed'

/** How long a member may take to start on a busy machine. */
const START_MS = 60_000

/** Flags of etcd, without their dashes. */
export type MemberOptions = Readonly<Record<string, string>>

export interface Place {
  readonly name: string
  readonly clientPort: number
  readonly peerPort: number
}

/** One member of an etcd cluster, in its own process on this machine. */
export class EtcdMember {
  readonly place: Place
  readonly #cluster: readonly Place[]
  readonly #folder: string
  readonly #options: MemberOptions
  #process: ChildProcess | undefined

  constructor(place: Place, cluster: readonly Place[], folder: string, options: MemberOptions) {
    this.place = place
    this.#options = options
    this.#cluster = cluster
    this.#folder = folder
  }

  get url(): string {
    return `${'cert-file' in this.#options ? 'https' : 'http'}://${OWN_ADDRESS}:${this.place.clientPort}`
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Starts the process; `ready` resolves when it has joined the others. */
  start(): void {
    const { name } = this.place
    const peer = ({ peerPort }: Place) => `http://${OWN_ADDRESS}:${peerPort}`
    const options = {
      name,
      'data-dir': join(this.#folder, name),
      'listen-client-urls': this.url,
      'advertise-client-urls': this.url,
      'listen-peer-urls': peer(this.place),
      'initial-advertise-peer-urls': peer(this.place),
      'initial-cluster': this.#cluster.map((place) => `${place.name}=${peer(place)}`).join(','),
      // Fast elections, because all members are on one machine.
      'heartbeat-interval': '50',
      'election-timeout': '500',
      // Only the largest writes of the storage contract need it.
      'max-txn-ops': '10000',
      'max-request-bytes': String(32 * 1024 * 1024),
      'log-level': 'panic',
      ...this.#options,
    }
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
    const child = spawn('etcd', args, { env: ENVIRONMENT, stdio: 'ignore' })
    const killWithUs = () => child.kill('SIGKILL')
    process.once('exit', killWithUs)
    child.once('exit', () => process.off('exit', killWithUs))
    this.#process = child
  }

  /** Resolves when the member responds and knows a leader. */
  async ready(): Promise<void> {
    for (const end = performance.now() + START_MS; ; ) {
      if (await this.isHealthy()) return
      if (!this.isRunning) throw new Error(`etcd member ${this.place.name} ended before it was ready`)
      if (performance.now() > end) throw new Error(`etcd member ${this.place.name} does not become ready`)
      await pause(10)
    }
  }

  async isHealthy(): Promise<boolean> {
    try {
      const url = this.#options['listen-metrics-urls'] ?? this.url
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) })
      return response.ok && ((await response.json()) as { health: string }).health === 'true'
    } catch {
      return false
    }
  }

  /** Kills the process. Its data on disk stays. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (child === undefined || !this.isRunning) return
    child.kill(signal)
    await exitOf(child)
  }

  /** Suspends the process until `thaw`, like a machine that swaps. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }
}

/** A cluster of `size` members, all ready. */
export class EtcdCluster {
  readonly members: readonly EtcdMember[]
  /** With the data of all members. */
  readonly folder: string
  readonly #removeFolder: () => Promise<void>

  private constructor(
    members: readonly EtcdMember[],
    folder: { readonly path: string; remove(): Promise<void> },
  ) {
    this.members = members
    this.folder = folder.path
    this.#removeFolder = folder.remove
  }

  static async start(size = 1, options: MemberOptions = {}): Promise<EtcdCluster> {
    return EtcdCluster.#startAt(await freePorts(2 * size), size, options)
  }

  static async #startAt(
    ports: readonly number[],
    size: number,
    options: MemberOptions,
  ): Promise<EtcdCluster> {
    const folder = await temporaryFolder()
    const places = Array.from({ length: size }, (_, index) => ({
      name: `m${index}`,
      clientPort: ports[2 * index] as number,
      peerPort: ports[2 * index + 1] as number,
    }))
    const members = places.map((place) => new EtcdMember(place, places, folder.path, options))
    for (const member of members) member.start()
    await Promise.all(members.map((member) => member.ready()))
    return new EtcdCluster(members, folder)
  }

  /** A member that requires client certificates. */
  static async startSecured({ ca, etcd }: Certificates): Promise<EtcdCluster> {
    const [metricsPort, ...ports] = await freePorts(3)
    return EtcdCluster.#startAt(ports, 1, {
      'cert-file': etcd.cert,
      'key-file': etcd.key,
      'trusted-ca-file': ca,
      'client-cert-auth': 'true',
      // The health endpoint works without a certificate.
      'listen-metrics-urls': `http://${OWN_ADDRESS}:${metricsPort}`,
    })
  }

  get endpoints(): string[] {
    return this.members.map(({ url }) => url)
  }

  async remove(): Promise<void> {
    await Promise.all(
      this.members.map((member) => {
        member.thaw()
        return member.kill()
      }),
    )
    await this.#removeFolder()
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, OWN_ADDRESS))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
