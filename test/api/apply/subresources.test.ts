import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { codecs } from '#codec/codecs.js'
import { decodeObject } from '#codec/protobuf/object.js'
import type { RunningServer } from '#index.js'
import { configMap } from '#kinds/core/configmap/index.js'
import { Client, type Json } from '#test/support/client.js'
import { DEPLOYMENTS, deployment, REPLICASETS, replicaSet } from '#test/support/objects.js'
import { startTestServer } from '#testing.js'
import { APPLY } from './kinds.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const today = (path: string) => path.replace('extensions/v1beta1', 'apps/v1')
const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'

/** Field owners across versions, groups, subresources and formats. */
describe('the owners of fields', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  const apply = (path: string, manager: string, body: Json, query = '') =>
    client.send('PATCH', `${path}?fieldManager=${manager}${query}`, body, APPLY)
  const managersOf = ({ body }: { body: Json }) =>
    (body.metadata.managedFields ?? []).map(({ manager, apiVersion, subresource = '' }: Json) =>
      `${manager} ${apiVersion} ${subresource}`.trim(),
    )
  const inApps = (kind: string, name: string, rest: Json) => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name },
    ...rest,
  })

  it('are not recorded in legacy groups before the first apply, which records before-first-apply', async () => {
    const created = await client.post(`${DEPLOYMENTS}?fieldManager=maker`, deployment('old', { replicas: 2 }))
    assert.deepEqual(managersOf(created), [])
    const patched = await client.send('PATCH', `${today(DEPLOYMENTS)}/old`, { spec: { replicas: 3 } }, MERGE)
    assert.deepEqual(managersOf(patched), [])
    const applied = await apply(
      `${today(DEPLOYMENTS)}/old`,
      'ann',
      inApps('Deployment', 'old', { spec: { replicas: 3 } }),
    )
    assert.deepEqual(managersOf(applied), ['ann apps/v1', 'before-first-apply apps/v1'])
    const later = await client.send(
      'PATCH',
      `${DEPLOYMENTS}/old`,
      { metadata: { labels: { x: '1' } } },
      MERGE,
    )
    assert.deepEqual(managersOf(later).slice(0, 2), ['ann apps/v1', 'before-first-apply apps/v1'])
    assert.match(managersOf(later)[2], / extensions\/v1beta1$/)
  })

  it('must be named by an apply in legacy groups', async () => {
    await client.post(DEPLOYMENTS, deployment('unnamed'))
    const body = { apiVersion: 'extensions/v1beta1', kind: 'Deployment', metadata: { name: 'unnamed' } }
    assert.equal((await client.send('PATCH', `${DEPLOYMENTS}/unnamed`, body, APPLY)).status, 415)
    assert.equal((await apply(`${DEPLOYMENTS}/unnamed`, 'ann', body)).status, 200)
  })

  it('of one version apply to the other versions', async () => {
    const path = `${REPLICASETS}/versions`
    await apply(path, 'ann', replicaSet('versions', { replicas: 2 }))
    const wanted = inApps('ReplicaSet', 'versions', { spec: { replicas: 5 } })
    const conflict = await apply(today(path), 'bob', wanted)
    assert.equal(conflict.body.message, 'Apply failed with 1 conflict: conflict with "ann": .spec.replicas')
    const forced = await apply(today(path), 'bob', wanted, '&force=true')
    assert.deepEqual(managersOf(forced), ['ann extensions/v1beta1', 'bob apps/v1'])
    // A manager that applies in another version moves there with all its fields.
    const moved = await apply(path, 'bob', {
      apiVersion: 'extensions/v1beta1',
      kind: 'ReplicaSet',
      metadata: { name: 'versions', labels: { x: '1' } },
    })
    assert.equal(moved.body.spec.replicas, 1)
    assert.deepEqual(managersOf(moved).sort(), ['ann extensions/v1beta1', 'bob extensions/v1beta1'])
  })

  it('of a status own nothing else', async () => {
    const path = `${today(REPLICASETS)}/reported`
    const { spec } = replicaSet('reported', { selector: { matchLabels: { app: 'web' } } })
    await apply(path, 'ann', inApps('ReplicaSet', 'reported', { spec }))
    const report = inApps('ReplicaSet', 'reported', {
      metadata: { name: 'reported', labels: { x: '1' }, annotations: { x: '1' } },
      spec: { replicas: 7 },
      status: { replicas: 4 },
    })
    const reported = await apply(`${path}/status`, 'bob', report)
    assert.deepEqual(
      [reported.body.spec.replicas, reported.body.status.replicas, reported.body.metadata.annotations],
      [1, 4, undefined],
    )
    const [, entry] = reported.body.metadata.managedFields
    assert.deepEqual([entry.subresource, entry.fieldsV1], ['status', { 'f:status': { 'f:replicas': {} } }])
  })

  it('of a scale own the replicas of the object, without a conflict if nobody owned them', async () => {
    const path = `${today(REPLICASETS)}/scaled`
    const { spec } = replicaSet('scaled', { selector: { matchLabels: { app: 'web' } } })
    await apply(path, 'ann', inApps('ReplicaSet', 'scaled', { spec }))
    const scale = (replicas: number) => ({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'scaled' },
      spec: { replicas },
    })
    assert.equal((await apply(`${path}/scale`, 'bob', scale(3))).status, 200)
    const conflict = await apply(`${path}/scale`, 'cid', scale(4))
    assert.equal(conflict.status, 409)
    const object = await client.get(path)
    assert.deepEqual(managersOf(object), ['bob apps/v1 scale', 'ann apps/v1'])
    assert.equal(object.body.metadata.managedFields[0].time, undefined)
    // An unchanged replacement changes nothing.
    const current = await client.get(`${path}/scale`)
    await client.put(`${path}/scale`, current.body)
    assert.equal((await client.get(path)).text, object.text)
  })

  it('are the same in JSON, YAML and protobuf, and in no table', async () => {
    const path = `${CONFIG_MAPS}/formats`
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: formats\ndata:\n  a: "1"\n'
    assert.equal((await client.send('PATCH', `${path}?fieldManager=ann`, yaml, APPLY)).status, 201)
    const { body } = await client.get(path)
    const inYaml = await client.get(path, { accept: 'application/yaml' })
    assert.deepEqual(await codecs.yaml.decode(inYaml.bytes), body)
    const inProtobuf = await client.get(path, { accept: 'application/vnd.kubernetes.protobuf' })
    const type = { apiVersion: 'v1', kind: 'ConfigMap', schema: configMap.storageVersion.schema }
    const decoded = decodeObject(inProtobuf.bytes, type) as Json
    assert.deepEqual(JSON.parse(JSON.stringify(decoded.metadata.managedFields)), body.metadata.managedFields)
    for (const include of ['Metadata', 'Object']) {
      const table = await client.get(`${CONFIG_MAPS}?includeObject=${include}`, {
        accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
      })
      assert.equal(table.body.kind, 'Table')
      assert.ok(!table.text.includes('managedFields'))
    }
  })

  it('start from last-applied-configuration, and keep it up to date', async () => {
    const LAST = 'kubectl.kubernetes.io/last-applied-configuration'
    const configuration = (data: Json) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'migrated' },
      data,
    })
    const before = configuration({ a: '1', b: '<1>' })
    await client.post(`${CONFIG_MAPS}?fieldManager=kubectl-client-side-apply`, {
      ...before,
      metadata: { name: 'migrated', annotations: { [LAST]: JSON.stringify(before) } },
    })
    const path = `${CONFIG_MAPS}/migrated`
    const wanted = configuration({ a: '2', b: '<1>' })
    assert.equal((await apply(path, 'other', wanted)).status, 409)
    const applied = await apply(path, 'kubectl', wanted)
    assert.equal(applied.status, 200, applied.text)
    assert.equal(
      applied.body.metadata.annotations[LAST],
      '{"apiVersion":"v1","data":{"a":"2","b":"\\u003c1\\u003e"},"kind":"ConfigMap","metadata":{"name":"migrated"}}\n',
    )
  })
})
