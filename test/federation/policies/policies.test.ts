import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { run } from '#cli/run.js'
import { eventually, type Federation } from '#test/federation/clusters-of-servers.js'
import {
  ANNOTATION,
  APPS,
  CASCADE,
  CORE,
  deployment,
  imageOf,
  inClusters,
  map,
  rolledOut,
  sharedFederation,
} from '#test/federation/federated-objects.js'
import type { Json } from '#test/support/client.js'

const GROUP = '/apis/federation.binnacle.dev/v1alpha1'
const POLICIES = `${GROUP}/namespaces/shop/propagationpolicies`
const OVERRIDES = `${GROUP}/namespaces/shop/overridepolicies`
const CLUSTERS = '/apis/federation/v1beta1/clusters'

const only = (name: string, kind = 'Deployment') => [
  { apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1', kind, name },
]
const policy = (name: string, spec: Json, kind?: string) => ({
  metadata: { name },
  spec: { resourceSelectors: only(name, kind), ...spec },
})
const gold = { labelSelector: { matchLabels: { tier: 'gold' } } }

const placementOf = async ({ host }: Federation, path: string): Promise<Json> =>
  JSON.parse((await host.get(path)).metadata.annotations[`${ANNOTATION}/placement`])

const replicasAre = (federation: Federation, path: string, expected: Json) =>
  eventually(`${path} has ${JSON.stringify(expected)}`, async () =>
    assert.deepEqual(await federation.replicas(path), expected),
  )

async function explain({ host }: Federation, ...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await run(['explain-placement', ...argv, '--server', host.url], {}, {
    print: (line: string) => out.push(line),
    printError: (line: string) => err.push(line),
  } as never)
  return { code, out, err }
}

describe('policies', { timeout: 240_000 }, () => {
  const shared = sharedFederation()

  it('place objects by the labels of clusters, and follow them', async () => {
    const federation = shared()
    const { host } = federation
    await federation.label('east', { tier: 'gold' })
    await host.create(POLICIES, policy('placed', { placement: gold }))
    await host.create(`${APPS}/deployments`, deployment('placed', 2))
    await inClusters(federation, `${APPS}/deployments/placed`, ['east'])
    await eventually('the placement is reported', async () => {
      const { policy: acting, clusters } = await placementOf(federation, `${APPS}/deployments/placed`)
      assert.equal(acting, 'PropagationPolicy/placed')
      assert.deepEqual(clusters.east, { chosen: true })
      assert.equal(clusters.west.reason, 'LabelsDiffer')
      assert.equal(clusters.west.message, 'the labels of the cluster (name=west) do not match tier=gold')
    })
    await federation.label('west', { tier: 'gold' })
    await inClusters(federation, `${APPS}/deployments/placed`, ['east', 'west'])
    // Without weights, replicas that run stay.
    await replicasAre(federation, `${APPS}/deployments/placed`, { east: 2, west: 0 })
    await federation.label('east', { tier: null })
    await inClusters(federation, `${APPS}/deployments/placed`, ['west'])
    await replicasAre(federation, `${APPS}/deployments/placed`, { west: 2 })
    await federation.label('west', { tier: null })
  })

  it('lose against annotations of the object', async () => {
    const federation = shared()
    await federation.host.create(POLICIES, policy('own', { placement: { clusterNames: ['east'] } }))
    await federation.host.create(
      `${APPS}/deployments`,
      deployment('own', 1, { [`${ANNOTATION}/clusters`]: 'north' }),
    )
    await inClusters(federation, `${APPS}/deployments/own`, ['north'])
  })

  it('divide replicas by weight, also by changed weights, and duplicate them', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/divided`
    const weights = (east: number, west: number) => ({
      replicaScheduling: {
        type: 'Divided',
        weights: [
          { clusterNames: ['east'], weight: east },
          { clusterNames: ['west'], weight: west },
        ],
      },
    })
    const placement = { exclude: ['north'] }
    await host.create(POLICIES, policy('divided', { placement, ...weights(2, 1) }))
    await host.create(`${APPS}/deployments`, deployment('divided', 6))
    await replicasAre(federation, path, { east: 4, west: 2 })
    await host.change(`${POLICIES}/divided`, { spec: weights(1, 2) })
    await replicasAre(federation, path, { east: 2, west: 4 })
    await host.change(`${POLICIES}/divided`, {
      spec: { replicaScheduling: { type: 'Duplicated', weights: null } },
    })
    await replicasAre(federation, path, { east: 6, west: 6 })
    await host.change(`${POLICIES}/divided`, { spec: weights(1, 0) })
    await replicasAre(federation, path, { east: 6, west: 0 })
  })

  it('divide replicas by free capacity, and keep those that run', async () => {
    const federation = shared()
    const { host } = federation
    const free = (cluster: string, cpu: string | null) =>
      host.change(`${CLUSTERS}/${cluster}`, {
        metadata: { annotations: { [`${ANNOTATION}/free-capacity`]: cpu && JSON.stringify({ cpu }) } },
      })
    await free('east', '3')
    await free('west', '1')
    const replicaScheduling = { divideBy: 'FreeCapacity' }
    await host.create(POLICIES, policy('fitting', { placement: { exclude: ['north'] }, replicaScheduling }))
    const { metadata, spec } = deployment('fitting', 4)
    const containers = [{ name: 'main', image: 'web:1', resources: { requests: { cpu: '1' } } }]
    const template = { ...spec.template, spec: { containers } }
    await host.create(`${APPS}/deployments`, { metadata, spec: { ...spec, template } })
    await replicasAre(federation, `${APPS}/deployments/fitting`, { east: 3, west: 1 })
    await free('east', '0')
    await free('west', '2')
    await host.change(`${APPS}/deployments/fitting`, { spec: { replicas: 6 } })
    await replicasAre(federation, `${APPS}/deployments/fitting`, { east: 3, west: 3 })
    await free('east', null)
    await free('west', null)
  })

  it('override the image registry of one cluster, and stop doing so', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/mirrored`
    const overrides = [
      { target: { clusterNames: ['west'] }, imageRegistry: 'mirror.example:5000', labels: { mirror: 'yes' } },
    ]
    await host.create(OVERRIDES, policy('mirrored', { overrides }))
    await host.create(`${APPS}/deployments`, deployment('mirrored', 3))
    const imagesAre = (east: string, west: string) =>
      eventually(`the images are ${east} and ${west}`, async () => {
        const copies = await federation.copies(path)
        assert.deepEqual([imageOf(copies.east), imageOf(copies.west)], [east, west])
      })
    await imagesAre('web:1', 'mirror.example:5000/web:1')
    const { overridePolicies } = await eventually('the policy is reported', () =>
      placementOf(federation, path),
    )
    assert.deepEqual(overridePolicies, ['OverridePolicy/mirrored'])
    await host.change(`${OVERRIDES}/mirrored`, {
      spec: { overrides: [{ imageRegistry: 'other.example' }] },
    })
    await imagesAre('other.example/web:1', 'other.example/web:1')
    await host.delete(`${OVERRIDES}/mirrored`)
    await imagesAre('web:1', 'web:1')
    await eventually('nothing is reported any more', async () => {
      const { annotations } = (await host.get(path)).metadata
      assert.equal(annotations[`${ANNOTATION}/placement`], undefined)
    })
  })

  it('propagate other kinds while they exist', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(`${CORE}/serviceaccounts`, { metadata: { name: 'runner' } })
    await host.create(POLICIES, policy('runner', { placement: { clusterNames: ['east'] } }, 'ServiceAccount'))
    await inClusters(federation, `${CORE}/serviceaccounts/runner`, ['east'])
    await host.delete(`${POLICIES}/runner`)
    await inClusters(federation, `${CORE}/serviceaccounts/runner`, [])
  })

  it('that are deleted leave objects in every cluster, as without one', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(POLICIES, policy('freed', { placement: { clusterNames: ['east'] } }, 'ConfigMap'))
    await host.create(`${CORE}/configmaps`, map('freed', { a: '1' }))
    await inClusters(federation, `${CORE}/configmaps/freed`, ['east'])
    await host.delete(`${POLICIES}/freed`)
    await inClusters(federation, `${CORE}/configmaps/freed`, ['east', 'north', 'west'])
  })

  it('bring what a workload refers to, and remove it again', async () => {
    const federation = shared()
    const { host } = federation
    const placement = { clusterNames: ['east'] }
    await host.create(POLICIES, policy('needy', { placement, propagateDependencies: true }))
    await host.create(POLICIES, policy('settings', { placement: { clusterNames: ['north'] } }, 'ConfigMap'))
    await host.create(`${CORE}/configmaps`, map('settings', { a: '1' }))
    await host.create(`${CORE}/serviceaccounts`, { metadata: { name: 'needed' } })
    await inClusters(federation, `${CORE}/configmaps/settings`, ['north'])
    const { metadata, spec } = deployment('needy', 1)
    const podSpec = {
      serviceAccountName: 'needed',
      containers: [{ name: 'main', image: 'web:1', envFrom: [{ configMapRef: { name: 'settings' } }] }],
    }
    const template = { ...spec.template, spec: podSpec }
    await host.create(`${APPS}/deployments`, { metadata, spec: { ...spec, template } })
    await inClusters(federation, `${CORE}/configmaps/settings`, ['east', 'north'])
    await inClusters(federation, `${CORE}/serviceaccounts/needed`, ['east'])
    await host.change(`${POLICIES}/needy`, { spec: { placement: { clusterNames: ['west'] } } })
    await inClusters(federation, `${CORE}/serviceaccounts/needed`, ['west'])
    await inClusters(federation, `${CORE}/configmaps/settings`, ['north', 'west'])
    await eventually('the reason is reported', async () => {
      const { clusters } = await placementOf(federation, `${CORE}/configmaps/settings`)
      assert.equal(clusters.west.message, 'Deployment needy refers to the object')
    })
    await host.delete(`${APPS}/deployments/needy`, CASCADE)
    await inClusters(federation, `${CORE}/serviceaccounts/needed`, [])
    await inClusters(federation, `${CORE}/configmaps/settings`, ['north'])
  })

  it('adopt objects of members, and leave copies behind', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${CORE}/configmaps/kept`
    await federation
      .member('east')
      .create('/api/v1/namespaces', { metadata: { name: 'shop' } })
      .catch(() => undefined)
    await federation.member('east').create(`${CORE}/configmaps`, map('kept', { a: '0' }))
    const placement = { clusterNames: ['east'] }
    await host.create(POLICIES, policy('kept', { placement, preserveResourcesOnDeletion: true }, 'ConfigMap'))
    await host.create(`${CORE}/configmaps`, map('kept', { a: '1' }))
    await eventually('the copy is skipped', async () => {
      const { metadata } = await host.get(path)
      assert.match(metadata.annotations[`${ANNOTATION}/cluster-status`], /Failed/)
    })
    assert.equal((await federation.member('east').get(path)).data.a, '0')
    await host.change(`${POLICIES}/kept`, { spec: { conflictResolution: 'Adopt' } })
    await eventually('the copy is adopted', async () =>
      assert.equal((await federation.member('east').get(path)).data.a, '1'),
    )
    await host.delete(path, CASCADE)
    await eventually('the object is gone', async () => assert.equal(await host.find(path), undefined))
    const copy = await federation.member('east').get(path)
    assert.equal(copy.metadata.labels?.[`${ANNOTATION}/managed`], undefined)
  })

  it('keep objects out of tainted clusters', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${CORE}/configmaps/tainted`
    const taint = (effect: string | undefined) =>
      host.change(`${CLUSTERS}/north`, {
        metadata: {
          annotations: {
            [`${ANNOTATION}/taints`]: effect ? JSON.stringify([{ key: 'broken', effect }]) : null,
          },
        },
      })
    await host.create(POLICIES, policy('tainted', {}, 'ConfigMap'))
    await host.create(`${CORE}/configmaps`, map('tainted', { a: '1' }))
    await inClusters(federation, path, ['east', 'north', 'west'])
    await taint('NoSchedule')
    await eventually('the taint is reported', async () =>
      assert.equal((await placementOf(federation, path)).clusters.north.reason, 'Kept'),
    )
    await taint('NoExecute')
    await inClusters(federation, path, ['east', 'west'])
    await taint('NoSchedule')
    await eventually('the taint keeps the object away', async () =>
      assert.equal((await placementOf(federation, path)).clusters.north.reason, 'Tainted'),
    )
    await inClusters(federation, path, ['east', 'west'])
    await taint(undefined)
    await inClusters(federation, path, ['east', 'north', 'west'])
  })

  it('spread objects over a number of clusters', async () => {
    const federation = shared()
    const { host } = federation
    const placement = { spreadConstraints: [{ by: 'cluster', maxGroups: 2 }] }
    await host.create(POLICIES, policy('spread', { placement }, 'ConfigMap'))
    await host.create(`${CORE}/configmaps`, map('spread', { a: '1' }))
    const names = await eventually('two clusters have a copy', async () => {
      const copies = Object.keys(await federation.copies(`${CORE}/configmaps/spread`))
      assert.equal(copies.length, 2)
      return copies
    })
    await host.change(`${CORE}/configmaps/spread`, { data: { a: '2' } })
    await eventually('the copies follow', async () => {
      const copies = await federation.copies(`${CORE}/configmaps/spread`)
      assert.deepEqual(Object.keys(copies), names)
      for (const { data } of Object.values(copies)) assert.equal(data.a, '2')
    })
  })

  it('move nothing when the host restarts', async () => {
    const federation = shared()
    const { host } = federation
    const placement = { spreadConstraints: [{ by: 'cluster', maxGroups: 1 }] }
    const overrides = [{ annotations: { 'example.com/a': 'b' } }]
    await host.create(POLICIES, policy('steady', { placement, propagateDependencies: true }))
    await host.create(OVERRIDES, policy('steady', { overrides }))
    await host.create(`${CORE}/serviceaccounts`, { metadata: { name: 'steady' } })
    const { metadata, spec } = deployment('steady', 1)
    const podSpec = { ...spec.template.spec, serviceAccountName: 'steady' }
    const template = { ...spec.template, spec: podSpec }
    await host.create(`${APPS}/deployments`, { metadata, spec: { ...spec, template } })
    const identities = async () => {
      const found: string[] = []
      for (const path of [`${APPS}/deployments/steady`, `${CORE}/serviceaccounts/steady`]) {
        for (const [name, { metadata: copy }] of Object.entries(await federation.copies(path)))
          found.push(`${path} ${name} ${copy.uid} ${copy.generation} ${copy.annotations?.['example.com/a']}`)
      }
      assert.equal(found.length, 2)
      return found
    }
    await rolledOut(federation, `${APPS}/deployments/steady`, 1)
    const before = await eventually('both are there', identities)
    const writes = await Promise.all(
      [...federation.members.values()].map((member) => member.writes('serviceaccounts')),
    )
    await host.stop()
    await host.start()
    await host.create(`${CORE}/configmaps`, map('after-restart', { a: '1' }))
    await inClusters(federation, `${CORE}/configmaps/after-restart`, ['east', 'north', 'west'])
    await eventually('the host has looked at its copies', async () => {
      const { clusters } = await placementOf(federation, `${APPS}/deployments/steady`)
      assert.equal(Object.values<Json>(clusters).filter(({ chosen }) => chosen).length, 1)
    })
    assert.deepEqual(await identities(), before)
    assert.deepEqual(
      await Promise.all([...federation.members.values()].map((member) => member.writes('serviceaccounts'))),
      writes,
    )
  })

  it('are explained', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(POLICIES, policy('explained', { placement: { clusterNames: ['east', 'north'] } }))
    await host.create(`${APPS}/deployments`, deployment('explained', 2))
    await eventually('it is explained', async () => {
      const { code, out } = await explain(federation, 'deploy/explained', '-n', 'shop')
      assert.equal(code, 0)
      assert.deepEqual(
        out.map((line) => line.trimEnd()),
        [
          'Deployment shop/explained',
          'Policy: PropagationPolicy/explained',
          '',
          'CLUSTER  CHOSEN  STATE   REPLICAS  WHY',
          'east     yes     Synced  1',
          'north    yes     Synced  1',
          'west     no      -       -         the policy names only east, north',
        ],
      )
    })
    const missing = await explain(federation, 'deploy/missing', '-n', 'shop')
    assert.deepEqual([missing.code, missing.err], [1, ['binnacle: the host has no Deployment shop/missing']])
    const unknown = await explain(federation, 'thing/missing')
    assert.deepEqual([unknown.code, unknown.err], [1, ['binnacle: the host has no resource "thing"']])
    await host.create(`${CORE}/serviceaccounts`, { metadata: { name: 'kept' } })
    const kept = await explain(federation, 'serviceaccount/kept', '-n', 'shop')
    assert.deepEqual(kept.out, [
      'ServiceAccount shop/kept',
      'Policy: none. Objects of this kind are propagated only if a policy selects them.',
    ])
    const own = await explain(federation, 'namespace/default')
    assert.deepEqual(own.out, ['Namespace default', 'Not propagated: every cluster has this namespace'])
    const restartPolicy = 'Never'
    const containers = [{ name: 'main', image: 'work:1' }]
    await host.create('/apis/batch/v1/namespaces/shop/jobs', {
      metadata: { name: 'one' },
      spec: { parallelism: 1, completions: 1, template: { spec: { restartPolicy, containers } } },
    })
    await eventually('the job is explained', async () => {
      const { out } = await explain(federation, 'job/one', '-n', 'shop')
      const empty = out.filter((line) => line.endsWith('the other clusters do all that the Job wants done'))
      assert.equal(empty.length, 2, out.join('\n'))
    })
  })
})
