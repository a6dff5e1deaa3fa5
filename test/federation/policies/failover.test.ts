import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { eventually, type Federation } from '#test/federation/clusters-of-servers.js'
import {
  ANNOTATION,
  APPS,
  CORE,
  deployment,
  inClusters,
  map,
  sharedFederation,
} from '#test/federation/federated-objects.js'
import type { Json } from '#test/support/client.js'

const POLICIES = '/apis/federation.binnacle.dev/v1alpha1/namespaces/shop/propagationpolicies'
const CLUSTERS = '/apis/federation/v1beta1/clusters'

const policy = (name: string, spec: Json, kind = 'Deployment') => ({
  metadata: { name },
  spec: {
    resourceSelectors: [{ apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1', kind, name }],
    ...spec,
  },
})
const ONE = { spreadConstraints: [{ by: 'cluster', maxGroups: 1 }] }
const requesting = (name: string, replicas: number, cpu: string) => {
  const { metadata, spec } = deployment(name, replicas)
  const containers = [{ name: 'main', image: 'web:1', resources: { requests: { cpu } } }]
  return { metadata, spec: { ...spec, template: { ...spec.template, spec: { containers } } } }
}

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
    return failed
  })

const onlyClusterOf = (federation: Federation, path: string) =>
  eventually(`${path} is ready in one cluster`, async () => {
    const copies = Object.entries(await federation.copies(path))
    assert.equal(copies.length, 1)
    const [[name, { spec, status }]] = copies as [[string, Json]]
    assert.equal(status?.readyReplicas ?? 0, spec.replicas)
    return name
  })

const verdictsOf = async ({ host }: Federation, path: string): Promise<Json> =>
  JSON.parse((await host.get(path)).metadata.annotations[`${ANNOTATION}/placement`]).clusters

const annotate = ({ host }: Federation, cluster: string, name: string, value: string | null) =>
  host.change(`${CLUSTERS}/${cluster}`, { metadata: { annotations: { [`${ANNOTATION}/${name}`]: value } } })

const readyIn = async (federation: Federation, cluster: string, path: string): Promise<number> =>
  (await federation.member(cluster).find(path))?.status?.readyReplicas ?? 0

const others = (cluster: string) => ['east', 'north', 'west'].filter((name) => name !== cluster)

describe('the life of a cluster', { timeout: 240_000 }, () => {
  const shared = sharedFederation()

  it('ends with a drain that never leaves fewer ready replicas than wanted', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/moved`
    await host.create(POLICIES, policy('moved', { placement: ONE }))
    await host.create(`${APPS}/deployments`, deployment('moved', 4))
    const before = await onlyClusterOf(federation, path)
    const drained = binnacle(federation, 'drain', before, '--timeout', '60s')
    for (let isMoving = true; isMoving; ) {
      // The old cluster first: it only shrinks as the others grow.
      let ready = await readyIn(federation, before, path)
      for (const name of others(before)) ready += await readyIn(federation, name, path)
      assert.ok(ready >= 4, `${ready} are ready`)
      isMoving = (await federation.member(before).find(path)) !== undefined
    }
    const { code, out, err } = await drained
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /is cordoned; its objects leave it/)
    assert.match(out, /is drained$/)
    assert.notEqual(await onlyClusterOf(federation, path), before)
    assert.match(await done(federation, 'clusters'), new RegExp(`^${before} +Ready,SchedulingDisabled `, 'm'))
    await done(federation, 'uncordon', before)
    assert.doesNotMatch(await done(federation, 'clusters'), /SchedulingDisabled/)
    await eventually('nothing is left of the eviction', async () => {
      const { annotations } = (await host.get(path)).metadata
      assert.equal(annotations[`${ANNOTATION}/evictions`], undefined)
    })
  })

  it('keeps what has no room elsewhere, says why, and moves it when there is room', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/roomy`
    await host.create(POLICIES, policy('roomy', { placement: ONE }))
    await host.create(`${APPS}/deployments`, requesting('roomy', 2, '1'))
    const before = await onlyClusterOf(federation, path)
    for (const name of others(before)) await annotate(federation, name, 'free-capacity', '{"cpu":"1"}')
    const why = /is not drained: .*Deployment shop\/roomy \(.*have no room for 2 replicas/
    const failed = await staysInDrain(federation, before, why)
    assert.match(failed.out, /Deployment shop\/roomy stays: the policy does not tolerate the taint .*drain/)
    assert.deepEqual(Object.keys(await federation.copies(path)), [before])
    const explained = await done(federation, 'explain-placement', 'deploy/roomy', '-n', 'shop')
    assert.match(explained, new RegExp(`^${before} +yes .* but the other clusters have no room`, 'm'))
    for (const name of others(before)) await annotate(federation, name, 'free-capacity', '{"cpu":"2"}')
    await done(federation, 'drain', before, '--timeout', '60s')
    assert.notEqual(await onlyClusterOf(federation, path), before)
    for (const name of others(before)) await annotate(federation, name, 'free-capacity', null)
    await done(federation, 'uncordon', before)
  })

  it('brings no more replicas to a cordoned cluster', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/cordoned`
    await host.create(POLICIES, policy('cordoned', { placement: { clusterNames: ['east', 'west'] } }))
    await host.create(`${APPS}/deployments`, deployment('cordoned', 2))
    const replicasAre = (expected: Json) =>
      eventually(`the replicas are ${JSON.stringify(expected)}`, async () =>
        assert.deepEqual(await federation.replicas(path), expected),
      )
    await replicasAre({ east: 1, west: 1 })
    assert.equal(await done(federation, 'cordon', 'east'), 'the cluster east is cordoned')
    assert.equal(await done(federation, 'cordon', 'east'), 'the cluster east is already cordoned')
    await host.change(path, { spec: { replicas: 6 } })
    await replicasAre({ east: 1, west: 5 })
    await eventually('the verdict says so', async () => {
      const { east } = await verdictsOf(federation, path)
      assert.deepEqual([east.chosen, east.reason], [true, 'Kept'])
    })
    assert.equal(await done(federation, 'uncordon', 'east'), 'the cluster east is uncordoned')
    await host.change(path, { spec: { replicas: 8 } })
    await replicasAre({ east: 3, west: 5 })
  })

  it('moves objects without replicas once they are elsewhere, and keeps those that have nowhere to go', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(POLICIES, policy('settings', { placement: ONE }, 'ConfigMap'))
    await host.create(POLICIES, policy('fixed', { placement: { clusterNames: ['east'] } }, 'ConfigMap'))
    await host.create(`${CORE}/configmaps`, map('settings', { a: '1' }))
    await host.create(`${CORE}/configmaps`, map('fixed', { a: '1' }))
    await inClusters(federation, `${CORE}/configmaps/fixed`, ['east'])
    await staysInDrain(federation, 'east', /ConfigMap shop\/fixed \(.*no other cluster may have the object\)/)
    await eventually('the other one is elsewhere', async () => {
      const [name, ...more] = Object.keys(await federation.copies(`${CORE}/configmaps/settings`))
      assert.ok(name !== 'east' && more.length === 0, name)
    })
    await inClusters(federation, `${CORE}/configmaps/fixed`, ['east'])
    await done(federation, 'uncordon', 'east')
  })

  it('taints a cluster that is away, and leaves it only when nobody tolerates that', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/away`
    await host.create(POLICIES, policy('away', { placement: ONE }))
    await host.create(`${APPS}/deployments`, deployment('away', 3))
    const before = await onlyClusterOf(federation, path)
    await done(federation, 'taint', 'cluster', before, 'mine=1:NoSchedule')
    await federation.member(before).stop()
    const conditionTaints = async () =>
      JSON.parse(
        (await host.get(`${CLUSTERS}/${before}`)).metadata.annotations[`${ANNOTATION}/condition-taints`] ??
          '[]',
      )
    await eventually('the cluster is tainted', async () => {
      const [{ key, effect, timeAdded }] = await conditionTaints()
      assert.deepEqual([key, effect], ['cluster.binnacle.dev/unreachable', 'NoSchedule'])
      assert.ok(Date.parse(timeAdded) > 0)
    })
    const failed = await binnacle(federation, 'taint', 'cluster', before, 'cluster.binnacle.dev/unreachable-')
    assert.match(failed.err, /is set by the host; it goes when the cluster is ready/)
    await eventually('the object waits for the cluster', async () => {
      assert.equal((await verdictsOf(federation, path))[before].reason, 'Kept')
    })
    assert.deepEqual(await federation.copies(path), {})
    await done(federation, 'taint', 'cluster', before, 'lost:NoExecute')
    // What has happened so far is in objects.
    await host.stop()
    await host.start()
    const after = await onlyClusterOf(federation, path)
    assert.notEqual(after, before)
    await done(federation, 'taint', 'cluster', before, 'lost-')
    await federation.member(before).start()
    await eventually('the cluster is no longer tainted by the host', async () => {
      assert.deepEqual(await conditionTaints(), [])
    })
    await inClusters(federation, path, [after])
    assert.deepEqual(await federation.replicas(path), { [after]: 3 })
    const [own] = JSON.parse(
      (await host.get(`${CLUSTERS}/${before}`)).metadata.annotations[`${ANNOTATION}/taints`],
    )
    assert.equal(own.key, 'mine')
    await done(federation, 'taint', 'cluster', before, 'mine:NoSchedule-')
  })

  it('measures free capacity while a policy divides by it', async () => {
    const federation = shared()
    const { host } = federation
    const measured = async (cluster: string) =>
      (await host.get(`${CLUSTERS}/${cluster}`)).metadata.annotations?.[`${ANNOTATION}/measured-capacity`]
    assert.equal(await measured('east'), undefined)
    const replicaScheduling = { divideBy: 'FreeCapacity' }
    await host.create(POLICIES, policy('fitting', { replicaScheduling }))
    await eventually('the capacity is measured', async () => {
      const { free } = JSON.parse((await measured('east')) ?? '{}')
      assert.ok(Number.parseInt(free?.pods, 10) > 0, JSON.stringify(free))
    })
    await host.create(`${APPS}/deployments`, requesting('fitting', 3, '500m'))
    await eventually('it is explained', async () => {
      const out = await done(federation, 'explain-placement', 'deploy/fitting', '-n', 'shop')
      assert.match(out, /CLUSTER +CHOSEN +STATE +REPLICAS +FREE +WHY/)
      assert.match(out, /^east +yes +\w+ +\d+ +cpu \S+, memory \S+, pods \d+/m)
    })
    await host.delete(`${POLICIES}/fitting`)
    await eventually('the measurement is gone', async () => assert.equal(await measured('east'), undefined))
  })
})
