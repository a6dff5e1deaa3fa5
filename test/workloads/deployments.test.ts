import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { APPS, BEHAVIOUR, Cluster, condition, DEFAULT, READY_AFTER, template } from './cluster.js'

const PATH = `${APPS}/deployments/web`
const REVISION = 'deployment.kubernetes.io/revision'

const SLOW = { [READY_AFTER]: '1s' }

const deployment = (spec: Json): Json => ({
  metadata: { name: 'web' },
  spec: { selector: { matchLabels: { app: 'web' } }, template: template('web:1', SLOW), ...spec },
})

async function start(t: TestContext, spec: Json): Promise<Cluster> {
  const cluster = await Cluster.start(t)
  await cluster.create(`${APPS}/deployments`, deployment(spec))
  await cluster.pass(1)
  return cluster
}

const setImage = (cluster: Cluster, image: string, annotations: Json = SLOW) =>
  cluster.change(PATH, { spec: { template: template(image, annotations) } })

/** The desired pods of each replica set, by image. */
async function sizes(cluster: Cluster): Promise<Record<string, number>> {
  const sets = await cluster.list(`${APPS}/replicasets`)
  return Object.fromEntries(sets.map(({ spec }) => [spec.template.spec.containers[0].image, spec.replicas]))
}

const size = async (cluster: Cluster, image: string) => (await sizes(cluster))[image] ?? 0

interface Rollout {
  readonly replicas: number
  readonly maxSurge: number | string
  readonly maxUnavailable: number | string
  /** The sizes of the old and the new set, initially and after each second. */
  readonly steps: readonly (readonly [number, number])[]
}

const ROLLOUTS: readonly Rollout[] = [
  {
    replicas: 10,
    maxSurge: '25%',
    maxUnavailable: '25%',
    steps: [
      [8, 5],
      [3, 10],
      [0, 10],
    ],
  },
  {
    replicas: 3,
    maxSurge: 1,
    maxUnavailable: 0,
    steps: [
      [3, 1],
      [2, 2],
      [1, 3],
      [0, 3],
    ],
  },
  {
    replicas: 4,
    maxSurge: 0,
    maxUnavailable: 1,
    steps: [
      [3, 1],
      [2, 2],
      [1, 3],
      [0, 4],
    ],
  },
  {
    replicas: 4,
    maxSurge: '100%',
    maxUnavailable: 0,
    steps: [
      [4, 4],
      [0, 4],
    ],
  },
  {
    replicas: 5,
    maxSurge: 0,
    maxUnavailable: '100%',
    steps: [
      [0, 5],
      [0, 5],
    ],
  },
  {
    replicas: 1,
    maxSurge: '25%',
    maxUnavailable: '25%',
    steps: [
      [1, 1],
      [0, 1],
    ],
  },
  {
    replicas: 6,
    maxSurge: 2,
    maxUnavailable: 2,
    steps: [
      [4, 4],
      [0, 6],
      [0, 6],
    ],
  },
]

describe('the rolling update of a deployment', () => {
  for (const { replicas, maxSurge, maxUnavailable, steps } of ROLLOUTS) {
    it(`of ${replicas} pods with maxSurge ${maxSurge} and maxUnavailable ${maxUnavailable}`, async (t) => {
      const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } }
      const cluster = await start(t, { replicas, strategy })
      await setImage(cluster, 'web:2')
      const seen: [number, number][] = []
      for (let second = 0; second < steps.length; second++) {
        seen.push([await size(cluster, 'web:1'), await size(cluster, 'web:2')])
        await cluster.pass(1)
      }
      assert.deepEqual(seen, steps)
      const { status, metadata } = await cluster.get(PATH)
      assert.equal(status.observedGeneration, metadata.generation)
      assert.deepEqual(
        [status.replicas, status.updatedReplicas, status.readyReplicas, status.availableReplicas],
        [replicas, replicas, replicas, replicas],
      )
      assert.equal(status.unavailableReplicas, undefined)
      assert.equal(condition({ status }, 'Progressing').reason, 'NewReplicaSetAvailable')
      assert.equal(condition({ status }, 'Available').status, 'True')
    })
  }

  it('waits for minReadySeconds of new pods', async (t) => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    const cluster = await start(t, { replicas: 2, minReadySeconds: 10, strategy })
    await cluster.pass(10)
    await setImage(cluster, 'web:2')
    await cluster.pass(10)
    assert.deepEqual(await sizes(cluster), { 'web:1': 2, 'web:2': 1 })
    await cluster.pass(1)
    assert.deepEqual(await sizes(cluster), { 'web:1': 1, 'web:2': 2 })
    await cluster.pass(11)
    assert.deepEqual(await sizes(cluster), { 'web:1': 0, 'web:2': 2 })
  })
})

describe('a deployment', () => {
  it('with Recreate never runs old and new pods together', async (t) => {
    const cluster = await start(t, { replicas: 3, strategy: { type: 'Recreate' } })
    await setImage(cluster, 'web:2')
    assert.deepEqual(await sizes(cluster), { 'web:1': 0, 'web:2': 3 })
    const images = (await cluster.pods()).map(({ spec }) => spec.containers[0].image)
    assert.deepEqual(images, ['web:2', 'web:2', 'web:2'])
    assert.equal((await cluster.get(PATH)).status.availableReplicas, undefined)
    await cluster.pass(1)
    assert.equal((await cluster.get(PATH)).status.availableReplicas, 3)
  })

  it('reuses the replica set of a former template, as the next revision', async (t) => {
    const cluster = await start(t, { replicas: 2 })
    await setImage(cluster, 'web:2')
    await cluster.pass(5)
    await setImage(cluster, 'web:1')
    await cluster.pass(5)
    assert.deepEqual(await sizes(cluster), { 'web:1': 2, 'web:2': 0 })
    const sets = await cluster.list(`${APPS}/replicasets`)
    const revisions = sets.map(({ metadata, spec }) => [
      spec.template.spec.containers[0].image,
      metadata.annotations[REVISION],
    ])
    assert.deepEqual(Object.fromEntries(revisions), { 'web:1': '3', 'web:2': '2' })
    assert.equal((await cluster.get(PATH)).metadata.annotations[REVISION], '3')
  })

  it('keeps its template while it is paused, but can scale', async (t) => {
    const cluster = await start(t, { replicas: 2 })
    await cluster.change(PATH, { spec: { paused: true } })
    assert.equal(condition(await cluster.get(PATH), 'Progressing').reason, 'DeploymentPaused')
    await setImage(cluster, 'web:2')
    await cluster.pass(5)
    assert.deepEqual(await sizes(cluster), { 'web:1': 2 })
    await cluster.change(PATH, { spec: { replicas: 4 } })
    assert.deepEqual(await sizes(cluster), { 'web:1': 4 })
    await cluster.change(PATH, { spec: { paused: false } })
    await cluster.pass(5)
    assert.deepEqual(await sizes(cluster), { 'web:1': 0, 'web:2': 4 })
    assert.equal(condition(await cluster.get(PATH), 'Progressing').reason, 'NewReplicaSetAvailable')
  })

  it('reports a missed progress deadline, and continues when it can', async (t) => {
    const cluster = await start(t, { replicas: 2, progressDeadlineSeconds: 60 })
    await setImage(cluster, 'web:2', { [BEHAVIOUR]: 'unready' })
    await cluster.pass(59)
    assert.equal(condition(await cluster.get(PATH), 'Progressing').reason, 'ReplicaSetUpdated')
    await cluster.pass(1)
    const late = condition(await cluster.get(PATH), 'Progressing')
    assert.deepEqual([late.status, late.reason], ['False', 'ProgressDeadlineExceeded'])
    assert.match(late.message, /^ReplicaSet "web-\w+" has timed out progressing\.$/)
    assert.equal(condition(await cluster.get(PATH), 'Available').status, 'True', 'the old pods still serve')
    await setImage(cluster, 'web:3', { [BEHAVIOUR]: null })
    await cluster.pass(5)
    const done = condition(await cluster.get(PATH), 'Progressing')
    assert.deepEqual([done.status, done.reason], ['True', 'NewReplicaSetAvailable'])
  })

  it('scales its sets in proportion during an update', async (t) => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } }
    const cluster = await start(t, { replicas: 10, strategy })
    await setImage(cluster, 'web:2', { [BEHAVIOUR]: 'unready' })
    assert.deepEqual(await sizes(cluster), { 'web:1': 8, 'web:2': 5 })
    await cluster.change(PATH, { spec: { replicas: 15 } })
    assert.deepEqual(await sizes(cluster), { 'web:1': 11, 'web:2': 7 })
  })

  it('keeps as many old replica sets as its history limit allows', async (t) => {
    const cluster = await start(t, { replicas: 1, revisionHistoryLimit: 2 })
    for (const image of ['web:2', 'web:3', 'web:4', 'web:5']) {
      await setImage(cluster, image)
      await cluster.pass(5)
    }
    assert.deepEqual(Object.keys(await sizes(cluster)).sort(), ['web:3', 'web:4', 'web:5'])
  })

  it('reports a quota that blocks its pods', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/resourcequotas`, {
      metadata: { name: 'few' },
      spec: { hard: { pods: '1' } },
    })
    await cluster.create(`${APPS}/deployments`, deployment({ replicas: 3 }))
    await cluster.pass(1)
    const found = await cluster.get(PATH)
    assert.equal(found.status.replicas, 1)
    assert.equal(condition(found, 'ReplicaFailure').reason, 'FailedCreate')
    await cluster.change(`${DEFAULT}/resourcequotas/few`, { spec: { hard: { pods: '5' } } })
    await cluster.pass(30)
    const mended = await cluster.get(PATH)
    assert.equal(mended.status.availableReplicas, 3)
    assert.equal(condition(mended, 'ReplicaFailure'), undefined)
  })

  it('is deleted with its replica sets and pods', async (t) => {
    const cluster = await start(t, { replicas: 3 })
    await cluster.delete(PATH)
    assert.deepEqual(await cluster.list(`${APPS}/replicasets`), [])
    assert.deepEqual(await cluster.pods(), [])
  })
})
