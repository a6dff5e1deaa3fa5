import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type NoHead, type RequestHead, RequestHeads } from './request-head.js'

const bytesOf = (...lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')

const read = (...lines: readonly string[]) => new RequestHeads().read(bytesOf(...lines))

/** A head that has to be there. */
function headOf(head: RequestHead | NoHead): RequestHead {
  assert.ok(typeof head === 'object', `no head: ${head}`)
  return head
}

describe('the head of a usual request', () => {
  it('is read with its method, its target and its fields', () => {
    const head = headOf(
      read(
        'PATCH /apis/apps/v1/deployments?limit=5&a=%20 HTTP/1.1',
        'Host: a:80',
        'content-LENGTH:12',
        'X-Blank:',
        'X-Padded: \t a  b\t ',
      ),
    )
    assert.equal(head.method, 'PATCH')
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
    const head = headOf(read('GET / HTTP/1.1'))
    assert.deepEqual(head.fields.raw, [])
    assert.equal(head.fields.contentLength, 0)
  })

  it('shares its fields with a request that has the same ones, and with no other', () => {
    const heads = new RequestHeads()
    const next = (...lines: readonly string[]) => heads.read(bytesOf(...lines))
    const first = headOf(next('GET /1 HTTP/1.1', 'Host: a', 'Accept: b'))
    const same = headOf(next('POST /22 HTTP/1.1', 'Host: a', 'Accept: b'))
    const other = headOf(next('GET /1 HTTP/1.1', 'Host: a', 'Accept: c'))
    assert.equal(same.fields, first.fields)
    assert.deepEqual([same.method, same.url], ['POST', '/22'])
    assert.equal(other.fields.headers.accept, 'c')
    const longer = headOf(next('GET /1 HTTP/1.1', 'Host: a', 'Accept: c', 'X: d'))
    assert.equal(longer.fields.headers.x, 'd')
    const shorter = headOf(next('GET /1 HTTP/1.1', 'Host: a'))
    assert.deepEqual(shorter.fields.raw, ['Host', 'a'])
    assert.equal(next('GET / HTTP/1.1', 'Host : a'), 'fallback')
    assert.equal(next('GET / HTTP/1.1', 'Host : a'), 'fallback')
    assert.deepEqual(headOf(next('GET /1 HTTP/1.1', 'Host: a')).fields.raw, ['Host', 'a'])
  })

  it('shares no fields that are too long to be kept', () => {
    const heads = new RequestHeads()
    const lines = ['GET / HTTP/1.1', `X-Long: ${'a'.repeat(5000)}`]
    const first = headOf(heads.read(bytesOf(...lines)))
    const second = headOf(heads.read(bytesOf(...lines)))
    assert.deepEqual(second.fields.raw, first.fields.raw)
    assert.notEqual(second.fields, first.fields)
  })

  it('ends with its empty line, whatever follows, the first time and again', () => {
    const heads = new RequestHeads()
    const head = bytesOf('GET /1 HTTP/1.1', 'Host: a')
    for (let time = 0; time < 2; time++) {
      for (const next of ['', '\r', '\r\n\r\n', 'GET /2 HTTP/1.1\r\nHost: b\r\n\r\n']) {
        const read = headOf(heads.read(Buffer.concat([head, Buffer.from(next)])))
        assert.deepEqual([read.url, read.fields.headers.host, read.length], ['/1', 'a', head.length])
      }
    }
  })

  it('is incomplete up to its last byte, the first time and again', () => {
    const heads = new RequestHeads()
    const head = bytesOf('GET /1 HTTP/1.1', 'Host: a', 'Accept: b')
    for (let time = 0; time < 2; time++) {
      for (let length = 0; length < head.length; length++) {
        assert.equal(heads.read(head.subarray(0, length)), 'incomplete', `${length} bytes`)
      }
      assert.equal(headOf(heads.read(head)).url, '/1')
    }
  })

  it('is not changed when its memory is reused', () => {
    const heads = new RequestHeads()
    const memory = bytesOf('GET /1 HTTP/1.1', 'Host: a')
    const first = headOf(heads.read(memory))
    memory.set(bytesOf('GET /1 HTTP/1.1', 'Host: b'))
    const second = headOf(heads.read(memory))
    assert.deepEqual([first.fields.headers.host, second.fields.headers.host], ['a', 'b'])
  })

  it('has fields of any name, and none of an object', () => {
    const head = headOf(read('GET / HTTP/1.1', '__proto__: a', 'constructor: b'))
    assert.deepEqual(head.fields.raw, ['__proto__', 'a', 'constructor', 'b'])
    assert.deepEqual(Object.entries(head.fields.headers), [
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    assert.equal('toString' in head.fields.headers, false)
    const { headers } = headOf(read('GET / HTTP/1.1', 'Host: a')).fields
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      assert.equal(headers[name], undefined)
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
    'GET /\r HTTP/1.1',
    'GET / HTTP/1.1\r',
    'GET / HTTP/1.1\n',
    ' GET / HTTP/1.1',
    '',
  ]) {
    it(`that begins with ${JSON.stringify(line)}`, () => assert.equal(read(line, 'Host: a'), 'fallback'))
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
      assert.equal(read('POST / HTTP/1.1', 'Host: a', ...fields.split('\r\n')), 'fallback')
    })
  }
})
