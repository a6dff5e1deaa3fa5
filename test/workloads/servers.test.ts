import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type RunningServer } from '#index.js'
import { ManualClock } from '#testing.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { APPS, Cluster, DEFAULT, READY_AFTER, template } from './cluster.js'

const PATH = `${APPS}/deployments/web`
const SLOW = { [READY_AFTER]: '10s' }
const deployment = (replicas: number, annotations = {}) => ({
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    template: template('web:1', annotations),
  },
})

const images = async (cluster: Cluster) =>
  new Set((await cluster.pods()).map(({ spec }) => spec.containers[0].image))

describe('workloads on a stopped server', () => {
  it('continue after a restart', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const clock = new ManualClock()
    const start = () =>
      createServer({
        storage: 'embedded',
        dataDir: path,
        port: 0,
        logLevel: 'silent',
        simulateWorkloads: true,
        clock,
      })
    const first = await start()
    const before = new Cluster(clock, first)
    await before.create(`${APPS}/deployments`, deployment(3, SLOW))
    await before.pass(10)
    await before.change(PATH, { spec: { template: template('web:2', SLOW) } })
    await before.pass(10)
    assert.equal((await before.get(PATH)).status.updatedReplicas, 2)
    await first.close()
    const second = await start()
    t.after(() => second.close())
    const after = new Cluster(clock, second)
    await after.pass(40)
    const { status } = await after.get(PATH)
    assert.deepEqual([status.replicas, status.updatedReplicas, status.availableReplicas], [3, 3, 3])
    assert.deepEqual(await images(after), new Set(['web:2']))
    const ips = (await after.pods()).map(({ status }) => status.podIP)
    assert.equal(new Set(ips).size, 3, 'no two pods have the same address')
  })
})

describe('workloads on two servers over one etcd', { skip: etcdMissing }, () => {
  async function startTwo(t: TestContext): Promise<{ servers: RunningServer[]; clients: Cluster[] }> {
    const etcd = await EtcdCluster.start()
    t.after(() => etcd.remove())
    const servers: RunningServer[] = []
    for (let index = 0; index < 2; index++) {
      const server = await createServer({
        storage: 'etcd',
        etcdEndpoints: etcd.endpoints,
        port: 0,
        logLevel: 'silent',
        simulateWorkloads: true,
      })
      servers.push(server)
      t.after(() => server.close())
    }
    return { servers, clients: servers.map((server) => new Cluster(new ManualClock(), server)) }
  }

  /** Polls until a condition holds, up to the timeout of the test. */
  async function eventually(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
  }

  const isRolledOut = async (cluster: Cluster, replicas: number) => {
    const { metadata, status } = await cluster.get(PATH)
    const counts = [status.replicas, status.updatedReplicas, status.availableReplicas]
    return status.observedGeneration === metadata.generation && counts.every((count) => count === replicas)
  }

  it('are controlled by one of them', { timeout: 180_000 }, async (t) => {
    const [, there] = (await startTwo(t)).clients as [Cluster, Cluster]
    await there.create(`${APPS}/deployments`, deployment(20))
    await eventually(() => isRolledOut(there, 20))
    assert.equal((await there.list(`${APPS}/replicasets`)).length, 1)
    assert.equal((await there.pods()).length, 20)
    await there.settled()
    const events = await there.list(`${DEFAULT}/events`)
    const created = events.filter(({ reason }) => reason === 'SuccessfulCreate')
    assert.ok(created.length <= 20, 'no pod was created twice')
  })

  it('are taken over by the other during a rollout', { timeout: 180_000 }, async (t) => {
    const { servers, clients } = await startTwo(t)
    const [here, there] = clients as [Cluster, Cluster]
    await here.create(`${APPS}/deployments`, deployment(10))
    await eventually(() => isRolledOut(there, 10))
    await there.change(PATH, { spec: { template: template('web:2') } })
    await servers[0]?.close()
    await eventually(() => isRolledOut(there, 10))
    assert.deepEqual(await images(there), new Set(['web:2']))
    assert.equal((await there.pods()).length, 10)
  })
})
