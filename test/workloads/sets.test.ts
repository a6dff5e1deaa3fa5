import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { APPS, BEHAVIOUR, Cluster, DEFAULT, names, READY_AFTER, template } from './cluster.js'

const imagesByName = async (cluster: Cluster) =>
  Object.fromEntries(
    (await cluster.pods()).map(({ metadata, spec }) => [metadata.name, spec.containers[0].image]),
  )

describe('a stateful set', () => {
  const PATH = `${APPS}/statefulsets/db`
  const SLOW = { [READY_AFTER]: '1s' }
  const claims = [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ]

  async function start(t: TestContext, spec: Json = {}): Promise<Cluster> {
    const cluster = await Cluster.start(t)
    await cluster.create(`${APPS}/statefulsets`, {
      metadata: { name: 'db' },
      spec: {
        serviceName: 'db',
        replicas: 3,
        selector: { matchLabels: { app: 'web' } },
        template: template('db:1', SLOW),
        ...spec,
      },
    })
    return cluster
  }

  const setImage = (cluster: Cluster, image: string, annotations: Json = SLOW) =>
    cluster.change(PATH, { spec: { template: template(image, annotations) } })

  it('creates its pods in order, with their claims', async (t) => {
    const cluster = await start(t, { volumeClaimTemplates: claims })
    const seen: string[][] = []
    for (let second = 0; second < 4; second++) {
      seen.push(names(await cluster.pods()))
      await cluster.pass(1)
    }
    assert.deepEqual(seen, [['db-0'], ['db-0', 'db-1'], ['db-0', 'db-1', 'db-2'], ['db-0', 'db-1', 'db-2']])
    const [first] = await cluster.pods()
    assert.equal(first.spec.hostname, 'db-0')
    assert.equal(first.spec.subdomain, 'db')
    assert.equal(first.metadata.labels['apps.kubernetes.io/pod-index'], '0')
    assert.deepEqual(names(await cluster.list(`${DEFAULT}/persistentvolumeclaims`)), [
      'data-db-0',
      'data-db-1',
      'data-db-2',
    ])
    const { status } = await cluster.get(PATH)
    assert.deepEqual([status.replicas, status.readyReplicas, status.availableReplicas], [3, 3, 3])
    assert.equal(status.currentRevision, status.updateRevision)
    assert.equal(status.collisionCount, 0)
  })

  it('creates them at once with Parallel', async (t) => {
    const cluster = await start(t, { podManagementPolicy: 'Parallel' })
    assert.deepEqual(names(await cluster.pods()), ['db-0', 'db-1', 'db-2'])
  })

  it('waits for a pod that does not become ready', async (t) => {
    const cluster = await start(t, { template: template('db:1', { [BEHAVIOUR]: 'unready' }) })
    await cluster.pass(60)
    assert.deepEqual(names(await cluster.pods()), ['db-0'])
    await cluster.change(`${DEFAULT}/pods/db-0`, { metadata: { annotations: { [BEHAVIOUR]: 'run' } } })
    assert.deepEqual(names(await cluster.pods()), ['db-0', 'db-1'])
  })

  it('recreates a pod that failed or was deleted', async (t) => {
    const cluster = await start(t)
    await cluster.pass(3)
    const before = await cluster.get(`${DEFAULT}/pods/db-1`)
    await cluster.delete(`${DEFAULT}/pods/db-1`)
    const after = await cluster.get(`${DEFAULT}/pods/db-1`)
    assert.notEqual(after.metadata.uid, before.metadata.uid)
  })

  it('updates its pods from the last to the first, each when the next is ready', async (t) => {
    const cluster = await start(t)
    await cluster.pass(3)
    await setImage(cluster, 'db:2')
    const seen: string[] = []
    for (let second = 0; second < 4; second++) {
      const images = await imagesByName(cluster)
      seen.push(['db-0', 'db-1', 'db-2'].map((name) => images[name]?.at(-1) ?? '-').join(''))
      await cluster.pass(1)
    }
    assert.deepEqual(seen, ['112', '122', '222', '222'])
    const { status } = await cluster.get(PATH)
    assert.equal(status.currentRevision, status.updateRevision)
    assert.deepEqual([status.updatedReplicas, status.currentReplicas], [3, 3])
  })

  it('updates no pod below the partition, and recreates those unchanged', async (t) => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 2 } }
    const cluster = await start(t, { updateStrategy })
    await cluster.pass(3)
    await setImage(cluster, 'db:2')
    await cluster.pass(5)
    assert.deepEqual(await imagesByName(cluster), { 'db-0': 'db:1', 'db-1': 'db:1', 'db-2': 'db:2' })
    await cluster.delete(`${DEFAULT}/pods/db-0`)
    await cluster.pass(5)
    assert.equal((await imagesByName(cluster))['db-0'], 'db:1')
    const { status } = await cluster.get(PATH)
    assert.notEqual(status.currentRevision, status.updateRevision)
    assert.deepEqual([status.updatedReplicas, status.currentReplicas], [1, 2])
  })

  it('stops an update at a pod that does not become ready', async (t) => {
    const cluster = await start(t)
    await cluster.pass(3)
    await setImage(cluster, 'db:2', { [BEHAVIOUR]: 'unready' })
    await cluster.pass(60)
    assert.deepEqual(await imagesByName(cluster), { 'db-0': 'db:1', 'db-1': 'db:1', 'db-2': 'db:2' })
  })

  it('updates deleted pods only, with OnDelete', async (t) => {
    const cluster = await start(t, { updateStrategy: { type: 'OnDelete' } })
    await cluster.pass(3)
    await setImage(cluster, 'db:2')
    await cluster.pass(5)
    assert.deepEqual(new Set(Object.values(await imagesByName(cluster))), new Set(['db:1']))
    await cluster.delete(`${DEFAULT}/pods/db-1`)
    assert.equal((await imagesByName(cluster))['db-1'], 'db:2')
  })

  it('scales down from the end, and keeps its claims', async (t) => {
    const cluster = await start(t, { volumeClaimTemplates: claims })
    await cluster.pass(3)
    await cluster.change(PATH, { spec: { replicas: 1 } })
    assert.deepEqual(names(await cluster.pods()), ['db-0'])
    assert.equal((await cluster.list(`${DEFAULT}/persistentvolumeclaims`)).length, 3)
  })

  it('deletes claims with its pods if its policy says so', async (t) => {
    const retention = { whenScaled: 'Delete', whenDeleted: 'Delete' }
    const cluster = await start(t, {
      volumeClaimTemplates: claims,
      persistentVolumeClaimRetentionPolicy: retention,
    })
    await cluster.pass(3)
    await cluster.change(PATH, { spec: { replicas: 2 } })
    assert.equal((await cluster.list(`${DEFAULT}/persistentvolumeclaims`)).length, 2)
    await cluster.delete(PATH)
    assert.deepEqual(await cluster.list(`${DEFAULT}/persistentvolumeclaims`), [])
    assert.deepEqual(await cluster.list('/api/v1/persistentvolumes'), [])
  })
})

describe('a daemon set', () => {
  const PATH = `${APPS}/daemonsets/agent`
  const NODES = '/api/v1/nodes'

  async function start(t: TestContext, spec: Json = {}): Promise<Cluster> {
    const cluster = await Cluster.start(t)
    for (const name of ['node-2', 'node-3']) await cluster.create(NODES, { metadata: { name } })
    await cluster.create(`${APPS}/daemonsets`, {
      metadata: { name: 'agent' },
      spec: { selector: { matchLabels: { app: 'web' } }, template: template('agent:1'), ...spec },
    })
    return cluster
  }

  const nodesOfPods = async (cluster: Cluster) =>
    (await cluster.pods()).map(({ spec }) => spec.nodeName).sort()
  const ALL = ['node-1', 'node-2', 'node-3']

  it('runs a pod on every node, as nodes come and go', async (t) => {
    const cluster = await start(t)
    assert.deepEqual(await nodesOfPods(cluster), ALL)
    await cluster.create(NODES, { metadata: { name: 'node-4' } })
    assert.deepEqual(await nodesOfPods(cluster), [...ALL, 'node-4'])
    await cluster.delete(`${NODES}/node-2`)
    assert.deepEqual(await nodesOfPods(cluster), ['node-1', 'node-3', 'node-4'])
    const { status } = await cluster.get(PATH)
    assert.deepEqual(
      [
        status.desiredNumberScheduled,
        status.currentNumberScheduled,
        status.numberReady,
        status.numberAvailable,
      ],
      [3, 3, 3, 3],
    )
  })

  it('marks its pods with the generation of their template', async (t) => {
    const cluster = await start(t)
    const generations = async () =>
      (await cluster.pods()).map(({ metadata }) => metadata.labels['pod-template-generation'])
    assert.deepEqual(await generations(), ['1', '1', '1'])
    await cluster.change(PATH, { spec: { template: template('agent:2') } })
    assert.deepEqual(await generations(), ['2', '2', '2'])
  })

  it('rests when another client adds a revision with the same template', async (t) => {
    const cluster = await start(t)
    const REVISIONS = `${APPS}/controllerrevisions`
    const [first] = (await cluster.list(REVISIONS)) as [Json]
    const { name, labels, ownerReferences } = first.metadata
    const added = {
      metadata: { name: `${name}-again`, labels, ownerReferences },
      data: first.data,
      revision: 2,
    }
    await cluster.create(REVISIONS, added)
    const revisions = async () =>
      (await cluster.list(REVISIONS)).map(({ metadata, revision }) => [metadata.name, revision])
    assert.deepEqual(await revisions(), [
      [name, 1],
      [`${name}-again`, 2],
    ])
    await cluster.delete(`${REVISIONS}/${name}`)
    assert.deepEqual(await revisions(), [[`${name}-again`, 2]])
    assert.deepEqual(await nodesOfPods(cluster), ALL)
  })

  it('runs on unschedulable nodes', async (t) => {
    const cluster = await start(t)
    await cluster.change(`${NODES}/node-2`, { spec: { unschedulable: true } })
    assert.deepEqual(await nodesOfPods(cluster), ALL)
    await cluster.create(NODES, { metadata: { name: 'node-4' }, spec: { unschedulable: true } })
    assert.deepEqual(await nodesOfPods(cluster), [...ALL, 'node-4'])
  })

  it('keeps pods on NoSchedule taints, and removes them on NoExecute', async (t) => {
    const cluster = await start(t)
    const taint = (effect: string) => ({ spec: { taints: [{ key: 'own', effect }] } })
    await cluster.change(`${NODES}/node-2`, taint('NoSchedule'))
    assert.deepEqual(await nodesOfPods(cluster), ALL)
    const { status } = await cluster.get(PATH)
    assert.deepEqual([status.desiredNumberScheduled, status.numberMisscheduled], [2, 1])
    await cluster.change(`${NODES}/node-2`, taint('NoExecute'))
    assert.deepEqual(await nodesOfPods(cluster), ['node-1', 'node-3'])
  })

  it('runs on selected nodes only', async (t) => {
    const cluster = await start(t, { template: template('agent:1', {}, { nodeSelector: { disk: 'ssd' } }) })
    assert.deepEqual(await nodesOfPods(cluster), [])
    await cluster.change(`${NODES}/node-3`, { metadata: { labels: { disk: 'ssd' } } })
    assert.deepEqual(await nodesOfPods(cluster), ['node-3'])
    await cluster.change(`${NODES}/node-3`, { metadata: { labels: { disk: null } } })
    assert.deepEqual(await nodesOfPods(cluster), [])
  })

  it('updates with a surge pod if it may', async (t) => {
    const rollingUpdate = { maxSurge: 2, maxUnavailable: 0 }
    const cluster = await start(t, { updateStrategy: { type: 'RollingUpdate', rollingUpdate } })
    await cluster.change(PATH, { spec: { template: template('agent:2', { [READY_AFTER]: '1s' }) } })
    const seen: string[] = []
    for (let second = 0; second < 3; second++) {
      const images = Object.values(await imagesByName(cluster)) as string[]
      seen.push(
        images
          .map((image) => image.at(-1))
          .sort()
          .join(''),
      )
      await cluster.pass(1)
    }
    assert.deepEqual(seen, ['11122', '1222', '222'])
    assert.equal((await cluster.get(PATH)).status.updatedNumberScheduled, 3)
  })

  it('updates one node at a time', async (t) => {
    const cluster = await start(t)
    await cluster.change(PATH, { spec: { template: template('agent:2', { [READY_AFTER]: '1s' }) } })
    const updated: number[] = []
    for (let second = 0; second < 4; second++) {
      const images = Object.values(await imagesByName(cluster))
      updated.push(images.filter((image) => image === 'agent:2').length)
      await cluster.pass(1)
    }
    assert.deepEqual(updated, [1, 2, 3, 3])
    assert.equal((await cluster.get(PATH)).status.updatedNumberScheduled, 3)
  })
})
