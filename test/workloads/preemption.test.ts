import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Json } from '../support/client.js'
import { Cluster, condition, DEFAULT, names } from './cluster.js'

const PODS = `${DEFAULT}/pods`
const NODES = '/api/v1/nodes'
const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses'

const pod = (name: string, cpu: string, priorityClassName: string, labels: Json = {}): Json => ({
  metadata: { name, labels },
  spec: {
    priorityClassName,
    containers: [{ name: 'main', image: 'main:1', resources: { requests: { cpu } } }],
  },
})

/** A cluster with nodes of two processors. */
async function start(t: TestContext, nodes: readonly string[]): Promise<Cluster> {
  const cluster = await Cluster.start(t)
  const allocatable = { cpu: '2', memory: '1Gi', pods: '10' }
  for (const name of nodes)
    await cluster.create(NODES, { metadata: { name }, status: { allocatable, capacity: allocatable } })
  await cluster.delete(`${NODES}/node-1`)
  for (const [name, value] of Object.entries({ low: 1, middle: 10, high: 100 }))
    await cluster.create(CLASSES, { metadata: { name }, value })
  await cluster.create(CLASSES, { metadata: { name: 'patient' }, value: 100, preemptionPolicy: 'Never' })
  return cluster
}

describe('a pod of high priority', () => {
  it('takes the room of the least important pods, and of no more than it needs', async (t) => {
    const cluster = await start(t, ['a'])
    await cluster.create(PODS, pod('low-1', '500m', 'low'))
    await cluster.create(PODS, pod('low-2', '500m', 'low'))
    await cluster.create(PODS, pod('middle', '1', 'middle'))
    await cluster.create(PODS, pod('high', '400m', 'high'))
    const pods = await cluster.pods()
    assert.equal(pods.length, 3)
    assert.ok(names(pods).includes('middle'))
    const { spec, status } = await cluster.get(`${PODS}/high`)
    assert.deepEqual([spec.nodeName, status.nominatedNodeName], ['a', 'a'])
    const victim = names(pods).includes('low-1') ? 'low-2' : 'low-1'
    assert.ok((await cluster.reasons(victim)).includes('Preempted'))
  })

  it('prefers nodes whose pods are less important, and no broken budget', async (t) => {
    const cluster = await start(t, ['a', 'b'])
    await cluster.create(PODS, pod('one', '2', 'low', { app: 'guarded' }))
    await cluster.create(PODS, pod('two', '2', 'middle'))
    await cluster.create('/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
      metadata: { name: 'guard' },
      spec: { maxUnavailable: 0, selector: { matchLabels: { app: 'guarded' } } },
    })
    await cluster.create(PODS, pod('high', '1', 'high'))
    assert.deepEqual(names(await cluster.pods()), ['high', 'one'])
    await cluster.create(PODS, pod('next', '2', 'high'))
    // A budget gives way if nothing else helps.
    assert.deepEqual(names(await cluster.pods()), ['high', 'next'])
  })

  it('waits if its policy says so, or if pods of equal priority are in its way', async (t) => {
    const cluster = await start(t, ['a'])
    await cluster.create(PODS, pod('one', '2', 'high'))
    const none = '0/1 nodes are available'
    const messageOf = async (name: string) =>
      condition(await cluster.get(`${PODS}/${name}`), 'PodScheduled').message
    await cluster.create(PODS, pod('equal', '1', 'high'))
    const why = '1 No preemption victims found for incoming pod.'
    assert.equal(await messageOf('equal'), `${none}: 1 Insufficient cpu. preemption: ${none}: ${why}`)
    await cluster.create(PODS, pod('patient', '1', 'patient'))
    assert.equal(
      await messageOf('patient'),
      `${none}: 1 Insufficient cpu. preemption: not eligible due to preemptionPolicy=Never.`,
    )
    assert.deepEqual(names(await cluster.pods()), ['equal', 'one', 'patient'])
  })
})
