import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { created, startAccessServer } from '#test/support/servers/access-server.js'
import { startTestServer, type TestServer } from '#testing.js'
import { until } from '../clients/support/until.js'
import { API_SERVICES, apiServiceOf, ExtensionServer } from './extension-server.js'

const GROUP = 'hostile.example.com'
const PATH = `/apis/${GROUP}/v1`
const NAMESPACES = '/api/v1/namespaces'
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const VERBS = ['list', 'delete', 'deletecollection']
const resource = (name: string) => ({ name, singularName: '', namespaced: true, kind: name, verbs: VERBS })

interface Stage {
  readonly extension: ExtensionServer
  readonly server: TestServer
  readonly client: Client
}

/** A server with an available API of a server that then does what a test wants. */
async function stage(t: TestContext, resources: readonly string[] = ['things']): Promise<Stage> {
  const extension = await ExtensionServer.start(t)
  extension.serve(GROUP, 'v1', resources.map(resource))
  const server = await startTestServer({
    serviceResolver: { 'apis/extension': `127.0.0.1:${extension.port}` },
  })
  t.after(() => server.close())
  const client = new Client(server.url)
  await created(client.post(API_SERVICES, apiServiceOf(GROUP, 'v1')))
  await until(async () => (await reasonOf(client)) === 'Passed')
  return { extension, server, client }
}

async function reasonOf(client: Client): Promise<string | undefined> {
  const { body } = await client.get(`${API_SERVICES}/v1.${GROUP}`)
  return body.status.conditions?.[0]?.reason
}

async function namespaceCondition(client: Client, name: string, type: string): Promise<Json> {
  const { body } = await client.get(`${NAMESPACES}/${name}`)
  return body.status?.conditions?.find((condition: Json) => condition.type === type) ?? {}
}

function nested(depth: number): string {
  return `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`
}

describe('an extension server that misbehaves', () => {
  for (const [what, document] of [
    ['is too deep', `{"paths":{"${PATH}":{"get":{}}},"definitions":{"a":${nested(20_000)}}}`],
    [
      'refers to itself',
      `{"paths":{"${PATH}":{"$ref":"#/definitions/__proto__"}},"definitions":{"__proto__":{"$ref":"#/definitions/__proto__"}}}`,
    ],
    [
      'has other types',
      `{"paths":{"${PATH}":{"get":"x","parameters":[null,5]}},"definitions":{"a":{"required":3}}}`,
    ],
    ['is no document', '[null]'],
    ['is no JSON', '{'],
  ] as const) {
    it(`does not spoil OpenAPI and discovery by a document that ${what}`, async (t) => {
      const { extension, client } = await stage(t)
      extension.respond = ({ url }, response) => {
        response.end(
          url === '/openapi/v2' ? document.replace('"get":{}', '"get":{"$ref":"#/definitions/a"}') : document,
        )
        return true
      }
      for (const accept of ['application/json', PROTOBUF]) {
        assert.equal((await client.open('/openapi/v2', { accept })).status, 200)
      }
      assert.equal((await client.get('/openapi/v3')).status, 200)
      const { body } = await client.send('GET', '/apis', undefined, { accept: AGGREGATED })
      const group = body.items.find(({ metadata }: Json) => metadata.name === GROUP)
      assert.equal(group.versions[0].freshness, 'Stale')
    })
  }

  it('does not hang requests when it switches protocols', async (t) => {
    const { extension, client, server } = await stage(t)
    extension.respond = (request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      return true
    }
    const { body } = await client.send('GET', '/apis', undefined, { accept: AGGREGATED })
    assert.equal(body.items.at(-1).versions[0].freshness, 'Stale')
    assert.equal((await client.get('/openapi/v2')).status, 200)
    assert.equal((await client.get(`${PATH}/things`)).status, 503)
    await server.close()
  })

  it('cannot stand in for the APIServices', async (t) => {
    const { client } = await stage(t)
    await created(client.post(API_SERVICES, apiServiceOf('apiregistration.k8s.io', 'v1')))
    assert.equal((await client.get(API_SERVICES)).status, 200)
    assert.equal((await client.delete(`${API_SERVICES}/v1.apiregistration.k8s.io`)).status, 200)
  })

  it('holds a namespace, which says why, and nothing else', async (t) => {
    const { extension, client } = await stage(t, ['absent', 'broken', 'nameless', 'others'])
    const left: Record<string, Json> = { nameless: { items: [null] }, others: { items: [] } }
    extension.respond = ({ url = '', method }, response) => {
      const [, name = ''] = /\/namespaces\/full\/(\w+)/.exec(url) ?? []
      if (name === '') return false
      response.statusCode = name === 'absent' ? 405 : name === 'broken' ? 500 : 200
      response.end(JSON.stringify(method === 'GET' ? (left[name] ?? {}) : {}))
      return true
    }
    await created(client.post(NAMESPACES, { metadata: { name: 'full' } }))
    await client.delete(`${NAMESPACES}/full`)
    const failure = () => namespaceCondition(client, 'full', 'NamespaceDeletionContentFailure')
    await until(async () => (await failure()).status === 'True')
    const { reason, message } = await failure()
    assert.equal(reason, 'ContentDeletionFailed')
    assert.match(
      message,
      /^Failed to delete all resource types, 2 remaining: broken\.hostile\.example\.com: /,
    )
    assert.ok(extension.requests.some(({ method, url }) => method === 'DELETE' && url.endsWith('/others')))
    extension.respond = () => false
    extension.serve(GROUP, 'v1', [])
    await until(async () => (await client.get(`${NAMESPACES}/full`)).status === 404)
  })

  it('does not empty a namespace that was made anew', async (t) => {
    const { client } = await stage(t)
    await created(
      client.post(
        API_SERVICES,
        apiServiceOf('away.example.com', 'v1', { service: { namespace: 'apis', name: 'none' } }),
      ),
    )
    await created(client.post(NAMESPACES, { metadata: { name: 'again' } }))
    await client.delete(`${NAMESPACES}/again`)
    await until(
      async () =>
        (await namespaceCondition(client, 'again', 'NamespaceDeletionDiscoveryFailure')).status === 'True',
    )
    const { body } = await client.get(`${NAMESPACES}/again`)
    const released = await client.put(`${NAMESPACES}/again/finalize`, { ...body, spec: { finalizers: [] } })
    assert.equal(released.status, 200)
    await created(client.post(NAMESPACES, { metadata: { name: 'again' } }))
    const maps = `${NAMESPACES}/again/configmaps`
    await created(client.post(maps, { metadata: { name: 'kept' } }))
    // Once the API is there, all retries of the first deletion have ended.
    await client.delete(`${API_SERVICES}/v1.away.example.com`)
    await created(client.post(NAMESPACES, { metadata: { name: 'other' } }))
    await client.delete(`${NAMESPACES}/other`)
    await until(async () => (await client.get(`${NAMESPACES}/other`)).status === 404)
    assert.equal((await client.get(`${maps}/kept`)).status, 200)
  })
})

describe('headers in which servers take users from front proxies', () => {
  it('are not passed on from clients', async (t) => {
    const extension = await ExtensionServer.start(t)
    extension.serve(GROUP, 'v1', [resource('things')])
    extension.documents.set(`${PATH}/things`, { items: [] })
    const { as } = await startAccessServer(t, {
      serviceResolver: { 'apis/extension': `127.0.0.1:${extension.port}` },
      requestHeaderUsernameHeaders: ['X-Auth-User'],
    })
    const admin = as('admin')
    await created(admin.post(API_SERVICES, apiServiceOf(GROUP, 'v1')))
    const map = `${NAMESPACES}/kube-system/configmaps/extension-apiserver-authentication`
    await until(async () => (await reasonOf(admin)) === 'Passed' && (await admin.get(map)).status === 200)
    const { data } = (await admin.get(map)).body
    assert.equal(data['requestheader-username-headers'], '["X-Remote-User"]')
    // As another server on the same store would add it.
    const merge = { 'content-type': 'application/merge-patch+json' }
    const published = { data: { 'requestheader-username-headers': '["X-Auth-User","X-Remote-User"]' } }
    assert.equal((await admin.send('PATCH', map, published, merge)).status, 200)
    const sent = await admin.send('GET', `${PATH}/things`, undefined, {
      'x-auth-user': 'root',
      'x-other': 'kept',
    })
    assert.equal(sent.status, 200)
    const { headers } = extension.lastOf(`${PATH}/things`) ?? assert.fail('nothing came')
    assert.deepEqual(
      [headers['x-auth-user'], headers['x-remote-user'], headers['x-other']],
      [undefined, 'admin', 'kept'],
    )
  })
})
