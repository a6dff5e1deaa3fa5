import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer } from '../../src/index.js'
import { ManualClock } from '../../src/testing.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { APPS, Cluster, DEFAULT, READY_AFTER, template } from './cluster.js'

const PATH = `${APPS}/deployments/web`
const SLOW = { [READY_AFTER]: '10s' }
const deployment = (replicas: number) => ({
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    template: template('web:1', SLOW),
  },
})

describe('workloads on servers that come and go', () => {
  it('a rollout goes on where a server left it that was stopped in the middle', async (t) => {
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
    await before.create(`${APPS}/deployments`, deployment(3))
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
    const images = (await after.pods()).map(({ spec }) => spec.containers[0].image)
    assert.deepEqual(images, ['web:2', 'web:2', 'web:2'])
    const ips = (await after.pods()).map(({ status }) => status.podIP)
    assert.equal(new Set(ips).size, 3, 'no two pods have one address')
  })

  it('of two servers on one store one acts', { skip: etcdMissing }, async (t) => {
    const etcd = await EtcdCluster.start()
    t.after(() => etcd.remove())
    const start = async () => {
      const server = await createServer({
        storage: 'etcd',
        etcdEndpoints: etcd.endpoints,
        port: 0,
        logLevel: 'silent',
        simulateWorkloads: true,
      })
      t.after(() => server.close())
      return new Cluster(new ManualClock(), server)
    }
    const [here, there] = [await start(), await start()]
    await there.create(`${APPS}/deployments`, {
      ...deployment(20),
      spec: { ...deployment(20).spec, template: template('web:1') },
    })
    for (let look = 0; look < 200; look++) {
      await here.settled()
      await there.settled()
      if ((await there.get(PATH)).status.availableReplicas === 20) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.equal((await there.get(PATH)).status.availableReplicas, 20)
    assert.equal((await there.list(`${APPS}/replicasets`)).length, 1)
    assert.equal((await there.list(`${DEFAULT}/pods`)).length, 20)
    const created = (await there.list(`${DEFAULT}/events`)).filter(
      ({ reason }) => reason === 'SuccessfulCreate',
    )
    assert.equal(created.length, 20, 'no pod was made twice')
  })
})
