import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Client, Json } from '#test/support/client.js'
import { OUTER_ADDRESS as OUTER } from '#test/support/outer-address.js'
import { RawClient, requestText, statusOf } from '#test/support/raw-client.js'
import { created } from '#test/support/servers/access-server.js'
import { WebSocketClient } from '#test/support/streams/websocket-client.js'
import { messageOf, PODS, runPod, stage } from './stage.js'

const NODE = '/api/v1/nodes/n1/proxy'
const SERVICES = '/api/v1/namespaces/default/services'
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'

const reflect = async (request: IncomingMessage, response: ServerResponse) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.setHeader('set-cookie', 'a=b')
  response.setHeader('access-control-allow-origin', '*')
  response.end(JSON.stringify({ method, url, headers, body }))
}

/** A program of a pod, at all addresses of this machine. */
async function program(t: TestContext, respond = reflect) {
  const server = createServer(respond)
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

async function failure(url: string) {
  const response = await fetch(url, { redirect: 'manual' })
  return [response.status, messageOf(await response.text())]
}

async function runService(client: Client, name: string, ports: Json[], endpoints: Json[]): Promise<void> {
  const port = { ...ports[0], port: 80 }
  await created(client.post(SERVICES, { metadata: { name }, spec: { ports: [port], selector: { a: 'b' } } }))
  const metadata = { name: `${name}-1`, labels: { 'kubernetes.io/service-name': name } }
  await created(client.post(SLICES, { metadata, addressType: 'IPv4', ports, endpoints }))
}

const targetRef = (name: string, namespace = 'default') => ({ kind: 'Pod', name, namespace })

describe('the proxy of a node', { timeout: 60_000 }, () => {
  it('passes any method on to the kubelet, with body and query, and without credentials', async (t) => {
    const { server, kubelet } = await stage(t)
    kubelet.respond = reflect
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${server.url}${NODE}/stats/summary?x=1&x=%2F`, {
        method,
        ...(method === 'GET' ? {} : { body: 'text' }),
        headers: { authorization: 'Bearer secret', 'x-remote-user': 'admin', cookie: 'a', 'x-own': 'kept' },
      })
      const { headers, ...seen } = (await response.json()) as Json
      assert.deepEqual(seen, {
        method,
        url: '/stats/summary?x=1&x=%2F',
        body: method === 'GET' ? '' : 'text',
      })
      for (const name of ['authorization', 'x-remote-user', 'cookie']) assert.equal(headers[name], undefined)
      assert.equal(headers['x-own'], 'kept')
      assert.equal(headers['x-forwarded-uri'], `${NODE}/stats/summary`)
      assert.match(headers['x-forwarded-for'], /127\.0\.0\.1$/)
      assert.equal(response.headers.get('set-cookie'), null)
      assert.equal(response.headers.get('access-control-allow-origin'), null)
      assert.equal(response.headers.get('content-security-policy'), 'sandbox')
    }
  })

  it('takes the port of the kubelet by number, and no other names', async (t) => {
    const { server, kubelet } = await stage(t)
    kubelet.respond = reflect
    const at = (name: string) => `${server.url}/api/v1/nodes/${name}/proxy/x`
    assert.equal((await fetch(at(`n1:${kubelet.port}`))).status, 200)
    assert.equal((await fetch(at(`https:n1:${kubelet.port}`))).status, 200)
    for (const name of ['ftp:n1:80', 'a:b:c:d', 'http::80', 'n1:0', 'n1:99999', 'n1:name'])
      assert.deepEqual(await failure(at(name)), [400, `invalid node request ${JSON.stringify(name)}`])
    assert.deepEqual(await failure(at('n1:80')), [400, 'address not allowed'])
    assert.deepEqual(await failure(at('n2')), [404, 'nodes "n2" not found'])
    for (const path of ['/../secret', '/%2e%2e/x', '/a%2Fb', '/a\\b'])
      assert.equal(
        statusOf(
          await new RawClient(server.url).ask(
            requestText(`GET ${NODE}${path} HTTP/1.1`, 'Connection: close'),
          ),
        ),
        400,
      )
  })

  it('redirects a path without a slash, and rewrites redirects of the kubelet', async (t) => {
    const { server, kubelet } = await stage(t)
    const location = async (path: string) => {
      const response = await fetch(server.url + path, { redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    assert.deepEqual(await location(`${NODE}?x=1`), [301, `${NODE}/?x=1`])
    assert.deepEqual(await location(NODE), [301, `${NODE}/`])
    assert.equal(kubelet.requests.length, 0)
    for (const [sent, seen] of [
      ['/next?y', `${NODE}/next?y`],
      [`https://127.0.0.1:${kubelet.port}/next`, `${NODE}/next`],
      ['https://other/next', 'https://other/next'],
      ['next', 'next'],
      [`${NODE}/there`, `${NODE}/there`],
    ]) {
      kubelet.respond = (_, response) => void response.writeHead(302, { location: sent }).end()
      assert.deepEqual(await location(`${NODE}/a`), [302, seen])
    }
  })

  it('rewrites the links of a page, also of a compressed one', async (t) => {
    const { server, kubelet } = await stage(t)
    const page = '<a href="/logs/">logs</a>'
    for (const gzip of [false, true]) {
      kubelet.respond = (_, response) => {
        const bytes = gzip ? gzipSync(page) : Buffer.from(page)
        const coding = gzip ? { 'content-encoding': 'gzip' } : {}
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-length': bytes.length,
          ...coding,
        })
        response.end(bytes)
      }
      const response = await fetch(`${server.url}${NODE}/logs`)
      assert.equal(await response.text(), `<a href="${NODE}/logs/">logs</a>`)
    }
    kubelet.respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(page)
    }
    assert.equal(await (await fetch(`${server.url}${NODE}/logs`)).text(), page)
    assert.equal(gunzipSync(gzipSync(page)).toString(), page)
  })

  it('responds to HEAD for a page, and breaks off a page whose compression is damaged', async (t) => {
    const { server, kubelet } = await stage(t)
    let bytes = gzipSync('<a href="/logs/">logs</a>')
    kubelet.respond = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bytes)
    }
    const head = requestText(`HEAD ${NODE}/logs HTTP/1.1`)
    const last = requestText(`HEAD ${NODE}/logs HTTP/1.1`, 'Connection: close')
    // The connection stays open.
    const text = await new RawClient(server.url).ask(head + last)
    assert.equal(text.match(/^HTTP\/1\.1 200 OK\r$/gm)?.length, 2)
    assert.equal(text.match(/^Content-Encoding: gzip\r$/gim)?.length, 2)
    for (bytes of [bytes.subarray(0, 20), Buffer.from('not compressed')]) {
      await assert.rejects(async () => (await fetch(`${server.url}${NODE}/logs`)).text())
    }
  })

  it('passes an upgrade on', async (t) => {
    const { server, kubelet } = await stage(t)
    const path = `${NODE}/exec/default/web/main?command=date&output=1`
    const client = await WebSocketClient.connect(server.url + path, 'v4.channel.k8s.io')
    assert.equal((await client.channels())[1], 'date\n')
    assert.equal(kubelet.requests[0]?.url.pathname, '/exec/default/web/main')
  })
})

describe('the proxy of a pod', { timeout: 60_000 }, () => {
  it('reaches its first port or another, but not this machine or metadata', async (t) => {
    const { server, client } = await stage(t)
    const port = await program(t)
    const at = (name: string) => `${server.url}${PODS}/${name}/proxy/path?x=1`
    for (const [name, podIP] of [
      ['local', '127.0.0.1'],
      ['metadata', '169.254.169.254'],
      ['mapped', '::ffff:127.0.0.1'],
      ['none', undefined],
    ] as const) {
      await runPod(client, name, 'n1', podIP ? { status: { podIP, podIPs: [{ ip: podIP }] } } : {})
      assert.deepEqual(await failure(at(`${name}:${port}`)), [400, 'address not allowed'])
    }
    assert.deepEqual(await failure(at('web:x')), [400, 'address not allowed'])
    if (OUTER === undefined) return t.diagnostic('without a network there is no other address')
    const status = { podIP: OUTER, podIPs: [{ ip: OUTER }] }
    const containers = [{ name: 'main', image: 'x', ports: [{ containerPort: port }] }]
    await runPod(client, 'far', 'n1', { status, containers })
    for (const name of ['far', `far:${port}`, `http:far:${port}`]) {
      const response = await fetch(at(name))
      assert.equal(((await response.json()) as Json).url, '/path?x=1')
    }
    assert.deepEqual(await failure(at('far:x')), [400, 'invalid pod request "far:x"'])
    const [code, message] = await failure(at('far:1'))
    assert.equal(code, 503)
    assert.match(String(message), /^error trying to reach service: .*ECONNREFUSED/)
  })
})

describe('the proxy of a service', { timeout: 60_000 }, () => {
  it('has errors for services without pods', async (t) => {
    const { server, client } = await stage(t)
    const at = (name: string) => `${server.url}${SERVICES}/${name}/proxy/`
    const ports = [{ name: 'web', port: 8080 }]
    const none = [503, 'no endpoints available for service "a:web"']
    await runService(client, 'a', ports, [])
    assert.deepEqual(await failure(at('a:web')), none)
    assert.deepEqual(await failure(at('a:81')), [503, 'no service port 81 found for service "a"'])
    assert.deepEqual(await failure(at('a')), [503, 'no endpoints available for service "a"'])
    assert.deepEqual(await failure(at('x:y:a:b')), [400, 'invalid service request "x:y:a:b"'])
    assert.deepEqual(await failure(at('b')), [404, 'services "b" not found'])
  })

  it('reaches a ready pod behind it, and only pods', async (t) => {
    const { server, client } = await stage(t)
    const port = await program(t)
    const at = (name: string) => `${server.url}${SERVICES}/${name}/proxy/path`
    const ip = OUTER ?? '203.0.113.1'
    await runPod(client, 'far', 'n1', { status: { podIP: ip, podIPs: [{ ip }] } })
    const ports = [{ name: 'web', port }]
    for (const [name, endpoint] of [
      ['no-ref', { addresses: [ip] }],
      ['other-pod', { addresses: [ip], targetRef: targetRef('web') }],
      ['other-namespace', { addresses: [ip], targetRef: targetRef('far', 'else') }],
      ['other-address', { addresses: ['203.0.113.7'], targetRef: targetRef('far') }],
      ['unready', { addresses: [ip], targetRef: targetRef('far'), conditions: { ready: false } }],
    ] as const) {
      await runService(client, name, ports, [endpoint])
      assert.deepEqual(await failure(at(`${name}:web`)), [
        503,
        `no endpoints available for service "${name}:web"`,
      ])
    }
    if (OUTER === undefined) return t.diagnostic('without a network there is no other address')
    const endpoints = [
      { addresses: [OUTER] },
      { addresses: [OUTER], targetRef: targetRef('far') },
      { addresses: ['203.0.113.7'], targetRef: targetRef('gone') },
    ]
    await runService(client, 'shop', ports, endpoints)
    for (const name of ['shop:web', 'http:shop:web', 'shop:80']) {
      const response = await fetch(at(name), { method: 'POST', body: 'text' })
      const { method, url, body } = (await response.json()) as Json
      assert.deepEqual([method, url, body], ['POST', '/path', 'text'])
    }
  })
})
