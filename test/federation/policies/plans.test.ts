import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { condition, eventually, type Federation } from '#test/federation/clusters-of-servers.js'
import { ANNOTATION, APPS, deployment, sharedFederation } from '#test/federation/federated-objects.js'
import type { Json } from '#test/support/client.js'

const POLICIES = '/apis/federation.binnacle.dev/v1alpha1/namespaces/shop/propagationpolicies'
const AUTOSCALERS = '/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers'
const JOBS = '/apis/batch/v1/namespaces/shop/jobs'
const CLUSTERS = '/apis/federation/v1beta1/clusters'
const LIST = 'federation.kubernetes.io/hpa-target-cluster-list'
const SHARES = 'federation.binnacle.dev/job-shares'
const FINISH_AFTER = 'simulation.binnacle.dev/finish-after'

const GROUPS: Json = { Deployment: 'apps/v1', Job: 'batch/v1', HorizontalPodAutoscaler: 'autoscaling/v2' }
const policy = (name: string, kinds: readonly string[], spec: Json) => ({
  metadata: { name },
  spec: { resourceSelectors: kinds.map((kind) => ({ apiVersion: GROUPS[kind], kind, name })), ...spec },
})
const ONE = { spreadConstraints: [{ by: 'cluster', maxGroups: 1 }] }

const autoscaler = (name: string, minReplicas: number, maxReplicas: number) => ({
  metadata: { name },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, minReplicas, maxReplicas },
})

const job = (name: string, spec: Json, finishAfter: string) => ({
  metadata: { name },
  spec: {
    template: {
      metadata: { labels: { app: name }, annotations: { [FINISH_AFTER]: finishAfter } },
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'work:1' }] },
    },
    ...spec,
  },
})

async function binnacle({ host }: Federation, ...argv: string[]) {
  const terminal = new Terminal()
  const code = await run([...argv, '--server', host.url], {}, terminal)
  return { code, out: terminal.out.join('\n'), err: terminal.err.join('\n') }
}

const done = async (federation: Federation, ...argv: string[]) => {
  const { code, out, err } = await binnacle(federation, ...argv)
  assert.equal(code, 0, err)
  return out
}

/** Drains in vain, again until the host has said why. */
const staysInDrain = (federation: Federation, cluster: string, why: RegExp) =>
  eventually(`the drain of ${cluster} says why`, async () => {
    const failed = await binnacle(federation, 'drain', cluster, '--timeout', '1s')
    assert.equal(failed.code, 1)
    assert.match(failed.err, why)
  })

async function limitsOf(federation: Federation, name: string): Promise<Json> {
  const copies = Object.entries(await federation.copies(`${AUTOSCALERS}/${name}`))
  return Object.fromEntries(
    copies.map(([cluster, { spec }]) => [cluster, [spec.minReplicas, spec.maxReplicas]]),
  )
}

const limitsAre = (federation: Federation, name: string, expected: Json) =>
  eventually(`the limits of ${name} are ${JSON.stringify(expected)}`, async () => {
    assert.deepEqual(await limitsOf(federation, name), expected)
    const { metadata } = await federation.host.get(`${APPS}/deployments/${name}`)
    assert.deepEqual(JSON.parse(metadata.annotations[LIST] ?? '{}').Names, Object.keys(expected))
  })

const readyIn = async (federation: Federation, cluster: string, path: string): Promise<number> =>
  (await federation.member(cluster).find(path))?.status?.readyReplicas ?? 0

const annotate = ({ host }: Federation, cluster: string, name: string, value: string | null) =>
  host.change(`${CLUSTERS}/${cluster}`, { metadata: { annotations: { [`${ANNOTATION}/${name}`]: value } } })

const others = (cluster: string) => ['east', 'north', 'west'].filter((name) => name !== cluster)

describe('an autoscaler whose target has a policy', { timeout: 240_000 }, () => {
  const shared = sharedFederation()

  it('has all its limits where its target is, follows it, and says so', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/web`
    const inCluster = (cluster: string) => ({ placement: { clusterNames: [cluster] } })
    await host.create(POLICIES, policy('web', ['Deployment'], inCluster('east')))
    await host.create(`${APPS}/deployments`, deployment('web', 4))
    await eventually('it runs', async () => assert.equal(await readyIn(federation, 'east', path), 4))
    await host.create(AUTOSCALERS, autoscaler('web', 2, 10))
    await limitsAre(federation, 'web', { east: [2, 10] })
    await eventually('it is explained', async () => {
      const out = await done(federation, 'explain-placement', 'hpa/web', '-n', 'shop')
      assert.match(out, /^west +no .*Deployment web is not to be in the cluster/m)
    })
    await host.change(`${POLICIES}/web`, { spec: inCluster('west') })
    for (let isMoving = true; isMoving; ) {
      const ready = (await readyIn(federation, 'east', path)) + (await readyIn(federation, 'west', path))
      assert.ok(ready >= 4, `${ready} are ready`)
      isMoving = (await federation.member('east').find(path)) !== undefined
    }
    await limitsAre(federation, 'web', { west: [2, 10] })
    await host.delete(`${POLICIES}/web`)
    await eventually('all clusters have it again', async () =>
      assert.equal(Object.keys(await limitsOf(federation, 'web')).length, 3),
    )
  })

  it('stays with a target that has no room elsewhere, which keeps its replicas', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/roomy`
    await host.create(
      POLICIES,
      policy('roomy', ['Deployment', 'HorizontalPodAutoscaler'], { placement: ONE }),
    )
    await host.create(`${APPS}/deployments`, deployment('roomy', 3))
    await host.create(AUTOSCALERS, autoscaler('roomy', 1, 6))
    const before = await eventually('it runs in one cluster', async () => {
      const [name = '', ...more] = Object.keys(await limitsOf(federation, 'roomy'))
      assert.deepEqual(more, [])
      assert.equal(await readyIn(federation, name, path), 3)
      return name
    })
    for (const name of others(before)) await annotate(federation, name, 'free-capacity', '{"pods":"2"}')
    await staysInDrain(federation, before, /Deployment shop\/roomy \(.*have no room for 3 replicas/)
    assert.deepEqual(await federation.replicas(path), { [before]: 3 })
    await limitsAre(federation, 'roomy', { [before]: [1, 6] })
    for (const name of others(before)) await annotate(federation, name, 'free-capacity', null)
    await done(federation, 'drain', before, '--timeout', '60s')
    const [after = ''] = Object.keys(await federation.replicas(path))
    assert.notEqual(after, before)
    assert.equal(await readyIn(federation, after, path), 3)
    await limitsAre(federation, 'roomy', { [after]: [1, 6] })
    await done(federation, 'uncordon', before)
  })

  it('gets no larger limits in a cordoned cluster', async () => {
    const federation = shared()
    const { host } = federation
    const placement = { clusterNames: ['east', 'west'] }
    await host.create(POLICIES, policy('kept', ['Deployment'], { placement }))
    await host.create(`${APPS}/deployments`, deployment('kept', 2))
    await host.create(AUTOSCALERS, autoscaler('kept', 2, 6))
    await limitsAre(federation, 'kept', { east: [1, 3], west: [1, 3] })
    await done(federation, 'cordon', 'east')
    await eventually('the verdict says so', async () => {
      const { metadata } = await host.get(`${AUTOSCALERS}/kept`)
      const { clusters } = JSON.parse(metadata.annotations[`${ANNOTATION}/placement`] ?? '{"clusters":{}}')
      assert.equal(clusters.east?.reason, 'Kept')
    })
    await host.change(`${AUTOSCALERS}/kept`, { spec: { maxReplicas: 10 } })
    await limitsAre(federation, 'kept', { east: [1, 3], west: [1, 7] })
    await done(federation, 'uncordon', 'east')
  })
})

describe('a job with a policy', { timeout: 240_000 }, () => {
  const shared = sharedFederation()

  const completed = (federation: Federation, name: string, succeeded: number) =>
    eventually(`${name} is complete`, async () => {
      const object = await federation.host.get(`${JOBS}/${name}`)
      assert.equal(condition(object, 'Complete')?.status, 'True', JSON.stringify(object))
      assert.equal(object.status.succeeded, succeeded)
    })

  it('moves what it has not done out of a drained cluster, and runs nothing again', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(POLICIES, policy('moved', ['Job'], { placement: { clusterNames: ['east', 'west'] } }))
    await host.create(JOBS, job('moved', { parallelism: 2, completions: 10 }, '500ms'))
    await eventually('east has done a part', async () => {
      const { metadata } = await host.get(`${JOBS}/moved`)
      const { share } = JSON.parse(metadata.annotations?.[SHARES] ?? '{}').clusters.east
      assert.ok(share.succeeded >= 1)
    })
    await done(federation, 'drain', 'east', '--timeout', '60s')
    await completed(federation, 'moved', 10)
    assert.deepEqual(Object.keys(await federation.copies(`${JOBS}/moved`)), ['west'])
    await done(federation, 'uncordon', 'east')
    await host.change(`${JOBS}/moved`, { metadata: { labels: { step: '2' } } })
    await eventually('the change has arrived', async () => {
      const copies = await federation.copies(`${JOBS}/moved`)
      assert.deepEqual(Object.keys(copies), ['west'])
      assert.equal(copies.west?.metadata.labels.step, '2')
    })
  })

  it('leaves a drained cluster when it is finished, even if there is no other', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(POLICIES, policy('finished', ['Job'], { placement: { clusterNames: ['east'] } }))
    await host.create(JOBS, job('finished', { parallelism: 1, completions: 2 }, '50ms'))
    await completed(federation, 'finished', 2)
    await done(federation, 'drain', 'east', '--timeout', '30s')
    assert.deepEqual(await federation.copies(`${JOBS}/finished`), {})
    await completed(federation, 'finished', 2)
    await done(federation, 'uncordon', 'east')
    await host.change(`${JOBS}/finished`, { metadata: { labels: { step: '2' } } })
    await completed(federation, 'finished', 2)
    assert.deepEqual(await federation.copies(`${JOBS}/finished`), {})
  })

  it('gets nothing more in a cordoned cluster, so it stays where it is', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(
      POLICIES,
      policy('cordoned', ['Job'], { placement: { clusterNames: ['east', 'west'] } }),
    )
    await host.create(JOBS, job('cordoned', { parallelism: 2, completions: 20 }, '600s'))
    const partsOf = async () => {
      const copies = Object.entries(await federation.copies(`${JOBS}/cordoned`))
      return Object.fromEntries(
        copies.map(([cluster, { spec }]) => [cluster, [spec.parallelism, spec.completions]]),
      )
    }
    const partsAre = (expected: Json) =>
      eventually(`the parts are ${JSON.stringify(expected)}`, async () =>
        assert.deepEqual(await partsOf(), expected),
      )
    await partsAre({ east: [1, 10], west: [1, 10] })
    await done(federation, 'cordon', 'west')
    await eventually('the verdict says so', async () => {
      const { metadata } = await host.get(`${JOBS}/cordoned`)
      const { clusters } = JSON.parse(metadata.annotations[`${ANNOTATION}/placement`])
      assert.equal(clusters.west.reason, 'Kept')
    })
    await host.change(`${JOBS}/cordoned`, { spec: { parallelism: 6 } })
    await partsAre({ east: [5, 10], west: [1, 10] })
    await staysInDrain(federation, 'east', /Job shop\/cordoned \(.*no other cluster may have the object\)/)
    await partsAre({ east: [5, 10], west: [1, 10] })
    for (const cluster of ['east', 'west']) await done(federation, 'uncordon', cluster)
  })

  it('is divided by free capacity', async () => {
    const federation = shared()
    const { host } = federation
    const free: Json = { east: '{"pods":"6"}', north: '{"pods":"0"}', west: '{"pods":"2"}' }
    for (const [cluster, amount] of Object.entries<string>(free))
      await annotate(federation, cluster, 'free-capacity', amount)
    await host.create(
      POLICIES,
      policy('fitting', ['Job'], { replicaScheduling: { type: 'Divided', divideBy: 'FreeCapacity' } }),
    )
    await host.create(JOBS, job('fitting', { parallelism: 4, completions: 8 }, '50ms'))
    await completed(federation, 'fitting', 8)
    const copies = Object.entries(await federation.copies(`${JOBS}/fitting`))
    const parts = copies.map(([cluster, { spec }]) => [cluster, spec.parallelism, spec.completions])
    assert.deepEqual(parts.sort(), [
      ['east', 3, 6],
      ['west', 1, 2],
    ])
    for (const cluster of Object.keys(free)) await annotate(federation, cluster, 'free-capacity', null)
  })
})
