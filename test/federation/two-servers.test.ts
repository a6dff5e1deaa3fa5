import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type Json } from '../support/client.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { StubMember } from '../support/members/stub-member.js'
import { ServerProcess } from '../support/servers/server-process.js'

const CLUSTER = '/apis/federation/v1beta1/clusters/c1'

/** Two servers of one federation, and a member that records who sent requests. */
class Stage {
  readonly servers: ServerProcess[] = []
  /** The processes that sent requests to the member, in order. */
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

  /** Resolves after this many more requests, with their senders. */
  async asked(times: number): Promise<Set<number>> {
    const { length } = this.senders
    while (this.senders.length < length + times) await pause(20)
    return new Set(this.senders.slice(length))
  }

  /** The leader and the other server. */
  async roles(): Promise<{ leader: ServerProcess; other: ServerProcess }> {
    const [pid] = await this.asked(5)
    const leader = this.servers.find((server) => server.pid === pid) as ServerProcess
    const other = this.servers.find((server) => server !== leader) as ServerProcess
    return { leader, other }
  }

  /** Resolves when a server reports this condition. */
  async until(server: ServerProcess, type: string, status: string): Promise<void> {
    const client = new Client(server.url)
    const holds = ({ conditions = [] }: Json) =>
      conditions.some((condition: Json) => condition.type === type && condition.status === status)
    while (!holds((await client.get(CLUSTER)).body?.status ?? {})) await pause(50)
  }
}

describe('a federation on two servers over one etcd', { skip: etcdMissing }, () => {
  it('is led by one of them, and the other one serves its results', async (t) => {
    const stage = await Stage.open(t)
    const { leader, other } = await stage.roles()
    await stage.until(other, 'Ready', 'True')
    assert.deepEqual(await stage.asked(20), new Set([leader.pid]))
  })

  it('is taken over when the leader is killed', async (t) => {
    const stage = await Stage.open(t)
    const { leader, other } = await stage.roles()
    await stage.until(other, 'Ready', 'True')
    await leader.stop('SIGKILL')
    stage.isMemberReady = false
    await stage.until(other, 'Offline', 'True')
    assert.deepEqual(await stage.asked(5), new Set([other.pid]))
  })

  it('is not changed any more by a suspended server that lost the lead', async (t) => {
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
