import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { InvalidResponse, ResponseParser } from './response-parser.js'

interface Parsed {
  readonly codes: number[]
  readonly headers: string[]
  readonly body: string
  readonly ends: number
  readonly isReusable: boolean
  readonly rest: string
}

/** Parses a response that arrives in pieces. */
function parsed(text: string, { method = 'GET', size = text.length, isEnded = false } = {}): Parsed {
  const codes: number[] = []
  const headers: string[] = []
  let body = ''
  let ends = 0
  const parser = new ResponseParser({
    onHead: ({ statusCode, rawHeaders }) => {
      codes.push(statusCode)
      headers.push(...rawHeaders)
    },
    onBody: (bytes) => {
      assert.equal(ends, 0)
      body += bytes.toString('latin1')
    },
    onEnd: () => ends++,
  })
  parser.begin(method)
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size))
  if (isEnded) parser.end()
  return { codes, headers, body, ends, isReusable: parser.isReusable, rest: parser.rest.toString('latin1') }
}

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const SIZED = (length: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`

describe('the parser of responses', () => {
  it('reads bodies with a length, in chunks, without one and up to the end, whatever the pieces', () => {
    const bodies: readonly (readonly [text: string, body: string, isReusable: boolean])[] = [
      [`${SIZED('5')}hello`, 'hello', true],
      [SIZED('0'), '', true],
      [`${CHUNKED}3\r\nabc\r\nA;x="y"\r\n0123456789\r\n0\r\n\r\n`, 'abc0123456789', true],
      [`${CHUNKED}1\r\na\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n`, 'a', true],
      ['HTTP/1.1 200\r\nA: \t b \t\r\nB:\r\n\r\nall\r\n\r\n', 'all\r\n\r\n', false],
      ['HTTP/1.1 200 OK\r\nConnection: x, close\r\nContent-Length: 1\r\n\r\na', 'a', false],
      ['HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na', 'a', false],
      [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${SIZED('1')}a`, 'a', true],
    ]
    for (const [text, body, isReusable] of bodies) {
      for (const size of [1, 2, 3, 7, text.length]) {
        const response = parsed(text, { size, isEnded: true })
        assert.deepEqual(response.codes, [200], text)
        assert.deepEqual([response.body, response.ends, response.isReusable], [body, 1, isReusable], text)
      }
    }
  })

  it('keeps names and values as received, and drops informational ones', () => {
    const { headers } = parsed(
      'HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 204 \r\nVary: a\r\nvary:b\xe9 \r\n\r\n',
    )
    assert.deepEqual(headers, ['Vary', 'a', 'vary', 'b\xe9'])
  })

  it('expects no body after HEAD, 204, 304 and 101', () => {
    for (const [text, method] of [
      [SIZED('5'), 'HEAD'],
      [CHUNKED, 'HEAD'],
      [SIZED('5').replace('200', '304'), 'GET'],
      ['HTTP/1.1 204 No Content\r\n\r\n', 'GET'],
    ] as const) {
      const { ends, body, isReusable } = parsed(text, { method })
      assert.deepEqual([ends, body, isReusable], [1, '', true], text)
    }
    const { ends, rest } = parsed('HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nfirst')
    assert.deepEqual([ends, rest], [1, 'first'])
  })

  it('does not use a connection again that sends more than the response', () => {
    assert.equal(parsed(`${SIZED('1')}ab`).isReusable, false)
    assert.equal(parsed(`${SIZED('1')}a${SIZED('1')}b`).isReusable, false)
  })

  it('rejects a response that ends too early', () => {
    for (const text of [
      'HTTP/1.1 200 OK\r\n',
      `${SIZED('2')}a`,
      CHUNKED,
      `${CHUNKED}2\r\na`,
      `${CHUNKED}0\r\n`,
    ]) {
      assert.equal(parsed(text).ends, 0)
      assert.throws(() => parsed(text, { isEnded: true }), InvalidResponse, text)
    }
  })

  it('rejects what servers read in different ways', () => {
    const head = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\n\r\n`
    for (const text of [
      '220 ready\r\n',
      'HTTP/2 200\r\n\r\n',
      'HTTP/1.1 20 OK\r\n\r\n',
      'HTTP/1.1 200 OK\nA: b\n\n',
      head('A: b\nC: d'),
      head('A: b\r\n folded'),
      head('A : b'),
      head(': b'),
      head('no colon'),
      head('A: b\0'),
      head('Content-Length: 1\r\nContent-Length: 1'),
      head('Content-Length: 1, 1'),
      head('Content-Length: +1'),
      head('Content-Length: 1\r\nTransfer-Encoding: chunked'),
      head('Transfer-Encoding: gzip, chunked'),
      head('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'),
      `${CHUNKED}-1\r\n`,
      `${CHUNKED}\r\n`,
      `${CHUNKED}1 1\r\n`,
      `${CHUNKED}1\r\nab\r\n`,
      `${CHUNKED}ffffffffffffffff\r\n`,
    ]) {
      assert.throws(() => parsed(text), InvalidResponse, JSON.stringify(text))
      assert.throws(() => parsed(text, { size: 1 }), InvalidResponse, JSON.stringify(text))
    }
  })

  it('bounds heads, trailers and the lines of chunks', () => {
    const long = 'y'.repeat(20_000)
    for (const text of [
      `HTTP/1.1 200 OK\r\nA: ${long}\r\n\r\n`,
      `HTTP/1.1 200 OK\r\nA: ${long}`,
      `${CHUNKED}1;${long}`,
      `${CHUNKED}0\r\n${'A: b\r\n'.repeat(5000)}`,
    ]) {
      assert.throws(() => parsed(text), InvalidResponse)
      assert.throws(() => parsed(text, { size: 1000 }), InvalidResponse)
    }
  })
})
