import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { APPS, BEHAVIOUR, Cluster, condition, DEFAULT, FINISH_AFTER } from './cluster.js'

const QUOTAS = `${DEFAULT}/resourcequotas`
const PATH = `${QUOTAS}/quota`

const pod = (name: string, spec: Json = {}, resources: Json = {}, annotations: Json = {}): Json => ({
  metadata: { name, annotations },
  spec: { containers: [{ name: 'main', image: 'web:1', resources }], ...spec },
})

async function limited(t: TestContext, hard: Json, spec: Json = {}): Promise<Cluster> {
  const cluster = await Cluster.start(t)
  await cluster.create(QUOTAS, { metadata: { name: 'quota' }, spec: { hard, ...spec } })
  return cluster
}

const used = async (cluster: Cluster) => (await cluster.get(PATH)).status.used ?? {}

describe('the status of a quota', () => {
  it('has the limits and the usage of every known resource', async (t) => {
    const hard = {
      pods: '5',
      'requests.cpu': '1',
      'limits.memory': '1Gi',
      'requests.example.com/dongle': '3',
      'requests.ephemeral-storage': '50Gi',
      services: '10',
      'services.nodeports': '1',
      'services.loadbalancers': '1',
      replicationcontrollers: '10',
      resourcequotas: '1',
      secrets: '10',
      persistentvolumeclaims: '10',
      'requests.storage': '10Gi',
      'count/replicasets.apps': '5',
      'gold.storageclass.storage.k8s.io/requests.storage': '10Gi',
      'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '10',
      'count/ships.example.com': '5',
    }
    const cluster = await limited(t, hard)
    const { status } = await cluster.get(PATH)
    assert.deepEqual(status.hard, hard)
    const { 'count/ships.example.com': _, ...known } = hard
    const zero = Object.fromEntries(Object.keys(known).map((name) => [name, '0']))
    // The service `kubernetes` is in the same namespace.
    assert.deepEqual(status.used, { ...zero, resourcequotas: '1', services: '1' })
    await cluster.change(PATH, { spec: { hard: { pods: '7', secrets: null } } })
    const changed = (await cluster.get(PATH)).status
    assert.equal(changed.hard.pods, '7')
    assert.ok(!('secrets' in changed.hard) && !('secrets' in changed.used))
  })

  it('follows the life of a pod', async (t) => {
    const hard = { pods: '3', 'count/pods': '9', 'requests.cpu': '2', 'limits.memory': '1Gi' }
    const cluster = await limited(t, hard)
    const resources = { requests: { cpu: '500m' }, limits: { cpu: '1', memory: '252Mi' } }
    await cluster.create(`${DEFAULT}/pods`, pod('one', {}, resources))
    const task = { [BEHAVIOUR]: 'succeed', [FINISH_AFTER]: '5s' }
    await cluster.create(`${DEFAULT}/pods`, pod('task', { restartPolicy: 'Never' }, resources, task))
    const both = { pods: '2', 'count/pods': '2', 'requests.cpu': '1', 'limits.memory': '504Mi' }
    assert.deepEqual(await used(cluster), both)
    await cluster.pass(5)
    const one = { pods: '1', 'count/pods': '2', 'requests.cpu': '500m', 'limits.memory': '252Mi' }
    assert.deepEqual(await used(cluster), one)
    await cluster.delete(`${DEFAULT}/pods/one`)
    assert.deepEqual(await used(cluster), {
      pods: '0',
      'count/pods': '1',
      'requests.cpu': '0',
      'limits.memory': '0',
    })
  })

  it('follows services, claims, config maps and other objects', async (t) => {
    const hard = {
      services: '5',
      'services.nodeports': '5',
      'services.loadbalancers': '2',
      'requests.storage': '10Gi',
      'gold.storageclass.storage.k8s.io/requests.storage': '5Gi',
      'count/configmaps': '9',
      'count/deployments.apps': '9',
    }
    const cluster = await limited(t, hard)
    const before = await used(cluster)
    const service = { metadata: { name: 'web' }, spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }
    await cluster.create(`${DEFAULT}/services`, service)
    const claim = (name: string, storageClassName: string, storage: string) => ({
      metadata: { name },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } },
    })
    await cluster.create(`${DEFAULT}/persistentvolumeclaims`, claim('a', 'gold', '1Gi'))
    await cluster.create(`${DEFAULT}/persistentvolumeclaims`, claim('b', 'tin', '2Gi'))
    await cluster.create(`${DEFAULT}/configmaps`, { metadata: { name: 'settings' } })
    assert.deepEqual(await used(cluster), {
      services: '2',
      'services.nodeports': '1',
      'services.loadbalancers': '1',
      'requests.storage': '3Gi',
      'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
      'count/configmaps': String(Number(before['count/configmaps']) + 1),
      'count/deployments.apps': '0',
    })
    await cluster.change(`${DEFAULT}/services/web`, { spec: { type: 'ClusterIP' } })
    await cluster.delete(`${DEFAULT}/persistentvolumeclaims/b`)
    await cluster.delete(`${DEFAULT}/configmaps/settings`)
    const after = await used(cluster)
    assert.deepEqual([after['services.nodeports'], after['services.loadbalancers']], ['0', '0'])
    assert.equal(after['requests.storage'], '1Gi')
    assert.equal(after['count/configmaps'], before['count/configmaps'])
  })

  it('counts custom resources, also if their kind is defined later', async (t) => {
    const cluster = await limited(t, { 'count/ships.example.com': '1' })
    assert.deepEqual(await used(cluster), {})
    await cluster.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'ships.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'ships', singular: 'ship', kind: 'Ship' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    })
    assert.deepEqual(await used(cluster), { 'count/ships.example.com': '0' })
    const ships = '/apis/example.com/v1/namespaces/default/ships'
    const ship = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Ship', metadata: { name } })
    await cluster.create(ships, ship('one'))
    assert.deepEqual(await used(cluster), { 'count/ships.example.com': '1' })
    const { status, body } = await cluster.post(ships, ship('two'))
    assert.equal(status, 403)
    assert.match(body.message, /exceeded quota: quota, requested: count\/ships.example.com=1, used: /)
    await cluster.delete(`${ships}/one`)
    assert.deepEqual(await used(cluster), { 'count/ships.example.com': '0' })
  })

  const SCOPES: readonly [string, Json, Json, Json][] = [
    ['Terminating', { scopes: ['Terminating'] }, { activeDeadlineSeconds: 3600 }, {}],
    ['NotTerminating', { scopes: ['NotTerminating'] }, {}, { activeDeadlineSeconds: 3600 }],
    [
      'PriorityClass',
      {
        scopeSelector: {
          matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }],
        },
      },
      { priorityClassName: 'high' },
      {},
    ],
  ]
  for (const [scope, spec, inside, outside] of SCOPES) {
    it(`counts only pods in the scope ${scope}`, async (t) => {
      const cluster = await limited(t, { pods: '1' }, spec)
      const high = { metadata: { name: 'high' }, value: 1000 }
      await cluster.create('/apis/scheduling.k8s.io/v1/priorityclasses', high)
      await cluster.create(`${DEFAULT}/pods`, pod('outside', outside))
      assert.deepEqual(await used(cluster), { pods: '0' })
      await cluster.create(`${DEFAULT}/pods`, pod('inside', inside))
      assert.deepEqual(await used(cluster), { pods: '1' })
      assert.equal((await cluster.post(`${DEFAULT}/pods`, pod('other', inside))).status, 403)
      await cluster.delete(`${DEFAULT}/pods/inside`)
      assert.deepEqual(await used(cluster), { pods: '0' })
    })
  }

  it('is corrected when a client writes something else', async (t) => {
    const cluster = await limited(t, { pods: '3' })
    await cluster.change(`${PATH}/status`, { status: { hard: { pods: '9' }, used: { pods: '2' } } })
    const { status } = await cluster.get(PATH)
    assert.deepEqual(status, { hard: { pods: '3' }, used: { pods: '0' } })
  })
})

describe('a quota', () => {
  it('holds back a deployment until it is raised', async (t) => {
    const cluster = await limited(t, { pods: '2' })
    await cluster.create(`${APPS}/deployments`, {
      metadata: { name: 'web' },
      spec: {
        replicas: 4,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'main', image: 'web:1' }] },
        },
      },
    })
    assert.equal((await cluster.pods()).length, 2)
    const [set] = await cluster.list(`${APPS}/replicasets`)
    assert.match(
      condition(set as Json, 'ReplicaFailure').message,
      /exceeded quota: quota, requested: pods=1, used: pods=2, limited: pods=2$/,
    )
    await cluster.change(PATH, { spec: { hard: { pods: '5' } } })
    await cluster.pass(60)
    assert.equal((await cluster.get(`${APPS}/deployments/web`)).status.readyReplicas, 4)
    assert.deepEqual(await used(cluster), { pods: '4' })
  })

  it('bounds the resize of a pod', async (t) => {
    const cluster = await limited(t, { 'requests.cpu': '1' })
    const waiting = { [BEHAVIOUR]: 'pending' }
    await cluster.create(`${DEFAULT}/pods`, pod('one', {}, { requests: { cpu: '600m' } }, waiting))
    const resized = (cpu: string) => ({
      spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] },
    })
    const path = `${DEFAULT}/pods/one/resize`
    const { status, body } = await cluster.strategicPatch(path, resized('1500m'))
    assert.equal(status, 403, JSON.stringify(body))
    assert.match(
      body.message,
      /exceeded quota: quota, requested: requests.cpu=900m, used: requests.cpu=600m, /,
    )
    assert.equal((await cluster.strategicPatch(path, resized('900m'))).status, 200)
    assert.deepEqual(await used(cluster), { 'requests.cpu': '900m' })
  })

  it('is never exceeded by concurrent writes, and its usage is exact when all is settled', async (t) => {
    const LIMIT = 6
    const cluster = await limited(t, { 'count/configmaps': String(LIMIT), pods: '4', 'requests.cpu': '2' })
    const seed = testSeed()
    t.diagnostic(`TEST_SEED=${seed}`)
    const random = new Random(seed)
    const cpus = ['100m', '400m', '1', '250m']
    for (let round = 0; round < 12; round++) {
      const maps = await cluster.list(`${DEFAULT}/configmaps`)
      const pods = await cluster.pods()
      const gone = (objects: readonly Json[]) => objects.filter(() => random.chance(0.4))
      const writes = [
        ...Array.from({ length: 8 }, (_, index) =>
          cluster.post(`${DEFAULT}/configmaps`, { metadata: { name: `map-${round}-${index}` } }),
        ),
        ...Array.from({ length: 6 }, (_, index) => {
          const cpu = random.pick(cpus)
          return cluster.post(`${DEFAULT}/pods`, pod(`pod-${round}-${index}`, {}, { requests: { cpu } }))
        }),
        ...gone(maps).map(({ metadata }) => cluster.remove(`${DEFAULT}/configmaps/${metadata.name}`)),
        ...gone(pods).map(({ metadata }) => cluster.remove(`${DEFAULT}/pods/${metadata.name}`)),
      ]
      for (const { status, text } of await Promise.all(writes)) {
        assert.ok([200, 201, 202, 403, 404].includes(status), text)
      }
      const [mapCount, podCount] = [
        (await cluster.list(`${DEFAULT}/configmaps`)).length,
        (await cluster.pods()).length,
      ]
      assert.ok(mapCount <= LIMIT && podCount <= 4, `${mapCount} config maps, ${podCount} pods`)
      await cluster.settled()
      const left = await cluster.pods()
      const cpu = left.reduce((sum, { spec }) => {
        const text: string = spec.containers[0].resources.requests.cpu
        return sum + (text.endsWith('m') ? Number.parseInt(text, 10) : Number(text) * 1000)
      }, 0)
      const { 'requests.cpu': measured, ...counts } = await used(cluster)
      assert.deepEqual(counts, {
        'count/configmaps': String((await cluster.list(`${DEFAULT}/configmaps`)).length),
        pods: String(left.length),
      })
      assert.equal(measured.endsWith('m') ? Number.parseInt(measured, 10) : Number(measured) * 1000, cpu)
      assert.ok(cpu <= 2000, `${cpu} of 2000`)
    }
  })
})
