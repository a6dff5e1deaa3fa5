import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StartError } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { grant, startAccessServer } from '../support/servers/access-server.js'

const SITE = 'https://app.example.com'
const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const FROM_SITE = { origin: SITE, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }

const preflight = (client: Client, origin: string, headers: Record<string, string> = {}) =>
  client.send('OPTIONS', CONFIG_MAPS, undefined, {
    origin,
    'sec-fetch-site': 'cross-site',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,content-type,impersonate-extra-scopes',
    ...headers,
  })

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('a page of an allowed origin', () => {
  it('gets a preflight response before authentication', async (t) => {
    const { anonymous } = await startAccessServer(t, { corsAllowedOrigins: [SITE], anonymousAuth: false })
    const { status, headers, text } = await preflight(anonymous, SITE)
    assert.equal(status, 204)
    assert.equal(text, '')
    assert.equal(headers.get('access-control-allow-origin'), SITE)
    assert.equal(headers.get('access-control-allow-credentials'), 'true')
    assert.match(headers.get('access-control-allow-methods') ?? '', /GET.*POST.*PUT.*PATCH.*DELETE/)
    const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ')
    for (const name of ['authorization', 'content-type', 'impersonate-user', 'impersonate-extra-scopes']) {
      assert.ok(allowed.includes(name), name)
    }
    assert.equal(headers.get('access-control-max-age'), '600')
    assert.equal(headers.get('vary'), 'Origin')
  })

  it('may write, read and watch, and read errors', async (t) => {
    const { as } = await startAccessServer(t, { corsAllowedOrigins: ['//app\\.example\\.com(:|$)'] })
    await grant(as('admin'), 'test', 'all', [{ apiGroups: [''], resources: ['*'], verbs: ['*'] }], 'ann')
    const ann = as('ann')
    const responses = [
      [201, await ann.post(CONFIG_MAPS, { metadata: { name: 'a' } }, FROM_SITE)],
      [200, await ann.get(`${CONFIG_MAPS}/a`, FROM_SITE)],
      [200, await ann.get(CONFIG_MAPS, FROM_SITE)],
      [404, await ann.get(`${CONFIG_MAPS}/b`, FROM_SITE)],
      [403, await ann.get('/api/v1/secrets', FROM_SITE)],
      [401, await as('nobody').get(CONFIG_MAPS, FROM_SITE)],
      [200, await ann.get(`${CONFIG_MAPS}?watch=true&timeoutSeconds=1`, FROM_SITE)],
      [200, await ann.get('/openapi/v2', FROM_SITE)],
    ] as const
    for (const [expected, { status, headers }] of responses) {
      assert.equal(status, expected)
      assert.equal(headers.get('access-control-allow-origin'), SITE)
      assert.equal(headers.get('access-control-allow-credentials'), 'true')
      assert.match(headers.get('access-control-expose-headers') ?? '', /Audit-Id.*Retry-After.*Warning/)
      assert.match(headers.get('vary') ?? '', /Origin/)
    }
  })
})

describe('a page of any other origin', () => {
  it('is rejected, and so is its preflight request', async (t) => {
    const server = await startTestServer({ corsAllowedOrigins: [SITE] })
    t.after(() => server.close())
    const client = new Client(server.url)
    for (const origin of ['https://evil.example', `${SITE}.evil.example`, 'null']) {
      const asked = await preflight(client, origin)
      assert.equal(asked.status, 403)
      assert.deepEqual(corsHeaders(asked.headers), [])
      const { status, headers } = await client.get(CONFIG_MAPS, { ...FROM_SITE, origin })
      assert.equal(status, 403)
      assert.deepEqual(corsHeaders(headers), [])
      assert.equal(headers.get('vary'), 'Origin')
    }
    // A no-cors request, such as one for an image.
    const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    assert.equal((await client.get(CONFIG_MAPS, embedded)).status, 403)
  })
})

describe('a server without allowed origins', () => {
  it('sends no CORS headers', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    assert.equal((await preflight(client, SITE)).status, 403)
    const own = await preflight(client, server.url, { 'sec-fetch-site': 'same-origin' })
    assert.equal(own.status, 405)
    const plain = await client.get(CONFIG_MAPS)
    for (const { headers } of [own, plain]) {
      assert.deepEqual(corsHeaders(headers), [])
      assert.equal(headers.get('vary'), null)
    }
  })

  it('does not start with invalid origins', async () => {
    await assert.rejects(startTestServer({ corsAllowedOrigins: ['.*'] }), StartError)
  })
})
