import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer, type TestServerOptions } from '#testing.js'
import { CONFIG_MAPS, expectStatus, VALIDATING, WebhookHost, webhook } from '../admission/webhook-host.js'
import { Host } from '../federation/host.js'
import { Client } from '../support/client.js'
import { Collector } from '../support/servers/collector.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const traced = (flags: string) => ({ traceparent: `00-${TRACE}-${SPAN}-${flags}` })
const SERVER_SPAN = 2
const CLIENT_SPAN = 3

async function startTraced(t: TestContext, options: TestServerOptions = {}) {
  const collector = await Collector.start(t)
  const server = await startTestServer({ otlpEndpoint: collector.url, ...options })
  t.after(() => server.close())
  return { collector, server, client: new Client(server.url) }
}

describe('traces for a collector', () => {
  it('have a span for the request of a client and for its commit', async (t) => {
    const { collector, server, client } = await startTraced(t)
    expectStatus(201, await client.post(CONFIG_MAPS, { metadata: { name: 'a' } }, traced('01')))
    await server.close()
    const request = await collector.span('POST /api/v1/namespaces/{namespace}/configmaps')
    assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [TRACE, SPAN, SERVER_SPAN])
    assert.equal(request.attributes['http.response.status_code'], 201)
    assert.equal(request.attributes['url.path'], CONFIG_MAPS)
    const commit = await collector.span('commit')
    assert.deepEqual([commit.traceId, commit.parentSpanId], [TRACE, request.spanId])
    assert.equal(commit.attributes.key, 'core/configmaps/default/a')
    const [resource] = collector.resources
    assert.equal(resource?.['service.name'], 'binnacle')
    assert.equal(resource?.['process.pid'], process.pid)
  })

  it('begin at the server if the client has none', async (t) => {
    const { collector, server, client } = await startTraced(t)
    await client.get('/version')
    await client.get('/nothing?secret=1', { traceparent: 'nonsense' })
    await server.close()
    const found = await collector.span('GET /version')
    assert.equal(found.parentSpanId, undefined)
    const other = await collector.span('GET')
    assert.notEqual(other.traceId, found.traceId)
    assert.equal(other.attributes['http.response.status_code'], 404)
  })

  it('are recorded as the client decides, and without its decision as the ratio says', async (t) => {
    const { collector, server, client } = await startTraced(t, { otlpSampleRatio: 0 })
    await client.get('/version')
    await client.get('/readyz', traced('00'))
    await client.get('/livez', traced('01'))
    await server.close()
    assert.deepEqual(
      collector.spans.map(({ name }) => name),
      ['GET /livez'],
    )
  })

  it('are sent again when the collector fails, and the server tells its metrics', async (t) => {
    const { collector, server, client } = await startTraced(t)
    collector.refusals.push(503)
    await client.get('/version')
    await collector.received(2)
    assert.equal(collector.spans.length, 1)
    collector.refusals.push(400)
    await client.get('/livez')
    await collector.received(3)
    await client.get('/readyz')
    await collector.span('GET /readyz')
    const { text } = await client.get('/metrics')
    assert.match(text, /^binnacle_otlp_spans_total\{outcome="sent"\} 2$/m)
    assert.match(text, /^binnacle_otlp_spans_total\{outcome="dropped"\} 1$/m)
    await server.close()
  })

  it('do not delay requests or the end of the server when nothing listens', async (t) => {
    const { collector, server, client } = await startTraced(t)
    collector.stop()
    for (let count = 0; count < 600; count++) expectStatus(200, await client.get('/version'))
    await server.close()
  })
})

describe('a trace', () => {
  it('goes on in webhooks, with the span of the call where spans are recorded', async (t) => {
    const collector = await Collector.start(t)
    for (const options of [{}, { otlpEndpoint: collector.url }]) {
      const host = await WebhookHost.start(t, options)
      let received: string | string[] | undefined
      host.hooks.intercept = (request, response) => {
        received = request.headers.traceparent
        response.writeHead(500).end()
      }
      await host.validate('w', webhook('seen', host.hooks.on('/'), { failurePolicy: 'Ignore' }))
      expectStatus(201, await host.client.post(CONFIG_MAPS, { metadata: { name: 'a' } }, traced('01')))
      expectStatus(200, await host.client.delete(`${VALIDATING}/w`))
      await host.server.close()
      if ('otlpEndpoint' in options) {
        const call = await collector.span('webhook seen.example.com')
        const request = await collector.span('POST /api/v1/namespaces/{namespace}/configmaps')
        assert.equal(received, `00-${TRACE}-${call.spanId}-01`)
        assert.deepEqual([call.traceId, call.parentSpanId], [TRACE, request.spanId])
        assert.deepEqual([call.kind, call.attributes.configuration], [CLIENT_SPAN, 'w'])
        assert.match(call.failure ?? '', /an error on the server/)
      } else assert.equal(received, `00-${TRACE}-${SPAN}-01`)
    }
  })

  it('goes on in members: in copies of the object, and in requests that the host forwards', async (t) => {
    const collector = await Collector.start(t)
    const seen: { path: string; method: string; traceId?: string }[] = []
    const logger = {
      ...console,
      debug: (fields: object, message: string) => {
        if (message === 'request') seen.push(fields as (typeof seen)[number])
      },
      info: () => undefined,
      warn: () => undefined,
    }
    const member = await startTestServer({ logger, logLevel: 'debug' })
    t.after(() => member.close())
    const host = await Host.start(t, true, { otlpEndpoint: collector.url })
    await host.join('east', member.url)
    const body = { metadata: { name: 'a' }, data: { a: '1' } }
    expectStatus(201, await host.client.post('/api/v1/namespaces/shop/configmaps', body, traced('01')))
    await host.server.settled()
    const path = '/apis/federation/v1beta1/clusters/east/proxy/version'
    await host.client.get(path, { traceparent: `00-${'c'.repeat(32)}-${SPAN}-01` })
    await collector.span('member write')
    const write = collector.spans.find(
      ({ name, attributes }) => name === 'member write' && attributes.key === 'core/configmaps/shop/a',
    )
    const request = await collector.span('POST /api/v1/namespaces/{namespace}/configmaps')
    const commit = collector.spans.find(({ name, traceId }) => name === 'commit' && traceId === TRACE)
    assert.equal(commit?.parentSpanId, request.spanId)
    assert.deepEqual([write?.traceId, write?.parentSpanId], [TRACE, commit?.spanId])
    assert.equal(write?.attributes.cluster, 'east')
    const [copy] = seen.filter((request) => request.path.includes('/shop/configmaps/a'))
    assert.equal(copy?.traceId, TRACE)
    const [forwarded] = seen.filter((request) => request.traceId === 'c'.repeat(32))
    assert.equal(forwarded?.path, '/version')
    const forward = await collector.span('forward')
    assert.equal(forward.traceId, 'c'.repeat(32))
  })
})
