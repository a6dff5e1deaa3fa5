import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { kinds } from '#kinds/index.js'
import { groupVersionPath } from '#registry/keys.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { CLUSTERS, DEPLOYMENTS, deployment, KINDS } from '../support/objects.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { randomObject } from '../validation/random-object.js'
import { mismatches } from './schema-check.js'
import { servedDocuments } from './served-documents.js'

const OBJECTS = sized(100, 20)
const discoverable = new KindRegistry(kinds).discoverableVersions

describe('OpenAPI documents, compared with the server', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const { v2, v3 } = await servedDocuments(server.url)

  it('list the methods that the server supports', async () => {
    for (const [path, methods] of Object.entries<Json>(v2.paths)) {
      const place = path
        .replace('{namespace}', 'nowhere')
        .replace('{name}', 'nothing')
        .replace('{path}', 'a/b')
      for (const method of ['get', 'head', 'put', 'post', 'delete', 'patch']) {
        // Where a GET is supported, so is a HEAD; only documents of proxies say so.
        if (method === 'head' && !(method in methods)) continue
        // A watch would not end. An invalid one is rejected at once.
        const query = path.includes('/watch/') && method === 'get' ? '?resourceVersion=x' : ''
        const body = method === 'get' || method === 'head' ? undefined : 'not a body'
        const { status } = await client.send(method.toUpperCase(), `${place}${query}`, body)
        assert.equal(status !== 405, method in methods, `${method} ${path}: ${status}`)
        assert.ok(status < 500, `${method} ${path}: ${status}`)
      }
    }
  })

  it('have every resource path of discovery', async () => {
    for (const { group, version } of discoverable) {
      const base = groupVersionPath({ group, version })
      const { body } = await client.get(base)
      for (const { name, namespaced } of body.resources) {
        const [plural, subresource] = name.split('/')
        const collection = `${base}${namespaced ? '/namespaces/{namespace}' : ''}/${plural}`
        const path = subresource === undefined ? collection : `${collection}/{name}/${subresource}`
        assert.ok(path in v2.paths, path)
      }
    }
  })

  for (const { path, make } of KINDS) {
    it(`describe all responses for a ${make('x').kind}`, async () => {
      const created = await client.post(path, make('described'))
      assert.equal(created.status, 201)
      const responses = [created, await client.get(`${path}/described`), await client.get(path)]
      for (const { body } of responses) {
        const { paths, components } = v3[`apis/${body.apiVersion}`]
        assert.ok(paths)
        assert.deepEqual(mismatches(schemaOfKind(components, body.kind), body, components.schemas), [])
      }
    })
  }

  for (const { kind, group, version, schema, decode } of discoverable) {
    it(`describe every field of a ${kind} of ${version}`, () => {
      const seed = testSeed()
      const random = new Random(seed)
      const { components } = v3[groupVersionPath({ group, version }).slice(1)]
      for (let count = 0; count < OBJECTS; count++) {
        const body = JSON.parse(JSON.stringify(decode(randomObject(schema, random))))
        assert.deepEqual(
          mismatches(schemaOfKind(components, kind), body, components.schemas),
          [],
          `TEST_SEED=${seed}`,
        )
      }
    })
  }

  it('describe scales, failures, deletions and discovery', async () => {
    await client.post(DEPLOYMENTS, deployment('scaled'))
    const cases: [document: string, path: string, response: Promise<{ body: Json }>][] = [
      ['apis/extensions/v1beta1', 'Scale', client.get(`${DEPLOYMENTS}/scaled/scale`)],
      ['apis/extensions/v1beta1', 'Status', client.get(`${DEPLOYMENTS}/missing`)],
      ['apis/extensions/v1beta1', 'Status', client.post(DEPLOYMENTS, { metadata: { name: '-' } })],
      ['apis/federation/v1beta1', 'Status', client.delete(`${CLUSTERS}/described`)],
      ['apis/extensions/v1beta1', 'APIResourceList', client.get('/apis/extensions/v1beta1')],
      ['apis/extensions', 'APIGroup', client.get('/apis/extensions')],
      ['apis', 'APIGroupList', client.get('/apis')],
      ['api', 'APIVersions', client.get('/api')],
    ]
    for (const [document, kind, response] of cases) {
      const { body } = await response
      const { components } = v3[document]
      assert.equal(body.kind, kind)
      assert.deepEqual(mismatches(schemaOfKind(components, kind), body, components.schemas), [], kind)
    }
    const { components } = v3.version
    const info = components.schemas['io.k8s.apimachinery.pkg.version.Info']
    assert.deepEqual(mismatches(info, (await client.get('/version')).body, components.schemas), [])
  })

  it('are compared so that a missing property is found', () => {
    const { components } = v3['apis/extensions/v1beta1']
    const body = { ...deployment('x'), spec: { replicsa: 1, replicas: '1', template: {} } }
    assert.deepEqual(mismatches(schemaOfKind(components, 'Deployment'), body, components.schemas), [
      'spec.replicsa is not described',
      'spec.replicas is not of the type integer',
    ])
  })
})

function schemaOfKind(components: Json, kind: string): Json {
  const found = Object.values<Json>(components.schemas).find((schema) =>
    schema['x-kubernetes-group-version-kind']?.some((gvk: Json) => gvk.kind === kind),
  )
  assert.ok(found, `no type is of the kind ${kind}`)
  return found
}
