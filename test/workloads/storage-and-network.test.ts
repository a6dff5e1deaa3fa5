import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { APPS, BEHAVIOUR, Cluster, condition, DEFAULT, names, template } from './cluster.js'

const CLAIMS = `${DEFAULT}/persistentvolumeclaims`
const VOLUMES = '/api/v1/persistentvolumes'
const CLASSES = '/apis/storage.k8s.io/v1/storageclasses'
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'

describe('a claim', () => {
  const claim = (name: string, spec: Json = {}): Json => ({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec },
  })
  const volume = (name: string, storage: string, spec: Json = {}): Json => ({
    metadata: { name },
    spec: { capacity: { storage }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' }, ...spec },
  })
  const user = (claimName: string): Json => ({
    metadata: { name: 'user' },
    spec: {
      containers: [{ name: 'main', image: 'main:1' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
    },
  })
  const phase = async (cluster: Cluster, path: string) => (await cluster.get(path)).status.phase

  it('gets a provisioned volume, which is deleted with it', async (t) => {
    const cluster = await Cluster.start(t)
    const { metadata } = await cluster.create(CLAIMS, claim('data'))
    const { spec, status } = await cluster.get(`${CLAIMS}/data`)
    assert.equal(spec.volumeName, `pvc-${metadata.uid}`)
    assert.deepEqual([status.phase, status.capacity.storage], ['Bound', '2Gi'])
    assert.equal(await phase(cluster, `${VOLUMES}/${spec.volumeName}`), 'Bound')
    await cluster.delete(`${CLAIMS}/data`)
    assert.deepEqual(await cluster.list(VOLUMES), [])
  })

  it('takes the smallest volume that fits', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(VOLUMES, volume('small', '1Gi'))
    await cluster.create(VOLUMES, volume('large', '9Gi'))
    await cluster.create(VOLUMES, volume('right', '3Gi'))
    assert.equal(await phase(cluster, `${VOLUMES}/right`), 'Available')
    await cluster.create(CLAIMS, claim('data', { storageClassName: '' }))
    assert.equal((await cluster.get(`${CLAIMS}/data`)).spec.volumeName, 'right')
    await cluster.delete(`${CLAIMS}/data`)
    assert.equal(
      await phase(cluster, `${VOLUMES}/right`),
      'Released',
      'a volume is kept unless it says otherwise',
    )
  })

  it('waits for a volume, and volumes are bound once', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(CLAIMS, claim('one', { storageClassName: '' }))
    await cluster.create(CLAIMS, claim('two', { storageClassName: '' }))
    assert.equal(await phase(cluster, `${CLAIMS}/one`), 'Pending')
    await cluster.create(VOLUMES, volume('only', '5Gi'))
    const phases = [await phase(cluster, `${CLAIMS}/one`), await phase(cluster, `${CLAIMS}/two`)]
    assert.deepEqual(phases.sort(), ['Bound', 'Pending'])
    await cluster.create(VOLUMES, volume('other', '5Gi'))
    assert.equal(await phase(cluster, `${CLAIMS}/one`), 'Bound')
    assert.equal(await phase(cluster, `${CLAIMS}/two`), 'Bound')
  })

  it('with WaitForFirstConsumer is bound when a pod uses it, and can be expanded', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(CLASSES, {
      metadata: { name: 'late' },
      provisioner: 'example.com/disk',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    })
    await cluster.create(CLAIMS, claim('data', { storageClassName: 'late' }))
    assert.equal(await phase(cluster, `${CLAIMS}/data`), 'Pending')
    await cluster.create(`${DEFAULT}/pods`, user('data'))
    assert.equal(await phase(cluster, `${CLAIMS}/data`), 'Bound')
    assert.equal(await phase(cluster, `${DEFAULT}/pods/user`), 'Running')
    await cluster.change(`${CLAIMS}/data`, { spec: { resources: { requests: { storage: '4Gi' } } } })
    assert.equal((await cluster.get(`${CLAIMS}/data`)).status.capacity.storage, '4Gi')
  })

  it('that is missing or unbound keeps its pods pending', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/pods`, user('data'))
    const { message } = condition(await cluster.get(`${DEFAULT}/pods/user`), 'PodScheduled')
    assert.match(message, /persistentvolumeclaim "data" not found/)
    await cluster.create(CLAIMS, claim('data', { storageClassName: '' }))
    const unbound = condition(await cluster.get(`${DEFAULT}/pods/user`), 'PodScheduled')
    assert.match(unbound.message, /unbound immediate PersistentVolumeClaims/)
    await cluster.create(VOLUMES, volume('any', '2Gi'))
    assert.equal(await phase(cluster, `${DEFAULT}/pods/user`), 'Running')
  })
})

describe('a service', () => {
  const PATH = `${DEFAULT}/services/web`
  const service = (spec: Json = {}): Json => ({
    metadata: { name: 'web', labels: { team: 'a' } },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http' }], ...spec },
  })
  const pods = (replicas: number, annotations: Json = {}): Json => ({
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: template('web:1', annotations, {
        containers: [{ name: 'main', image: 'web:1', ports: [{ name: 'http', containerPort: 8080 }] }],
      }),
    },
  })
  const slicesOf = async (cluster: Cluster) =>
    (await cluster.list(SLICES)).filter(
      ({ metadata }) => metadata.labels['kubernetes.io/service-name'] === 'web',
    )
  const addresses = async (cluster: Cluster) =>
    (await slicesOf(cluster))
      .flatMap(({ endpoints }) => (endpoints ?? []).flatMap((one: Json) => one.addresses))
      .sort()

  it('publishes the pods that it selects as they change', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/services`, service())
    await cluster.create(`${APPS}/replicasets`, pods(2))
    const ips = (await cluster.pods()).map(({ status }) => status.podIP).sort()
    assert.deepEqual(await addresses(cluster), ips)
    const { subsets, metadata } = await cluster.get(`${DEFAULT}/endpoints/web`)
    assert.equal(metadata.labels.team, 'a')
    assert.deepEqual(subsets[0].addresses.map(({ ip }: Json) => ip).sort(), ips)
    assert.equal(subsets[0].ports[0].port, 8080)
    const [first] = await cluster.pods()
    await cluster.change(`${DEFAULT}/pods/${first.metadata.name}`, {
      metadata: { annotations: { [BEHAVIOUR]: 'unready' } },
    })
    const changed = await cluster.get(`${DEFAULT}/endpoints/web`)
    assert.deepEqual(
      changed.subsets[0].notReadyAddresses.map(({ ip }: Json) => ip),
      [first.status.podIP],
    )
    const unready = (await slicesOf(cluster))[0].endpoints.find(
      (one: Json) => one.addresses[0] === first.status.podIP,
    )
    assert.deepEqual(unready.conditions, { ready: false, serving: false, terminating: false })
    await cluster.change(`${APPS}/replicasets/web`, { spec: { replicas: 0 } })
    assert.deepEqual(await addresses(cluster), [])
    assert.equal((await cluster.get(`${DEFAULT}/endpoints/web`)).subsets, undefined)
    await cluster.delete(PATH)
    assert.deepEqual(await slicesOf(cluster), [])
    assert.equal(await cluster.isGone(`${DEFAULT}/endpoints/web`), true)
  })

  it('without a selector has slices that mirror its Endpoints', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/services`, service({ selector: null }))
    const subset = (ip: string) => ({ addresses: [{ ip }], ports: [{ port: 80 }] })
    const mirrored = async () =>
      (await slicesOf(cluster)).map(({ addressType, endpoints, ports }: Json) => [
        ...[addressType, endpoints[0].addresses, endpoints[0].conditions.ready, ports[0].port],
      ])
    const path = `${DEFAULT}/endpoints/web`
    await cluster.create(`${DEFAULT}/endpoints`, { metadata: { name: 'web' }, subsets: [subset('10.1.2.3')] })
    assert.deepEqual(await mirrored(), [['IPv4', ['10.1.2.3'], true, 80]])
    const [first] = await slicesOf(cluster)
    assert.equal(
      first.metadata.labels['endpointslice.kubernetes.io/managed-by'],
      'endpointslicemirroring-controller.k8s.io',
    )
    assert.deepEqual(
      first.metadata.ownerReferences.map(({ kind }: Json) => kind),
      ['Endpoints'],
    )
    await cluster.change(path, { subsets: [subset('10.2.3.4')] })
    assert.deepEqual(await mirrored(), [['IPv4', ['10.2.3.4'], true, 80]])
    assert.equal((await slicesOf(cluster))[0].metadata.uid, first.metadata.uid)
    await cluster.change(path, {
      metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
    })
    assert.deepEqual(await mirrored(), [])
    await cluster.change(path, {
      metadata: { labels: null },
      subsets: [subset('10.1.2.3'), subset('fd00::1')],
    })
    assert.deepEqual((await mirrored()).map(([type]: Json) => type).sort(), ['IPv4', 'IPv6'])
    await cluster.delete(path)
    assert.deepEqual(await mirrored(), [])
  })

  it('splits many pods into slices', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/services`, service({ clusterIP: 'None' }))
    await cluster.create(`${APPS}/replicasets`, pods(120))
    const slices = await slicesOf(cluster)
    assert.ok(slices.every(({ endpoints }) => endpoints.length <= 100))
    assert.equal(new Set(await addresses(cluster)).size, 120)
    assert.equal(slices[0].metadata.labels['service.kubernetes.io/headless'], '')
  })

  it('without a selector leaves its endpoints to others', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/services`, service({ selector: null }))
    assert.equal(await cluster.isGone(`${DEFAULT}/endpoints/web`), true)
  })
})

describe('a namespace', () => {
  it('has a service account and a CA certificate, which are recreated', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create('/api/v1/namespaces', { metadata: { name: 'team' } })
    const TEAM = '/api/v1/namespaces/team'
    assert.deepEqual(names(await cluster.list(`${TEAM}/serviceaccounts`)), ['default'])
    assert.deepEqual(names(await cluster.list(`${TEAM}/configmaps`)), ['kube-root-ca.crt'])
    await cluster.delete(`${TEAM}/serviceaccounts/default`)
    assert.deepEqual(names(await cluster.list(`${TEAM}/serviceaccounts`)), ['default'])
    const certificate = `${TEAM}/configmaps/kube-root-ca.crt`
    const { data } = await cluster.get(certificate)
    await cluster.change(certificate, { data: { 'ca.crt': 'another', more: 'x' } })
    assert.deepEqual((await cluster.get(certificate)).data, data)
    await cluster.delete(TEAM)
    assert.equal(await cluster.isGone(TEAM), true)
  })
})

describe('a replica set and a replication controller', () => {
  for (const [collection, selector] of [
    [`${APPS}/replicasets`, { matchLabels: { app: 'web' } }],
    [`${DEFAULT}/replicationcontrollers`, { app: 'web' }],
  ] as const) {
    it(`${collection} adopts pods that it selects, and releases those that it no longer does`, async (t) => {
      const cluster = await Cluster.start(t)
      await cluster.create(`${DEFAULT}/pods`, {
        ...template('web:0'),
        metadata: { name: 'free', labels: { app: 'web' } },
      })
      await cluster.create(collection, {
        metadata: { name: 'web' },
        spec: { replicas: 2, selector, template: template('web:1') },
      })
      assert.equal((await cluster.pods()).length, 2)
      assert.equal((await cluster.get(`${DEFAULT}/pods/free`)).metadata.ownerReferences[0].name, 'web')
      await cluster.change(`${DEFAULT}/pods/free`, { metadata: { labels: { app: 'other' } } })
      assert.equal((await cluster.get(`${DEFAULT}/pods/free`)).metadata.ownerReferences, undefined)
      assert.equal((await cluster.pods()).length, 3)
      const { status } = await cluster.get(`${collection}/web`)
      assert.deepEqual([status.replicas, status.readyReplicas, status.availableReplicas], [2, 2, 2])
      await cluster.change(`${DEFAULT}/pods/free`, { metadata: { labels: { app: 'web' } } })
      assert.equal((await cluster.pods()).length, 2, 'the least useful of the surplus pods is deleted')
    })
  }
})
