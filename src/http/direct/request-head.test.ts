import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RequestHeads } from './request-head.js'

const read = (...lines: readonly string[]) => new RequestHeads().read(lines.join('\r\n'))

describe('the head of a usual request', () => {
  it('is read with its method, its target and its fields', () => {
    const head = read(
      'PATCH /apis/apps/v1/deployments?limit=5&a=%20 HTTP/1.1',
      'Host: a:80',
      'content-LENGTH:12',
      'X-Blank:',
      'X-Padded: \t a  b\t ',
    )
    assert.equal(head?.method, 'PATCH')
    assert.equal(head.url, '/apis/apps/v1/deployments?limit=5&a=%20')
    assert.deepEqual(
      { ...head.fields.headers },
      { host: 'a:80', 'content-length': '12', 'x-blank': '', 'x-padded': 'a  b' },
    )
    assert.deepEqual(
      head.fields.raw,
      [
        ['Host', 'a:80'],
        ['content-LENGTH', '12'],
        ['X-Blank', ''],
        ['X-Padded', 'a  b'],
      ].flat(),
    )
    assert.equal(head.fields.contentLength, 12)
  })

  it('needs no fields', () => {
    const head = read('GET / HTTP/1.1')
    assert.deepEqual(head?.fields.raw, [])
    assert.equal(head?.fields.contentLength, 0)
  })

  it('shares its fields with a request that has the same ones, and with no other', () => {
    const heads = new RequestHeads()
    const first = heads.read('GET /1 HTTP/1.1\r\nHost: a\r\nAccept: b')
    const same = heads.read('POST /2 HTTP/1.1\r\nHost: a\r\nAccept: b')
    const other = heads.read('GET /1 HTTP/1.1\r\nHost: a\r\nAccept: c')
    assert.equal(same?.fields, first?.fields)
    assert.deepEqual([same?.method, same?.url], ['POST', '/2'])
    assert.equal(other?.fields.headers.accept, 'c')
    assert.equal(heads.read('GET / HTTP/1.1\r\nHost : a'), undefined)
    assert.equal(heads.read('GET / HTTP/1.1\r\nHost : a'), undefined)
  })

  it('has fields of any name, and none of an object', () => {
    const head = read('GET / HTTP/1.1', '__proto__: a', 'constructor: b')
    assert.deepEqual(head?.fields.raw, ['__proto__', 'a', 'constructor', 'b'])
    assert.deepEqual(Object.entries(head.fields.headers), [
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    assert.equal('toString' in head.fields.headers, false)
  })
})

describe('a head is left to node', () => {
  for (const line of [
    'HEAD / HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT a:80 HTTP/1.1',
    'GET / HTTP/1.0',
    'GET / HTTP/2.0',
    'GET / http/1.1',
    'GET /',
    'get / HTTP/1.1',
    'GETS / HTTP/1.1',
    'GET  / HTTP/1.1',
    'GET /  HTTP/1.1',
    'GET / a HTTP/1.1',
    'GET http://a/ HTTP/1.1',
    'GET /\t HTTP/1.1',
    'GET /\u00e4 HTTP/1.1',
    'GET /\n HTTP/1.1',
    ' GET / HTTP/1.1',
    '',
  ]) {
    it(`that begins with ${JSON.stringify(line)}`, () => assert.equal(read(line, 'Host: a'), undefined))
  }

  for (const fields of [
    'Connection: close',
    'Connection: upgrade',
    'Connection: keep-alive, close',
    'Proxy-Connection: close',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding:',
    'Expect: 100-continue',
    'Upgrade: h2c',
    'Content-Length: 1\r\nContent-Length: 1',
    'Content-Length: 1, 1',
    'Content-Length: +1',
    'Content-Length: -1',
    'Content-Length: 0x1',
    'Content-Length: 1e1',
    'Content-Length: 1 1',
    'Content-Length:',
    'Content-Length: 99999999999',
    'Host: b',
    'host: a',
    'X-A : b',
    ' X-A: b',
    'X-A: b\r\n c',
    'X-A: b\r\n\tc',
    'X-A',
    ': b',
    'X A: b',
    'X-A: b\nTransfer-Encoding: chunked',
    'X-A: b\rTransfer-Encoding: chunked',
    'X-A: \u0000',
    'X-A: \u007f',
    'X-A: \u00e4',
    'X-\u00e4: b',
  ]) {
    it(`that says ${JSON.stringify(fields)}`, () => {
      assert.equal(read('POST / HTTP/1.1', 'Host: a', ...fields.split('\r\n')), undefined)
    })
  }
})
