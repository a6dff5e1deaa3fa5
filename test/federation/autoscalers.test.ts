import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '#testing.js'
import type { Json } from '../support/client.js'
import { condition, eventually, Federation, type RestartableServer } from './clusters-of-servers.js'
import { APPS, CASCADE, deployment, rolledOut, sharedFederation } from './federated-objects.js'

const AUTOSCALERS = '/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers'
const AUTOSCALERS_V1 = '/apis/autoscaling/v1/namespaces/shop/horizontalpodautoscalers'
const CLUSTERS = '/apis/federation/v1beta1/clusters'
const LIST = 'federation.kubernetes.io/hpa-target-cluster-list'
const ALL = '{"Names":["east","north","west"]}'

const autoscaler = (name: string, target: string, minReplicas: number, maxReplicas: number) => ({
  metadata: { name },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target },
    minReplicas,
    maxReplicas,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
      },
    ],
  },
})

/** Minimum and maximum of the copies, by member. */
async function limitsOf(federation: Federation, name: string): Promise<Record<string, Json>> {
  const copies = Object.entries(await federation.copies(`${AUTOSCALERS}/${name}`))
  return Object.fromEntries(
    copies.map(([cluster, { spec }]) => [cluster, [spec.minReplicas, spec.maxReplicas]]),
  )
}

const sumOf = (limits: Record<string, Json>, index: number) =>
  Object.values(limits).reduce((sum, one) => sum + one[index], 0)

const report = async (member: RestartableServer, name: string, status: Json) => {
  const path = `${AUTOSCALERS}/${name}/status`
  const { status: code, text } = await member.client.send('PATCH', path, { status }, MERGE)
  assert.equal(code, 200, text)
}
const MERGE = { 'content-type': 'application/merge-patch+json' }
const cpu = (averageUtilization: number) => [
  { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } },
]

describe('a federated autoscaler', { timeout: 120_000 }, () => {
  const federation = sharedFederation()

  it('splits its limits, and tells its target the clusters', async () => {
    const { host } = federation()
    await host.create(`${APPS}/deployments`, deployment('web', 6))
    await rolledOut(federation(), `${APPS}/deployments/web`, 6)
    await host.create(AUTOSCALERS, autoscaler('web', 'web', 3, 10))
    await eventually('all clusters have it', async () => {
      const limits = await limitsOf(federation(), 'web')
      assert.deepEqual(Object.values(limits).sort(), [
        [1, 3],
        [1, 3],
        [1, 4],
      ])
      const { metadata } = await host.get(`${APPS}/deployments/web`)
      assert.equal(metadata.annotations[LIST], ALL)
    })
    await eventually('the status has the sums', async () => {
      const { status } = await host.get(`${AUTOSCALERS}/web`)
      const copies = Object.values(await federation().copies(`${AUTOSCALERS}/web`))
      for (const field of ['currentReplicas', 'desiredReplicas']) {
        const sum = copies.reduce((all, copy) => all + (copy.status[field] ?? 0), 0)
        assert.equal(status[field] ?? 0, sum)
      }
      assert.equal(condition({ status }, 'Propagated')?.status, 'True')
    })
  })

  it('leaves the replicas of its target to the clusters', async () => {
    const west = federation().member('west')
    const before = await west.get(`${APPS}/deployments/web`)
    await west.change(`${APPS}/deployments/web`, { spec: { replicas: 3 } })
    await federation().host.change(`${APPS}/deployments/web`, { metadata: { labels: { step: '2' } } })
    await eventually('the label is there', async () => {
      const { metadata, spec } = await west.get(`${APPS}/deployments/web`)
      assert.equal(metadata.labels.step, '2')
      assert.notEqual(metadata.resourceVersion, before.metadata.resourceVersion)
      assert.ok(spec.replicas > 0)
    })
  })

  it('follows its limits, also through the older version', async () => {
    const { host } = federation()
    await host.change(`${AUTOSCALERS_V1}/web`, { spec: { minReplicas: 4, maxReplicas: 20 } })
    await eventually('the limits have grown', async () => {
      const limits = await limitsOf(federation(), 'web')
      assert.deepEqual([sumOf(limits, 0), sumOf(limits, 1)], [4, 20])
    })
    await host.change(`${AUTOSCALERS_V1}/web`, { spec: { minReplicas: 1, maxReplicas: 2 } })
    await eventually('one cluster has none left', async () => {
      const limits = await limitsOf(federation(), 'web')
      assert.deepEqual(Object.values(limits), [
        [1, 1],
        [1, 1],
      ])
      const { metadata } = await host.get(`${APPS}/deployments/web`)
      assert.deepEqual(JSON.parse(metadata.annotations[LIST]).Names, Object.keys(limits).sort())
    })
  })

  it('gives the replicas back to the schedule when it is deleted', async () => {
    const { host } = federation()
    await host.delete(`${AUTOSCALERS}/web`, CASCADE)
    await eventually('it is gone', async () => {
      assert.equal(await host.find(`${AUTOSCALERS}/web`), undefined)
      assert.deepEqual(await limitsOf(federation(), 'web'), {})
      const { metadata } = await host.get(`${APPS}/deployments/web`)
      assert.equal(metadata.annotations[LIST], undefined)
    })
    await rolledOut(federation(), `${APPS}/deployments/web`, 6)
  })

  it('finds a target that is created later, and starts it', async () => {
    const { host } = federation()
    await host.create(AUTOSCALERS, autoscaler('late', 'late', 3, 9))
    await eventually('all clusters have it', async () =>
      assert.equal(Object.keys(await limitsOf(federation(), 'late')).length, 3),
    )
    await host.create(`${APPS}/deployments`, deployment('late', 1))
    await eventually('it runs in all clusters', async () => {
      const { metadata } = await host.get(`${APPS}/deployments/late`)
      assert.equal(metadata.annotations[LIST], ALL)
      const replicas = Object.values(await federation().replicas(`${APPS}/deployments/late`))
      assert.equal(replicas.length, 3)
      for (const count of replicas) assert.ok(count >= 1)
    })
  })

  it('leaves another target when its reference changes', async () => {
    const { host } = federation()
    await host.create(`${APPS}/deployments`, deployment('other', 3))
    await host.change(`${AUTOSCALERS}/late`, { spec: { scaleTargetRef: { name: 'other' } } })
    await eventually('the list has moved', async () => {
      const [late, other] = await Promise.all(
        ['late', 'other'].map((name) => host.get(`${APPS}/deployments/${name}`)),
      )
      assert.equal(late?.metadata.annotations?.[LIST], undefined)
      assert.equal(other?.metadata.annotations?.[LIST], ALL)
    })
  })
})

describe('limits of a federated autoscaler', { timeout: 60_000 }, () => {
  it('move to a cluster that needs them after the forbidden window of the clock', async (t) => {
    const clock = new ManualClock()
    const federation = await Federation.start(t, [], { clock })
    const { host } = federation
    const members = new Map<string, RestartableServer>()
    for (const name of ['east', 'west']) {
      // Without controllers: the test reports the status.
      const { host: member } = await Federation.start(t, [], { federation: false })
      members.set(name, member)
      await host.create(CLUSTERS, {
        metadata: { name },
        spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }] },
      })
    }
    const [east, west] = [...members.values()] as [RestartableServer, RestartableServer]
    await eventually('both are ready', async () => {
      for (const name of members.keys()) assert.ok(await federation.isReady(name))
    })
    await host.create(AUTOSCALERS, autoscaler('web', 'web', 2, 10))
    const maximums = async (expected: readonly number[]) =>
      eventually(`the maximums are ${expected}`, async () => {
        const copies = await Promise.all([east, west].map((member) => member.get(`${AUTOSCALERS}/web`)))
        assert.deepEqual(
          copies.map(({ spec }) => spec.maxReplicas),
          expected,
        )
      })
    await maximums([5, 5])
    const scaled = new Date(clock.now()).toISOString().replace(/\.\d+/, '')
    const reported = (current: number, use: number) => ({
      lastScaleTime: scaled,
      currentReplicas: current,
      desiredReplicas: current,
      currentMetrics: cpu(use),
    })
    await report(east, 'web', reported(5, 90))
    await report(west, 'web', reported(2, 20))
    await eventually('the status is gathered', async () => {
      const { status } = await host.get(`${AUTOSCALERS}/web`)
      assert.deepEqual([status.currentReplicas, status.desiredReplicas], [7, 7])
      assert.equal(status.lastScaleTime, scaled)
      const { status: v1 } = await host.get(`${AUTOSCALERS_V1}/web`)
      assert.equal(v1.currentCPUUtilizationPercentage, 70)
    })
    await maximums([5, 5])
    clock.advance(121_000)
    await maximums([6, 4])
  })
})
