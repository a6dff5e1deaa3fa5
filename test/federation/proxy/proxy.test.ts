import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { Client } from '#test/support/client.js'
import { RawClient, requestText, statusOf } from '#test/support/raw-client.js'
import { created, RBAC, startAccessServer, TOKENS } from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'
import { CLUSTERS, headerValues, proxyPath, reflect, ScriptedMember } from './scripted-member.js'

const PROXY = proxyPath('m1')

async function stage(t: TestContext) {
  const server = await startTestServer({ federation: true })
  t.after(() => server.close())
  const client = new Client(server.url)
  const member = await ScriptedMember.start(t)
  member.respond = reflect
  await member.join(client, 'm1')
  return { server, client, member }
}

describe('the proxy of a cluster', { timeout: 60_000 }, () => {
  it('passes every method, path, query and body to the member, and its response back', async (t) => {
    const { client, member } = await stage(t)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await client.send(method, `${PROXY}/api/v1/x%20y?a=1&b=%2F`, { of: method })
      assert.equal(status, 200)
      assert.equal(body.method, method)
      assert.equal(body.url, '/api/v1/x%20y?a=1&b=%2F')
      assert.equal(body.body, JSON.stringify({ of: method }))
    }
    assert.equal((await client.get(PROXY)).body.url, '/')
    assert.equal((await client.get(`${PROXY}?x=1`)).body.url, '/?x=1')
    assert.equal((await client.send('HEAD', `${PROXY}/api`)).status, 200)
    member.respond = (_, response) => {
      response.writeHead(418, ['Content-Type', 'text/x', 'Vary', 'a', 'Vary', 'b']).end('short')
    }
    const odd = await client.get(`${PROXY}/odd`, { accept: 'image/png' })
    assert.deepEqual([odd.status, odd.text, odd.headers.get('content-type')], [418, 'short', 'text/x'])
    assert.equal(odd.headers.get('vary'), 'a, b')
  })

  it('streams large bodies both ways', async (t) => {
    const { client, member } = await stage(t)
    member.respond = (incoming, response) => void incoming.pipe(response)
    const large = Buffer.alloc(5_000_000, 'abc')
    const { bytes } = await client.send('POST', `${PROXY}/echo`, large)
    assert.ok(bytes.equals(large))
  })

  it('passes what a watch sends at once, and closes it at the member when the client goes', async (t) => {
    const { server, member } = await stage(t)
    let send: (text: string) => void = () => undefined
    const closed = new Promise<void>((resolve) => {
      member.respond = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
        send = (text) => response.write(text)
        response.on('close', resolve)
      }
    })
    const sent = request(`${server.url}${PROXY}/api/v1/pods?watch=true`).end()
    const [response] = await once(sent, 'response')
    for (const text of ['one\n', 'two\n']) {
      send(text)
      assert.equal(String((await once(response, 'data'))[0]), text)
    }
    sent.destroy()
    await closed
  })

  it('slows a member down to the pace of the client', async (t) => {
    const { server, member } = await stage(t)
    let written = 0
    let isHeld = false
    member.respond = (_, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        while (response.write(chunk)) written += chunk.length
        isHeld = true
        response.once('drain', more)
      }
      more()
    }
    const sent = request(`${server.url}${PROXY}/endless`).end()
    const [response] = await once(sent, 'response')
    response.pause()
    let before = -1
    while (!isHeld || before !== written) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    // What sockets and streams hold, in this process and in the kernel.
    assert.ok(written < 64 * 1024 * 1024, `${written} bytes`)
    sent.destroy()
  })

  it('aborts a response that the member does not complete', async (t) => {
    const { client, member } = await stage(t)
    member.respond = (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('short')
      setTimeout(() => response.destroy(), 50)
    }
    await assert.rejects(client.get(`${PROXY}/x`))
    member.respond = reflect
    assert.equal((await client.get(`${PROXY}/x`)).status, 200)
  })

  it('is closed when the cluster is removed', async (t) => {
    const { server, client, member } = await stage(t)
    member.respond = (_, response) => response.writeHead(200).flushHeaders()
    const sent = request(`${server.url}${PROXY}/watch`).end()
    const [response] = await once(sent, 'response')
    response.on('error', () => undefined)
    const closed = new Promise((resolve) => response.once('close', resolve))
    await client.delete(`${CLUSTERS}/m1`)
    await closed
    assert.equal((await client.get(`${PROXY}/x`)).status, 404)
  })

  it('responds with 404 for an unknown cluster, and with 503 for one that cannot be reached', async (t) => {
    const { client, member } = await stage(t)
    const unknown = await client.get(`${proxyPath('m2')}/api`)
    assert.deepEqual([unknown.status, unknown.body.reason], [404, 'NotFound'])
    assert.match(unknown.body.message, /clusters(\.federation)? "m2" not found/)
    const join = (name: string, serverAddress: string, spec: object = {}) =>
      created(
        client.post(CLUSTERS, {
          metadata: { name },
          spec: { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress }], ...spec },
        }),
      )
    await join('gone', '127.0.0.1:1')
    await join('keyless', member.url, { secretRef: { name: 'none' } })
    await join('metadata', '169.254.169.254')
    for (const [name, why] of [
      ['gone', /ECONNREFUSED/],
      ['keyless', /no secret none/],
      ['metadata', /may be dialled/],
    ] as const) {
      const { status, body } = await client.get(`${proxyPath(name)}/api`)
      assert.deepEqual([status, body.reason], [503, 'ServiceUnavailable'])
      assert.match(body.message, why)
    }
  })

  it('does not leave the member: paths that servers read in different ways are rejected', async (t) => {
    const { server, member } = await stage(t)
    const reached: string[] = []
    member.respond = (incoming, response) => {
      reached.push(incoming.url ?? '')
      response.end()
    }
    const raw = new RawClient(server.url)
    for (const path of [
      '/..',
      '/../../m2/proxy/api',
      '/api/./v1',
      '/%2e%2e/x',
      '/%2E./x',
      '/a%2fb',
      '/a%2F..%2Fb',
      '/a%5Cb',
      '/a\\b',
      '/a%00',
      '/%zz',
    ]) {
      const line = `GET ${PROXY}${path} HTTP/1.1`
      assert.equal(statusOf(await raw.ask(requestText(line, 'Connection: close'))), 400, path)
    }
    assert.deepEqual(reached, [])
    assert.equal(
      statusOf(await raw.ask(requestText(`GET ${PROXY}//x?..=/../ HTTP/1.1`, 'Connection: close'))),
      200,
    )
    assert.deepEqual(reached, ['//x?..=/../'])
  })

  it('follows no redirect: a Location at the member leads through the proxy, others are dropped', async (t) => {
    const { client, member } = await stage(t)
    for (const [location, expected] of [
      ['/api/v1?x=1', `${PROXY}/api/v1?x=1`],
      ['other', `${PROXY}/api/other`],
      [`${member.url}/apis`, `${PROXY}/apis`],
      ['//169.254.169.254/secret', null],
      ['http://example.com/', null],
    ] as const) {
      member.respond = (_, response) => response.writeHead(307, { location }).end()
      const response = await fetch(`${client.url}${PROXY}/api/here`, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [307, expected])
    }
  })

  it('keeps headers of connections, browsers and credentials apart', async (t) => {
    const { server, client, member } = await stage(t)
    const sent = request(`${server.url}${PROXY}/x`, {
      headers: {
        authorization: 'Bearer mine',
        cookie: 'a=b',
        connection: 'keep-alive, x-private',
        'x-private': '1',
        'x-remote-user': 'root',
        impersonate_user: 'root',
        'x-forwarded-for': '1.2.3.4',
        'proxy-authorization': 'Basic x',
        'x-public': '2',
      },
    }).end()
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    const { headers } = JSON.parse(text)
    for (const name of ['authorization', 'cookie', 'x-private', 'x-remote-user', 'proxy-authorization']) {
      assert.equal(headers[name], undefined, name)
    }
    assert.equal(headers.impersonate_user, undefined)
    assert.deepEqual([headers['x-public'], headers['x-forwarded-for']], ['2', '127.0.0.1'])
    assert.equal(headers.host, new URL(member.url).host)
    member.respond = (_, response) => {
      response
        .writeHead(200, {
          'set-cookie': 'a=b',
          'access-control-allow-origin': '*',
          'strict-transport-security': 'max-age=1',
          connection: 'x-private',
          'x-private': '1',
          'x-public': '2',
        })
        .end()
    }
    const answered = await client.get(`${PROXY}/x`)
    for (const name of [
      'set-cookie',
      'access-control-allow-origin',
      'strict-transport-security',
      'x-private',
    ]) {
      assert.equal(answered.headers.get(name), null, name)
    }
    assert.equal(answered.headers.get('x-public'), '2')
    assert.equal(answered.headers.get('content-security-policy'), 'sandbox')
  })

  it('is listed only by a federation host', async (t) => {
    const { client } = await stage(t)
    const plain = await startTestServer()
    t.after(() => plain.close())
    const names = async (of: Client) =>
      (await of.get('/apis/federation/v1beta1')).body.resources.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(client), ['clusters', 'clusters/agent', 'clusters/proxy', 'clusters/status'])
    assert.deepEqual(await names(new Client(plain.url)), ['clusters', 'clusters/status'])
    assert.equal((await new Client(plain.url).get(`${PROXY}/x`)).status, 404)
  })
})

describe('the rights to a proxy', { timeout: 60_000 }, () => {
  const role = (verbs: readonly string[], more: object = {}) => ({
    metadata: { name: 'through' },
    rules: [{ apiGroups: ['federation'], resources: ['clusters/proxy'], verbs, ...more }],
  })

  async function guarded(t: TestContext) {
    const host = await startAccessServer(t, { federation: true, authorizationMode: ['RBAC'] }, `${TOKENS}`)
    const admin = host.as('admin')
    const member = await ScriptedMember.start(t)
    member.respond = reflect
    await member.join(admin, 'm1')
    await member.join(admin, 'm2', { annotations: { 'federation.binnacle.dev/proxy-as': 'account' } })
    const bind = async (of: object) => {
      await created(admin.post(`${RBAC}/clusterroles`, of))
      await created(
        admin.post(`${RBAC}/clusterrolebindings`, {
          metadata: { name: 'through' },
          roleRef: { kind: 'ClusterRole', name: 'through' },
          subjects: [{ kind: 'User', name: 'ann' }],
        }),
      )
    }
    return { ...host, admin, member, bind }
  }

  it('are those of clusters/proxy, by method and by name', async (t) => {
    const { as, bind } = await guarded(t)
    const ann = as('ann')
    const denied = await ann.get(`${PROXY}/api`)
    assert.equal(denied.status, 403)
    assert.match(
      denied.body.message,
      /User "ann" cannot get resource "clusters\/proxy" in API group "federation"/,
    )
    await bind(role(['get', 'create'], { resourceNames: ['m1'] }))
    assert.equal((await ann.get(`${PROXY}/api`)).status, 200)
    assert.equal((await ann.post(`${PROXY}/api`, {})).status, 200)
    for (const [method, verb] of [
      ['PUT', 'update'],
      ['PATCH', 'patch'],
      ['DELETE', 'delete'],
    ] as const) {
      const { status, body } = await ann.send(method, `${PROXY}/api`, {})
      assert.equal(status, 403)
      assert.ok(body.message.includes(`cannot ${verb} resource`), body.message)
    }
    assert.equal((await ann.get(`${proxyPath('m2')}/api`)).status, 403)
    assert.equal((await as('ben').get(`${PROXY}/api`)).status, 403)
  })

  it('the member acts as the user, whatever the client says, or as the account if the cluster says so', async (t) => {
    const { as, admin, bind } = await guarded(t)
    await bind(role(['get']))
    const { body } = await as('ann').get(`${PROXY}/api`)
    assert.deepEqual(headerValues(body.rawHeaders, 'impersonate-user'), ['ann'])
    assert.deepEqual(headerValues(body.rawHeaders, 'impersonate-group'), ['dev'])
    assert.deepEqual(headerValues(body.rawHeaders, 'impersonate-uid'), ['2'])
    assert.deepEqual(headerValues(body.rawHeaders, 'authorization'), [])
    const refused = await as('ann').get(`${PROXY}/api`, { 'impersonate-user': 'ben' })
    assert.equal(refused.status, 403)
    const other = await admin.get(`${PROXY}/api`, {
      'impersonate-user': 'ann',
      'impersonate-group': 'a,b',
      'impersonate-extra-a%2Fb': 'c',
    })
    assert.deepEqual(headerValues(other.body.rawHeaders, 'impersonate-user'), ['ann'])
    assert.deepEqual(headerValues(other.body.rawHeaders, 'impersonate-group'), ['a,b'])
    assert.deepEqual(headerValues(other.body.rawHeaders, 'impersonate-extra-a%2fb'), ['c'])
    const account = await as('ann').get(`${proxyPath('m2')}/api`)
    assert.deepEqual(headerValues(account.body.rawHeaders, 'impersonate-user'), [])
  })

  it('a member that does not accept the host is a 503, not a 401 of the client', async (t) => {
    const { admin, member } = await guarded(t)
    member.respond = (_, response) => response.writeHead(401).end()
    const { status, body } = await admin.get(`${PROXY}/api`)
    assert.equal(status, 503)
    assert.match(body.message, /does not accept the credentials of this server/)
  })

  it('end a stream when they are lost', async (t) => {
    const { as, admin, member, bind } = await guarded(t)
    await bind(role(['get']))
    member.respond = (_, response) => response.writeHead(200).flushHeaders()
    const response = await as('ann').open(`${PROXY}/watch`)
    const ended = response.text().then(
      () => 'ended',
      () => 'aborted',
    )
    await admin.delete(`${RBAC}/clusterrolebindings/through`)
    assert.equal(await ended, 'aborted')
  })
})
