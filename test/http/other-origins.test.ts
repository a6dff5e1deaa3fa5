import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { bodyOf, RawClient, statusOf } from '../support/raw-client.js'

const text = (line: string, host: string, headers: readonly string[], body = '') =>
  [line, `Host: ${host}`, 'Connection: close', `Content-Length: ${body.length}`, ...headers, '', body].join(
    '\r\n',
  )

describe('a page of another origin', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const raw = new RawClient(server.url)
  const client = new Client(server.url)
  const own = new URL(server.url).host

  it('cannot write, read or watch, and gets a Status with the reason', async () => {
    await client.post(INGRESSES, ingress('mine'))
    for (const header of ['Sec-Fetch-Site: cross-site', 'Origin: https://evil.example', 'Origin: null']) {
      for (const line of [
        `POST ${INGRESSES} HTTP/1.1`,
        `DELETE ${INGRESSES}/mine HTTP/1.1`,
        `GET ${INGRESSES} HTTP/1.1`,
        `GET ${INGRESSES}?watch=true HTTP/1.1`,
        'GET /openapi/v2 HTTP/1.1',
      ]) {
        // A browser sends text to another origin without a preflight request.
        const response = await raw.ask(text(line, own, [header], JSON.stringify(ingress('theirs'))))
        assert.equal(statusOf(response), 403, `${line}, ${header}`)
        const status = JSON.parse(bodyOf(response))
        assert.deepEqual([status.kind, status.reason, status.code], ['Status', 'Forbidden', 403])
      }
    }
    assert.equal((await client.get(`${INGRESSES}/theirs`)).status, 404)
    assert.equal((await client.get(`${INGRESSES}/mine`)).status, 200)
  })

  it('cannot rebind its DNS name to this machine', async () => {
    const response = await raw.ask(text(`GET ${INGRESSES} HTTP/1.1`, 'rebound.example:8080', []))
    assert.equal(statusOf(response), 403)
    assert.match(JSON.parse(bodyOf(response)).message, /--allowed-hosts rebound\.example$/)
  })

  it('can link to the pages', async () => {
    const link = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
    for (const page of ['/', '/docs', '/console'])
      assert.equal(statusOf(await raw.ask(text(`GET ${page} HTTP/1.1`, own, link))), 200)
    assert.equal(statusOf(await raw.ask(text(`GET ${INGRESSES} HTTP/1.1`, own, link))), 403)
    const body = JSON.stringify(ingress('tried-out'))
    const page = [`Origin: http://${own}`, 'Sec-Fetch-Site: same-origin', 'Content-Type: application/json']
    assert.equal(statusOf(await raw.ask(text(`POST ${INGRESSES} HTTP/1.1`, own, page, body))), 201)
  })
})

describe('a client that is not a browser', () => {
  const served = async (t: TestContext, options: Parameters<typeof startTestServer>[0]) => {
    const server = await startTestServer(options)
    t.after(() => server.close())
    return new RawClient(server.url.replace('0.0.0.0', '127.0.0.1'))
  }
  const get = (raw: RawClient, host: string) => raw.ask(text('GET /livez HTTP/1.1', host, [])).then(statusOf)

  it('may write without a Content-Type', async (t) => {
    const raw = await served(t, {})
    const body = JSON.stringify(ingress('a'))
    assert.equal(statusOf(await raw.ask(text(`POST ${INGRESSES} HTTP/1.1`, 'localhost', [], body))), 201)
  })

  it('may use the configured host names', async (t) => {
    const raw = await served(t, { allowedHosts: ['binnacle', '*.cluster.local'] })
    assert.equal(await get(raw, 'binnacle:8080'), 200)
    assert.equal(await get(raw, 'a.cluster.local'), 200)
    assert.equal(await get(raw, 'other'), 403)
  })

  it('may use any host name with allowAnyHost, unless host names are configured', async (t) => {
    const any = await served(t, { host: '0.0.0.0', allowAnyHost: true })
    assert.equal(await get(any, 'whatever.example'), 200)
    const named = await served(t, { host: '0.0.0.0', allowAnyHost: true, allowedHosts: ['binnacle'] })
    assert.equal(await get(named, 'whatever.example'), 403)
    assert.equal(await get(named, 'binnacle'), 200)
    assert.equal(await get(named, 'localhost'), 200)
  })
})
