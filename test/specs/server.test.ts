import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'

/** The Accept header of typed clients. */
const ACCEPT = 'application/vnd.kubernetes.protobuf,application/json'

describe('requests of a client before it works with objects', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)

  for (const path of [
    '/healthz',
    '/livez',
    '/readyz',
    '/api',
    '/apis',
    '/metrics',
    '/openapi/v2',
    '/openapi/v3',
    '/version',
  ]) {
    it(`${path} is served to clients that prefer protobuf`, async () => {
      assert.equal((await client.get(path, { accept: ACCEPT })).status, 200)
    })
  }

  it('the version has a major and a minor number', async () => {
    const { body } = await client.get('/version')
    assert.match(body.major, /[1-9]/)
    assert.match(body.minor.replace(/[^0-9A-Za-z]+/g, ''), /[0-9]+/)
  })

  it('an invalid timeout is rejected, any other is accepted', async () => {
    const paths = ['/version', '/api/v1/namespaces/default/configmaps']
    for (const path of paths) {
      const { status, body } = await client.get(`${path}?timeout=invalid`)
      assert.equal(status, 400)
      assert.equal(body.reason, 'BadRequest')
      for (const timeout of ['0s', '30s', '1h', '7m13s'])
        assert.equal((await client.get(`${path}?timeout=${timeout}`)).status, 200)
    }
  })

  it('every group has a preferred version among its versions', async () => {
    const { body } = await client.get('/apis')
    for (const { name, versions, preferredVersion } of body.groups) {
      assert.ok(
        versions.some(({ groupVersion }: Json) => groupVersion === preferredVersion.groupVersion),
        name,
      )
      const group = await client.get(`/apis/${name}`)
      assert.deepEqual(group.body.preferredVersion, preferredVersion)
      for (const { groupVersion } of versions) {
        const list = await client.get(`/apis/${groupVersion}`)
        assert.equal(list.body.kind, 'APIResourceList')
        assert.equal(list.body.groupVersion, groupVersion)
        assert.ok(list.body.resources.length > 0)
      }
    }
  })

  it('aggregated discovery has the same groups and resources as the other documents', async () => {
    const accept =
      'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json'
    for (const root of ['/api', '/apis']) {
      const response = await client.get(root, { accept })
      assert.equal(response.body.kind, 'APIGroupDiscoveryList')
      assert.match(
        response.headers.get('content-type') ?? '',
        /g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList/,
      )
      assert.ok(response.headers.get('etag'))
      for (const { metadata, versions } of response.body.items) {
        for (const { version, resources } of versions) {
          const path = metadata.name === undefined ? `/api/${version}` : `/apis/${metadata.name}/${version}`
          const { body } = await client.get(path)
          const names = body.resources
            .map(({ name }: Json) => name)
            .filter((name: string) => !name.includes('/'))
          assert.deepEqual(resources.map(({ resource }: Json) => resource).sort(), names.sort(), path)
        }
      }
    }
  })

  it('each group and version has an OpenAPI document', async () => {
    const { body } = await client.get('/openapi/v3')
    for (const { serverRelativeURL } of Object.values(body.paths) as Json[]) {
      const document = await client.get(serverRelativeURL)
      assert.equal(document.status, 200)
      assert.match(document.body.openapi, /^3\./)
    }
  })
})
