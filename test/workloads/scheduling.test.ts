import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { Cluster, condition, DEFAULT } from './cluster.js'

const PODS = `${DEFAULT}/pods`
const NODES = '/api/v1/nodes'
const HOST = 'kubernetes.io/hostname'

const requesting = (requests: Json) => ({
  containers: [{ name: 'main', image: 'main:1', resources: { requests } }],
})

const pod = (name: string, spec: Json = {}, labels: Json = {}): Json => ({
  metadata: { name, labels },
  spec: { containers: [{ name: 'main', image: 'main:1' }], ...spec },
})

const node = (name: string, labels: Json = {}, allocatable: Json = {}): Json => ({
  metadata: { name, labels },
  status: { allocatable, capacity: allocatable },
})

/** A cluster with these nodes only. */
async function start(t: TestContext, nodes: readonly Json[]): Promise<Cluster> {
  const cluster = await Cluster.start(t)
  for (const object of nodes) await cluster.create(NODES, object)
  await cluster.delete(`${NODES}/node-1`)
  return cluster
}

const nodeOf = async (cluster: Cluster, name: string) => (await cluster.get(`${PODS}/${name}`)).spec.nodeName
const messageOf = async (cluster: Cluster, name: string) =>
  condition(await cluster.get(`${PODS}/${name}`), 'PodScheduled').message

describe('requests', () => {
  it('that do not fit keep a pod pending until there is room', async (t) => {
    const cluster = await start(t, [node('small', {}, { cpu: '2', memory: '1Gi', pods: '10' })])
    await cluster.create(PODS, pod('one', requesting({ cpu: '1500m' })))
    await cluster.create(PODS, pod('two', requesting({ cpu: '600m', memory: '512Mi' })))
    assert.equal(await nodeOf(cluster, 'two'), undefined)
    assert.equal(
      await messageOf(cluster, 'two'),
      '0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
    )
    await cluster.delete(`${PODS}/one`)
    assert.equal(await nodeOf(cluster, 'two'), 'small')
  })

  it('larger than every node are explained', async (t) => {
    const cluster = await start(t, [
      node('a', {}, { cpu: '1', memory: '1Gi', pods: '10' }),
      node('b', {}, { cpu: '4', memory: '1Gi', pods: '10' }),
      { ...node('c'), spec: { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] } },
    ])
    await cluster.create(PODS, pod('big', requesting({ cpu: '3', memory: '2Gi' })))
    assert.equal(
      await messageOf(cluster, 'big'),
      '0/3 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {gpu: yes}, 2 Insufficient memory. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
    )
    assert.ok((await cluster.reasons('big')).includes('FailedScheduling'))
  })

  it('count init containers, sidecars and extended resources', async (t) => {
    const allocatable = { cpu: '2', memory: '1Gi', pods: '10', 'example.com/gpu': '1' }
    const cluster = await start(t, [node('small', {}, allocatable)])
    const resources = (cpu: string) => ({ image: 'main:1', resources: { requests: { cpu } } })
    await cluster.create(
      PODS,
      pod('init', {
        initContainers: [
          { name: 'side', restartPolicy: 'Always', ...resources('500m') },
          { name: 'init', ...resources('1600m') },
        ],
        containers: [{ name: 'main', ...resources('100m') }],
      }),
    )
    assert.match(await messageOf(cluster, 'init'), /1 Insufficient cpu/)
    const gpu = { 'example.com/gpu': '1' }
    const one = { containers: [{ name: 'main', image: 'main:1', resources: { limits: gpu } }] }
    await cluster.create(PODS, pod('first', one))
    await cluster.create(PODS, pod('second', one))
    assert.equal(await nodeOf(cluster, 'first'), 'small')
    assert.match(await messageOf(cluster, 'second'), /1 Insufficient example.com\/gpu/)
  })

  it('are free again when a pod ends', async (t) => {
    const cluster = await start(t, [node('small', {}, { cpu: '1', memory: '1Gi', pods: '10' })])
    const ending = { restartPolicy: 'Never', ...requesting({ cpu: '1' }) }
    ending.containers[0] = { ...(ending.containers[0] as Json), command: ['sleep', '10'] } as never
    await cluster.create(PODS, pod('ending', ending))
    await cluster.create(PODS, pod('waiting', requesting({ cpu: '1' })))
    assert.equal(await nodeOf(cluster, 'waiting'), undefined)
    await cluster.pass(10)
    assert.equal(await nodeOf(cluster, 'waiting'), 'small')
  })

  it('leave pods of other schedulers alone', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(PODS, pod('other', { schedulerName: 'mine' }))
    assert.equal(await nodeOf(cluster, 'other'), undefined)
  })
})

describe('rules about other pods', () => {
  const term = (app: string, topologyKey = HOST) => ({
    labelSelector: { matchLabels: { app } },
    topologyKey,
  })
  const affinity = (type: 'podAffinity' | 'podAntiAffinity', terms: readonly Json[]) => ({
    affinity: { [type]: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
  })

  it('keep pods apart, in both directions', async (t) => {
    const cluster = await start(t, [node('a'), node('b')])
    const apart = affinity('podAntiAffinity', [term('db')])
    for (const name of ['one', 'two', 'three']) await cluster.create(PODS, pod(name, apart, { app: 'db' }))
    assert.notEqual(await nodeOf(cluster, 'one'), await nodeOf(cluster, 'two'))
    assert.match(
      await messageOf(cluster, 'three'),
      /^0\/2 nodes are available: 2 node\(s\) didn't match pod anti-affinity rules\./,
    )
    await cluster.create(PODS, pod('plain', {}, { app: 'db' }))
    assert.match(
      await messageOf(cluster, 'plain'),
      /2 node\(s\) didn't satisfy existing pods anti-affinity rules/,
    )
    await cluster.create(NODES, node('c'))
    assert.equal(await nodeOf(cluster, 'three'), 'c')
  })

  it('keep pods together, once there is a pod to be with', async (t) => {
    const zone = (name: string) => ({ zone: name })
    const cluster = await start(t, [node('a', zone('x')), node('b', zone('y')), node('c', zone('y'))])
    const together = affinity('podAffinity', [term('cache', 'zone')])
    await cluster.create(PODS, pod('web', together))
    assert.match(await messageOf(cluster, 'web'), /3 node\(s\) didn't match pod affinity rules/)
    await cluster.create(PODS, pod('cache', { nodeSelector: { [HOST]: 'c' } }, { app: 'cache' }))
    assert.ok(['b', 'c'].includes(await nodeOf(cluster, 'web')))
    const group = affinity('podAffinity', [term('group', 'zone')])
    for (const name of ['first', 'second']) await cluster.create(PODS, pod(name, group, { app: 'group' }))
    const zones = await Promise.all(['first', 'second'].map((name) => nodeOf(cluster, name)))
    assert.equal(zones[0] === 'a', zones[1] === 'a')
  })

  it('in other namespaces are found by name and by selector', async (t) => {
    const cluster = await start(t, [node('a'), node('b')])
    await cluster.create('/api/v1/namespaces', { metadata: { name: 'other', labels: { team: 'x' } } })
    const there = { ...pod('db', { nodeSelector: { [HOST]: 'b' } }, { app: 'db' }) }
    await cluster.create('/api/v1/namespaces/other/pods', there)
    const near = (more: Json) => affinity('podAffinity', [{ ...term('db'), ...more }])
    await cluster.create(PODS, pod('named', near({ namespaces: ['other'] })))
    await cluster.create(PODS, pod('selected', near({ namespaceSelector: { matchLabels: { team: 'x' } } })))
    await cluster.create(PODS, pod('none', near({})))
    assert.deepEqual(
      [await nodeOf(cluster, 'named'), await nodeOf(cluster, 'selected'), await nodeOf(cluster, 'none')],
      ['b', 'b', undefined],
    )
  })

  it('are scores if they are preferences', async (t) => {
    const cluster = await start(t, [node('a'), node('b', { disk: 'ssd' })])
    const prefer = (type: string, app: string) => ({
      affinity: {
        [type]: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, podAffinityTerm: term(app) }],
        },
      },
    })
    await cluster.create(PODS, pod('db', { nodeSelector: { [HOST]: 'b' } }, { app: 'db' }))
    await cluster.create(PODS, pod('near', prefer('podAffinity', 'db')))
    await cluster.create(PODS, pod('far', prefer('podAntiAffinity', 'db')))
    const preference = { matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }
    const nodeAffinity = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference }] }
    await cluster.create(PODS, pod('fast', { affinity: { nodeAffinity } }))
    assert.deepEqual(
      [await nodeOf(cluster, 'near'), await nodeOf(cluster, 'far'), await nodeOf(cluster, 'fast')],
      ['b', 'a', 'b'],
    )
  })

  it('spread pods over domains', async (t) => {
    const cluster = await start(t, [node('a', { zone: 'x' }), node('b', { zone: 'y' }), node('c')])
    const spread = (whenUnsatisfiable: string) => ({
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable,
          labelSelector: { matchLabels: { app: 'web' } },
        },
      ],
    })
    for (const name of ['one', 'two']) {
      await cluster.create(PODS, pod(name, spread('DoNotSchedule'), { app: 'web' }))
    }
    const placed = [await nodeOf(cluster, 'one'), await nodeOf(cluster, 'two')]
    assert.deepEqual(placed.sort(), ['a', 'b'])
    await cluster.change(`${NODES}/a`, { spec: { unschedulable: true } })
    for (const name of ['three', 'four']) {
      await cluster.create(PODS, pod(name, spread('DoNotSchedule'), { app: 'web' }))
    }
    assert.equal(await nodeOf(cluster, 'three'), 'b')
    assert.match(
      await messageOf(cluster, 'four'),
      /^0\/3 nodes are available: 1 node\(s\) didn't match pod topology spread constraints, 1 node\(s\) didn't match pod topology spread constraints \(missing required label\), 1 node\(s\) were unschedulable\. /,
    )
    await cluster.create(PODS, pod('soft', spread('ScheduleAnyway'), { app: 'web' }))
    assert.equal(await nodeOf(cluster, 'soft'), 'b')
    await cluster.change(`${NODES}/a`, { spec: { unschedulable: null } })
    assert.equal(await nodeOf(cluster, 'four'), 'a')
  })

  it('include ports of the node', async (t) => {
    const cluster = await start(t, [node('a')])
    const listening = (hostPort: number) => ({
      containers: [{ name: 'main', image: 'main:1', ports: [{ containerPort: 80, hostPort }] }],
    })
    await cluster.create(PODS, pod('one', listening(8080)))
    await cluster.create(PODS, pod('two', listening(8080)))
    await cluster.create(PODS, pod('three', listening(8081)))
    assert.match(
      await messageOf(cluster, 'two'),
      /1 node\(s\) didn't have free ports for the requested pod ports/,
    )
    assert.equal(await nodeOf(cluster, 'three'), 'a')
  })
})

it('random pods never overcommit a node, and their constraints hold', async (t) => {
  const seed = testSeed()
  t.diagnostic(`TEST_SEED=${seed}`)
  const random = new Random(seed)
  const cluster = await start(
    t,
    [0, 1, 2, 3].map((number) =>
      node(`n${number}`, { zone: `z${number % 2}` }, { cpu: `${2 + number}`, memory: '8Gi', pods: '12' }),
    ),
  )
  const app = () => random.pick(['a', 'b', 'c'])
  const created: string[] = []
  const create = async (name: string) => {
    const spec: Json = requesting({ cpu: `${100 * (1 + random.below(9))}m` })
    if (random.chance(0.3)) {
      const terms = [{ labelSelector: { matchLabels: { app: app() } }, topologyKey: HOST }]
      spec.affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } }
    }
    created.push(name)
    await cluster.create(PODS, pod(name, spec, { app: app() }))
  }
  for (let round = 0; round < sized(20, 6); round++) {
    // Pods that are created at once compete for the same room.
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((number) => create(`p${round}-${number}`)))
    for (let gone = 0; gone < 3; gone++) {
      await cluster.delete(`${PODS}/${created.splice(random.below(created.length), 1)[0]}`)
    }
  }
  const pods = await cluster.pods()
  for (const { metadata, status } of await cluster.list(NODES)) {
    const here = pods.filter(({ spec }) => spec.nodeName === metadata.name)
    const cpu = here.reduce((sum, { spec }) => sum + milli(spec.containers[0].resources.requests.cpu), 0)
    assert.ok(cpu <= milli(status.allocatable.cpu), `${metadata.name}: ${cpu}m`)
    assert.ok(here.length <= 12)
    for (const one of here) {
      const terms = one.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
      for (const { labelSelector } of terms) {
        const others = here.filter((other) => other !== one)
        assert.ok(others.every(({ metadata: { labels } }) => labels.app !== labelSelector.matchLabels.app))
      }
    }
  }
  const waiting = pods.filter(({ spec }) => spec.nodeName === undefined)
  for (const one of waiting) assert.equal(condition(one, 'PodScheduled').reason, 'Unschedulable')
})

const milli = (text: string) => (text.endsWith('m') ? Number.parseInt(text, 10) : Number(text) * 1000)
