import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

/** The Accept header of Chrome for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

describe('the page at /', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const page = await client.get('/', { accept: BROWSER })

  it('is HTML for browsers, with a content security policy that allows this server only', () => {
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(page.headers.get('vary') ?? '', /Accept/)
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.doesNotMatch(page.text, /<style|style=|<script>|\son\w+=|https?:|\/\//i)
  })

  it('is the list of paths for all other clients', async () => {
    const plain = await client.get('/', { accept: 'application/json' })
    assert.ok(plain.body.paths.includes('/docs'))
    const list = '*/*, application/json;q=0.9, text/html;q=0.1'
    for (const accept of ['*/*', '', 'application/json, */*', 'application/json, text/html', list]) {
      const { headers, text } = await client.get('/', { accept })
      assert.equal(headers.get('content-type'), 'application/json', accept)
      assert.equal(text, plain.text, accept)
    }
    const yaml = await client.get('/', { accept: 'application/yaml, text/html' })
    assert.equal(yaml.headers.get('content-type'), 'application/yaml')
  })

  it('loads assets that exist', async () => {
    const loaded = [...page.text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, url = '']) => url)
    assert.ok(loaded.length >= 4)
    for (const url of loaded) assert.equal((await client.get(url)).status, 200, url)
  })

  it('has its facts from the server', async () => {
    const { body } = await client.get('/binnacle/v1/server')
    assert.equal(body.kind, 'ServerInfo')
    assert.equal(body.storage, 'memory')
    assert.match(body.version, /^\d+\.\d+\.\d+/)
    assert.ok(body.uptimeSeconds >= 0)
    assert.equal(body.user, undefined)
  })
})

describe('the page at / of a server with users', async () => {
  const server = await startTestServer({ users: { admin: ['system:masters'], ann: [] } })
  after(() => server.close())
  const client = new Client(server.url)

  it('is public, as is /docs, and what they ask for is not', async () => {
    for (const path of ['/', '/docs', '/docs/page.js', '/docs/icon.svg']) {
      assert.equal((await client.get(path, { accept: BROWSER })).status, 200, path)
    }
    for (const path of ['/', '/binnacle/v1/server', '/binnacle/v1/counts', '/openapi/v3'])
      assert.equal((await client.get(path, { accept: 'application/json' })).status, 403, path)
  })

  it('shows users what they may see', async () => {
    const read = async (user: string, path: string) => {
      const response = await server.as(user)(path)
      assert.equal(response.status, 200)
      return (await response.json()) as { user?: string; items?: { kind: string }[] }
    }
    assert.equal((await read('ann', '/binnacle/v1/server')).user, 'ann')
    assert.deepEqual((await read('ann', '/binnacle/v1/counts')).items, [])
    assert.ok((await read('admin', '/binnacle/v1/counts')).items?.some(({ kind }) => kind === 'Pod'))
  })

  it('does not tell a wrong token more than none', async () => {
    const wrong = { accept: BROWSER, authorization: 'Bearer wrong' }
    assert.equal((await client.get('/', wrong)).status, 200)
    assert.equal((await client.get('/binnacle/v1/server', wrong)).status, 401)
  })
})
