import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { APPS, BATCH, Cluster, DEFAULT, template } from './cluster.js'

const PODS = `${DEFAULT}/pods`
const TRACKING = 'batch.kubernetes.io/job-tracking'
const LABELS = { app: 'web' }
const SET = { selector: { matchLabels: LABELS }, template: template('main:1') }

const owners = ({ metadata }: Json) => (metadata.ownerReferences ?? []).map(({ kind }: Json) => kind)
const free = (name: string): Json => ({
  metadata: { name, labels: LABELS },
  spec: { ...SET.template.spec, nodeName: 'node-1' },
})
const named = async (cluster: Cluster, name: string) => cluster.get(`${PODS}/${name}`)

describe('a workload with a selector', () => {
  it('a job adopts its orphans again, and releases pods that lose its labels', async (t) => {
    const cluster = await Cluster.start(t)
    const spec = { ...template('busybox:1').spec, restartPolicy: 'Never' }
    spec.containers[0].command = ['sleep', '1000']
    await cluster.create(`${BATCH}/jobs`, { metadata: { name: 'one' }, spec: { template: { spec } } })
    const [{ metadata }] = (await cluster.get(PODS)).items
    const path = `${PODS}/${metadata.name}`
    await cluster.change(path, { metadata: { ownerReferences: null, finalizers: null } })
    const adopted = await cluster.get(path)
    assert.deepEqual([owners(adopted), adopted.metadata.finalizers], [['Job'], [TRACKING]])
    await cluster.change(path, { metadata: { labels: null } })
    const released = await cluster.get(path)
    assert.deepEqual([owners(released), released.metadata.finalizers], [[], undefined])
    assert.equal((await cluster.get(PODS)).items.length, 2, 'another pod takes its place')
  })

  it('a stateful set adopts only a pod with a name of its own', async (t) => {
    const cluster = await Cluster.start(t)
    for (const name of ['web-0', 'other']) await cluster.create(PODS, free(name))
    await cluster.create(`${APPS}/statefulsets`, {
      metadata: { name: 'web' },
      spec: { ...SET, serviceName: 'web', replicas: 1 },
    })
    assert.deepEqual(owners(await named(cluster, 'web-0')), ['StatefulSet'])
    assert.deepEqual(owners(await named(cluster, 'other')), [])
  })

  it('a daemon set adopts a pod, and replaces one that it releases', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, free('one'))
    await cluster.create(`${APPS}/daemonsets`, {
      metadata: { name: 'web' },
      spec: { ...SET, updateStrategy: { type: 'OnDelete' } },
    })
    assert.deepEqual(owners(await named(cluster, 'one')), ['DaemonSet'])
    await cluster.change(`${PODS}/one`, { metadata: { labels: { app: 'mine' } } })
    assert.deepEqual(owners(await named(cluster, 'one')), [])
    const { items } = await cluster.get(`${PODS}?labelSelector=app=web`)
    assert.deepEqual(items.map(owners), [['DaemonSet']])
  })

  it('a deployment adopts the replica sets that another left behind', async (t) => {
    const cluster = await Cluster.start(t)
    const deployment = { metadata: { name: 'web' }, spec: SET }
    await cluster.create(`${APPS}/deployments`, deployment)
    const [set] = (await cluster.get(`${APPS}/replicasets`)).items
    await cluster.delete(`${APPS}/deployments/web`, { propagationPolicy: 'Orphan' })
    const path = `${APPS}/replicasets/${set.metadata.name}`
    assert.deepEqual(owners(await cluster.get(path)), [])
    await cluster.create(`${APPS}/deployments`, deployment)
    assert.deepEqual(owners(await cluster.get(path)), ['Deployment'])
    assert.equal((await cluster.get(`${APPS}/replicasets`)).items.length, 1)
  })
})
