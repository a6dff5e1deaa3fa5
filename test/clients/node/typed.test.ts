import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  ApiException,
  AppsV1Api,
  AutoscalingV2Api,
  BatchV1Api,
  CoordinationV1Api,
  CoreV1Api,
  EventsV1Api,
  NetworkingV1Api,
  PatchStrategy,
  PolicyV1Api,
  setHeaderOptions,
  V1MicroTime,
} from '@kubernetes/client-node'
import { configOf } from '../support/client-node.js'
import { serverOfSuite } from '../support/client-suite.js'

const namespace = 'typed'
const labels = { app: 'web' }
const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } }
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch)
const STRATEGIC = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch)

describe('client-node: current groups', async () => {
  const config = configOf(await serverOfSuite())
  const core = config.makeApiClient(CoreV1Api)
  const apps = config.makeApiClient(AppsV1Api)

  it('core: a Namespace is created and deleted with its objects', async () => {
    const created = await core.createNamespace({ body: { metadata: { name: 'rooms' } } })
    assert.equal(created.status?.phase, 'Active')
    await core.createNamespacedConfigMap({
      namespace: 'rooms',
      body: { metadata: { name: 'map' }, data: { a: 'b' } },
    })
    const patch = { data: { c: 'd' } }
    const map = await core.patchNamespacedConfigMap({ name: 'map', namespace: 'rooms', body: patch }, MERGE)
    assert.deepEqual(map.data, { a: 'b', c: 'd' })
    const stringData = { password: 'secret' }
    const secret = await core.createNamespacedSecret({
      namespace: 'rooms',
      body: { metadata: { name: 'key' }, stringData },
    })
    assert.deepEqual(secret.data, { password: Buffer.from('secret').toString('base64') })
    const service = await core.createNamespacedService({
      namespace: 'rooms',
      body: {
        metadata: { name: 'web' },
        spec: { type: 'NodePort', selector: labels, ports: [{ port: 80 }] },
      },
    })
    assert.ok(service.spec?.clusterIP)
    assert.ok(service.spec.ports?.[0]?.nodePort)
    const pod = await core.createNamespacedPod({
      namespace: 'rooms',
      body: { metadata: { name: 'one' }, spec: template.spec },
    })
    assert.equal(pod.status?.phase, 'Pending')
    await core.deleteNamespacedPod({ name: 'one', namespace: 'rooms' })
    const deleted = await core.deleteNamespace({ name: 'rooms' })
    assert.ok(deleted)
  })

  it('apps: a Deployment is scaled, updated in its status, restarted and deleted', async () => {
    const place = { name: 'web', namespace }
    const body = { metadata: { name: 'web' }, spec: { selector: { matchLabels: labels }, template } }
    const created = await apps.createNamespacedDeployment({ namespace, body })
    assert.equal(created.spec?.replicas, 1)
    const scale = await apps.readNamespacedDeploymentScale(place)
    await apps.replaceNamespacedDeploymentScale({ ...place, body: { ...scale, spec: { replicas: 3 } } })
    const scaled = await apps.readNamespacedDeployment(place)
    assert.equal(scaled.spec?.replicas, 3)
    const reported = await apps.replaceNamespacedDeploymentStatus({
      ...place,
      body: { ...scaled, status: { observedGeneration: 2, replicas: 3 } },
    })
    assert.equal(reported.status?.replicas, 3)
    const annotations = { 'kubectl.kubernetes.io/restartedAt': 'now' }
    const restarted = await apps.patchNamespacedDeployment(
      { ...place, body: { spec: { template: { metadata: { annotations } } } } },
      STRATEGIC,
    )
    assert.equal(restarted.metadata?.generation, 3)
    assert.equal(restarted.spec?.template.spec?.containers[0]?.image, 'web:1')
    const { status } = await apps.deleteNamespacedDeployment({
      ...place,
      body: { propagationPolicy: 'Foreground' },
    })
    assert.ok(status)
  })

  it('batch, autoscaling, policy and networking: objects are returned as written', async () => {
    const batch = config.makeApiClient(BatchV1Api)
    const job = { template: { spec: { ...template.spec, restartPolicy: 'Never' } } }
    const made = await batch.createNamespacedJob({
      namespace,
      body: { metadata: { name: 'once' }, spec: job },
    })
    assert.equal(made.spec?.backoffLimit, 6)
    const spec = { schedule: '*/5 * * * *', jobTemplate: { spec: job } }
    const cronJob = await batch.createNamespacedCronJob({
      namespace,
      body: { metadata: { name: 'often' }, spec },
    })
    assert.equal(cronJob.spec?.concurrencyPolicy, 'Allow')
    const autoscaler = await config.makeApiClient(AutoscalingV2Api).createNamespacedHorizontalPodAutoscaler({
      namespace,
      body: {
        metadata: { name: 'web' },
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 },
      },
    })
    assert.equal(autoscaler.spec?.minReplicas, 1)
    const budget = await config.makeApiClient(PolicyV1Api).createNamespacedPodDisruptionBudget({
      namespace,
      body: { metadata: { name: 'web' }, spec: { minAvailable: '50%', selector: { matchLabels: labels } } },
    })
    assert.equal(budget.spec?.minAvailable, '50%')
    const ingress = await config.makeApiClient(NetworkingV1Api).createNamespacedIngress({
      namespace,
      body: {
        metadata: { name: 'web' },
        spec: { defaultBackend: { service: { name: 'web', port: { name: 'http' } } } },
      },
    })
    assert.equal(ingress.spec?.defaultBackend?.service?.port?.name, 'http')
  })

  it('events: events are listed by their object', async () => {
    const events = config.makeApiClient(EventsV1Api)
    await events.createNamespacedEvent({
      namespace,
      body: {
        ...{ metadata: { name: 'started' }, eventTime: new V1MicroTime(), reason: 'Started', type: 'Normal' },
        ...{ action: 'Start', reportingController: 'example.com/test', reportingInstance: 'test-1' },
        ...{ note: 'it runs', regarding: { kind: 'Pod', name: 'web', namespace } },
      },
    })
    const found = await core.listNamespacedEvent({ namespace, fieldSelector: 'involvedObject.name=web' })
    assert.deepEqual(
      found.items.map(({ message }) => message),
      ['it runs'],
    )
  })

  it('coordination: one of two updates of the same version of a Lease is rejected', async () => {
    const coordination = config.makeApiClient(CoordinationV1Api)
    const lease = await coordination.createNamespacedLease({
      namespace,
      body: { metadata: { name: 'lock' }, spec: { holderIdentity: 'a', renewTime: new V1MicroTime() } },
    })
    const take = (holderIdentity: string) =>
      coordination.replaceNamespacedLease({
        ...{ name: 'lock', namespace },
        body: { ...lease, spec: { ...lease.spec, holderIdentity } },
      })
    assert.equal((await take('b')).spec?.holderIdentity, 'b')
    await assert.rejects(take('c'), (error) => error instanceof ApiException && error.code === 409)
  })
})
