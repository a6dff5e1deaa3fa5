import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { APPS, Cluster, condition, DEFAULT, READY_AFTER, template } from './cluster.js'

const METRICS = 'simulation.binnacle.dev/metrics'
const LOAD = 'simulation.binnacle.dev/load'
const AUTOSCALERS = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
const PATH = `${AUTOSCALERS}/web`
const DEPLOYMENT = `${APPS}/deployments/web`

const deployment = (replicas: number, annotations: Json = {}): Json => ({
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: template('web:1', annotations, {
      containers: [
        { name: 'main', image: 'web:1', resources: { requests: { cpu: '500m', memory: '64Mi' } } },
      ],
    }),
  },
})

const cpu = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})

const autoscaler = (annotations: Json, spec: Json = {}): Json => ({
  metadata: { name: 'web', annotations },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 1,
    maxReplicas: 10,
    metrics: [cpu(50)],
    ...spec,
  },
})

async function start(
  t: TestContext,
  replicas: number,
  annotations: Json,
  spec: Json = {},
  ofPods: Json = {},
) {
  const cluster = await Cluster.start(t)
  await cluster.create(`${APPS}/deployments`, deployment(replicas, ofPods))
  await cluster.create(AUTOSCALERS, autoscaler(annotations, spec))
  return cluster
}

const replicas = async (cluster: Cluster) => (await cluster.get(DEPLOYMENT)).spec.replicas as number
const annotate = (cluster: Cluster, annotations: Json) => cluster.change(PATH, { metadata: { annotations } })
const reasonOf = async (cluster: Cluster, type: string) => {
  const { status, reason } = condition(await cluster.get(PATH), type)
  return `${status} ${reason}`
}

/** The replicas after each period of seconds. */
async function sizes(cluster: Cluster, periods: readonly number[]): Promise<number[]> {
  const seen = [await replicas(cluster)]
  for (const seconds of periods) {
    await cluster.pass(seconds)
    seen.push(await replicas(cluster))
  }
  return seen
}

describe('an autoscaler', () => {
  it('scales a deployment to the share of its load, at most doubling at a time', async (t) => {
    const cluster = await start(t, 1, { [LOAD]: 'cpu=1900m' })
    assert.deepEqual(await sizes(cluster, [14, 1, 15, 60]), [4, 4, 8, 8, 8])
    const { status } = await cluster.get(PATH)
    assert.deepEqual([status.currentReplicas, status.desiredReplicas], [8, 8])
    assert.deepEqual(status.currentMetrics, [
      {
        type: 'Resource',
        resource: { name: 'cpu', current: { averageUtilization: 47, averageValue: '237m' } },
      },
    ])
    assert.equal(Date.parse(status.lastScaleTime), cluster.clock.now() - 75_000)
    assert.equal(await reasonOf(cluster, 'AbleToScale'), 'True ReadyForNewScale')
    assert.equal(await reasonOf(cluster, 'ScalingActive'), 'True ValidMetricFound')
    assert.equal(await reasonOf(cluster, 'ScalingLimited'), 'False DesiredWithinRange')
    const events = (await cluster.list(`${DEFAULT}/events`)).filter(
      ({ reason }) => reason === 'SuccessfulRescale',
    )
    assert.deepEqual(
      events.map(({ message }) => message).sort(),
      [4, 8].map(
        (size) => `New size: ${size}; reason: cpu resource utilization (percentage of request) above target`,
      ),
    )
  })

  it('changes nothing within the tolerance', async (t) => {
    const cluster = await start(t, 3, { [METRICS]: 'cpu=54%' })
    assert.equal(await replicas(cluster), 3)
    await annotate(cluster, { [METRICS]: 'cpu=56%' })
    assert.equal(await replicas(cluster), 4)
  })

  it('scales down to the highest recommendation of the last five minutes', async (t) => {
    const cluster = await start(t, 8, { [METRICS]: 'cpu=50%' })
    await cluster.pass(600)
    await annotate(cluster, { [METRICS]: 'cpu=12%' })
    assert.equal(await reasonOf(cluster, 'AbleToScale'), 'True ScaleDownStabilized')
    assert.deepEqual(await sizes(cluster, [285, 30]), [8, 8, 2])
    const { status } = await cluster.get(PATH)
    assert.equal(status.desiredReplicas, 2)
  })

  it('stays within its limits', async (t) => {
    const cluster = await start(t, 3, { [METRICS]: 'cpu=500%' }, { minReplicas: 2, maxReplicas: 5 })
    assert.equal(await replicas(cluster), 5)
    await cluster.pass(15)
    assert.equal(await reasonOf(cluster, 'ScalingLimited'), 'True TooManyReplicas')
    await cluster.change(DEPLOYMENT, { spec: { replicas: 9 } })
    await cluster.pass(15)
    assert.equal(await replicas(cluster), 5)
    await cluster.change(DEPLOYMENT, { spec: { replicas: 1 } })
    await cluster.pass(15)
    assert.equal(await replicas(cluster), 4, 'the minimum, then twice as many')
  })

  it('leaves an object with zero replicas alone', async (t) => {
    const cluster = await start(t, 0, { [METRICS]: 'cpu=500%' })
    assert.equal(await replicas(cluster), 0)
    assert.equal(await reasonOf(cluster, 'ScalingActive'), 'False ScalingDisabled')
  })

  it('follows the policies of its behaviour', async (t) => {
    const behavior = {
      scaleUp: { policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }] },
      scaleDown: {
        stabilizationWindowSeconds: 0,
        policies: [{ type: 'Percent', value: 50, periodSeconds: 30 }],
      },
    }
    const cluster = await start(t, 1, { [METRICS]: 'cpu=500%' }, { behavior })
    assert.deepEqual(await sizes(cluster, [45, 15, 60]), [3, 3, 5, 7])
    assert.equal(await reasonOf(cluster, 'ScalingLimited'), 'True ScaleUpLimit')
    await annotate(cluster, { [METRICS]: 'cpu=1%' })
    assert.deepEqual(await sizes(cluster, [15, 15, 30, 30]), [7, 3, 3, 1, 1])
  })

  it('waits for a stable recommendation, and never scales in a disabled direction', async (t) => {
    const behavior = {
      scaleUp: { stabilizationWindowSeconds: 60 },
      scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: 'Disabled' },
    }
    const cluster = await start(t, 2, { [METRICS]: 'cpu=50%' }, { behavior })
    await cluster.pass(60)
    await annotate(cluster, { [METRICS]: 'cpu=150%' })
    assert.equal(await reasonOf(cluster, 'AbleToScale'), 'True ScaleUpStabilized')
    assert.deepEqual(await sizes(cluster, [45, 30]), [2, 2, 6])
    await annotate(cluster, { [METRICS]: 'cpu=1%' })
    assert.deepEqual(await sizes(cluster, [600]), [6, 6])
  })

  it('counts pods that are not ready, or have no metrics, against the change', async (t) => {
    const cluster = await start(t, 2, {}, {}, { [READY_AFTER]: '20s' })
    await cluster.pass(20)
    const [first, second] = (await cluster.pods()).map(({ metadata }) => `${DEFAULT}/pods/${metadata.name}`)
    await cluster.change(first as string, { metadata: { annotations: { [METRICS]: 'cpu=400m' } } })
    assert.equal(await replicas(cluster), 2, 'the other pod counts as idle')
    await cluster.change(second as string, { metadata: { annotations: { [METRICS]: 'cpu=400m' } } })
    assert.equal(await replicas(cluster), 4)
    await cluster.pass(15)
    assert.equal(await replicas(cluster), 4, 'two pods are not ready')
  })

  const KINDS: readonly [string, string, string, Json][] = [
    ['apps/v1', 'StatefulSet', `${APPS}/statefulsets`, { serviceName: 'web' }],
    ['apps/v1', 'ReplicaSet', `${APPS}/replicasets`, {}],
    ['v1', 'ReplicationController', `${DEFAULT}/replicationcontrollers`, { selector: { app: 'web' } }],
  ]
  for (const [apiVersion, kind, collection, spec] of KINDS) {
    it(`of autoscaling/v1 scales a ${kind}`, async (t) => {
      const cluster = await Cluster.start(t)
      const { metadata, spec: common } = deployment(1)
      await cluster.create(collection, { metadata, spec: { ...common, ...spec } })
      const path = AUTOSCALERS.replace('v2', 'v1')
      await cluster.create(path, {
        metadata: { name: 'web', annotations: { [METRICS]: 'cpu=160%' } },
        spec: {
          scaleTargetRef: { apiVersion, kind, name: 'web' },
          maxReplicas: 3,
          targetCPUUtilizationPercentage: 80,
        },
      })
      assert.equal((await cluster.get(`${collection}/web`)).spec.replicas, 2)
      const { status } = await cluster.get(`${path}/web`)
      assert.deepEqual([status.desiredReplicas, status.currentCPUUtilizationPercentage], [2, 160])
    })
  }

  it('takes the highest of several metrics: of pods, of an object and from outside', async (t) => {
    const name = (metric: string) => ({ name: metric })
    const metrics = [
      { type: 'Pods', pods: { metric: name('queue'), target: { type: 'AverageValue', averageValue: '12' } } },
      {
        type: 'Object',
        object: {
          metric: name('requests'),
          describedObject: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'main' },
          target: { type: 'Value', value: '100' },
        },
      },
      {
        type: 'External',
        external: { metric: name('messages'), target: { type: 'AverageValue', averageValue: '30' } },
      },
    ]
    const given = { [METRICS]: 'queue=12,requests=100,messages=60' }
    const cluster = await start(t, 2, given, { metrics })
    assert.equal(await replicas(cluster), 2)
    await annotate(cluster, { [METRICS]: 'queue=12,requests=100,messages=100' })
    assert.equal(await replicas(cluster), 4, 'by messages')
    const { status } = await cluster.get(PATH)
    assert.deepEqual(
      status.currentMetrics.map(({ pods, object, external }: Json) => (pods ?? object ?? external).current),
      [{ averageValue: '12' }, { value: '100' }, { averageValue: '50' }],
    )
    await cluster.pass(15)
    await annotate(cluster, { [METRICS]: 'queue=12,requests=200' })
    assert.equal(await replicas(cluster), 8, 'by requests; a missing metric does not prevent growth')
  })

  it('says why it cannot scale', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(AUTOSCALERS, autoscaler({}))
    const missing = condition(await cluster.get(PATH), 'AbleToScale')
    assert.deepEqual(
      [missing.status, missing.reason, missing.message],
      [
        'False',
        'FailedGetScale',
        'the HPA controller was unable to get the target\'s current scale: deployments.apps "web" not found',
      ],
    )
    await cluster.create(`${APPS}/deployments`, deployment(2))
    assert.equal(await reasonOf(cluster, 'AbleToScale'), 'True SucceededGetScale')
    const unread = condition(await cluster.get(PATH), 'ScalingActive')
    assert.deepEqual([unread.status, unread.reason], ['False', 'FailedGetResourceMetric'])
    assert.match(
      unread.message,
      /unable to get metrics for resource cpu: no metrics returned from resource metrics API$/,
    )
    assert.deepEqual(
      await cluster.reasons('web').then((all) => all.filter((reason) => reason.startsWith('Failed'))),
      ['FailedGetScale', 'FailedComputeMetricsReplicas'],
    )
    await annotate(cluster, { [METRICS]: 'cpu=50%' })
    assert.equal(await reasonOf(cluster, 'ScalingActive'), 'True ValidMetricFound')
  })
})
