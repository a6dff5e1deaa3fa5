import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { openWatches } from '../support/metrics.js'
import { DEPLOYMENTS, deployment, INGRESSES, ingress } from '../support/objects.js'
import { bodyOf, RawClient, requestText, statusOf } from '../support/raw-client.js'

const CLOSE = 'Connection: close'

describe('HEAD', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const raw = new RawClient(server.url)
  await client.post(INGRESSES, ingress('a'))
  await client.post(DEPLOYMENTS, deployment('a'))

  /** Headers without those that change over time. */
  const headers = (response: string) =>
    response
      .slice(0, response.indexOf('\r\n\r\n'))
      .replace(/\r\nDate: .*/, '')
      .split('\r\n')

  for (const path of [
    '/',
    '/livez',
    '/readyz?verbose',
    '/healthz',
    '/version',
    '/api',
    '/apis',
    '/apis/extensions/v1beta1',
    '/openapi/v2',
    '/openapi/v3',
    '/docs',
    '/docs/page.css',
    '/api/v1/namespaces/default',
    INGRESSES,
    `${INGRESSES}?limit=1&pretty=true`,
    `${INGRESSES}/a`,
    `${INGRESSES}/missing`,
    `${DEPLOYMENTS}/a/scale`,
    '/nowhere',
    `${INGRESSES}?watch=nonsense&resourceVersion=x`,
  ]) {
    it(`serves like GET, without the body: ${path}`, async () => {
      for (const accept of ['application/json', 'application/yaml']) {
        const get = await raw.ask(requestText(`GET ${path} HTTP/1.1`, CLOSE, `Accept: ${accept}`))
        const head = await raw.ask(requestText(`HEAD ${path} HTTP/1.1`, CLOSE, `Accept: ${accept}`))
        assert.deepEqual(headers(head), headers(get))
        assert.equal(bodyOf(head), '')
        assert.match(head, /\r\nContent-Length: \d+\r\n/)
      }
    })
  }

  it('of a long list has its Content-Length, or its Content-Encoding', async () => {
    for (let index = 0; index < 300; index++) await client.post(INGRESSES, ingress(`many-${index}`, filler))
    const ask = (method: string, ...more: string[]) =>
      raw.ask(requestText(`${method} ${INGRESSES} HTTP/1.1`, CLOSE, ...more))
    for (let round = 0; round < 4; round++) {
      assert.deepEqual(headers(await ask('HEAD')), headers(await ask('GET')))
    }
    const compressed = await ask('HEAD', 'Accept-Encoding: gzip')
    assert.match(compressed, /Content-Encoding: gzip/)
    assert.equal(bodyOf(compressed), '')
  })

  it('of a watch ends after the headers', async () => {
    for (const version of ['1.0', '1.1']) {
      const response = await raw.ask(requestText(`HEAD ${INGRESSES}?watch=true HTTP/${version}`, CLOSE))
      assert.equal(statusOf(response), 200)
      assert.equal(bodyOf(response), '')
    }
    assert.equal(openWatches((await client.get('/metrics')).text), 0)
  })

  it('keeps the connection open for the next request', async () => {
    const response = await raw.ask(
      requestText(`HEAD ${INGRESSES} HTTP/1.1`) +
        requestText(`HEAD ${INGRESSES}?watch=true HTTP/1.1`) +
        requestText(`GET ${INGRESSES}/a HTTP/1.1`, CLOSE),
    )
    assert.equal(response.split('HTTP/1.1 200 OK').length, 4)
    assert.equal(JSON.parse(response.slice(response.lastIndexOf('\r\n\r\n'))).metadata.name, 'a')
  })

  it('cannot write', async () => {
    assert.equal(statusOf(await raw.ask(requestText(`HEAD ${DEPLOYMENTS}/a/rollback HTTP/1.1`, CLOSE))), 405)
  })
})

const filler = {
  backend: { serviceName: 'x'.repeat(60), servicePort: 80 },
  rules: [{ host: `${'y'.repeat(60)}.example` }],
}
