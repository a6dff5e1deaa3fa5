import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { AddressRefused, AddressRules } from '#util/net/address-rules.js'
import { MemberClient } from './member-client.js'
import { MemberUnreachable } from './member-errors.js'

const ANYONE = {
  ca: undefined,
  token: undefined,
  certificate: undefined,
  key: undefined,
  serverName: undefined,
}

describe('a client of a member', () => {
  let server: Server
  let client: MemberClient
  let respond: RequestListener
  before(async () => {
    server = createServer((request, response) => respond(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    client = new MemberClient({ ...ANYONE, server: `http://127.0.0.1:${port}/base`, token: 'abc' })
  })
  after(() => {
    client.close()
    server.closeAllConnections()
    server.close()
  })

  it('sends JSON with its token, below the path of the server', async () => {
    respond = async (request, response) => {
      const body = []
      for await (const chunk of request) body.push(chunk)
      const { method, url, headers } = request
      response.end(
        JSON.stringify({ method, url, token: headers.authorization, body: Buffer.concat(body).toString() }),
      )
    }
    const { status, body } = await client.send({ method: 'POST', path: '/api?x=1', body: { a: 1 } })
    assert.equal(status, 200)
    assert.deepEqual(body, { method: 'POST', url: '/base/api?x=1', token: 'Bearer abc', body: '{"a":1}' })
  })

  it('rejects a response that switches protocols', async () => {
    respond = (_, response) => {
      response.socket?.end('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
    }
    await assert.rejects(client.send({ method: 'GET', path: '/' }), MemberUnreachable)
    await assert.rejects(client.stream('/', AbortSignal.timeout(5000)).next(), MemberUnreachable)
  })

  it('does not follow redirects', async () => {
    let requests = 0
    respond = (_, response) => {
      requests++
      response.writeHead(302, { location: '/elsewhere' }).end()
    }
    assert.equal((await client.send({ method: 'GET', path: '/' })).status, 302)
    assert.equal(requests, 1)
  })

  it('times out on a response that does not start or does not end', async () => {
    respond = () => undefined
    await assert.rejects(client.send({ method: 'GET', path: '/', timeoutMs: 50 }), MemberUnreachable)
    respond = (_, response) => void response.write('{')
    await assert.rejects(client.send({ method: 'GET', path: '/', timeoutMs: 50 }), MemberUnreachable)
  })

  it('reads a stream line by line, however it is chunked', async () => {
    respond = (_, response) => {
      response.write('{"n":1}\n{"n"')
      setImmediate(() => response.end(':2}\n\n{"n":3}\n'))
    }
    const seen: unknown[] = []
    for await (const line of client.stream('/watch', new AbortController().signal)) seen.push(line)
    assert.deepEqual(seen, ['{"n":1}', '{"n":2}', '{"n":3}'])
  })

  it('reports the status of a response that is not a stream', async () => {
    respond = (_, response) => void response.writeHead(410).end('{"code":410}')
    const stream = client.stream('/watch', new AbortController().signal)
    assert.deepEqual(await stream.next(), { done: true, value: { status: 410, body: { code: 410 } } })
  })

  it('sends nothing while it may not dial', async () => {
    let requests = 0
    respond = (_, response) => {
      requests++
      response.end('{}')
    }
    let mayDial = false
    const guarded = new MemberClient({ ...ANYONE, server: client.server }, { mayDial: () => mayDial })
    await assert.rejects(guarded.send({ method: 'DELETE', path: '/' }), MemberUnreachable)
    await assert.rejects(guarded.stream('/', new AbortController().signal).next(), MemberUnreachable)
    assert.equal(requests, 0)
    mayDial = true
    assert.equal((await guarded.send({ method: 'GET', path: '/' })).status, 200)
    guarded.close()
  })

  it('sends nothing that waited for a connection when it may no longer dial', async () => {
    const seen: (string | undefined)[] = []
    const arrival = new Promise<ServerResponse>((resolve) => {
      respond = ({ url }, response) => {
        seen.push(url)
        resolve(response)
      }
    })
    let mayDial = true
    const guarded = new MemberClient(
      { ...ANYONE, server: client.server },
      { mayDial: () => mayDial, connections: 1 },
    )
    const first = guarded.send({ method: 'GET', path: '/first' })
    const second = guarded.send({ method: 'PUT', path: '/second', body: {} })
    const response = await arrival
    mayDial = false
    response.end('{}')
    await first
    await assert.rejects(second, { message: 'another server leads the federation now' })
    const third = guarded.send({ method: 'PUT', path: '/third' })
    await assert.rejects(third, MemberUnreachable)
    assert.deepEqual(seen, ['/base/first'])
    guarded.close()
  })

  it('rejects denied addresses unless they are allowed', () => {
    for (const host of [
      '169.254.169.254',
      '[fe80::1]',
      '0.0.0.0',
      '[::ffff:169.254.169.254]',
      '100.100.100.200',
      '168.63.129.16',
      '[64:ff9b::169.254.169.254]',
      '[2002:a9fe:a9fe::1]',
    ]) {
      assert.throws(() => new MemberClient({ ...ANYONE, server: `http://${host}` }), AddressRefused, host)
    }
    new MemberClient(
      { ...ANYONE, server: 'http://169.254.1.1' },
      { rules: new AddressRules(['169.254.0.0/16']) },
    ).close()
    for (const text of ['nowhere', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', 'fe80::1%eth0', '::/129']) {
      assert.throws(() => new AddressRules([text]), RangeError, text)
    }
  })
})
