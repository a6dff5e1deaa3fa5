import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const GROUP = '/apis/resource.k8s.io'
const CLAIMS = `${GROUP}/v1/namespaces/devices/resourceclaims`
const CLASSES = `${GROUP}/v1/deviceclasses`
const SLICES = `${GROUP}/v1/resourceslices`
const PODS = '/api/v1/namespaces/devices/pods'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const APPLY = { 'content-type': 'application/apply-patch+yaml' }
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }

const claim = (name: string, request: Json = {}): Json => ({
  metadata: { name },
  spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu', ...request } }] } },
})
const slice = (name: string, spec: Json): Json => ({
  metadata: { name },
  spec: { driver: 'example.com', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, ...spec },
})
const pod = (name: string): Json => ({
  metadata: { name },
  spec: {
    containers: [{ name: 'main', image: 'web:1', resources: { claims: [{ name: 'gpu' }] } }],
    resourceClaims: [{ name: 'gpu', resourceClaimName: 'a' }],
  },
})
const RESULT = { request: 'gpu', driver: 'example.com', pool: 'p', device: 'gpu-0' }
const allocation = { devices: { results: [RESULT] } }
const cellsOf = ({ body }: Json) => body.rows.map(({ cells }: Json) => cells.slice(0, -1))

describe('dynamic resource allocation', async () => {
  const server = await startTestServer({ runtimeConfig: { 'resource.k8s.io/v1': true } })
  after(() => server.close())
  const client = new Client(server.url)
  const created = async (path: string, object: Json): Promise<Json> => {
    const { status, body, text } = await client.post(path, object)
    assert.equal(status, 201, text)
    return body
  }

  it('is served in the version that is turned on', async () => {
    const { body } = await client.get(`${GROUP}/v1`)
    assert.deepEqual(
      body.resources.map(({ name }: Json) => name),
      [
        'deviceclasses',
        'resourceclaims',
        'resourceclaims/status',
        'resourceclaimtemplates',
        'resourceslices',
      ],
    )
    assert.equal((await client.get(`${GROUP}/v1beta2`)).status, 404)
  })

  it('completes requests, and leaves out what belongs to alpha features', async () => {
    const { spec, status } = await created(CLAIMS, {
      ...claim('defaults', {
        tolerations: [{ operator: 'Exists' }],
        capacity: { requests: { memory: '1Gi' } },
      }),
      status: { allocation },
    })
    const exactly = { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 }
    assert.deepEqual(spec.devices.requests, [{ name: 'gpu', exactly }])
    assert.deepEqual(status, {})
    const { spec: offered } = await created(
      SLICES,
      slice('alpha', {
        nodeName: 'a',
        devices: [{ name: 'a', taints: [{ key: 'a', effect: 'NoSchedule' }] }],
      }),
    )
    assert.deepEqual(offered.devices, [{ name: 'a' }])
  })

  it('rejects a changed claim, and expressions that cannot be compiled', async () => {
    await created(CLAIMS, claim('fixed'))
    const change = await client.send(
      'PATCH',
      `${CLAIMS}/fixed`,
      { spec: { devices: { requests: null } } },
      MERGE,
    )
    assert.equal(change.status, 422)
    assert.match(change.body.message, /spec: Invalid value: .*: field is immutable/)
    const expression = 'device.model == "a"'
    const { status, body } = await client.post(CLAIMS, claim('bad', { selectors: [{ cel: { expression } }] }))
    assert.equal(status, 422)
    assert.match(body.details.causes[0].message, /compilation failed: .*undefined field 'model'/s)
    assert.equal(body.details.causes[0].field, 'spec.devices.requests[0].exactly.selectors[0].cel.expression')
  })

  it('rejects claims and classes with more expressions than can be compiled at once', async () => {
    const expression = `device.driver == "${'a'.repeat(5000)}"`
    const selectors = Array.from({ length: 30 }, () => ({ cel: { expression } }))
    const alternatives = Array.from({ length: 8 }, (_, index) => ({
      name: `a${index}`,
      deviceClassName: 'gpu',
      selectors: selectors.slice(0, 4),
    }))
    const requests = [{ name: 'gpu', firstAvailable: alternatives }]
    const long = [
      ['requests', CLAIMS, claim('long', { selectors })],
      ['requests', CLAIMS, { metadata: { name: 'long' }, spec: { devices: { requests } } }],
      ['selectors', CLASSES, { metadata: { name: 'long' }, spec: { selectors } }],
    ] as const
    for (const [field, path, sent] of long) {
      const { status, body } = await client.post(path, sent)
      assert.equal(status, 422)
      const [cause] = body.details.causes
      assert.match(cause.field, new RegExp(`${field}$`))
      assert.match(cause.message, /all expressions together may have at most 131072 characters$/)
    }
  })

  it('keeps reports about devices as long as they are allocated', async () => {
    await created(CLAIMS, claim('used'))
    const device = { driver: 'example.com', pool: 'p', device: 'gpu-0' }
    const user = { resource: 'pods', name: 'web', uid: 'a' }
    const update = (status: Json) => client.send('PATCH', `${CLAIMS}/used/status`, { status }, MERGE)
    const { body, text } = await update({ allocation, devices: [device], reservedFor: [user] })
    assert.deepEqual(body.status, { allocation, devices: [device], reservedFor: [user] }, text)
    assert.deepEqual(cellsOf(await client.get(`${CLAIMS}/used`, TABLE)), [['used', 'allocated,reserved']])
    const other = { devices: { results: [{ ...RESULT, device: 'gpu-1' }] } }
    assert.equal((await update({ allocation: other })).status, 422)
    assert.deepEqual((await update({ allocation: null, reservedFor: null })).body.status, {})
    assert.deepEqual(cellsOf(await client.get(`${CLAIMS}/used`, TABLE)), [['used', 'pending']])
  })

  it('lets each driver apply the reports about its own devices', async () => {
    await created(CLAIMS, claim('applied'))
    const results = [RESULT, { ...RESULT, device: 'gpu-1' }]
    await client.send(
      'PATCH',
      `${CLAIMS}/applied/status`,
      { status: { allocation: { devices: { results } } } },
      MERGE,
    )
    const report = (device: string) => ({ driver: 'example.com', pool: 'p', device, data: { by: device } })
    const devices = ['gpu-0', 'gpu-1'].map(report)
    for (const device of devices) {
      const applied = {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: { name: 'applied' },
        status: { devices: [device] },
      }
      const path = `${CLAIMS}/applied/status?fieldManager=${device.device}`
      const { status, text } = await client.send('PATCH', path, applied, APPLY)
      assert.equal(status, 200, text)
    }
    const { body } = await client.get(`${CLAIMS}/applied`)
    assert.deepEqual(body.status.devices, devices)
    const { fieldsV1 } = body.metadata.managedFields.find(({ manager }: Json) => manager === 'gpu-1')
    const keys = Object.keys(fieldsV1['f:status']['f:devices'])
    assert.deepEqual(keys, ['k:{"device":"gpu-1","driver":"example.com","pool":"p"}'])
  })

  it('needs a label of the namespace for admin access', async () => {
    const refused = await client.post(CLAIMS, claim('admin', { adminAccess: true }))
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body.details.causes, [
      {
        reason: 'FieldValueForbidden',
        message:
          'Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace',
        field: 'spec.devices.requests[0].adminAccess',
      },
    ])
    await created('/api/v1/namespaces', {
      metadata: { name: 'admins', labels: { 'resource.kubernetes.io/admin-access': 'true' } },
    })
    await created(CLAIMS.replace('devices', 'admins'), claim('admin', { adminAccess: true }))
  })

  it('selects slices by node and driver', async () => {
    await created(SLICES, slice('one', { nodeName: 'one' }))
    await created(SLICES, slice('all', { driver: 'other.com', allNodes: true }))
    const select = async (selector: string) =>
      cellsOf(await client.get(`${SLICES}?fieldSelector=${selector}`, TABLE))
    assert.deepEqual(await select('spec.nodeName=one'), [['one', 'one', 'example.com', 'p']])
    assert.deepEqual(await select('spec.driver=other.com'), [['all', '', 'other.com', 'p']])
    assert.equal((await client.get(`${SLICES}?fieldSelector=spec.pool.name=p`)).status, 400)
  })

  it('counts changes of classes and slices', async () => {
    const { metadata } = await created(SLICES, slice('counted', { allNodes: true }))
    assert.equal(metadata.generation, 1)
    const change = { spec: { pool: { generation: 2 } } }
    const { body } = await client.send('PATCH', `${SLICES}/counted`, change, MERGE)
    assert.equal(body.metadata.generation, 2)
    const deleted = await client.delete(`${SLICES}/counted`)
    assert.equal(deleted.body.kind, 'ResourceSlice')
  })

  it('keeps the claims of pods', async () => {
    const { spec } = await created(PODS, pod('web'))
    assert.deepEqual(spec.resourceClaims, [{ name: 'gpu', resourceClaimName: 'a' }])
    assert.deepEqual(spec.containers[0].resources, { claims: [{ name: 'gpu' }] })
    const resourceClaimStatuses = [{ name: 'gpu', resourceClaimName: 'a' }]
    const change = { status: { resourceClaimStatuses } }
    const { body } = await client.send('PATCH', `${PODS}/web/status`, change, MERGE)
    assert.deepEqual(body.status.resourceClaimStatuses, resourceClaimStatuses)
    const unknown = pod('unknown')
    unknown.spec.resourceClaims = []
    const { status, body: rejected } = await client.post(PODS, unknown)
    assert.equal(status, 422)
    assert.match(rejected.message, /must be one of the names in pod.spec.resourceClaims which is empty/)
  })
})

describe('the versions of resource.k8s.io', () => {
  it('show the same objects', async (t) => {
    const server = await startTestServer({ runtimeConfig: { 'api/all': true } })
    t.after(() => server.close())
    const client = new Client(server.url)
    await client.post(CLAIMS.replace('/v1/', '/v1beta2/'), claim('a'))
    const { body } = await client.get(`${CLAIMS}/a`)
    const { body: beta } = await client.get(`${CLAIMS.replace('/v1/', '/v1beta2/')}/a`)
    assert.equal(body.apiVersion, 'resource.k8s.io/v1')
    assert.deepEqual(beta, { ...body, apiVersion: 'resource.k8s.io/v1beta2' })
    const { body: group } = await client.get(GROUP)
    assert.equal(group.preferredVersion.version, 'v1')
  })

  it('are not served by default, and pods have no claims then', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    assert.equal((await client.get(GROUP)).status, 404)
    const { body } = await client.post(PODS, pod('web'))
    assert.equal(body.spec.resourceClaims, undefined)
    assert.deepEqual(body.spec.containers[0].resources, {})
  })

  it('leave the claims of pods to the feature gate, if it is set', async (t) => {
    const cases = [
      { featureGates: { DynamicResourceAllocation: true }, keeps: true },
      {
        runtimeConfig: { 'resource.k8s.io/v1': true },
        featureGates: { DynamicResourceAllocation: false },
        keeps: false,
      },
    ]
    for (const { keeps, ...options } of cases) {
      const server = await startTestServer(options)
      t.after(() => server.close())
      const { body } = await new Client(server.url).post(PODS, pod('web'))
      assert.equal(body.spec.resourceClaims !== undefined, keeps)
    }
  })
})
