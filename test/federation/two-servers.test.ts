import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Json } from '../support/client.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { ServerProcess } from '../support/server-process.js'
import { StubMember } from '../support/stub-member.js'

const CLUSTER = '/apis/federation/v1beta1/clusters/c1'

/** Two servers that act for one cluster, and the member, which knows who has asked it. */
class Stage {
  readonly servers: ServerProcess[] = []
  /** The processes that have sent requests to the member, in order. */
  readonly senders: number[] = []
  isMemberReady = true

  static async open(t: TestContext): Promise<Stage> {
    const stage = new Stage()
    const etcd = await EtcdCluster.start()
    t.after(() => etcd.remove())
    const member = await StubMember.start()
    t.after(() => member.close())
    member.handler = ({ headers }, response) => {
      stage.senders.push(Number(/^binnacle-federation\/(\d+) /.exec(headers['user-agent'] ?? '')?.[1]))
      response.writeHead(stage.isMemberReady ? 200 : 500).end('ok')
    }
    for (let index = 0; index < 2; index++) {
      const flags = ['--storage', 'etcd', '--etcd-endpoints', etcd.endpoints.join()]
      const server = await ServerProcess.start([
        ...flags,
        '--federation',
        '--cluster-probe-interval',
        '200ms',
      ])
      stage.servers.push(server)
      t.after(() => server.stop('SIGKILL'))
    }
    const { status, text } = await stage.client(0).post('/apis/federation/v1beta1/clusters', {
      metadata: { name: 'c1' },
      spec: { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress: member.url }] },
    })
    assert.equal(status, 201, text)
    return stage
  }

  client(index: number): Client {
    return new Client((this.servers[index] as ServerProcess).url)
  }

  /** Resolves when the member has been asked so many times more, with the processes that have asked. */
  async asked(times: number): Promise<Set<number>> {
    const { length } = this.senders
    while (this.senders.length < length + times) await pause(20)
    return new Set(this.senders.slice(length))
  }

  /** The server that probes, and the other one. */
  async roles(): Promise<{ leader: ServerProcess; other: ServerProcess }> {
    const [pid] = await this.asked(5)
    const leader = this.servers.find((server) => server.pid === pid) as ServerProcess
    const other = this.servers.find((server) => server !== leader) as ServerProcess
    return { leader, other }
  }

  /** Resolves when a server says so about the cluster. */
  async until(server: ServerProcess, type: string, status: string): Promise<void> {
    const client = new Client(server.url)
    const holds = ({ conditions = [] }: Json) =>
      conditions.some((condition: Json) => condition.type === type && condition.status === status)
    while (!holds((await client.get(CLUSTER)).body?.status ?? {})) await pause(50)
  }
}

describe('a federation on two servers over one etcd', { skip: etcdMissing }, () => {
  it('is looked after by one of them, and the other one sees what that has found', async (t) => {
    const stage = await Stage.open(t)
    const { leader, other } = await stage.roles()
    await stage.until(other, 'Ready', 'True')
    assert.deepEqual(await stage.asked(20), new Set([leader.pid]))
  })

  it('is taken over by the other one when a server is killed', async (t) => {
    const stage = await Stage.open(t)
    const { leader, other } = await stage.roles()
    await stage.until(other, 'Ready', 'True')
    await leader.stop('SIGKILL')
    stage.isMemberReady = false
    await stage.until(other, 'Offline', 'True')
    assert.deepEqual(await stage.asked(5), new Set([other.pid]))
  })

  it('is not touched any more by a server that stood still and has lost its place', async (t) => {
    const stage = await Stage.open(t)
    for (let round = 0; round < 2; round++) {
      const { leader, other } = await stage.roles()
      leader.child.kill('SIGSTOP')
      while (!(await stage.asked(1)).has(other.pid)) await pause(20)
      await stage.asked(3)
      const { length } = stage.senders
      leader.child.kill('SIGCONT')
      await stage.asked(20)
      assert.deepEqual(new Set(stage.senders.slice(length)), new Set([other.pid]))
      await stage.until(leader, 'Ready', 'True')
    }
  })
})
