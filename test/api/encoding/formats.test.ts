import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { decodeObject, encodeObject } from '#codec/protobuf/object.js'
import { APIGroup, APIGroupList, APIResourceList } from '#discovery/types.js'
import type { RunningServer } from '#index.js'
import { DeploymentRollback } from '#kinds/apps/deployment/extensions-v1beta1/schema.js'
import { ExtensionsScale as Scale } from '#kinds/apps/scale/schema.js'
import { kinds } from '#kinds/index.js'
import { DeleteOptions } from '#meta/delete-options.js'
import { Status } from '#meta/status.js'
import type { StoredKind } from '#registry/kind.js'
import type { AnyStruct } from '#schema/type.js'
import { Client, type Json } from '#test/support/client.js'
import { DEPLOYMENTS, deployment, INGRESSES, ingress, KINDS } from '#test/support/objects.js'
import { startTestServer } from '#testing.js'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const IN = { 'content-type': PROTOBUF }
const OUT = { accept: PROTOBUF }
const V1BETA1 = 'extensions/v1beta1'

function message(struct: AnyStruct, apiVersion: string, kind: string, bytes: Buffer): Json {
  return decodeObject(bytes, { schema: struct, apiVersion, kind })
}

describe('formats', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  it('that are not supported are rejected with a list of supported ones', async () => {
    const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
    const three = `application/json, application/yaml, ${PROTOBUF}`
    const streams = `application/json;stream=watch, ${PROTOBUF};stream=watch`
    const unknown = (types: string) => `406: Not Acceptable\n\nAvailable representations: ${types}`
    const only = (types: string) => `only the following media types are accepted: ${types}`
    const cases: [string, string, string][] = [
      [CONFIG_MAPS, 'text/html', unknown(`${three}, ${streams}`)],
      [`${CONFIG_MAPS}?watch=1`, 'text/html', unknown(`${three}, ${streams}`)],
      [`${CONFIG_MAPS}/a`, 'application/xml', unknown(three)],
      [CONFIG_MAPS, 'application/json;as=Odd;v=v1;g=meta.k8s.io', only(three)],
      [`${CONFIG_MAPS}/a`, 'text/html, application/json;as=Table;v=v9;g=meta.k8s.io', only(three)],
      [CONFIG_MAPS, `${PROTOBUF};as=Table;v=v1;g=meta.k8s.io`, only(three)],
      [`${CONFIG_MAPS}?watch=1`, 'application/yaml', only(streams)],
      [`${CONFIG_MAPS}/a`, 'application/*', unknown(three)],
      [CONFIG_MAPS, 'Application/JSON, application/*;q=0.1', unknown(`${three}, ${streams}`)],
      ['/api/v1/namespaces/default/pods/a/log', 'application/xml', unknown(`text/plain, ${three}`)],
      ['/api/v1/namespaces/default/pods/a/log', 'text/plain', only(three)],
      [DEPLOYMENTS, 'text/html', '406: Not Acceptable'],
    ]
    for (const [path, accept, message] of cases) {
      const { status, body, text } = await client.get(path, { accept })
      assert.equal(status, 406)
      // The response has the requested format if possible.
      if (body === undefined) assert.ok(text.includes(message), text)
      else assert.deepEqual([body.reason, body.message], ['NotAcceptable', message], `${path} ${accept}`)
    }
  })

  it('of discovery that are not supported are rejected by the route or by its handler', async () => {
    const three = `application/json, application/yaml, ${PROTOBUF}`
    const byRoute = `406: Not Acceptable\n\nAvailable representations: ${three}`
    const byHandler = `only the following media types are accepted: ${three}`
    const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    for (const [path, accept, message] of [
      ['/api', 'text/html', byRoute],
      ['/api/v1', 'application/*', byRoute],
      ['/apis/apps/v1', 'application/xml', byRoute],
      ['/apis/apps/v1', table, byHandler],
      ['/apis/apps', 'application/xml', byHandler],
      ['/apis', 'application/xml', byHandler],
      ['/apis/extensions', 'application/xml', '406: Not Acceptable'],
      ['/apis/extensions/v1beta1', 'application/xml', '406: Not Acceptable'],
    ] as const) {
      const { status, body } = await client.get(path, { accept })
      assert.deepEqual([status, body.message], [406, message], path)
    }
  })

  for (const { path: collection, make } of KINDS) {
    const example = make('example')
    const { kind, apiVersion } = example
    const { schema } = (kinds.find(({ storageVersion }) => storageVersion.kind === kind) as StoredKind)
      .storageVersion

    it(`create, replace and read a ${kind} in protobuf`, async () => {
      const made = await client.post(
        collection,
        encodeObject(schema, apiVersion, kind, make('in-protobuf')),
        { ...IN, ...OUT },
      )
      assert.equal(made.status, 201)
      assert.equal(made.headers.get('content-type'), PROTOBUF)
      const created = message(schema, apiVersion, kind, made.bytes)
      assert.ok(created.metadata.uid)

      created.metadata.labels = { changed: 'yes' }
      const path = `${collection}/in-protobuf`
      const put = await client.put(path, encodeObject(schema, apiVersion, kind, created), { ...IN, ...OUT })
      assert.equal(put.status, 200)
      const json = (await client.get(path)).body
      assert.deepEqual(json.metadata.labels, { changed: 'yes' })
      const read = message(schema, apiVersion, kind, (await client.get(path, OUT)).bytes)
      assert.deepEqual(read.spec, message(schema, apiVersion, kind, put.bytes).spec)
      assert.equal(read.metadata.resourceVersion, json.metadata.resourceVersion)
    })

    it(`show the same ${kind} in YAML, indented and compact JSON`, async () => {
      await client.post(collection, make('alike'))
      const { body } = await client.get(`${collection}/alike`)
      const yaml = await client.get(`${collection}/alike`, { accept: 'application/yaml' })
      assert.deepEqual(parse(yaml.text), body)
      const indented = await client.get(`${collection}/alike?pretty=true`)
      assert.deepEqual(indented.body, body)
      assert.match(indented.text, /^\{\n {2}"kind"/)
    })

    it(`list the same ${kind}s in YAML, indented and compact JSON`, async () => {
      for (const selector of ['', 'labelSelector=none%3Dsuch&']) {
        const path = `${collection}?${selector}limit=500`
        const { body } = await client.get(path)
        const yaml = await client.get(path, { accept: 'application/yaml' })
        assert.deepEqual(parse(yaml.text), body)
        const indented = await client.get(`${path}&pretty=true`)
        assert.deepEqual(indented.body, body)
        assert.equal(indented.text, `${JSON.stringify(body, null, 2)}\n`)
        assert.equal(indented.headers.get('content-length'), String(Buffer.byteLength(indented.text)))
      }
    })
  }

  it('accept delete options in protobuf', async () => {
    const { body } = await client.post(DEPLOYMENTS, deployment('to-delete'))
    const options = (uid: string) =>
      encodeObject(DeleteOptions, 'v1', 'DeleteOptions', {
        preconditions: { uid },
        propagationPolicy: 'Orphan',
      })
    const path = `${DEPLOYMENTS}/to-delete`
    assert.equal((await client.send('DELETE', path, options('another'), IN)).status, 409)
    const deleted = await client.send('DELETE', path, options(body.metadata.uid), { ...IN, ...OUT })
    const status = message(Status, 'v1', 'Status', deleted.bytes)
    assert.equal(status.status, 'Success')
    assert.equal(status.details.uid, body.metadata.uid)
  })

  it('scale and roll back in protobuf', async () => {
    await client.post(DEPLOYMENTS, deployment('scaled', { replicas: 2 }))
    const path = `${DEPLOYMENTS}/scaled`
    const scale = message(Scale, V1BETA1, 'Scale', (await client.get(`${path}/scale`, OUT)).bytes)
    assert.equal(scale.spec.replicas, 2)
    scale.spec.replicas = 5
    const put = await client.put(`${path}/scale`, encodeObject(Scale, V1BETA1, 'Scale', scale), {
      ...IN,
      ...OUT,
    })
    assert.equal(message(Scale, V1BETA1, 'Scale', put.bytes).spec.replicas, 5)

    const changed = (await client.get(path)).body
    changed.spec.template.spec.containers[0].image = 'registry.example/web:2.0'
    assert.equal((await client.put(path, changed)).status, 200)
    const rollback = encodeObject(DeploymentRollback, V1BETA1, 'DeploymentRollback', {
      name: 'scaled',
      rollbackTo: { revision: 1 },
    })
    const rolled = await client.post(`${path}/rollback`, rollback, { ...IN, ...OUT })
    assert.equal(rolled.status, 201)
    assert.equal(message(DeploymentRollback, V1BETA1, 'DeploymentRollback', rolled.bytes).name, 'scaled')
    const { spec } = (await client.get(path)).body
    assert.equal(spec.template.spec.containers[0].image, 'registry.example/web:1.0')
  })

  it('update a status in protobuf', async () => {
    const { body } = await client.post(INGRESSES, ingress('balanced'))
    const { schema } = (kinds.find(({ storageVersion }) => storageVersion.kind === 'Ingress') as StoredKind)
      .storageVersion
    body.status = { loadBalancer: { ingress: [{ ip: '10.0.0.9' }] } }
    const path = `${INGRESSES}/balanced/status`
    const put = await client.put(path, encodeObject(schema, V1BETA1, 'Ingress', body), { ...IN, ...OUT })
    assert.equal(put.status, 200)
    const reported = message(schema, V1BETA1, 'Ingress', put.bytes)
    assert.deepEqual(reported.status.loadBalancer.ingress, [{ ip: '10.0.0.9' }])
  })

  it('return errors as a Status in protobuf', async () => {
    const missing = await client.get(`${DEPLOYMENTS}/none`, OUT)
    assert.equal(missing.status, 404)
    assert.equal(message(Status, 'v1', 'Status', missing.bytes).reason, 'NotFound')
    const unknown = await client.get('/apis/none', OUT)
    assert.equal(message(Status, 'v1', 'Status', unknown.bytes).code, 404)
  })

  it('report where a protobuf body is wrong', async () => {
    const whole = encodeObject(DeploymentRollback, V1BETA1, 'Deployment', { name: 'x' })
    const { status, body } = await client.post(DEPLOYMENTS, whole.subarray(0, -5), IN)
    assert.equal(status, 400)
    assert.match(body.message, /byte \d+/)
  })

  it('describe the API in protobuf', async () => {
    const groups = message(APIGroupList, 'v1', 'APIGroupList', (await client.get('/apis', OUT)).bytes)
    const names = groups.groups.map(({ name }: Json) => name)
    for (const name of ['apps', 'extensions', 'federation']) assert.ok(names.includes(name), name)
    const group = message(APIGroup, 'v1', 'APIGroup', (await client.get('/apis/extensions', OUT)).bytes)
    assert.equal(group.preferredVersion.groupVersion, V1BETA1)
    const response = await client.get(`/apis/${V1BETA1}`, OUT)
    const { resources } = message(APIResourceList, 'v1', 'APIResourceList', response.bytes)
    const deployments = resources.find(({ name }: Json) => name === 'deployments')
    assert.ok(deployments.verbs.includes('watch'))
  })

  it('return JSON if there is no protobuf encoding', async () => {
    const { status, headers } = await client.get('/version', OUT)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json')
  })
})
