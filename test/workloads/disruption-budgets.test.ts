import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { APPS, BATCH, BEHAVIOUR, Cluster, condition, DEFAULT, READY_AFTER, template } from './cluster.js'

const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
const PATH = `${BUDGETS}/keep`
const SELECTOR = { matchLabels: { app: 'web' } }

const budget = (spec: Json): Json => ({ metadata: { name: 'keep' }, spec: { selector: SELECTOR, ...spec } })

const deployment = (replicas: number, annotations: Json = {}): Json => ({
  metadata: { name: 'web' },
  spec: { replicas, selector: SELECTOR, template: template('web:1', annotations) },
})

const pod = (name: string, annotations: Json = {}): Json => {
  const { metadata, spec } = template('web:1', annotations)
  return { metadata: { ...metadata, name }, spec }
}

const numbers = ({ status }: Json) => ({
  expected: status.expectedPods,
  desired: status.desiredHealthy,
  healthy: status.currentHealthy,
  allowed: status.disruptionsAllowed,
})

const evict = (cluster: Cluster, name: string) =>
  cluster.post(`${DEFAULT}/pods/${name}/eviction`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name },
  })

describe('the status of a disruption budget', () => {
  const CASES: readonly [Json, Json][] = [
    [{ minAvailable: 2 }, { expected: 5, desired: 2, healthy: 5, allowed: 3 }],
    [{ minAvailable: '50%' }, { expected: 5, desired: 3, healthy: 5, allowed: 2 }],
    [{ maxUnavailable: 1 }, { expected: 5, desired: 4, healthy: 5, allowed: 1 }],
    [{ maxUnavailable: '30%' }, { expected: 5, desired: 3, healthy: 5, allowed: 2 }],
    [{ minAvailable: '100%' }, { expected: 5, desired: 5, healthy: 5, allowed: 0 }],
    [{ maxUnavailable: 9 }, { expected: 5, desired: 0, healthy: 5, allowed: 5 }],
  ]
  for (const [spec, expected] of CASES) {
    it(`counts the pods of a deployment for ${JSON.stringify(spec)}`, async (t) => {
      const cluster = await Cluster.start(t)
      await cluster.create(`${APPS}/deployments`, deployment(5))
      await cluster.create(BUDGETS, budget(spec))
      const found = await cluster.get(PATH)
      assert.deepEqual(numbers(found), expected)
      assert.equal(found.status.observedGeneration, 1)
      const { status, reason, observedGeneration } = condition(found, 'DisruptionAllowed')
      const wanted = expected.allowed > 0 ? ['True', 'SufficientPods'] : ['False', 'InsufficientPods']
      assert.deepEqual([status, reason, observedGeneration], [...wanted, 1])
    })
  }

  it('refers percentages to the replicas that the controllers want, not to the pods that exist', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(BUDGETS, budget({ minAvailable: '50%' }))
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 0, desired: 0, healthy: 0, allowed: 0 })
    assert.ok((await cluster.reasons('keep')).includes('NoPods'))
    await cluster.create(`${APPS}/deployments`, deployment(4, { [READY_AFTER]: '10s' }))
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 4, desired: 2, healthy: 0, allowed: 0 })
    await cluster.pass(10)
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 4, desired: 2, healthy: 4, allowed: 2 })
    await cluster.change(`${APPS}/deployments/web`, { spec: { replicas: 8 } })
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 8, desired: 4, healthy: 4, allowed: 0 })
    const { status, lastTransitionTime } = condition(await cluster.get(PATH), 'DisruptionAllowed')
    assert.deepEqual([status, Date.parse(lastTransitionTime)], ['False', cluster.clock.now()])
  })

  it('adds up stateful sets, replica sets and replication controllers', async (t) => {
    const cluster = await Cluster.start(t)
    const spec = (kind: string) => ({
      replicas: 2,
      selector: { matchLabels: { app: 'web', kind } },
      template: { ...template('web:1'), metadata: { labels: { app: 'web', kind } } },
    })
    const named = (name: string, more: Json = {}) => ({
      metadata: { name },
      spec: { ...spec(name), ...more },
    })
    await cluster.create(`${APPS}/statefulsets`, named('a', { serviceName: 'a' }))
    await cluster.create(`${APPS}/replicasets`, named('b'))
    const selector = { app: 'web', kind: 'c' }
    await cluster.create(`${DEFAULT}/replicationcontrollers`, named('c', { selector }))
    await cluster.create(BUDGETS, budget({ maxUnavailable: '50%' }))
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 6, desired: 3, healthy: 6, allowed: 3 })
  })

  it('ignores pods without a controller, unless minAvailable is a number', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/pods`, pod('one'))
    await cluster.create(`${DEFAULT}/pods`, pod('two'))
    await cluster.create(BUDGETS, budget({ maxUnavailable: 1 }))
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 0, desired: 0, healthy: 2, allowed: 0 })
    assert.ok((await cluster.reasons('keep')).includes('UnmanagedPods'))
    await cluster.change(PATH, { spec: { maxUnavailable: null, minAvailable: 1 } })
    const found = await cluster.get(PATH)
    assert.deepEqual(numbers(found), { expected: 2, desired: 1, healthy: 2, allowed: 1 })
    assert.equal(found.status.observedGeneration, 2)
  })

  it('fails for pods whose controller has no scale', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${BATCH}/jobs`, {
      metadata: { name: 'work' },
      spec: { template: template('a', { [BEHAVIOUR]: 'run' }, { restartPolicy: 'Never' }) },
    })
    await cluster.create(BUDGETS, budget({ maxUnavailable: 1 }))
    const found = await cluster.get(PATH)
    const { status, reason, message } = condition(found, 'DisruptionAllowed')
    assert.deepEqual([status, reason], ['False', 'SyncFailed'])
    assert.equal(message, 'jobs.batch does not implement the scale subresource')
    assert.equal(found.status.disruptionsAllowed, 0)
  })

  it('selects all pods with an empty selector, and none without one', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/pods`, pod('one'))
    await cluster.create(BUDGETS, budget({ minAvailable: 1, selector: {} }))
    assert.equal((await cluster.get(PATH)).status.expectedPods, 1)
    await cluster.create(BUDGETS, { metadata: { name: 'none' }, spec: { minAvailable: 1 } })
    assert.equal((await cluster.get(`${BUDGETS}/none`)).status.expectedPods, 0)
  })
})

describe('evictions', () => {
  it('are rejected until the budget allows one, and again after it', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${APPS}/deployments`, deployment(3, { [READY_AFTER]: '10s' }))
    await cluster.pass(10)
    await cluster.create(BUDGETS, budget({ minAvailable: 3 }))
    const [first, second] = (await cluster.pods()).map(({ metadata }) => metadata.name) as [string, string]
    const rejected = await evict(cluster, first)
    assert.equal(rejected.status, 429)
    const [cause] = rejected.body.details.causes
    assert.equal(cause.reason, 'DisruptionBudget')
    assert.equal(cause.message, 'The disruption budget keep needs 3 healthy pods and has 3 currently')
    await cluster.change(PATH, { spec: { minAvailable: 2 } })
    const both = await Promise.all([first, second].map((name) => evict(cluster, name)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 429], 'one disruption is spent once')
    await cluster.settled()
    const waiting = await cluster.get(PATH)
    assert.deepEqual(numbers(waiting), { expected: 3, desired: 2, healthy: 2, allowed: 0 })
    assert.equal(waiting.status.disruptedPods, undefined, 'the pod is gone')
    await cluster.pass(10)
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 3, desired: 2, healthy: 3, allowed: 1 })
  })

  it('of pods that are not ready follow the policy of the budget', async (t) => {
    const cluster = await Cluster.start(t)
    for (const name of ['a', 'b'])
      await cluster.create(`${DEFAULT}/pods`, pod(name, { [BEHAVIOUR]: 'unready' }))
    await cluster.create(BUDGETS, budget({ minAvailable: 1 }))
    assert.equal((await evict(cluster, 'a')).status, 429)
    await cluster.change(PATH, { spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } })
    assert.equal((await evict(cluster, 'a')).status, 201)
    await cluster.change(PATH, { spec: { unhealthyPodEvictionPolicy: 'IfHealthyBudget' } })
    await cluster.create(`${DEFAULT}/pods`, pod('ready'))
    assert.equal((await evict(cluster, 'ready')).status, 429)
    assert.equal((await evict(cluster, 'b')).status, 201)
  })

  it('that a client announces in the status count for two minutes', async (t) => {
    const cluster = await Cluster.start(t)
    for (const name of ['a', 'b']) await cluster.create(`${DEFAULT}/pods`, pod(name))
    await cluster.create(BUDGETS, budget({ minAvailable: 1 }))
    const time = new Date(cluster.clock.now()).toISOString().replace('.000', '')
    const disruptedPods = { a: time, missing: time }
    await cluster.change(`${PATH}/status`, { status: { disruptedPods, disruptionsAllowed: 7 } })
    const found = await cluster.get(PATH)
    assert.deepEqual(found.status.disruptedPods, { a: time })
    assert.deepEqual(numbers(found), { expected: 2, desired: 1, healthy: 1, allowed: 0 })
    await cluster.pass(121)
    assert.deepEqual(numbers(await cluster.get(PATH)), { expected: 2, desired: 1, healthy: 2, allowed: 1 })
  })

  it('say why the numbers of the budget are unknown', async (t) => {
    const cluster = await Cluster.start(t)
    await cluster.create(`${DEFAULT}/pods`, pod('one'))
    await cluster.create(BUDGETS, budget({ minAvailable: 1 }))
    await cluster.create(`${BATCH}/jobs`, {
      metadata: { name: 'work' },
      spec: { template: template('a', { [BEHAVIOUR]: 'run' }, { restartPolicy: 'Never' }) },
    })
    const status = { ...(await cluster.get(PATH)).status, observedGeneration: 9 }
    await cluster.change(PATH, { spec: { minAvailable: null, maxUnavailable: 1 } })
    await cluster.change(`${PATH}/status`, { status: { ...status, disruptionsAllowed: 0 } })
    const { body } = await evict(cluster, 'one')
    assert.equal(
      body.details.causes[0].message,
      'The disruption budget keep does not allow evicting pods currently because it failed sync: jobs.batch does not implement the scale subresource',
    )
  })
})
