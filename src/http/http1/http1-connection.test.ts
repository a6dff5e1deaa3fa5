import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import type { ListenerOptions } from '#http/connection/listener.js'
import { open, readAll, sendRaw, start } from '#http/connection/listener-support.fixture.js'
import { secureFront } from '#http/connection/secure-server.js'
import { defaultLimits } from '#http/limits/listener-limits.js'
import { readBody } from '#http/request/body.js'
import type { HttpResponse } from '#http/request/exchange.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { Http1Request } from './http1-response.js'

const authority = newAuthority()

const ID = '0f5e2c10-0000-4000-8000-000000000abc'

function sendWhole(response: HttpResponse, code: number, body: Buffer, isNamed: boolean): void {
  if (response.sendWhole?.(code, 'application/json', body, isNamed ? ID : undefined, undefined)) return
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }
  response.writeHead(code, isNamed ? { ...headers, 'Audit-Id': ID } : headers).end(body)
}

/** Says what has come, and which way it came. */
const echo: ListenerOptions['handler'] = async (request, response) => {
  const { method, url = '', headers } = request
  const body = (await readBody(request, 1_000_000)).toString('latin1')
  const handledBy = request instanceof Http1Request ? 'direct' : 'node'
  const text = Buffer.from(JSON.stringify({ handledBy, method, url, headers: { ...headers }, body }))
  if (url.startsWith('/late')) await new Promise((resolve) => setTimeout(resolve, 20))
  if (url.startsWith('/chunks')) {
    const parts = response.writeHead(200, { 'Content-Type': 'application/json' })
    parts.write(text.subarray(0, 10))
    parts.write('')
    parts.end(text.subarray(10))
  } else if (url.startsWith('/more')) {
    response.setHeader('Warning', ['299 - "old"', '299 - "rare"'])
    response.appendHeader('Vary', 'Accept')
    response.appendHeader('Vary', 'Origin')
    sendWhole(response, 429, text, true)
  } else if (url.startsWith('/nothing')) {
    response.writeHead(304, {}).end()
  } else {
    sendWhole(response, 201, text, url.startsWith('/named'))
  }
}

const request = (line: string, fields: readonly string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: a', ...fields, '', body].join('\r\n')

/** The response to a last request, which is left to node. */
const LAST = request('GET /last', ['Connection: close'])

interface ParsedResponse {
  readonly code: number
  /** Sorted, without those that are of one moment or one connection. */
  readonly head: readonly string[]
  /** What the handler has found; undefined for a response without a body. */
  readonly found: { readonly handledBy: string; readonly [name: string]: unknown } | undefined
}

/** Takes the responses on one connection apart. Fails where one does not end as its head says. */
function responsesIn(text: string): ParsedResponse[] {
  const responses: ParsedResponse[] = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const lines = rest.slice(0, end).split('\r\n')
    const { body, length } = bodyOf(lines, rest.slice(end + 4))
    rest = rest.slice(end + 4 + length)
    const head = lines.filter((line) => !/^(Date|Content-Length|Connection|Keep-Alive):/.test(line)).sort()
    responses.push({
      code: Number(lines[0]?.split(' ')[1]),
      head,
      found: body === '' ? undefined : JSON.parse(body),
    })
  }
  return responses
}

function bodyOf(head: readonly string[], text: string): { readonly body: string; readonly length: number } {
  const declared = head.find((line) => line.startsWith('Content-Length: '))
  if (declared !== undefined) {
    const length = Number(declared.slice('Content-Length: '.length))
    assert.ok(text.length >= length, 'the response is as long as its Content-Length')
    return { body: text.slice(0, length), length }
  }
  if (!head.includes('Transfer-Encoding: chunked')) return { body: '', length: 0 }
  let body = ''
  for (let at = 0; ; ) {
    const line = text.slice(at, text.indexOf('\r\n', at))
    assert.match(line, /^[0-9a-f]+$/)
    const length = Number.parseInt(line, 16)
    const start = at + line.length + 2
    assert.equal(text.slice(start + length, start + length + 2), '\r\n')
    at = start + length + 2
    if (length === 0) return { body, length: at }
    body += text.slice(start, start + length)
  }
}

const handledBy = (responses: readonly ParsedResponse[]) => responses.map(({ found }) => found?.handledBy)

const TRANSPORTS = [
  ['TCP', {}, (port: number) => connect(port, '127.0.0.1')],
  [
    'TLS',
    { tls: secureFront(authority.issueServer(LOCAL_HOSTS)) },
    (port: number) => connectSecurely({ port, host: '127.0.0.1', ca: authority.cert }),
  ],
] as const

for (const [transport, options, dial] of TRANSPORTS) {
  describe(`requests over ${transport}`, () => {
    /** All that is served on one connection. */
    async function exchange(port: number, pieces: readonly string[]): Promise<ParsedResponse[]> {
      const socket: Socket = dial(port)
      await once(socket, transport === 'TLS' ? 'secureConnect' : 'connect')
      const responses = readAll(socket)
      for (const piece of pieces) {
        socket.write(piece, 'latin1')
        if (pieces.length > 1) await nextTurn()
      }
      return responsesIn(await responses)
    }

    for (const [line, expected] of [
      ['GET /named', ['HTTP/1.1 201 Created', `Audit-Id: ${ID}`, 'Content-Type: application/json']],
      ['POST /', ['HTTP/1.1 201 Created', 'Content-Type: application/json']],
      ['GET /chunks', ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Transfer-Encoding: chunked']],
      [
        'GET /more',
        [
          'HTTP/1.1 429 Too Many Requests',
          `Audit-Id: ${ID}`,
          'Content-Type: application/json',
          'Vary: Accept',
          'Vary: Origin',
          'Warning: 299 - "old"',
          'Warning: 299 - "rare"',
        ],
      ],
      ['GET /nothing', ['HTTP/1.1 304 Not Modified']],
      [`DELETE /${'x'.repeat(9_000)}`, ['HTTP/1.1 201 Created', 'Content-Type: application/json']],
    ] as const) {
      it(`are served as by node: ${line.slice(0, 12)}`, async (t) => {
        const { port } = await start(t, echo, options)
        const [direct] = await exchange(port, [request(line), LAST])
        // A field that is given twice is unusual.
        const [byNode] = await exchange(port, [request(line, ['X: 1', 'X: 2']), LAST])
        assert.deepEqual(direct?.head, [...expected].sort())
        assert.deepEqual(byNode?.head, direct?.head)
        if (line === 'GET /nothing') return
        assert.equal(direct?.found?.handledBy, 'direct')
        assert.equal(byNode?.found?.handledBy, 'node')
        assert.equal(direct?.found?.url, line.split(' ')[1])
      })
    }

    it('are read directly, whatever pieces they come in', async (t) => {
      const { port } = await start(t, echo, options)
      const post = request('POST /a', ['Content-Length: 10'], '0123456789')
      const responses = await exchange(port, [
        post.slice(0, 20),
        post.slice(20, -5),
        post.slice(-5),
        post + post,
        LAST,
      ])
      assert.deepEqual(handledBy(responses), ['direct', 'direct', 'direct', 'node'])
      assert.deepEqual(
        responses.map(({ found }) => found?.body),
        ['0123456789', '0123456789', '0123456789', ''],
      )
    })

    it('are left to node from the first unusual one on', async (t) => {
      const { port } = await start(t, echo, options)
      const chunked = request('POST /b', ['Transfer-Encoding: chunked'], '3\r\nabc\r\n0\r\n\r\n')
      const responses = await exchange(port, [request('GET /a') + chunked + request('GET /c'), LAST])
      assert.deepEqual(handledBy(responses), ['direct', 'node', 'node', 'node'])
      assert.equal(responses[1]?.found?.body, 'abc')
    })

    // Over TLS node's own parser loses requests that are sent before the response to the last one was taken.
    const isFallbackSafe = transport === 'TCP'

    it('are served in order when large ones arrive at once', async (t) => {
      const { port } = await start(t, echo, options)
      const body = (count: number) => 'xyz\r\n\r\n'.repeat(count)
      const sized = (head: string, count: number) =>
        request(head, [`Content-Length: ${body(count).length}`], body(count))
      const chunk = body(17_563)
      const requests = [
        sized('PATCH /0', 731),
        sized('PUT /named/1', 1071),
        sized('DELETE /named/2', 18_137),
        sized('POST /named/3', 1285),
        request(
          'POST /4',
          ['Transfer-Encoding: chunked'],
          `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
        ),
      ]
      const responses = await exchange(port, [[...requests, LAST].join('')])
      assert.deepEqual(
        responses.map(({ code }) => code),
        Array.from({ length: 6 }, () => 201),
      )
    })

    it('are served the same however they are cut and joined', async (t) => {
      const seed = testSeed()
      t.diagnostic(`TEST_SEED=${seed}`)
      const random = new Random(seed)
      const { port } = await start(t, echo, options)
      for (let round = 0; round < sized(60, 15); round++) {
        const requests = Array.from({ length: 1 + random.below(6) }, (_, number) =>
          anyRequest(random, number, isFallbackSafe),
        )
        const text = [...requests, LAST].join('')
        const pieces: string[] = []
        for (let at = 0; at < text.length; ) {
          const length = 1 + random.below(isFallbackSafe && random.chance(0.5) ? 10 : 3000)
          pieces.push(text.slice(at, at + length))
          at += length
        }
        const withoutHandler = (responses: readonly ParsedResponse[]) =>
          responses.map(({ found, ...response }) => ({
            ...response,
            found: { ...found, handledBy: undefined },
          }))
        const cut = withoutHandler(await exchange(port, pieces))
        assert.equal(cut.length, requests.length + 1)
        assert.deepEqual(cut, withoutHandler(await exchange(port, [text])))
      }
    })
  })
}

function anyRequest(random: Random, number: number, mayFallBack: boolean): string {
  const path = `${random.pick(['/', '/named/', '/chunks/', '/more/'])}${number}`
  const fields = random.chance(0.3) ? ['Accept: */*'] : []
  const body = 'xyz\r\n\r\n'.repeat(random.below(mayFallBack && random.chance(0.1) ? 20_000 : 2000))
  switch (mayFallBack ? random.below(8) : 2 + random.below(6)) {
    case 0:
      return request(`GET ${path}`, [...fields, 'X-Twice: 1', 'X-Twice: 2'])
    case 1:
      return request(
        `POST ${path}`,
        [...fields, 'Transfer-Encoding: chunked'],
        `${body.length.toString(16)}\r\n${body}${body === '' ? '' : '\r\n0\r\n'}\r\n`,
      )
    case 2:
    case 3:
      return request(`GET ${path}`, fields)
    default:
      return request(
        `${random.pick(['POST', 'PUT', 'PATCH', 'DELETE'])} ${path}`,
        [...fields, `Content-Length: ${body.length}`],
        body,
      )
  }
}

describe('a connection', () => {
  it('without a request in time gets a Status', async (t) => {
    const limits = { ...defaultLimits, headersTimeoutMs: 30, checkIntervalMs: 10 }
    const { port } = await start(t, echo, { limits })
    assert.match(await sendRaw(port, ''), /^HTTP\/1\.1 408 /)
  })

  it('that has been idle for too long is closed without a word', async (t) => {
    const limits = { ...defaultLimits, keepAliveTimeoutMs: 30, checkIntervalMs: 10 }
    const { port } = await start(t, echo, { limits })
    const text = await sendRaw(port, request('GET /a'))
    assert.deepEqual(handledBy(responsesIn(text)), ['direct'])
  })

  it('whose request arrives slowly is handed to Node, which has the timeouts', async (t) => {
    const limits = { ...defaultLimits, headersTimeoutMs: 10_000, checkIntervalMs: 10 }
    const { port } = await start(t, echo, { limits })
    const socket = await open(port, 'GET /a HTTP/1.1\r\nHost: a\r\nConn')
    const response = readAll(socket)
    // Many times the interval, for a machine that is busy before the server reads the beginning.
    await new Promise((resolve) => setTimeout(resolve, 300))
    socket.write('ection: keep-alive\r\n\r\n')
    socket.write(LAST)
    assert.deepEqual(handledBy(responsesIn(await response)), ['node', 'node'])
  })

  it('takes a request with a body as long as is allowed, and leaves a longer one to node', async (t) => {
    const limits = { ...defaultLimits, maxBodyBytes: 100 }
    const { port } = await start(t, echo, { limits })
    const post = (length: number) => request('POST /a', [`Content-Length: ${length}`], 'x'.repeat(length))
    assert.deepEqual(handledBy(responsesIn(await sendRaw(port, post(100) + post(101) + LAST))), [
      'direct',
      'node',
      'node',
    ])
  })

  it('whose client ends its side behind an unusual request is closed after the responses', async (t) => {
    const { port } = await start(t, echo)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(request('GET /late') + request('GET /b', ['X: 1', 'X: 2']) + request('GET /c'))
    const responses = responsesIn(await readAll(socket))
    assert.deepEqual(handledBy(responses), ['direct', 'node', 'node'])
  })

  it('that brings very many requests behind a stream is closed', async (t) => {
    const { port } = await start(t, (_request, response, channel) => {
      response.writeHead(200, {})
      response.flushHeaders()
      channel.beginStream()
    })
    const socket = await open(port, request('GET /a'))
    await once(socket, 'data')
    socket.on('error', () => undefined)
    const closed = new Promise((resolve) => socket.resume().on('close', resolve))
    const flood = request('GET /b').repeat(10_000)
    socket.write(flood)
    await closed
  })
})
