import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it } from 'node:test'
import { created } from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'
import { messageOf, PODS, runPod, stage } from './stage.js'

/** In MiB: more than the buffers of all connections hold. */
const PARTS = 80

describe('the log of a pod on a node', { timeout: 60_000 }, () => {
  it('is read from the kubelet, with its parameters and nothing of the client', async (t) => {
    const { server, kubelet } = await stage(t)
    kubelet.respond = (_, response) => void response.writeHead(200, { 'x-own': '1' }).end('line\n')
    const query =
      'container=main&follow=true&previous=1&tailLines=3&limitBytes=9&sinceSeconds=5&timestamps=true'
    const response = await fetch(`${server.url}${PODS}/web/log?${query}&x=y`, {
      headers: { authorization: 'Bearer secret', 'x-remote-user': 'admin', cookie: 'a=b' },
    })
    assert.deepEqual([response.status, await response.text()], [200, 'line\n'])
    assert.equal(response.headers.get('content-type'), 'text/plain')
    assert.equal(response.headers.get('x-own'), null)
    const [request] = kubelet.requests
    assert.equal(request?.url.pathname, '/containerLogs/default/web/main')
    assert.deepEqual(Object.fromEntries(request.url.searchParams), {
      ...{ follow: 'true', previous: 'true', timestamps: 'true' },
      ...{ tailLines: '3', limitBytes: '9', sinceSeconds: '5' },
    })
    assert.deepEqual(Object.keys(request.headers), ['host'])
  })

  it('is streamed, and closed at the kubelet when the client goes', async (t) => {
    const { server, kubelet } = await stage(t)
    const gone = new Promise<void>((resolve) => {
      kubelet.respond = (_, response) => {
        response.writeHead(200).write('first\n')
        response.once('close', resolve)
      }
    })
    const client = new AbortController()
    const { body } = await fetch(`${server.url}${PODS}/web/log?follow=true`, { signal: client.signal })
    const reader = body?.getReader()
    assert.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), 'first\n')
    client.abort()
    await gone
  })

  it('is not read faster than the client reads', async (t) => {
    const { server, kubelet } = await stage(t)
    let sent = 0
    kubelet.respond = (_, response) => {
      const part = Buffer.alloc(1024 * 1024, 'x')
      const send = () => {
        for (let isReady = true; isReady && sent < PARTS; sent++) isReady = response.write(part)
        if (sent < PARTS) response.once('drain', send)
        else response.end()
      }
      send()
    }
    const { body } = await fetch(`${server.url}${PODS}/web/log`)
    for (let before = -1; before !== sent; ) {
      before = sent
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    assert.ok(sent < PARTS / 2, `${sent} MB are under way`)
    let received = 0
    for await (const chunk of body ?? []) received += chunk.length
    assert.equal(received, PARTS * 1024 * 1024)
  })

  it('has the errors of the kubelet in the words of an API server', async (t) => {
    const { server, kubelet, client } = await stage(t)
    const failure = async (query = '', pod = 'web') => {
      const response = await fetch(`${server.url}${PODS}/${pod}/log${query}`)
      return [response.status, messageOf(await response.text())]
    }
    for (const [code, status, message] of [
      [500, 500, 'Internal error occurred: why'],
      [400, 400, 'why'],
      [404, 404, 'the server could not find the requested resource ( pods/log web)'],
      [401, 401, 'the server has asked for the client to provide credentials ( pods/log web)'],
      [403, 403, 'why ( pods/log web)'],
      [302, 500, 'Internal error occurred: redirects forbidden'],
      [418, 500, 'Internal error occurred: the node responded with 418: why'],
    ] as const) {
      kubelet.respond = (_, response) => void response.writeHead(code, { location: '/other' }).end('why')
      assert.deepEqual(await failure(), [status, message])
    }
    assert.deepEqual(await failure('?container=other'), [400, 'container other is not valid for pod web'])
    assert.deepEqual(await failure('', 'none'), [404, 'pods "none" not found'])
    const containers = ['a', 'b'].map((name) => ({ name, image: 'x' }))
    await runPod(client, 'two', 'n1', { containers })
    assert.deepEqual(await failure('', 'two'), [
      400,
      'a container name must be specified for pod two, choose one of: [a b]',
    ])
    await created(client.post(PODS, { metadata: { name: 'new' }, spec: { containers } }))
    assert.equal((await fetch(`${server.url}${PODS}/new/log?container=a`)).status, 204)
    await runPod(client, 'lost', 'n2')
    assert.deepEqual(await failure('', 'lost'), [404, 'nodes "n2" not found'])
  })

  it('needs a node with an address that responds', async (t) => {
    const { server, client } = await stage(t, { kubeletTimeoutMs: 200 })
    const silent = createServer()
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.after(() => silent.close())
    const { port } = silent.address() as AddressInfo
    const daemonEndpoints = { kubeletEndpoint: { Port: port } }
    for (const [name, status, message] of [
      ['a', {}, /no preferred addresses found; known addresses: \[\]/],
      ['b', { addresses: [{ type: 'InternalIP', address: 'x/@evil' }] }, /not the name of a host/],
      [
        'c',
        { addresses: [{ type: 'InternalIP', address: '169.254.169.254' }] },
        /error dialing backend: .*169/,
      ],
      ['d', { addresses: [{ type: 'InternalIP', address: '127.0.0.1' }], daemonEndpoints }, /in time/],
    ] as const) {
      await created(client.post('/api/v1/nodes', { metadata: { name }, status }))
      await runPod(client, `pod-${name}`, name)
      const response = await fetch(`${server.url}${PODS}/pod-${name}/log`)
      assert.equal(response.status, 500)
      assert.match(messageOf(await response.text()), message)
    }
  })

  it('is not read from a kubelet of another authority, unless the client does not mind', async (t) => {
    const { server, kubelet } = await stage(t, { kubeletCertificateAuthority: undefined })
    kubelet.respond = (_, response) => void response.end('trusted')
    assert.equal(await (await fetch(`${server.url}${PODS}/web/log`)).text(), 'trusted')
    const strict = await stage(t)
    strict.kubelet.respond = (_, response) => void response.end('trusted')
    const { client } = strict
    // The certificate of the kubelet is for other names.
    const addresses = [{ type: 'InternalIP', address: '127.0.0.2' }]
    const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: strict.kubelet.port } } }
    await created(client.post('/api/v1/nodes', { metadata: { name: 'other' }, status }))
    await runPod(client, 'far', 'other')
    const log = (query: string) => fetch(`${strict.server.url}${PODS}/far/log${query}`)
    assert.match(messageOf(await (await log('')).text()), /error dialing backend/)
    const skipped = await log('?insecureSkipTLSVerifyBackend=true')
    assert.equal(await skipped.text(), 'trusted')
  })

  it('needs readable credentials at the start', async () => {
    await assert.rejects(
      startTestServer({ kubeletCertificateAuthority: '/none/ca.pem' }),
      /the credentials for kubelets cannot be used: .*\/none\/ca/,
    )
    await assert.rejects(
      startTestServer({ connectToNodes: true, kubeletClientKey: '/none' }),
      /--kubelet-client-certificate and --kubelet-client-key must be set together/,
    )
  })
})
