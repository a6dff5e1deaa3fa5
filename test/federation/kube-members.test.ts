import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { KubeFront, THROTTLED } from '../support/members/kube-front.js'
import { eventually, Federation, RestartableServer } from './clusters-of-servers.js'

const CORE = '/api/v1/namespaces/shop'
const APPS = '/apis/apps/v1/namespaces/shop'
const BATCH = '/apis/batch/v1/namespaces/shop'
const AUTOSCALING = '/apis/autoscaling/v1/namespaces/shop'
const OLD = '/apis/extensions/v1beta1/namespaces/shop'
const SECRETS = '/api/v1/namespaces/federation-system/secrets'
const TOKEN = 'token-of-the-federation'
const CASCADE = { propagationPolicy: 'Background' }

const template = (app: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
})

/** A host, and one member that behaves like kube-apiserver. */
async function start(t: TestContext) {
  const { host } = await Federation.start(t, [])
  const member = await RestartableServer.start(t, { simulateWorkloads: true, namespaces: 'strict' })
  const front = await KubeFront.start(member.url, TOKEN)
  t.after(() => front.close())
  const kubeconfig = {
    'current-context': 'kube',
    contexts: [{ name: 'kube', context: { cluster: 'kube', user: 'kube' } }],
    clusters: [{ name: 'kube', cluster: { server: front.url } }],
    users: [{ name: 'kube', user: { token: TOKEN } }],
  }
  await host.create(SECRETS, {
    metadata: { name: 'kube' },
    stringData: { kubeconfig: JSON.stringify(kubeconfig) },
  })
  await host.create('/apis/federation/v1beta1/clusters', {
    metadata: { name: 'kube' },
    spec: {
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: front.url }],
      secretRef: { name: 'kube' },
    },
  })
  const stateOf = ({ metadata }: Json): Json =>
    JSON.parse(metadata.annotations?.['federation.binnacle.dev/cluster-status'] ?? '{}').kube
  const synced = (path: string) =>
    eventually(`${path} is in the member`, async () => {
      const object = await host.get(path)
      assert.equal(stateOf(object)?.state, 'Synced', JSON.stringify(stateOf(object)))
      assert.deepEqual(front.mistakes, [])
      return member.get(path)
    })
  return { host, member, front, synced, stateOf }
}

describe('a member that is a current cluster', { timeout: 300_000 }, () => {
  it('receives every kind in its own version, without fields that it owns', async (t) => {
    const { host, member, front, synced } = await start(t)
    await host.create('/api/v1/namespaces', { metadata: { name: 'shop', labels: { team: 'a' } } })
    await host.create(`${OLD}/deployments`, {
      metadata: { name: 'web' },
      spec: { replicas: 2, template: template('web') },
    })
    await host.create(`${OLD}/replicasets`, {
      metadata: { name: 'set' },
      spec: { template: template('set') },
    })
    await host.create(`${OLD}/daemonsets`, { metadata: { name: 'log' }, spec: { template: template('log') } })
    await host.create(`${APPS}/statefulsets`, {
      metadata: { name: 'db' },
      spec: {
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: template('db'),
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    })
    const backend = { serviceName: 'web', servicePort: 80 }
    await host.create(`${OLD}/ingresses`, {
      metadata: { name: 'web' },
      spec: {
        backend,
        rules: [{ host: 'a.example', http: { paths: [{ path: '/', backend }, { backend }] } }],
      },
    })
    const port = { port: 80, nodePort: 30080 }
    await host.create(`${CORE}/services`, {
      metadata: { name: 'web' },
      spec: { type: 'NodePort', selector: { app: 'web' }, ports: [port] },
    })
    await host.create(`${CORE}/services`, {
      metadata: { name: 'db' },
      spec: { clusterIP: 'None', selector: { app: 'db' }, ports: [{ port: 5432 }] },
    })
    await host.create(`${CORE}/configmaps`, {
      metadata: { name: 'settings', finalizers: ['example.com/kept'] },
      data: { a: '1' },
    })
    await host.create(`${CORE}/secrets`, { metadata: { name: 'key' }, stringData: { a: '1' } })
    await host.create(`${CORE}/configmaps`, {
      metadata: { name: 'kube-root-ca.crt' },
      data: { 'ca.crt': 'x' },
    })
    await host.create('/api/v1/namespaces/kube-system/configmaps', { metadata: { name: 'own' } })
    const pod = template('work')
    const work = await host.create(`${BATCH}/jobs`, {
      metadata: { name: 'work' },
      spec: { completions: 2, template: { ...pod, spec: { ...pod.spec, restartPolicy: 'Never' } } },
    })
    await host.create(`${AUTOSCALING}/horizontalpodautoscalers`, {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'extensions/v1beta1', kind: 'Deployment', name: 'other' },
        minReplicas: 2,
        maxReplicas: 3,
        targetCPUUtilizationPercentage: 50,
      },
    })

    const deployment = await synced(`${APPS}/deployments/web`)
    assert.deepEqual(deployment.spec.selector, { matchLabels: { app: 'web' } })
    assert.equal(deployment.spec.replicas, 2)
    assert.deepEqual(deployment.spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 1 })
    const job = await synced(`${BATCH}/jobs/work`)
    assert.deepEqual(job.spec.selector, work.spec.selector)
    assert.deepEqual([job.spec.manualSelector, job.spec.completions], [true, 2])
    const { spec: autoscaler } = await synced(`${AUTOSCALING}/horizontalpodautoscalers/web`)
    assert.deepEqual([autoscaler.minReplicas, autoscaler.maxReplicas], [2, 3])
    assert.equal(autoscaler.scaleTargetRef.apiVersion, 'apps/v1')
    const daemonSet = await synced(`${APPS}/daemonsets/log`)
    assert.equal(daemonSet.spec.updateStrategy.type, 'OnDelete')
    const ingress = await synced('/apis/networking.k8s.io/v1/namespaces/shop/ingresses/web')
    const service = { service: { name: 'web', port: { number: 80 } } }
    assert.deepEqual(ingress.spec.defaultBackend, service)
    assert.deepEqual(
      ingress.spec.rules[0].http.paths.map(({ pathType }: Json) => pathType),
      ['ImplementationSpecific', 'ImplementationSpecific'],
    )
    for (const path of [
      `${APPS}/replicasets/set`,
      `${APPS}/statefulsets/db`,
      `${CORE}/services/web`,
      `${CORE}/services/db`,
      `${CORE}/secrets/key`,
      '/api/v1/namespaces/shop',
    ]) {
      await synced(path)
    }
    assert.equal((await synced(`${CORE}/configmaps/settings`)).metadata.finalizers, undefined)
    const own = front.requests.filter(({ path }) => /kube-root-ca.crt|kube-system/.test(path))
    assert.deepEqual(own, [])

    await host.change(`${OLD}/deployments/web`, {
      spec: { replicas: 3 },
      metadata: { labels: { tier: 'one' } },
    })
    await eventually('changes arrive', async () => {
      const { metadata, spec } = await member.get(`${APPS}/deployments/web`)
      assert.deepEqual([spec.replicas, metadata.labels.tier], [3, 'one'])
    })
    await host.delete(`${APPS}/deployments/web`, CASCADE)
    await eventually('copies go', async () => {
      assert.equal(await member.find(`${APPS}/deployments/web`), undefined)
      assert.equal(await host.find(`${APPS}/deployments/web`), undefined)
    })
    assert.deepEqual(front.mistakes, [])
  })

  it('receives custom resources after their definition', async (t) => {
    const { host, member, synced } = await start(t)
    await host.create('/api/v1/namespaces', { metadata: { name: 'shop' } })
    const definition = {
      metadata: { name: 'gadgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gadgets', kind: 'Gadget' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    }
    await host.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
    const path = '/apis/example.com/v1/namespaces/shop/gadgets'
    await host.create(path, {
      apiVersion: 'example.com/v1',
      kind: 'Gadget',
      metadata: { name: 'a', annotations: { 'federation.binnacle.dev/propagate': 'true' } },
      spec: { size: 1 },
    })
    assert.deepEqual((await synced(`${path}/a`)).spec, { size: 1 })
    await host.delete(`${path}/a`, CASCADE)
    await eventually('the copy goes', async () => {
      assert.equal(await member.find(`${path}/a`), undefined)
      assert.equal(await host.find(`${path}/a`), undefined)
    })
  })

  it('that is overloaded is retried after its Retry-After', async (t) => {
    const { host, front, synced } = await start(t)
    let left = 3
    front.intercept = ({ method }) => (method !== 'GET' && left-- > 0 ? THROTTLED : undefined)
    await host.create(`${CORE}/configmaps`, { metadata: { name: 'a' }, data: { x: '1' } })
    await synced(`${CORE}/configmaps/a`)
    // Three writes were throttled: the namespace and two objects in it.
    assert.ok(front.asked('PATCH', '/api/v1/').length < 12, JSON.stringify(front.requests))
  })

  it('is repaired after changes that no watch event reported', async (t) => {
    const { host, member, front, synced } = await start(t)
    const path = `${CORE}/configmaps/a`
    await host.create(`${CORE}/configmaps`, { metadata: { name: 'a' }, data: { x: '1' } })
    await synced(path)
    await eventually('objects are watched', async () => assert.ok(front.openWatches > 0))
    const gone = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' }
    for (const end of [undefined, { type: 'ERROR', object: gone }]) {
      front.intercept = ({ query }) => (query.has('watch') ? THROTTLED : undefined)
      front.endWatches(end)
      await member.change(path, { data: { x: 'other' } })
      front.intercept = () => undefined
      await eventually('the copy is repaired', async () => assert.equal((await member.get(path)).data.x, '1'))
    }
    assert.deepEqual(front.mistakes, [])
  })

  it('receives objects that cannot be applied, and their changes', async (t) => {
    const { host, member, synced } = await start(t)
    const path = `${APPS}/deployments/web`
    const ports = [
      { name: 'a', containerPort: 80 },
      { name: 'b', containerPort: 80 },
    ]
    const containers = [{ name: 'main', image: 'web:1', ports }]
    await host.create(`${APPS}/deployments`, {
      metadata: { name: 'web' },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers } },
      },
    })
    assert.equal((await synced(path)).spec.template.spec.containers[0].ports.length, 2)
    await host.change(path, {
      spec: { template: { spec: { containers: [{ ...containers[0], image: 'web:2' }] } } },
    })
    await eventually('the change arrives', async () => {
      const [{ image, ports }] = (await member.get(path)).spec.template.spec.containers
      assert.deepEqual([image, ports.length], ['web:2', 2])
    })
    await host.delete(path, CASCADE)
    await eventually('the copy goes', async () => assert.equal(await member.find(path), undefined))
  })

  it('does not keep a copy whose object was deleted during the write', async (t) => {
    const { host, member, front } = await start(t)
    const path = `${CORE}/configmaps/a`
    let release = () => {}
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    front.intercept = (request) => (request.method !== 'GET' && request.path === path ? held : undefined)
    await host.create(`${CORE}/configmaps`, { metadata: { name: 'a' }, data: { x: '1' } })
    await eventually('the write of the copy has arrived', async () =>
      assert.ok(front.asked('PATCH', path).length > 0),
    )
    await host.delete(path, CASCADE)
    release()
    await eventually('the copy has arrived', async () => assert.ok(front.writtenPaths.includes(path)))
    await eventually('the object and the copy are gone', async () => {
      assert.equal(await host.find(path), undefined)
      assert.equal(await member.find(path), undefined)
    })
  })

  it('keeps a copy to delete until it serves the kind again', async (t) => {
    const { host, member, front, synced, stateOf } = await start(t)
    const path = `${CORE}/configmaps/a`
    await host.create(`${CORE}/configmaps`, { metadata: { name: 'a' }, data: { x: '1' } })
    await synced(path)
    front.intercept = ({ method }) =>
      method === 'DELETE' ? { status: 404, body: '404 page not found\n' } : undefined
    await host.delete(path, CASCADE)
    await eventually('the status reports it', async () => {
      assert.equal(stateOf(await host.get(path)).reason, 'NotServed')
    })
    assert.ok(await member.find(path))
    front.intercept = () => undefined
    await eventually('the copy goes', async () => {
      assert.equal(await member.find(path), undefined)
      assert.equal(await host.find(path), undefined)
    })
  })
})
