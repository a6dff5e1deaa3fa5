import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { readGnosticDocument } from './gnostic-reader.js'
import { propertiesNamed } from './served-documents.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const COUNT = 16

const nameOf = (index: number) => `hulks${index}.example.com`
const typeOf = (index: number) => `com.example.v1.Hulk${index}`

function versionsOf(mark: string): Json[] {
  const property = (index: number) => [
    `part${index}`,
    { type: 'string', description: 'What there is to say.' },
  ]
  const properties = Object.fromEntries(Array.from({ length: 40 }, (_, index) => property(index)))
  const spec = {
    type: 'object',
    description: mark,
    properties: { ...properties, count: { type: 'integer' } },
  }
  return [
    {
      name: 'v1',
      served: true,
      storage: true,
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.a' },
      },
      schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
    },
  ]
}

const definition = (index: number): Json => ({
  metadata: { name: nameOf(index) },
  spec: {
    group: 'example.com',
    scope: index % 2 === 0 ? 'Namespaced' : 'Cluster',
    names: { plural: `hulks${index}`, kind: `Hulk${index}` },
    versions: versionsOf('first'),
  },
})

describe('OpenAPI documents of custom resources', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const fetched = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + path, { headers })
    assert.equal(response.status, 200)
    return { etag: response.headers.get('etag'), body: Buffer.from(await response.arrayBuffer()) }
  }
  const parsed = async (path: string) => JSON.parse((await fetched(path)).body.toString()) as Json
  const marksIn = ({ definitions }: Json) =>
    Array.from({ length: COUNT }, (_, index) => definitions[typeOf(index)]?.properties.spec.description)
  for (let index = 0; index < COUNT; index++) {
    assert.equal((await client.post(DEFINITIONS, definition(index))).status, 201)
  }

  it('define every referenced type once', async () => {
    for (const path of ['/openapi/v2', '/openapi/v3/apis/example.com/v1']) {
      const text = (await fetched(path)).body.toString()
      const document = JSON.parse(text) as Json
      const defined = document.definitions ?? document.components.schemas
      for (const reference of propertiesNamed('$ref', document)) {
        // One type has a property of this name.
        if (typeof reference !== 'string') continue
        assert.ok((reference.split('/').at(-1) as string) in defined, `${path}: ${reference}`)
      }
      for (const name of ['io.k8s.api.autoscaling.v1.Scale', typeOf(0), `${typeOf(COUNT - 1)}List`]) {
        assert.equal(text.split(`"${name}":{`).length, 2, `${path}: ${name}`)
      }
      const scale = defined['io.k8s.api.autoscaling.v1.Scale']['x-kubernetes-group-version-kind']
      assert.deepEqual(scale, [{ group: 'autoscaling', version: 'v1', kind: 'Scale' }])
    }
  })

  it('describe the common fields in the words that end-to-end tests of Kubernetes look for in kubectl explain', async () => {
    const { definitions } = await parsed('/openapi/v2')
    const { apiVersion, metadata } = definitions[typeOf(0)].properties
    assert.match(apiVersion.description, /^APIVersion defines /)
    assert.match(metadata.description, /^Standard object's metadata/)
    const { creationTimestamp } = definitions['io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'].properties
    assert.match(creationTimestamp.description, /^CreationTimestamp is a timestamp /)
  })

  it('are the same for concurrent requests, compressed or not', async () => {
    // These documents were not requested before.
    await client.send(
      'PATCH',
      `${DEFINITIONS}/${nameOf(1)}`,
      { spec: { versions: versionsOf('other') } },
      MERGE,
    )
    for (const accept of ['application/json', PROTOBUF]) {
      const responses = await Promise.all(
        ['identity', 'gzip', 'identity', 'gzip'].map((coding) =>
          fetched('/openapi/v2', { accept, 'accept-encoding': coding }),
        ),
      )
      for (const { etag, body } of responses) {
        assert.equal(etag, responses[0]?.etag)
        assert.ok(body.equals(responses[0]?.body as Buffer))
      }
    }
    const { body } = await fetched('/openapi/v2', { accept: PROTOBUF })
    assert.deepEqual(readGnosticDocument(body), await parsed('/openapi/v2'))
  })

  it('name the fields that selectors may use', async () => {
    const [version] = versionsOf('first')
    const selectableFields = [{ jsonPath: '.spec.count' }, { jsonPath: '.spec.part0' }]
    const spec = { versions: [{ ...version, selectableFields }] }
    const { status } = await client.send('PATCH', `${DEFINITIONS}/${nameOf(1)}`, { spec }, MERGE)
    assert.equal(status, 200)
    await server.settled()
    const v2 = await parsed('/openapi/v2')
    const v3 = await parsed('/openapi/v3/apis/example.com/v1')
    for (const types of [v2.definitions, v3.components.schemas]) {
      assert.deepEqual(types[typeOf(1)]['x-kubernetes-selectable-fields'], [
        { fieldPath: 'spec.count' },
        { fieldPath: 'spec.part0' },
      ])
      assert.ok(!('x-kubernetes-selectable-fields' in types[typeOf(2)]))
    }
  })

  it('have the length that HEAD returns, compressed or not', async () => {
    const { body } = await fetched('/openapi/v2')
    const head = await client.send('HEAD', '/openapi/v2', undefined, { 'accept-encoding': 'identity' })
    assert.equal(Number(head.headers.get('content-length')), body.length)
    const raw = await fetch(`${server.url}/openapi/v2`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(raw.headers.get('content-encoding'), 'gzip')
    assert.match(raw.headers.get('vary') ?? '', /Accept-Encoding/)
    assert.ok(Buffer.from(await raw.arrayBuffer()).equals(body))
  })

  it('show one consistent state while definitions change, and the last one afterwards', async () => {
    const before = await fetched('/openapi/v2')
    const { body: index } = await client.get('/openapi/v3')
    const changes = Array.from({ length: 5 }, (_, at) => at * 2)
    const mark = { spec: { versions: versionsOf('second') } }
    const writes = (async () => {
      for (const at of changes) await client.send('PATCH', `${DEFINITIONS}/${nameOf(at)}`, mark, MERGE)
    })()
    const asked = changes.map(async () => marksIn(await parsed('/openapi/v2')))
    await writes
    for (const marks of await Promise.all(asked)) {
      // The changes are sequential, so each document has all changes before its last one.
      const seen = changes.map((at) => marks[at] === 'second')
      assert.ok(!seen.join().includes('false,true'), seen.join())
    }
    const now = await fetched('/openapi/v2')
    assert.notEqual(now.etag, before.etag)
    const marks = marksIn(JSON.parse(now.body.toString()))
    assert.deepEqual(
      marks.flatMap((said, at) => (said === 'second' ? [at] : [])),
      changes,
    )
    const { body: later } = await client.get('/openapi/v3')
    assert.notDeepEqual(later.paths['apis/example.com/v1'], index.paths['apis/example.com/v1'])
    const v3 = await parsed(later.paths['apis/example.com/v1'].serverRelativeURL)
    assert.equal(v3.components.schemas[typeOf(0)].properties.spec.description, 'second')
  })

  it('omit a deleted kind', async () => {
    await client.delete(`${DEFINITIONS}/${nameOf(3)}`)
    await server.settled()
    for (const path of ['/openapi/v2', '/openapi/v3/apis/example.com/v1']) {
      const { body } = await fetched(path)
      assert.ok(!body.includes('Hulk3"') && !body.includes('hulks3/'), path)
      assert.ok(body.includes('Hulk4"') && body.includes('hulks4/'), path)
    }
    const { body } = await fetched('/openapi/v2', { accept: PROTOBUF })
    assert.deepEqual(readGnosticDocument(body), await parsed('/openapi/v2'))
  })
})
