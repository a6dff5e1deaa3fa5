import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { hello, parseResponse, sendRaw, start } from '#http/connection/listener-support.fixture.js'
import { HostNames } from './host-names.js'
import { RequestChecks } from './request-checks.js'

/** A server for this machine that may also be called by these names, or by any. */
async function server(t: TestContext, allowed: readonly string[] | 'any' = []) {
  const hosts = allowed === 'any' ? undefined : new HostNames(allowed)
  const checks = new RequestChecks({ hosts, pages: ['/docs'] })
  const { port } = await start(t, hello, { checks })
  const send = (line: string, ...headers: readonly string[]) =>
    sendRaw(port, [line, 'Connection: close', ...headers, '', ''].join('\r\n'))
  return {
    port,
    code: async (line: string, ...headers: readonly string[]) =>
      Number((await send(line, ...headers)).split(' ')[1]),
    rejection: async (line: string, ...headers: readonly string[]) => {
      const { code, status } = parseResponse(await send(line, ...headers))
      return `${code} ${status.reason}: ${status.message}`
    },
  }
}

describe('the host that a request names', () => {
  it('may be any that always means this machine, with any port', async (t) => {
    const { code } = await server(t)
    for (const host of [
      'localhost',
      'LocalHost:8080',
      'localhost.',
      'api.localhost:1',
      '127.0.0.1',
      '127.8.8.8:80',
      '[::1]',
      '[0:0:0:0:0:0:0:1]:8080',
      '[::ffff:127.0.0.1]',
    ]) {
      assert.equal(await code('GET / HTTP/1.1', `Host: ${host}`), 200, host)
    }
    assert.equal(await code('GET / HTTP/1.0'), 200)
  })

  it('is rejected otherwise for every request, and the response names the flag', async (t) => {
    const { code, rejection } = await server(t)
    for (const host of [
      'rebound.example',
      'localhost.example',
      '127.0.0.1.example',
      '127.example',
      '10.0.0.1',
      '[::2]',
      '0.0.0.0',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS']) {
        assert.equal(await code(`${method} / HTTP/1.1`, `Host: ${host}`), 403, `${method} ${host}`)
      }
    }
    assert.equal(
      await rejection('GET / HTTP/1.1', 'Host: Rebound.example:8080'),
      '403 Forbidden: the server is not known as "rebound.example": it has to be started with --allowed-hosts rebound.example',
    )
  })

  it('may be one that is allowed, by its name or by a domain that it is in', async (t) => {
    const { code } = await server(t, ['API.example.com', '*.test', '[fd00::1]'])
    for (const host of ['api.example.com', 'api.example.com.:1', 'a.test', 'a.b.test', '[fd00:0::1]:80']) {
      assert.equal(await code('GET / HTTP/1.1', `Host: ${host}`), 200, host)
    }
    for (const host of ['example.com', 'x.api.example.com', 'test', 'atest', '[fd00::2]']) {
      assert.equal(await code('GET / HTTP/1.1', `Host: ${host}`), 403, host)
    }
  })

  it('may be any where all are allowed, or none is said', async (t) => {
    for (const allowed of [['*'], 'any'] as const) {
      const { code } = await server(t, allowed)
      assert.equal(await code('GET / HTTP/1.1', 'Host: any.example'), 200)
    }
  })

  it('has to be one host, said once', async (t) => {
    const { rejection } = await server(t)
    for (const host of [
      '',
      'a b',
      'localhost,localhost',
      'user@localhost',
      'localhost/x',
      'localhost:port',
    ]) {
      assert.match(
        await rejection('GET / HTTP/1.1', `Host: ${host}`),
        /^400 BadRequest: the Host header ".*" is not a host$/,
      )
    }
    assert.equal(
      await rejection('GET / HTTP/1.1', 'Host: localhost', 'hOST: localhost'),
      '400 BadRequest: the request has more than one Host header',
    )
    assert.match(await rejection('GET / HTTP/1.1', `Host: ${'x'.repeat(9000)}`), /^403.{0,400}$/)
  })
})

describe('an address of the machine', () => {
  it('may be named by those who have connected to it, and by no others', () => {
    const checks = new RequestChecks({ hosts: new HostNames(['api.example']), pages: [] })
    const check = (host: string, localAddress: string) => {
      const request = { url: '/', headers: { host }, rawHeaders: ['Host', host], socket: { localAddress } }
      checks.check(request as unknown as Parameters<typeof checks.check>[0])
    }
    check('192.0.2.7:6443', '192.0.2.7')
    check('192.0.2.8', '::ffff:192.0.2.8')
    check('[2001:db8:0::9]:1', '2001:db8::9')
    assert.throws(() => check('192.0.2.1', '192.0.2.9'), /is not known as/)
    assert.throws(() => check('name.example', '192.0.2.9'), /is not known as/)
  })
})

describe('a target in absolute form', () => {
  it('is resolved by its path, and its authority is the host', async (t) => {
    const checks = new RequestChecks({ hosts: new HostNames([]), pages: [] })
    const { port } = await start(t, (request, response) => void response.end(request.url), { checks })
    for (const [target, path] of [
      ['http://localhost/a/b?c=d', '/a/b?c=d'],
      ['HTTP://127.0.0.1:80', '/'],
      ['https://localhost?a=b', '/?a=b'],
    ] as const) {
      const text = await sendRaw(
        port,
        `GET ${target} HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`,
      )
      assert.match(text, /^HTTP\/1\.1 200 /, target)
      assert.ok(text.endsWith(`\r\n\r\n${path}`), text)
    }
  })

  it('is rejected when its authority is not a host of the server, or is no authority', async (t) => {
    const { code } = await server(t)
    assert.equal(await code('GET http://rebound.example/ HTTP/1.1', 'Host: localhost'), 403)
    for (const target of ['http://user@localhost/', 'http:///path', 'ftp://localhost/', '*']) {
      assert.equal(await code(`GET ${target} HTTP/1.1`, 'Host: localhost'), 400, target)
    }
  })
})

describe('a request of a browser', () => {
  const HOST = 'Host: localhost:8080'

  it('is rejected when it was sent by a page of another site', async (t) => {
    const { code, rejection } = await server(t)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const header of [
        'Sec-Fetch-Site: cross-site',
        'Sec-Fetch-Site: same-site',
        'Sec-Fetch-Site: something-new',
        'Origin: null',
        'Origin: http://evil.example',
        'Origin: http://localhost',
        'Origin: http://localhost:3000',
        'Origin: http://127.0.0.1:8080',
        'Origin: file://localhost:8080',
        'Origin: localhost:8080',
      ]) {
        assert.equal(await code(`${method} / HTTP/1.1`, HOST, header), 403, `${method} ${header}`)
      }
    }
    assert.equal(
      await rejection('GET / HTTP/1.1', HOST, 'Sec-Fetch-Site: same-origin', 'Origin: http://evil.example'),
      '403 Forbidden: the request was sent by a page of another site ("http://evil.example"), and such requests are refused',
    )
  })

  it('is taken from the pages of the server itself, and from people', async (t) => {
    const { code } = await server(t)
    for (const headers of [
      ['Sec-Fetch-Site: same-origin'],
      ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'],
      ['Origin: http://localhost:8080', 'Sec-Fetch-Site: same-origin'],
      ['Origin: http://localhost:8080'],
      ['Origin: https://localhost:8080'],
      ['Sec-Fetch-Mode: cors'],
    ]) {
      assert.equal(await code('POST / HTTP/1.1', HOST, ...headers), 200, headers.join())
    }
    assert.equal(await code('POST / HTTP/1.1', 'Host: localhost', 'Origin: http://localhost:80'), 200)
  })

  it('is taken from a page that a proxy serves under an allowed name', async (t) => {
    const proxied = ['Host: localhost:8080', 'Origin: https://api.example.com']
    assert.equal(await (await server(t, ['api.example.com'])).code('POST / HTTP/1.1', ...proxied), 200)
    assert.equal(await (await server(t, ['*'])).code('POST / HTTP/1.1', ...proxied), 403)
  })

  it('may follow a link from another site to a page that is there to be read, and only so', async (t) => {
    const { code } = await server(t)
    const link = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
    for (const path of ['/docs', '/docs/', '/docs?x=y']) {
      assert.equal(await code(`GET ${path} HTTP/1.1`, HOST, ...link), 200, path)
      assert.equal(await code(`POST ${path} HTTP/1.1`, HOST, ...link), 403, path)
    }
    for (const path of ['/', '/apis', '/docs/page.css', '/docsx']) {
      assert.equal(await code(`GET ${path} HTTP/1.1`, HOST, ...link), 403, path)
    }
    const frame = [...link.slice(0, 2), 'Sec-Fetch-Dest: iframe']
    assert.equal(await code('GET /docs HTTP/1.1', HOST, ...frame), 403)
    assert.equal(await code('GET /docs HTTP/1.1', HOST, 'Origin: http://evil.example', ...link), 403)
  })
})
