import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { readGnosticDocument } from './gnostic-reader.js'

const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
const OLD_PROTOBUF = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
const V3_PROTOBUF = 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf'

describe('OpenAPI over HTTP', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const part = '/openapi/v3/apis/extensions/v1beta1'
  const { body: index } = await client.get('/openapi/v3')
  const current: string = index.paths['apis/extensions/v1beta1'].serverRelativeURL

  const fetched = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' })

  it('a document has the URL of the index, and never expires', async () => {
    assert.match(current, /^\/openapi\/v3\/apis\/extensions\/v1beta1\?hash=[0-9A-F]{128}$/)
    const { status, headers } = await client.get(current)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json')
    assert.equal(headers.get('cache-control'), 'public, immutable')
    assert.ok(Date.parse(headers.get('expires') ?? '') - Date.parse(headers.get('date') ?? '') > 86_400_000)
    assert.equal(headers.get('etag'), `"${current.split('=')[1]}"`)
  })

  it('another hash redirects to the current one', async () => {
    const response = await fetched(`${part}?hash=ABC`)
    assert.equal(response.status, 301)
    assert.equal(response.headers.get('location'), current)
    assert.equal(await response.text(), '')
    assert.equal((await client.get(`${part}?hash=ABC`)).body.openapi, '3.0.0')
  })

  it('a document without a hash must be revalidated', async () => {
    for (const path of [part, `${part}?hash=`, '/openapi/v3', '/openapi/v2', '/swagger.json']) {
      const { status, headers } = await client.get(path)
      assert.equal(status, 200, path)
      assert.equal(headers.get('cache-control'), 'no-cache', path)
      assert.match(headers.get('vary') ?? '', /^Accept\b/, path)
    }
  })

  it('a document is not sent again to clients with its ETag', async () => {
    for (const path of [part, current, '/openapi/v3', '/openapi/v2', '/swagger.json']) {
      const etag = (await fetched(path)).headers.get('etag') ?? ''
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await fetched(path, { 'If-None-Match': known })
        assert.equal(response.status, 304, `${path}: ${known}`)
        assert.equal(response.headers.get('etag'), etag)
        assert.equal(await response.text(), '')
      }
      assert.equal((await fetched(path, { 'If-None-Match': '"other"' })).status, 200, path)
    }
  })

  it('a document is served as JSON only to clients that accept JSON', async () => {
    for (const path of [part, '/openapi/v3', '/openapi/v2', '/swagger.json']) {
      for (const accept of [
        'application/json',
        '*/*',
        `${V3_PROTOBUF}, application/json`,
        `${V3_PROTOBUF},*/*;q=0.1`,
        'application/json;q=0.5',
      ]) {
        const { status, headers } = await client.get(path, { accept })
        assert.equal(status, 200, `${path}: ${accept}`)
        assert.equal(headers.get('content-type'), 'application/json')
      }
      for (const accept of [V3_PROTOBUF, 'text/html', 'application/json;q=0']) {
        const { status, body } = await client.get(path, { accept })
        assert.equal(status, 406, `${path}: ${accept}`)
        assert.equal(body.reason, 'NotAcceptable')
      }
    }
  })

  it('a document is served as protobuf by both media types, with the same content as JSON', async () => {
    const { body, headers } = await client.get('/openapi/v2')
    for (const accept of [PROTOBUF, OLD_PROTOBUF, `${OLD_PROTOBUF}, application/json;q=0.9`]) {
      const response = await fetched('/openapi/v2', { accept })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), PROTOBUF)
      assert.notEqual(response.headers.get('etag'), headers.get('etag'))
      assert.deepEqual(readGnosticDocument(Buffer.from(await response.arrayBuffer())), body)
    }
    assert.equal((await client.get('/swagger.json', { accept: PROTOBUF })).status, 406)
  })

  it('custom resources are in both versions while they exist, and others do not change', async () => {
    const { body: before } = await client.get('/openapi/v2')
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const name = 'hulks.example.com'
    const schema = { openAPIV3Schema: { type: 'object', properties: { sails: { type: 'integer' } } } }
    const created = await client.post(definitions, {
      metadata: { name },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'hulks', kind: 'Hulk' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    assert.equal(created.status, 201)
    const { body } = await client.get('/openapi/v2')
    const response = await fetched('/openapi/v2', { accept: PROTOBUF })
    assert.deepEqual(readGnosticDocument(Buffer.from(await response.arrayBuffer())), body)
    assert.equal(body.definitions['com.example.v1.Hulk'].properties.sails.type, 'integer')
    const path = '/apis/example.com/v1/namespaces/{namespace}/hulks/{name}'
    assert.ok(path in body.paths && '/apis/example.com/' in body.paths)
    assert.deepEqual({ ...body.definitions, ...before.definitions }, body.definitions)
    assert.deepEqual({ ...body.paths, ...before.paths }, body.paths)
    await client.delete(`${definitions}/${name}`)
    await server.settled()
    assert.deepEqual((await client.get('/openapi/v2')).body, before)
  })

  it('swagger.json is the old name of OpenAPI 2', async () => {
    assert.equal((await client.get('/swagger.json')).text, (await client.get('/openapi/v2')).text)
  })

  it('unknown paths and methods are rejected', async () => {
    assert.equal((await client.get('/openapi/v3/apis/extensions/v1')).status, 404)
    assert.equal((await client.post('/openapi/v2', {})).status, 405)
    assert.equal((await client.delete(part)).status, 405)
  })
})
