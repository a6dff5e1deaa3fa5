import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '#test/support/client.js'
import { EtcdCluster } from '#test/support/etcd/member.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { condition, eventually } from '../clusters-of-servers.js'
import { Line } from './line.js'
import { MortalAgent, MortalServer, type Victim } from './processes.js'

const CLUSTERS = '/apis/federation/v1beta1/clusters'

/** The members: south connects through an agent. */
export const MEMBERS = ['east', 'south', 'west'] as const
export type MemberName = (typeof MEMBERS)[number]
export const PULLED: MemberName = 'south'

interface Ending {
  after(end: () => Promise<void>): void
}

/** A federation of processes: one host on disk or two on etcd, members, an agent, and lines between them. */
export class Stage {
  readonly hosts: readonly MortalServer[]
  readonly members: ReadonlyMap<MemberName, MortalServer>
  readonly agent: MortalAgent
  /** To the members as the host sees them, and from the agent to the hosts. */
  readonly lines: ReadonlyMap<string, Line>
  readonly etcd: EtcdCluster | undefined

  static async open(t: Ending, hostCount: 1 | 2): Promise<Stage> {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const etcd = hostCount === 1 ? undefined : await EtcdCluster.start()
    if (etcd !== undefined) t.after(() => etcd.remove())
    const storage =
      etcd === undefined
        ? ['--storage', 'embedded', '--data-dir', join(path, 'host')]
        : ['--storage', 'etcd', '--etcd-endpoints', etcd.endpoints.join()]
    const federation = ['--federation', '--cluster-probe-interval', '500ms', ...storage]
    const hosts = Array.from({ length: hostCount }, (_, i) => new MortalServer(`host-${i}`, federation))
    const members = new Map(
      MEMBERS.map((name) => {
        const flags = ['--simulate-workloads', '--storage', 'embedded', '--data-dir', join(path, name)]
        return [name, new MortalServer(name, flags)] as const
      }),
    )
    const lines = new Map<string, Line>()
    for (const [name, member] of members) lines.set(name, await Line.open(() => portsOf([member])))
    lines.set('agent', await Line.open(() => portsOf(hosts)))
    const kubeconfig = join(path, 'south.kubeconfig')
    await writeFile(kubeconfig, kubeconfigOf(urlOf(lines, PULLED)))
    const flags = ['--cluster', PULLED, '--kubeconfig', kubeconfig, '--server', urlOf(lines, 'agent')]
    const stage = new Stage(hosts, members, new MortalAgent('agent', flags), lines, etcd)
    t.after(() => stage.close())
    await Promise.all([...hosts, ...members.values()].map((server) => server.start()))
    await stage.#register()
    await stage.agent.start()
    await stage.#ready()
    return stage
  }

  private constructor(
    hosts: readonly MortalServer[],
    members: ReadonlyMap<MemberName, MortalServer>,
    agent: MortalAgent,
    lines: ReadonlyMap<string, Line>,
    etcd: EtcdCluster | undefined,
  ) {
    this.hosts = hosts
    this.members = members
    this.agent = agent
    this.lines = lines
    this.etcd = etcd
  }

  get victims(): readonly Victim[] {
    return [...this.hosts, ...this.members.values(), this.agent]
  }

  /** A client of a host, or of a member without a line between. */
  client(server: MortalServer): Client {
    return new Client(() => {
      if (server.url === undefined) throw new Error(`${server.name} does not run`)
      return server.url
    })
  }

  member(name: MemberName): MortalServer {
    return this.members.get(name) as MortalServer
  }

  /** Ends all interruptions. */
  async heal(): Promise<void> {
    for (const line of this.lines.values()) line.state = 'open'
    for (const victim of this.victims) victim.resume()
    await Promise.all(this.victims.map((victim) => victim.start()))
  }

  async close(): Promise<void> {
    await Promise.all(this.victims.map((victim) => victim.kill()))
    await Promise.all([...this.lines.values()].map((line) => line.close()))
  }

  async #register(): Promise<void> {
    const client = this.client(this.hosts[0] as MortalServer)
    for (const name of MEMBERS) {
      const isPulled = name === PULLED
      const annotations = isPulled ? { 'federation.binnacle.dev/mode': 'pull' } : {}
      const serverAddress = isPulled ? `${name}.agent.invalid` : urlOf(this.lines, name)
      const { status, text } = await client.post(CLUSTERS, {
        metadata: { name, labels: { name }, annotations },
        spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }] },
      })
      assert.equal(status, 201, text)
    }
  }

  async #ready(): Promise<void> {
    const client = this.client(this.hosts[0] as MortalServer)
    await eventually('all clusters are ready', async () => {
      const { body } = await client.get(CLUSTERS)
      for (const cluster of body.items)
        assert.equal(condition(cluster, 'Ready')?.status, 'True', JSON.stringify(cluster.status))
    })
  }
}

const portsOf = (servers: readonly MortalServer[]) => servers.flatMap(({ port }) => port ?? [])

const urlOf = (lines: ReadonlyMap<string, Line>, name: string) => (lines.get(name) as Line).url

const kubeconfigOf = (server: string) =>
  JSON.stringify({
    'current-context': 'member',
    contexts: [{ name: 'member', context: { cluster: 'member' } }],
    clusters: [{ name: 'member', cluster: { server } }],
  })
