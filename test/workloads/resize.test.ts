import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { Cluster, condition, DEFAULT } from './cluster.js'

const PODS = `${DEFAULT}/pods`

const sized = (name: string, cpu: string, part: Json = {}): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'main:1', resources: { requests: { cpu } }, ...part }] },
})

const toCpu = (cpu: string): Json => ({
  spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] },
})

const resize = async (cluster: Cluster, name: string, cpu: string) => {
  const { status, text } = await cluster.strategicPatch(`${PODS}/${name}/resize`, toCpu(cpu))
  assert.equal(status, 200, text)
  return cluster.get(`${PODS}/${name}`)
}

const main = ({ status }: Json): Json => status.containerStatuses[0]
const cpuOf = (pod: Json): string => main(pod).resources.requests.cpu

/** A cluster whose only node has two processors. */
async function small(t: Parameters<typeof Cluster.start>[0]): Promise<Cluster> {
  const cluster = await Cluster.start(t)
  for (const { metadata } of await cluster.list('/api/v1/nodes')) {
    await cluster.delete(`/api/v1/nodes/${metadata.name}`)
  }
  await cluster.create('/api/v1/nodes', {
    metadata: { name: 'small' },
    status: { allocatable: { cpu: '2', memory: '4Gi', pods: '10' } },
  })
  return cluster
}

describe('the resize of a simulated pod', () => {
  it('is in force at once, and restarts no container', async (t) => {
    const cluster = await small(t)
    await cluster.create(PODS, sized('one', '500m'))
    const before = await cluster.get(`${PODS}/one`)
    assert.deepEqual(main(before).resources, { requests: { cpu: '500m' } })
    const resized = await resize(cluster, 'one', '1')
    assert.equal(cpuOf(resized), '1')
    assert.equal(main(resized).restartCount, 0)
    assert.equal(resized.metadata.generation, 2)
    assert.deepEqual(main(resized).state, main(before).state)
    assert.equal(condition(resized, 'PodResizePending'), undefined)
  })

  it('restarts the container if its policy says so', async (t) => {
    const cluster = await small(t)
    const resizePolicy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }]
    await cluster.create(PODS, sized('one', '500m', { resizePolicy }))
    await cluster.pass(5)
    const resized = await resize(cluster, 'one', '1')
    assert.equal(main(resized).restartCount, 1)
    assert.equal(main(resized).state.running.startedAt, '2024-01-01T00:00:05Z')
    assert.equal(main(resized).lastState.terminated.startedAt, '2024-01-01T00:00:00Z')
    assert.equal(condition(resized, 'Ready').status, 'True')
  })

  it('concerns sidecars too', async (t) => {
    const cluster = await small(t)
    const side = {
      ...{ name: 'side', image: 'side:1', restartPolicy: 'Always' },
      resources: { requests: { cpu: '100m' } },
    }
    const pod = sized('one', '500m')
    await cluster.create(PODS, { ...pod, spec: { ...pod.spec, initContainers: [side] } })
    const { status, text } = await cluster.strategicPatch(`${PODS}/one/resize`, {
      spec: { initContainers: [{ name: 'side', resources: { requests: { cpu: '200m' } } }] },
    })
    assert.equal(status, 200, text)
    const { initContainerStatuses } = (await cluster.get(`${PODS}/one`)).status
    assert.deepEqual(initContainerStatuses[0].resources, { requests: { cpu: '200m' } })
  })

  it('is infeasible beyond the capacity of the node, until it is taken back', async (t) => {
    const cluster = await small(t)
    await cluster.create(PODS, sized('one', '500m'))
    const refused = await resize(cluster, 'one', '3')
    assert.equal(cpuOf(refused), '500m')
    const { status, reason, message } = condition(refused, 'PodResizePending')
    assert.deepEqual([status, reason], ['True', 'Infeasible'])
    assert.equal(message, "Node didn't have enough capacity: cpu, requested: 3000, capacity: 2000")
    await cluster.create(PODS, sized('two', '1500m'))
    assert.equal((await cluster.get(`${PODS}/two`)).status.phase, 'Running', 'only what is in force counts')
    assert.equal(condition(await resize(cluster, 'one', '500m'), 'PodResizePending'), undefined)
  })

  it('is deferred until other pods leave room, for one pod at a time', async (t) => {
    const cluster = await small(t)
    for (const name of ['one', 'two', 'three']) await cluster.create(PODS, sized(name, '600m'))
    const deferred = await resize(cluster, 'one', '1')
    assert.equal(cpuOf(deferred), '600m')
    const { reason, message } = condition(deferred, 'PodResizePending')
    assert.equal(reason, 'Deferred')
    assert.equal(
      message,
      "Node didn't have enough resource: cpu, requested: 1000, used: 1200, capacity: 2000",
    )
    await resize(cluster, 'two', '1200m')
    await cluster.delete(`${PODS}/three`)
    const all = await cluster.pods()
    assert.deepEqual(all.map(cpuOf).sort(), ['1', '600m'])
    assert.equal(all.filter((pod) => condition(pod, 'PodResizePending') !== undefined).length, 1)
  })
})
