import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { condition, eventually } from './clusters-of-servers.js'
import {
  ANNOTATION,
  APPS,
  CASCADE,
  CORE,
  deployment,
  eventsOf,
  imageOf,
  inClusters,
  map,
  NAMES,
  rolledOut,
  SELECTOR,
  sharedFederation,
  statesOf,
  template,
} from './federated-objects.js'

describe('federated objects', { timeout: 300_000 }, () => {
  const shared = sharedFederation()

  it('are scheduled, scaled and rolled out', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/web`
    await host.create(`${APPS}/deployments`, deployment('web', 9))
    const done = await rolledOut(federation, path, 9)
    assert.deepEqual(await federation.replicas(path), { east: 3, north: 3, west: 3 })
    assert.equal(condition(done, 'Available').status, 'True')
    assert.equal(condition(done, 'Progressing').reason, 'NewReplicaSetAvailable')
    assert.deepEqual(statesOf(done), { east: 'Synced', north: 'Synced', west: 'Synced' })
    await host.change(path, { spec: { replicas: 3 } })
    await rolledOut(federation, path, 3)
    // Running pods stay: the first cluster keeps its three.
    assert.deepEqual(Object.values(await federation.replicas(path)).sort(), [0, 0, 3])
    await host.change(path, { spec: { replicas: 12, template: template('web', 'web:2') } })
    await rolledOut(federation, path, 12)
    const { items: revisions } = await host.get(`${APPS}/replicasets?labelSelector=app%3Dweb`)
    assert.equal(revisions.length, 2)
    for (const { metadata } of revisions) assert.ok(!(`${ANNOTATION}/cluster-status` in metadata.annotations))
    for (const copy of Object.values(await federation.copies(path))) assert.equal(imageOf(copy), 'web:2')
    const made = await eventually('events name the clusters of the new copies', async () => {
      const { items } = await host.get(`${CORE}/events`)
      const events = items.filter(({ involvedObject }: Json) => involvedObject.name === 'web')
      const created = events.filter(({ reason }: Json) => reason === 'CreateInCluster')
      // Clusters that were synced later may have their own event.
      const named = created.flatMap(({ message }: Json) => {
        const [, names = ''] = /^Creating deployment "shop\/web" in clusters? (.*)$/.exec(message) ?? []
        return names.split(', ')
      })
      assert.deepEqual(named.sort(), NAMES)
      return created
    })
    assert.equal(made[0].source.component, 'federation-deployment-controller')
    const { text: metrics } = await host.client.get('/metrics')
    assert.match(metrics, /^binnacle_federation_clusters\{state="ready"\} 3$/m)
    assert.match(metrics, /^binnacle_federation_copies_total\{outcome="applied"\} [1-9]\d*$/m)
    for (const name of NAMES)
      assert.match(metrics, new RegExp(`^binnacle_federation_queue_length\\{cluster="${name}"\\} \\d+$`, 'm'))
  })

  it('follow replica preferences', async () => {
    const federation = shared()
    const preferences = { clusters: { east: { weight: 1 }, west: { weight: 3, maxReplicas: 4 } } }
    await federation.host.create(
      `${APPS}/deployments`,
      deployment('weighed', 6, {
        'federation.kubernetes.io/deployment-preferences': JSON.stringify(preferences),
      }),
    )
    await eventually('the replicas match the weights', async () => {
      const wanted = { east: 2, north: 0, west: 4 }
      assert.deepEqual(await federation.replicas(`${APPS}/deployments/weighed`), wanted)
    })
    await rolledOut(federation, `${APPS}/deployments/weighed`, 6)
  })

  it('are only in clusters that match, also after the labels or the placement change', async () => {
    const federation = shared()
    const { host } = federation
    const selector = JSON.stringify([{ key: 'tier', operator: 'in', values: ['gold'] }])
    await host.create(`${CORE}/configmaps`, map('chosen', { a: '1' }, { [SELECTOR]: selector }))
    await federation.label('east', { tier: 'gold' })
    await inClusters(federation, `${CORE}/configmaps/chosen`, ['east'])
    await federation.label('west', { tier: 'gold' })
    await inClusters(federation, `${CORE}/configmaps/chosen`, ['east', 'west'])
    await federation.label('east', { tier: 'silver' })
    await inClusters(federation, `${CORE}/configmaps/chosen`, ['west'])
    const named = {
      metadata: { annotations: { [SELECTOR]: null, [`${ANNOTATION}/clusters`]: 'north, east' } },
    }
    await host.change(`${CORE}/configmaps/chosen`, named)
    await inClusters(federation, `${CORE}/configmaps/chosen`, ['east', 'north'])
  })

  it('stay in place while their placement is invalid', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(`${CORE}/configmaps`, map('kept', { a: '1' }))
    await inClusters(federation, `${CORE}/configmaps/kept`, NAMES)
    await host.change(`${CORE}/configmaps/kept`, {
      metadata: { annotations: { [SELECTOR]: '[{"operator":"never"}]' } },
      data: { a: '2' },
    })
    await host.create(`${CORE}/configmaps`, map('behind', {}))
    await inClusters(federation, `${CORE}/configmaps/behind`, NAMES)
    for (const { data } of Object.values(await federation.copies(`${CORE}/configmaps/kept`)))
      assert.deepEqual(data, { a: '1' })
    await eventually('the status reports the invalid placement', async () => {
      const kept = await host.get(`${CORE}/configmaps/kept`)
      assert.deepEqual(statesOf(kept), { east: 'Pending', north: 'Pending', west: 'Pending' })
      assert.match(kept.metadata.annotations[`${ANNOTATION}/cluster-status`], /PlacementInvalid/)
    })
  })

  it('differ between clusters by their overrides', async () => {
    const federation = shared()
    const overrides = [
      {
        clusters: ['west'],
        patch: [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'mirror/web:1' }],
      },
      {
        selector: [{ key: 'name', operator: 'notin', values: ['west'] }],
        patch: [{ op: 'add', path: '/metadata/labels/near', value: 'yes' }],
      },
    ]
    await federation.host.create(
      `${APPS}/deployments`,
      deployment('varied', 3, { [`${ANNOTATION}/overrides`]: JSON.stringify(overrides) }),
    )
    await rolledOut(federation, `${APPS}/deployments/varied`, 3)
    const { east, west } = await federation.copies(`${APPS}/deployments/varied`)
    assert.deepEqual([imageOf(east), imageOf(west)], ['web:1', 'mirror/web:1'])
    assert.deepEqual([east.metadata.labels.near, west.metadata.labels.near], ['yes', undefined])
  })

  it('are repaired, and keep the fields of other clients', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/drifting`
    await host.create(`${APPS}/deployments`, deployment('drifting', 3))
    await rolledOut(federation, path, 3)
    const east = federation.member('east')
    await east.change(path, {
      metadata: { labels: { theirs: 'yes' }, annotations: { theirs: 'too' } },
      spec: { replicas: 7, template: template('drifting', 'evil:1') },
    })
    await eventually('the drift is repaired', async () => {
      const { metadata, spec } = await east.get(path)
      assert.deepEqual([spec.replicas, imageOf({ spec })], [1, 'web:1'])
      assert.deepEqual([metadata.labels.theirs, metadata.annotations.theirs], ['yes', 'too'])
    })
    await east.delete(path, CASCADE)
    await rolledOut(federation, path, 3)
    const config = `${CORE}/configmaps/drifting`
    await host.create(`${CORE}/configmaps`, map('drifting', { a: '1', b: '2' }))
    await inClusters(federation, config, NAMES)
    await east.change(config, { data: { a: 'x', theirs: 'y' } })
    await eventually('the data is repaired', async () => {
      assert.deepEqual((await east.get(config)).data, { a: '1', b: '2', theirs: 'y' })
    })
    await host.change(config, { data: { b: null } })
    await eventually('the removed key is gone', async () => {
      assert.deepEqual((await east.get(config)).data, { a: '1', theirs: 'y' })
    })
  })

  it('adopt existing objects only on request', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${CORE}/configmaps/taken`
    const east = federation.member('east')
    await east.create(`${CORE}/configmaps`, map('taken', { owner: 'east' }))
    await host.create(`${CORE}/configmaps`, map('taken', { owner: 'host' }))
    await eventually('the status reports the foreign object', async () => {
      const { metadata } = await host.get(path)
      const statuses = JSON.parse(metadata.annotations[`${ANNOTATION}/cluster-status`])
      assert.equal(statuses.east.reason, 'NotOurs')
      assert.deepEqual([statuses.north.state, statuses.west.state], ['Synced', 'Synced'])
    })
    assert.deepEqual((await east.get(path)).data, { owner: 'east' })
    await host.change(path, { metadata: { annotations: { [`${ANNOTATION}/clusters`]: 'north' } } })
    await inClusters(federation, path, ['east', 'north'])
    await host.change(path, {
      metadata: { annotations: { [`${ANNOTATION}/clusters`]: null, [`${ANNOTATION}/adopt`]: 'true' } },
    })
    await eventually('it is adopted', async () => {
      assert.deepEqual((await east.get(path)).data, { owner: 'host' })
    })
    const others = `${CORE}/configmaps/theirs`
    for (const name of NAMES)
      await federation.member(name).create(`${CORE}/configmaps`, map('theirs', { owner: name }))
    await host.create(`${CORE}/configmaps`, map('theirs', { owner: 'host' }))
    await eventually('the status reports that all are foreign', async () => {
      assert.deepEqual(statesOf(await host.get(others)), { east: 'Failed', north: 'Failed', west: 'Failed' })
    })
    await host.change(others, { metadata: { annotations: { [`${ANNOTATION}/adopt`]: 'true' } } })
    await eventually('an event names the clusters of the adopted objects', async () => {
      const adoptions = (await eventsOf(federation, 'theirs')).filter(
        ({ reason }) => reason === 'AdoptInCluster',
      )
      assert.deepEqual(
        adoptions.map(({ message }) => message),
        ['Adopting configmap "shop/theirs" in clusters east, north, west'],
      )
    })
    // Copies that were ours already needed no write.
    const updates = (await eventsOf(federation, 'taken')).filter(({ reason }) => reason === 'UpdateInCluster')
    assert.deepEqual(updates, [])
  })

  it('can be of every kind, except objects that belong to one cluster', async () => {
    const federation = shared()
    const { host } = federation
    const app = { selector: { matchLabels: { app: 'k' } }, template: template('k', 'k:1') }
    const objects: readonly (readonly [string, Json])[] = [
      [`${APPS}/replicasets`, { metadata: { name: 'k' }, spec: { replicas: 2, ...app } }],
      [`${APPS}/daemonsets`, { metadata: { name: 'k' }, spec: app }],
      [`${APPS}/statefulsets`, { metadata: { name: 'k' }, spec: { serviceName: 'k', replicas: 3, ...app } }],
      [
        `${CORE}/services`,
        {
          metadata: { name: 'k' },
          spec: { type: 'NodePort', selector: { app: 'k' }, ports: [{ port: 80 }] },
        },
      ],
      [
        '/apis/networking.k8s.io/v1/namespaces/shop/ingresses',
        {
          metadata: { name: 'k' },
          spec: { defaultBackend: { service: { name: 'k', port: { number: 80 } } } },
        },
      ],
    ]
    for (const [collection, object] of objects) {
      await host.create(collection, object)
      await inClusters(federation, `${collection}/k`, NAMES)
      await eventually(`${collection} are in sync`, async () => {
        const states = statesOf(await host.get(`${collection}/k`))
        assert.deepEqual(states, { east: 'Synced', north: 'Synced', west: 'Synced' })
      })
    }
    await eventually('the status of the daemon set sums its copies', async () => {
      const { status } = await host.get(`${APPS}/daemonsets/k`)
      assert.ok(status.desiredNumberScheduled >= 3, JSON.stringify(status))
      assert.equal(status.numberReady, status.desiredNumberScheduled)
    })
    const secrets = await federation.member('east').get('/api/v1/secrets')
    assert.ok(secrets.items.every(({ metadata }: Json) => metadata.namespace !== 'federation-system'))
    const sets = (await federation.member('east').get(`${APPS}/replicasets`)).items
    const marked = sets.filter(({ metadata }: Json) => metadata.labels?.[`${ANNOTATION}/managed`] === 'true')
    assert.deepEqual(
      marked.map(({ metadata }: Json) => metadata.name),
      ['k'],
    )
    const points = [{ ip: '10.1.1.1' }, { ip: '10.1.1.2' }]
    const ingress = '/apis/networking.k8s.io/v1/namespaces/shop/ingresses/k'
    for (const [index, name] of ['east', 'north'].entries()) {
      const member = federation.member(name)
      // A patch, as the host may write to the copy between a read and a replace.
      await member.change(`${ingress}/status`, { status: { loadBalancer: { ingress: [points[index]] } } })
    }
    await eventually('the status lists the load balancers of all members', async () => {
      assert.deepEqual((await host.get(ingress)).status.loadBalancer.ingress, points)
    })
  })
})
