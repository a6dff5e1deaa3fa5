import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer, type TestServer } from '#testing.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const DEFINITION = `${DEFINITIONS}/gears.example.com`
const GEARS = '/apis/example.com/v1/namespaces/test/gears'
const AUTOSCALERS = 'namespaces/test/horizontalpodautoscalers'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const SCHEMA = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { teeth: { type: 'integer', default: 12 } } },
    status: { type: 'object', properties: { worn: { type: 'boolean' } } },
  },
}
const version = (name: string, more: Json = {}): Json => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: SCHEMA },
  subresources: { status: {} },
  ...more,
})

describe('what the server does with', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  const patch = (path: string, body: Json) => client.send('PATCH', path, body, MERGE)

  it('a definition: it counts changes of its spec, and keeps its status apart', async () => {
    const made = await client.post(DEFINITIONS, {
      metadata: { name: 'gears.example.com', generation: 7 },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gears', kind: 'Gear' },
        versions: [
          version('v1', { storage: true }),
          version('v1beta1', { deprecated: true }),
          version('v1alpha1', { deprecated: true, deprecationWarning: 'gears have grown' }),
        ],
      },
      status: { storedVersions: ['v0'] },
    })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.metadata.generation, 1)
    assert.deepEqual(made.body.status.storedVersions, ['v1'])
    await server.settled()
    const named = await patch(DEFINITION, {
      metadata: { labels: { a: 'b' } },
      status: { storedVersions: ['v9'] },
    })
    assert.equal(named.body.metadata.generation, 1)
    assert.deepEqual(named.body.status.storedVersions, ['v1'])
    const changed = await patch(DEFINITION, { spec: { names: { shortNames: ['gr'] } } })
    assert.equal(changed.body.metadata.generation, 2)
    const reported = await patch(`${DEFINITION}/status`, {
      metadata: { labels: { c: 'd' } },
      spec: { names: { shortNames: null } },
    })
    assert.equal(reported.body.metadata.generation, 2)
    assert.deepEqual(reported.body.metadata.labels, { a: 'b', c: 'd' })
    assert.deepEqual(reported.body.spec.names.shortNames, ['gr'])
    await server.settled()
  })

  it('a custom resource: it is pruned and defaulted, and its status changes alone', async () => {
    const made = await client.post(GEARS, {
      apiVersion: 'example.com/v1',
      kind: 'Gear',
      metadata: { name: 'a', generation: 7 },
      spec: { unknown: 1 },
      status: { worn: true },
    })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.metadata.generation, 1)
    assert.deepEqual(made.body.spec, { teeth: 12 })
    assert.equal(made.body.status, undefined)
    const reported = await patch(`${GEARS}/a/status`, {
      metadata: { labels: { a: 'b' } },
      spec: { teeth: 3 },
      status: { worn: true },
    })
    assert.equal(reported.body.metadata.generation, 1)
    assert.equal(reported.body.metadata.labels, undefined)
    assert.deepEqual([reported.body.spec, reported.body.status], [{ teeth: 12 }, { worn: true }])
    const changed = await patch(`${GEARS}/a`, { spec: { teeth: 20 }, status: { worn: false } })
    assert.equal(changed.body.metadata.generation, 2)
    assert.deepEqual(changed.body.status, { worn: true })
    const { resourceVersion: _, ...metadata } = changed.body.metadata
    const unversioned = await client.put(`${GEARS}/a`, { ...changed.body, metadata })
    assert.equal(
      unversioned.body.message,
      'gears.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    )
  })

  it('requests for deprecated versions: they have a warning', async () => {
    const warning = async (name: string) =>
      (await client.get(GEARS.replace('/v1/', `/${name}/`))).headers.get('warning') ?? ''
    assert.equal(await warning('v1'), '')
    assert.equal(
      await warning('v1beta1'),
      '299 - "example.com/v1beta1 Gear is deprecated; use example.com/v1 Gear"',
    )
    assert.equal(await warning('v1alpha1'), '299 - "gears have grown"')
  })

  it('an autoscaler of v1: annotations carry what its fields cannot', async () => {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
    const made = await client.post(`/apis/autoscaling/v2/${AUTOSCALERS}`, {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef,
        maxReplicas: 3,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '5' } },
          },
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
          },
        ],
        behavior: { scaleDown: { stabilizationWindowSeconds: 5 } },
      },
    })
    assert.equal(made.status, 201, made.text)
    const { body } = await client.get(`/apis/autoscaling/v1/${AUTOSCALERS}/web`)
    assert.equal(body.spec.targetCPUUtilizationPercentage, 60)
    const annotation = (name: string) =>
      JSON.parse(body.metadata.annotations[`autoscaling.alpha.kubernetes.io/${name}`])
    assert.deepEqual(annotation('metrics'), [
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '5' } },
    ])
    assert.equal(annotation('behavior').ScaleDown.StabilizationWindowSeconds, 5)
    const updated = await client.put(`/apis/autoscaling/v1/${AUTOSCALERS}/web`, {
      ...body,
      spec: { ...body.spec, targetCPUUtilizationPercentage: 70 },
    })
    assert.equal(updated.status, 200, updated.text)
    const { spec } = (await client.get(`/apis/autoscaling/v2/${AUTOSCALERS}/web`)).body
    assert.deepEqual(
      spec.metrics.map(({ resource }: Json) => [resource.name, resource.target.averageUtilization]),
      [
        ['memory', undefined],
        ['cpu', 70],
      ],
    )
    const unscaled = await client.post(`/apis/autoscaling/v1/${AUTOSCALERS}`, {
      metadata: { name: 'zero' },
      spec: { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 0 },
    })
    assert.equal(unscaled.body.details.causes[0].field, 'spec.metrics[0].resource.target.averageUtilization')
  })
})
