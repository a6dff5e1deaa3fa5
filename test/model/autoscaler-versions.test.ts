import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'

const OPERATIONS = sized(600, 120)
const NAMES = ['a', 'b', 'c']
const PATHS = ['v1', 'v2'].map(
  (version) => `/apis/autoscaling/${version}/namespaces/test/horizontalpodautoscalers`,
) as [string, string]
const [V1, V2] = PATHS
const MERGE = { 'content-type': 'application/merge-patch+json' }

/** The fields of one autoscaler that the writes change, independent of the version. */
interface Model {
  maxReplicas: number
  label: string
  /** The target CPU utilization in percent, and its index among the metrics. */
  cpu: number
  others: readonly Json[]
  cpuIsFirst: boolean
  current: number | undefined
  desired: number
}

const seed = testSeed()

it(`${OPERATIONS} writes of autoscalers through two versions match a model, seed ${seed}`, async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const random = new Random(seed)
  const models = new Map<string, Model>()

  for (let count = 0; count < OPERATIONS; count++) {
    const name = random.pick(NAMES)
    const path = random.pick(PATHS)
    const model = models.get(name)
    const context = `operation ${count} on ${name} through ${path}`
    if (model === undefined) models.set(name, await create(client, random, path, name))
    else if (random.chance(0.1)) {
      assert.equal((await client.delete(`${path}/${name}`)).status, 200, context)
      models.delete(name)
    } else await random.pick([replace, patch, report])(client, random, path, name, model)
    await assertShown(client, name, models.get(name), context)
  }
})

const metric = (name: string, value: string): Json => ({
  type: 'External',
  external: { metric: { name }, target: { type: 'Value', value } },
})
const cpuMetric = (averageUtilization: number): Json => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})
const metricsOf = ({ cpu, others, cpuIsFirst }: Model): Json =>
  cpuIsFirst ? [cpuMetric(cpu), ...others] : [...others, cpuMetric(cpu)]

async function create(client: Client, random: Random, path: string, name: string): Promise<Model> {
  const others = path === V2 ? random.pick([[], [metric('a', '1'), metric('b', '2')]]) : []
  const cpuIsFirst = others.length === 0 || random.chance(0.5)
  const wish = { maxReplicas: 1 + random.below(3), label: 'x', cpu: 50, others, cpuIsFirst }
  const model: Model = { ...wish, current: undefined, desired: 0 }
  const spec = { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: model.maxReplicas }
  const target = path === V1 ? { targetCPUUtilizationPercentage: 50 } : { metrics: metricsOf(model) }
  const body = { metadata: { name, labels: { label: 'x' } }, spec: { ...spec, ...target } }
  const { status, text } = await client.post(path, body)
  assert.equal(status, 201, text)
  return model
}

/** Reads the object in one version, changes it and writes it back. */
async function replace(
  client: Client,
  random: Random,
  path: string,
  name: string,
  model: Model,
): Promise<void> {
  const { body: object } = await client.get(`${path}/${name}`)
  model.maxReplicas = object.spec.maxReplicas = 1 + random.below(3)
  model.label = object.metadata.labels.label = random.pick(['x', 'y'])
  const { status, text } = await client.put(`${path}/${name}`, object)
  assert.equal(status, 200, text)
}

async function patch(
  client: Client,
  random: Random,
  path: string,
  name: string,
  model: Model,
): Promise<void> {
  const cpu = random.pick([50, 60])
  // The old version cannot express the order of metrics: one that it changes comes last.
  if (path === V1 && cpu !== model.cpu) model.cpuIsFirst = model.others.length === 0
  model.cpu = cpu
  const spec = path === V1 ? { targetCPUUtilizationPercentage: cpu } : { metrics: metricsOf(model) }
  const { status, text } = await client.send('PATCH', `${path}/${name}`, { spec }, MERGE)
  assert.equal(status, 200, text)
}

async function report(
  client: Client,
  random: Random,
  path: string,
  name: string,
  model: Model,
): Promise<void> {
  model.desired = random.below(3)
  model.current = random.below(100)
  const current = { averageUtilization: model.current, averageValue: '5' }
  const status: Json =
    path === V1
      ? { currentCPUUtilizationPercentage: model.current }
      : { currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current } }] }
  const body = { status: { ...status, desiredReplicas: model.desired } }
  const response = await client.send('PATCH', `${path}/${name}/status`, body, MERGE)
  assert.equal(response.status, 200, response.text)
}

/** Both versions match the model. */
async function assertShown(
  client: Client,
  name: string,
  model: Model | undefined,
  context: string,
): Promise<void> {
  const [old, today] = await Promise.all(PATHS.map((path) => client.get(`${path}/${name}`)))
  assert.equal(old?.status, model === undefined ? 404 : 200, context)
  assert.equal(today?.status, old?.status, context)
  if (model === undefined) return
  for (const { body } of [old, today] as { body: Json }[]) {
    const { metadata, spec, status } = body
    assert.equal(metadata.uid, old?.body.metadata.uid, context)
    assert.equal(metadata.resourceVersion, old?.body.metadata.resourceVersion, context)
    assert.equal(metadata.labels.label, model.label, context)
    assert.equal(spec.maxReplicas, model.maxReplicas, context)
    assert.equal(status.desiredReplicas, model.desired, context)
  }
  assert.equal(old?.body.spec.targetCPUUtilizationPercentage, model.cpu, context)
  assert.equal(old?.body.status.currentCPUUtilizationPercentage, model.current, context)
  assert.deepEqual(today?.body.spec.metrics, metricsOf(model), context)
  assert.equal(today?.body.metadata.annotations, undefined, context)
  const currentMetrics: Json[] = today?.body.status.currentMetrics ?? []
  assert.equal(currentMetrics[0]?.resource.current.averageUtilization, model.current, context)
}
