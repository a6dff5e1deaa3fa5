import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestServer } from '../../src/testing.js'
import { Client } from '../support/client.js'

describe('namespaces', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  it('are what v1 is known for, in both forms of discovery', async () => {
    assert.deepEqual((await client.get('/api')).body.versions, ['v1'])
    const { body } = await client.get('/api/v1')
    assert.equal(body.groupVersion, 'v1')
    assert.deepEqual(body.resources, [
      {
        name: 'namespaces',
        singularName: 'namespace',
        namespaced: false,
        kind: 'Namespace',
        verbs: ['get'],
        shortNames: ['ns'],
      },
    ])
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const [core] = (await client.get('/api', { accept })).body.items
    assert.deepEqual(core.metadata, { creationTimestamp: null })
    assert.deepEqual(core.versions[0].resources[0].responseKind, {
      group: '',
      version: 'v1',
      kind: 'Namespace',
    })
  })

  it('are there under every name that one can have', async () => {
    const { status, body } = await client.get('/api/v1/namespaces/somewhere')
    assert.equal(status, 200)
    assert.equal(body.kind, 'Namespace')
    assert.equal(body.metadata.name, 'somewhere')
    for (const name of ['No_Name', 'a.b', '%41', '{name}']) {
      assert.equal((await client.get(`/api/v1/namespaces/${name}`)).status, 404, name)
    }
  })

  it('can be read in every format', async () => {
    for (const format of ['application/yaml', 'application/vnd.kubernetes.protobuf']) {
      const { status, headers } = await client.get('/api/v1/namespaces/a', { accept: format })
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), format)
    }
  })

  it('can neither be listed nor made nor deleted', async () => {
    assert.equal((await client.get('/api/v1/namespaces')).status, 405)
    assert.equal((await client.post('/api/v1/namespaces', { metadata: { name: 'a' } })).status, 405)
    assert.equal((await client.delete('/api/v1/namespaces/a')).status, 405)
  })
})
