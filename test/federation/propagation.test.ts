import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { condition, eventually, Federation } from './clusters-of-servers.js'

const APPS = '/apis/apps/v1/namespaces/shop'
const CORE = '/api/v1/namespaces/shop'
const NAMES = ['east', 'north', 'west']
const ANNOTATION = 'federation.binnacle.dev'
const SELECTOR = 'federation.alpha.kubernetes.io/cluster-selector'
const CASCADE = { propagationPolicy: 'Background' }

const template = (app: string, image: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'main', image }] },
})
const deployment = (name: string, replicas: number, annotations: Json = {}) => ({
  metadata: { name, annotations },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, 'web:1') },
})
const map = (name: string, data: Json, annotations: Json = {}) => ({ metadata: { name, annotations }, data })
const imageOf = ({ spec }: Json) => spec.template.spec.containers[0].image
const statesOf = ({ metadata }: Json) => {
  const told = JSON.parse(metadata.annotations[`${ANNOTATION}/cluster-status`])
  return Object.fromEntries(Object.entries(told).map(([name, { state }]: Json) => [name, state]))
}

describe('federated objects', { timeout: 300_000 }, () => {
  let federation: Federation
  const stack: (() => Promise<void>)[] = []
  before(async () => {
    federation = await Federation.start({ after: (end) => void stack.push(end) }, NAMES)
  })
  after(async () => {
    for (const end of stack.reverse()) await end()
  })

  const rolledOut = (path: string, replicas: number) =>
    eventually(`${path} is rolled out with ${replicas}`, async () => {
      const object = await federation.host.get(path)
      const { metadata, status } = object
      assert.equal(status.observedGeneration, metadata.generation, JSON.stringify(object))
      const { replicas: all = 0, updatedReplicas = 0, availableReplicas = 0 } = status
      assert.deepEqual([all, updatedReplicas, availableReplicas], [replicas, replicas, replicas])
      assert.equal(condition(object, 'Propagated').status, 'True', JSON.stringify(status.conditions))
      return object
    })
  const eventsOf = async (name: string): Promise<readonly Json[]> => {
    const { items } = await federation.host.get(`${CORE}/events`)
    return items.filter(({ involvedObject }: Json) => involvedObject.name === name)
  }
  const inClusters = (path: string, names: readonly string[]) =>
    eventually(`${path} is in ${names.join(', ')}`, async () => {
      const copies = await federation.copies(path)
      assert.deepEqual(Object.keys(copies).sort(), names)
      return copies
    })

  it('are scheduled, scaled and rolled out', async () => {
    const { host } = federation
    const path = `${APPS}/deployments/web`
    await host.create(`${APPS}/deployments`, deployment('web', 9))
    const done = await rolledOut(path, 9)
    assert.deepEqual(await federation.replicas(path), { east: 3, north: 3, west: 3 })
    assert.equal(condition(done, 'Available').status, 'True')
    assert.equal(condition(done, 'Progressing').reason, 'NewReplicaSetAvailable')
    assert.deepEqual(statesOf(done), { east: 'Synced', north: 'Synced', west: 'Synced' })
    await host.change(path, { spec: { replicas: 3 } })
    await rolledOut(path, 3)
    // Running pods stay: the first cluster keeps its three.
    assert.deepEqual(Object.values(await federation.replicas(path)).sort(), [0, 0, 3])
    await host.change(path, { spec: { replicas: 12, template: template('web', 'web:2') } })
    await rolledOut(path, 12)
    const { items: revisions } = await host.get(`${APPS}/replicasets?labelSelector=app%3Dweb`)
    assert.equal(revisions.length, 2)
    for (const { metadata } of revisions) assert.ok(!(`${ANNOTATION}/cluster-status` in metadata.annotations))
    for (const copy of Object.values(await federation.copies(path))) assert.equal(imageOf(copy), 'web:2')
    const made = await eventually('it is told where copies were made', async () => {
      const { items } = await host.get(`${CORE}/events`)
      const told = items.filter(({ involvedObject }: Json) => involvedObject.name === 'web')
      const created = told.filter(({ reason }: Json) => reason === 'CreateInCluster')
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

  it('follow preferences', async () => {
    const preferences = { clusters: { east: { weight: 1 }, west: { weight: 3, maxReplicas: 4 } } }
    await federation.host.create(
      `${APPS}/deployments`,
      deployment('weighed', 6, {
        'federation.kubernetes.io/deployment-preferences': JSON.stringify(preferences),
      }),
    )
    await eventually('the weights are kept to', async () => {
      const wanted = { east: 2, north: 0, west: 4 }
      assert.deepEqual(await federation.replicas(`${APPS}/deployments/weighed`), wanted)
    })
    await rolledOut(`${APPS}/deployments/weighed`, 6)
  })

  it('are in matching clusters only, also after a change', async () => {
    const { host } = federation
    const selector = JSON.stringify([{ key: 'tier', operator: 'in', values: ['gold'] }])
    await host.create(`${CORE}/configmaps`, map('chosen', { a: '1' }, { [SELECTOR]: selector }))
    await federation.label('east', { tier: 'gold' })
    await inClusters(`${CORE}/configmaps/chosen`, ['east'])
    await federation.label('west', { tier: 'gold' })
    await inClusters(`${CORE}/configmaps/chosen`, ['east', 'west'])
    await federation.label('east', { tier: 'silver' })
    await inClusters(`${CORE}/configmaps/chosen`, ['west'])
    const named = {
      metadata: { annotations: { [SELECTOR]: null, [`${ANNOTATION}/clusters`]: 'north, east' } },
    }
    await host.change(`${CORE}/configmaps/chosen`, named)
    await inClusters(`${CORE}/configmaps/chosen`, ['east', 'north'])
  })

  it('stay in place while their placement is invalid', async () => {
    const { host } = federation
    await host.create(`${CORE}/configmaps`, map('kept', { a: '1' }))
    await inClusters(`${CORE}/configmaps/kept`, NAMES)
    await host.change(`${CORE}/configmaps/kept`, {
      metadata: { annotations: { [SELECTOR]: '[{"operator":"never"}]' } },
      data: { a: '2' },
    })
    await host.create(`${CORE}/configmaps`, map('behind', {}))
    await inClusters(`${CORE}/configmaps/behind`, NAMES)
    for (const { data } of Object.values(await federation.copies(`${CORE}/configmaps/kept`)))
      assert.deepEqual(data, { a: '1' })
    await eventually('it is told where they are', async () => {
      const kept = await host.get(`${CORE}/configmaps/kept`)
      assert.deepEqual(statesOf(kept), { east: 'Pending', north: 'Pending', west: 'Pending' })
      assert.match(kept.metadata.annotations[`${ANNOTATION}/cluster-status`], /PlacementInvalid/)
    })
  })

  it('differ by overrides', async () => {
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
    await rolledOut(`${APPS}/deployments/varied`, 3)
    const { east, west } = await federation.copies(`${APPS}/deployments/varied`)
    assert.deepEqual([imageOf(east), imageOf(west)], ['web:1', 'mirror/web:1'])
    assert.deepEqual([east.metadata.labels.near, west.metadata.labels.near], ['yes', undefined])
  })

  it('are repaired, and keep fields of others', async () => {
    const { host } = federation
    const path = `${APPS}/deployments/drifting`
    await host.create(`${APPS}/deployments`, deployment('drifting', 3))
    await rolledOut(path, 3)
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
    await rolledOut(path, 3)
    const config = `${CORE}/configmaps/drifting`
    await host.create(`${CORE}/configmaps`, map('drifting', { a: '1', b: '2' }))
    await inClusters(config, NAMES)
    await east.change(config, { data: { a: 'x', theirs: 'y' } })
    await eventually('the data is repaired', async () => {
      assert.deepEqual((await east.get(config)).data, { a: '1', b: '2', theirs: 'y' })
    })
    await host.change(config, { data: { b: null } })
    await eventually('what is gone goes', async () => {
      assert.deepEqual((await east.get(config)).data, { a: '1', theirs: 'y' })
    })
  })

  it('adopt objects of others only on request', async () => {
    const { host } = federation
    const path = `${CORE}/configmaps/taken`
    const east = federation.member('east')
    await east.create(`${CORE}/configmaps`, map('taken', { owner: 'east' }))
    await host.create(`${CORE}/configmaps`, map('taken', { owner: 'host' }))
    await eventually('it is told that one is not ours', async () => {
      const { metadata } = await host.get(path)
      const told = JSON.parse(metadata.annotations[`${ANNOTATION}/cluster-status`])
      assert.equal(told.east.reason, 'NotOurs')
      assert.deepEqual([told.north.state, told.west.state], ['Synced', 'Synced'])
    })
    assert.deepEqual((await east.get(path)).data, { owner: 'east' })
    await host.change(path, { metadata: { annotations: { [`${ANNOTATION}/clusters`]: 'north' } } })
    await inClusters(path, ['east', 'north'])
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
    await eventually('it is told that none is ours', async () => {
      assert.deepEqual(statesOf(await host.get(others)), { east: 'Failed', north: 'Failed', west: 'Failed' })
    })
    await host.change(others, { metadata: { annotations: { [`${ANNOTATION}/adopt`]: 'true' } } })
    await eventually('it is told that all are adopted', async () => {
      const told = (await eventsOf('theirs')).filter(({ reason }) => reason === 'AdoptInCluster')
      assert.deepEqual(
        told.map(({ message }) => message),
        ['Adopting configmap "shop/theirs" in clusters east, north, west'],
      )
    })
    // Our own copies needed no write for that.
    const updates = (await eventsOf('taken')).filter(({ reason }) => reason === 'UpdateInCluster')
    assert.deepEqual(updates, [])
  })

  it('are deleted with their copies, or orphan them', async () => {
    const { host } = federation
    for (const name of ['cascaded', 'orphaned']) {
      const { metadata, data } = map(name, { a: '1' }, { note: 'x' })
      await host.create(`${CORE}/configmaps`, { metadata: { ...metadata, labels: { mine: 'yes' } }, data })
      await inClusters(`${CORE}/configmaps/${name}`, NAMES)
    }
    const { metadata } = await host.get(`${CORE}/configmaps/orphaned`)
    assert.deepEqual(metadata.finalizers, [
      'federation.kubernetes.io/delete-from-underlying-clusters',
      'orphan',
    ])
    await host.delete(`${CORE}/configmaps/orphaned`)
    await host.delete(`${CORE}/configmaps/cascaded`, CASCADE)
    for (const name of ['cascaded', 'orphaned']) {
      await eventually(`${name} is gone`, async () => {
        assert.equal(await host.find(`${CORE}/configmaps/${name}`), undefined)
      })
    }
    await inClusters(`${CORE}/configmaps/cascaded`, [])
    const left = await inClusters(`${CORE}/configmaps/orphaned`, NAMES)
    for (const { metadata, data } of Object.values(left)) {
      assert.deepEqual(
        [metadata.labels, metadata.annotations, data],
        [{ mine: 'yes' }, { note: 'x' }, { a: '1' }],
      )
    }
  })

  it('create and delete their namespaces', async () => {
    const { host } = federation
    await host.create('/api/v1/namespaces/far/secrets', { metadata: { name: 'key' }, stringData: { a: 'b' } })
    const copies = await inClusters('/api/v1/namespaces/far/secrets/key', NAMES)
    assert.equal(copies.east?.data.a, Buffer.from('b').toString('base64'))
    await eventually('the namespaces are ours', async () => {
      for (const { metadata } of Object.values(await federation.copies('/api/v1/namespaces/far')))
        assert.ok(metadata.annotations[`${ANNOTATION}/owned-by`])
    })
    const foreign = '/api/v1/namespaces/far/configmaps/foreign'
    const east = federation.member('east')
    await east.create('/api/v1/namespaces/far/configmaps', map('foreign', {}))
    await host.delete('/api/v1/namespaces/far', CASCADE)
    await inClusters('/api/v1/namespaces/far', [])
    await eventually('it is gone here too', async () => {
      assert.equal(await host.find('/api/v1/namespaces/far'), undefined)
    })
    assert.equal(await east.find(foreign), undefined, 'what is foreign has gone with its namespace')
  })

  it('keep namespaces that contain other objects', async () => {
    const { host } = federation
    await host.create('/api/v1/namespaces/near/configmaps', map('ours', {}))
    await inClusters('/api/v1/namespaces/near/configmaps/ours', NAMES)
    await eventually('the namespaces are ours', async () => {
      assert.deepEqual(Object.keys(statesOf(await host.get('/api/v1/namespaces/near'))), NAMES)
    })
    const east = federation.member('east')
    await east.create('/api/v1/namespaces/near/configmaps', map('foreign', {}))
    await host.delete('/api/v1/namespaces/near', { propagationPolicy: 'Orphan' })
    await eventually('it is gone here', async () => {
      assert.equal(await host.find('/api/v1/namespaces/near'), undefined)
    })
    await inClusters('/api/v1/namespaces/near', NAMES)
    await inClusters('/api/v1/namespaces/near/configmaps/ours', [])
    assert.ok(await east.find('/api/v1/namespaces/near/configmaps/foreign'))
  })

  it('are of all kinds, except objects that belong to one cluster', async () => {
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
      await inClusters(`${collection}/k`, NAMES)
      await eventually(`${collection} are in sync`, async () => {
        const states = statesOf(await host.get(`${collection}/k`))
        assert.deepEqual(states, { east: 'Synced', north: 'Synced', west: 'Synced' })
      })
    }
    await eventually('daemon sets are counted', async () => {
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
    await eventually('load balancers are joined', async () => {
      assert.deepEqual((await host.get(ingress)).status.loadBalancer.ingress, points)
    })
  })

  it('continue without an unavailable cluster, and catch up later', async () => {
    const { host } = federation
    const path = `${APPS}/deployments/moving`
    await host.create(`${APPS}/deployments`, deployment('moving', 6))
    await host.create(`${CORE}/configmaps`, map('leaving', {}))
    await rolledOut(path, 6)
    await inClusters(`${CORE}/configmaps/leaving`, NAMES)
    await federation.member('west').stop()
    await eventually('the cluster is found to be away', async () =>
      assert.ok(!(await federation.isReady('west'))),
    )
    await eventually('its replicas run elsewhere', async () => {
      assert.deepEqual(await federation.replicas(path), { east: 3, north: 3 })
      const { status } = await host.get(path)
      assert.equal(status.availableReplicas, 6)
      const { message } = condition({ status }, 'Propagated')
      assert.match(message, /1 of 3 clusters: west \(the cluster is not ready\)/)
    })
    await host.change(path, { spec: { template: template('moving', 'web:2') } })
    await host.delete(`${CORE}/configmaps/leaving`, CASCADE)
    await host.create(`${CORE}/configmaps`, map('new', {}))
    await inClusters(`${CORE}/configmaps/leaving`, [])
    assert.ok(await host.find(`${CORE}/configmaps/leaving`), 'the deletion waits for the cluster')
    await federation.member('west').start()
    await inClusters(`${CORE}/configmaps/new`, NAMES)
    await inClusters(`${CORE}/configmaps/leaving`, [])
    await eventually('the deletion is over', async () => {
      assert.equal(await host.find(`${CORE}/configmaps/leaving`), undefined)
    })
    await rolledOut(path, 6)
    for (const copy of Object.values(await federation.copies(path))) assert.equal(imageOf(copy), 'web:2')
  })

  it('can abandon a cluster that does not come back', async () => {
    const { host } = federation
    await host.create(`${CORE}/configmaps`, map('abandoned', {}))
    await inClusters(`${CORE}/configmaps/abandoned`, NAMES)
    await federation.member('north').stop()
    await eventually('the cluster is found to be away', async () =>
      assert.ok(!(await federation.isReady('north'))),
    )
    await host.delete(`${CORE}/configmaps/abandoned`, CASCADE)
    await eventually('it is told what the deletion waits for', async () => {
      assert.deepEqual(statesOf(await host.get(`${CORE}/configmaps/abandoned`)), { north: 'Unreachable' })
    })
    await eventually('there is an event about it', async () => {
      const waits = (await eventsOf('abandoned')).filter(({ reason }) => reason === 'DeletionWaits')
      assert.deepEqual(
        waits.map(({ type, message }) => `${type} ${message}`),
        ['Warning Deletion of configmap "shop/abandoned" waits for cluster north (not ready)'],
      )
    })
    await host.create(`${CORE}/configmaps`, map('left', {}, { [`${ANNOTATION}/clusters`]: 'east' }))
    await inClusters(`${CORE}/configmaps/left`, ['east'])
    await host.delete(`${CORE}/configmaps/left`)
    await eventually('what is left behind is waited for nowhere', async () => {
      assert.equal(await host.find(`${CORE}/configmaps/left`), undefined)
    })
    await host.change(`${CORE}/configmaps/abandoned`, {
      metadata: { annotations: { [`${ANNOTATION}/give-up-clusters`]: 'north' } },
    })
    await eventually('the deletion is over', async () => {
      assert.equal(await host.find(`${CORE}/configmaps/abandoned`), undefined)
    })
    await federation.member('north').start()
    await eventually('the cluster is back', async () => assert.ok(await federation.isReady('north')))
  })
})
