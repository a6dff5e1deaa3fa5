import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { APPS, BEHAVIOUR, Cluster, DEFAULT, template } from './cluster.js'

const GROUP = '/apis/metrics.k8s.io/v1beta1'
const PODS = `${GROUP}/namespaces/default/pods`
const METRICS = 'simulation.binnacle.dev/metrics'
const LOAD = 'simulation.binnacle.dev/load'
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

const container = (name: string, requests: Json = {}) => ({ name, image: 'web:1', resources: { requests } })

const pod = (name: string, containers: Json[], metadata: Json = {}, spec: Json = {}): Json => ({
  metadata: { name, ...metadata },
  spec: { containers, ...spec },
})

/** What the containers of a pod use, by name. */
async function usage(cluster: Cluster, name: string): Promise<Json> {
  const { containers } = await cluster.get(`${PODS}/${name}`)
  return Object.fromEntries(containers.map((each: Json) => [each.name, Object.values(each.usage).join(' ')]))
}

async function clusterWith(t: TestContext, ...pods: Json[]): Promise<Cluster> {
  const cluster = await Cluster.start(t)
  for (const object of pods) await cluster.create(`${DEFAULT}/pods`, object)
  return cluster
}

describe('metrics of simulated pods', () => {
  it('are their requests', async (t) => {
    const requests = { cpu: '250m', memory: '64Mi' }
    const cluster = await clusterWith(t, pod('web', [container('main', requests), container('log')]))
    const { metadata, timestamp, window, ...rest } = await cluster.get(`${PODS}/web`)
    const now = new Date(cluster.clock.now()).toISOString().replace('.000', '')
    assert.deepEqual(metadata, { name: 'web', namespace: 'default', creationTimestamp: now })
    assert.deepEqual([timestamp, window], [now, '15s'])
    assert.deepEqual(rest, {
      kind: 'PodMetrics',
      apiVersion: 'metrics.k8s.io/v1beta1',
      containers: [
        { name: 'main', usage: requests },
        { name: 'log', usage: { cpu: '0', memory: '0' } },
      ],
    })
  })

  it('are what an annotation says, shared by the containers', async (t) => {
    const annotations = { [METRICS]: 'cpu=300m,memory=50%' }
    const containers = [
      container('big', { cpu: '2', memory: '64Mi' }),
      container('small', { cpu: 1, memory: '32Mi' }),
    ]
    const cluster = await clusterWith(t, pod('web', containers, { annotations }))
    assert.deepEqual(await usage(cluster, 'web'), { big: '200m 32Mi', small: '100m 16Mi' })
    const change = (value: string) =>
      cluster.change(`${DEFAULT}/pods/web`, { metadata: { annotations: { [METRICS]: value } } })
    await change('cpu=1,memory=-5')
    assert.deepEqual(await usage(cluster, 'web'), { big: '666666667n 0', small: '333333333n 0' })
    await change('cpu=9e300,memory=7E')
    assert.deepEqual(await usage(cluster, 'web'), { big: '2 64Mi', small: '1 32Mi' })
  })

  it('follow the load of their autoscaler', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${APPS}/deployments`, {
      metadata: { name: 'web' },
      spec: { replicas: 4, selector: { matchLabels: { app: 'web' } }, template: template('web:1') },
    })
    await cluster.create('/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers', {
      metadata: { name: 'web', annotations: { [LOAD]: 'cpu=2' } },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 4,
        maxReplicas: 4,
      },
    })
    const items = await cluster.list(PODS)
    assert.deepEqual(
      items.map(({ containers }) => containers[0].usage.cpu),
      ['500m', '500m', '500m', '500m'],
    )
  })

  it('are missing for pods and containers that do not run', async (t) => {
    const ending = pod('done', [container('main')], {}, { restartPolicy: 'Never' })
    const pending = pod('pending', [container('main')], { annotations: { [BEHAVIOUR]: 'pending' } })
    const broken = pod('broken', [container('main')], { annotations: { [BEHAVIOUR]: 'image-missing' } })
    const cluster = await clusterWith(t, ending, pending, broken, pod('web', [container('main')]))
    const items = await cluster.list(PODS)
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['web'],
    )
    const missing = await cluster.read(`${PODS}/done`)
    assert.equal(missing.status, 404)
    assert.equal(missing.body.message, 'podmetrics.metrics.k8s.io "default/done" not found')
    assert.equal((await cluster.read(`${PODS}/none`)).body.message, 'pods "none" not found')
  })

  it('are listed by namespace, labels and fields, in order', async (t) => {
    const cluster = await clusterWith(
      t,
      pod('b', [container('main')], { labels: { app: 'b' } }),
      pod('a', [container('main')], { labels: { app: 'a' } }),
    )
    await cluster.create('/api/v1/namespaces', { metadata: { name: 'other' } })
    await cluster.create('/api/v1/namespaces/other/pods', pod('c', [container('main')]))
    const names = async (path: string) =>
      (await cluster.list(path)).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    assert.deepEqual(await names(`${GROUP}/pods`), ['default/a', 'default/b', 'other/c'])
    assert.deepEqual(await names(PODS), ['default/a', 'default/b'])
    assert.deepEqual(await names(`${GROUP}/pods?labelSelector=app%3Db`), ['default/b'])
    assert.deepEqual(await names(`${GROUP}/pods?labelSelector=!app`), ['other/c'])
    assert.deepEqual(await names(`${GROUP}/pods?fieldSelector=metadata.name%3Da`), ['default/a'])
    assert.deepEqual((await cluster.get(PODS)).metadata, {})
    assert.deepEqual((await cluster.get(`${PODS}?limit=1`)).metadata, {})
  })

  it('are tables as of a metrics server', async (t) => {
    const containers = [container('one', { cpu: '1', memory: '1Gi' }), container('two', { cpu: '500m' })]
    const cluster = await clusterWith(t, pod('web', containers))
    const { body } = await cluster.read(PODS, TABLE)
    assert.deepEqual(
      body.columnDefinitions.map(({ name, format }: Json) => [name, format]),
      [
        ['Name', 'name'],
        ['cpu', 'quantity'],
        ['memory', 'quantity'],
        ['Window', 'duration'],
      ],
    )
    assert.deepEqual(body.rows[0].cells, ['web', '1500m', '1Gi', '15s'])
  })
})

describe('metrics of simulated nodes', () => {
  it('are the sum of their pods, or what an annotation says', async (t) => {
    const cluster = await clusterWith(
      t,
      pod('one', [container('main', { cpu: '1', memory: '1Gi' })]),
      pod('two', [container('main', { cpu: '500m', memory: '512Mi' })]),
    )
    const [node] = await cluster.list(`${GROUP}/nodes`)
    assert.equal(node?.metadata.name, 'node-1')
    assert.equal(node?.metadata.labels['kubernetes.io/hostname'], 'node-1')
    assert.deepEqual(node?.usage, { cpu: '1500m', memory: '1536Mi' })
    const annotations = { [METRICS]: 'cpu=25%,memory=3Gi' }
    await cluster.change('/api/v1/nodes/node-1', { metadata: { annotations } })
    assert.deepEqual((await cluster.get(`${GROUP}/nodes/node-1`)).usage, { cpu: '8', memory: '3Gi' })
  })

  it('are missing for a node that is not ready', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.change('/api/v1/nodes/node-1', { metadata: { annotations: { [BEHAVIOUR]: 'unready' } } })
    assert.deepEqual(await cluster.list(`${GROUP}/nodes`), [])
    const { status, body } = await cluster.read(`${GROUP}/nodes/node-1`)
    assert.deepEqual([status, body.message], [404, 'nodemetrics.metrics.k8s.io "node-1" not found'])
  })
})

describe('the group metrics.k8s.io', () => {
  it('is listed by discovery and OpenAPI', async (t) => {
    const cluster = await Cluster.start(t)
    assert.deepEqual((await cluster.get(GROUP)).resources, [
      { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
      { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
    ])
    const { groups } = await cluster.get('/apis')
    assert.ok(groups.some(({ name }: Json) => name === 'metrics.k8s.io'))
    const { paths } = await cluster.get(`/openapi/v3${GROUP}`)
    assert.deepEqual(
      Object.keys(paths)
        .filter((path) => path.includes('{namespace}'))
        .sort(),
      [`${GROUP}/namespaces/{namespace}/pods`, `${GROUP}/namespaces/{namespace}/pods/{name}`],
    )
  })

  it('can only be read', async (t) => {
    const cluster = await clusterWith(t, pod('web', [container('main')]))
    const { body: created } = await cluster.post(PODS, pod('new', [container('main')]))
    assert.equal(created.code, 405)
    assert.equal((await cluster.remove(`${PODS}/web`)).body.code, 405)
    assert.equal((await cluster.read(`${PODS}?watch=true`)).body.code, 405)
  })

  it('is guarded like any other', async (t) => {
    const server = await startTestServer({
      simulateWorkloads: true,
      authentication: { tokens: [{ token: 'ann', user: 'ann' }] },
    })
    t.after(() => server.close())
    const { message } = (await (await server.as('ann')(PODS)).json()) as Json
    assert.match(message, /cannot list resource "pods" in API group "metrics.k8s.io"/)
  })

  it('is not there without simulated workloads', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    assert.equal((await client.get(GROUP)).status, 404)
    assert.equal((await client.get(PODS)).status, 404)
  })
})
