import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { PlainHeads } from './plain-head.js'

const BODY = Buffer.from('{"kind":"Status"}')
const KEEP_ALIVE_MS = 7_000
const heads = new PlainHeads(KEEP_ALIVE_MS)

/** Which way the last answer took. */
let wasPlain: boolean | undefined

/** `/plain/CODE` is answered with a head of ours where possible, `/node/CODE` by node alone. */
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
  const [, way, code = ''] = (request.url ?? '').split('/')
  if (request.headers['x-more'] !== undefined) response.setHeader('Warning', '299 - "old"')
  answer(response, way === 'plain', Number(code), request.headers['x-id'] as string | undefined)
})
server.on('checkContinue', (_request, response: ServerResponse) => answer(response, true, 200, undefined))

function answer(response: ServerResponse, tries: boolean, code: number, id: string | undefined): void {
  wasPlain = tries && heads.give(response, code, 'application/json', BODY.length, id)
  if (!wasPlain) {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': BODY.length }
    response.writeHead(code, id === undefined ? headers : { ...headers, 'Audit-Id': id })
  }
  response.end(BODY)
}

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

/** All that is answered to one request, with the time left out. */
async function exchange(lines: readonly string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const isEmpty = lines[0]?.startsWith('HEAD')
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (isEmpty ? text.endsWith('\r\n\r\n') : text.endsWith(BODY.toString())) break
  }
  socket.destroy()
  return text.replace(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r$/m, 'Date: now\r')
}

async function both(method: string, path: string, version: string, headers: readonly string[] = []) {
  const request = (way: string) => [
    `${method} /${way}/${path} HTTP/${version}`,
    'Host: binnacle.test',
    ...headers,
  ]
  const byNode = await exchange(request('node'))
  const byUs = await exchange(request('plain'))
  return { byNode, byUs, wasPlain }
}

describe('a head that is put together in advance', () => {
  for (const [name, method, path, version, headers] of [
    ['a get', 'GET', '200', '1.1', []],
    ['a create', 'POST', '201', '1.1', ['Content-Length: 0']],
    ['a code that is rare', 'GET', '429', '1.1', []],
    ['a request whose name is shown', 'GET', '200', '1.1', ['X-Id: 1f0c']],
    ['a client that wants no body', 'HEAD', '200', '1.1', []],
    ['an old client that keeps its connection', 'GET', '200', '1.0', ['Connection: keep-alive']],
  ] as const) {
    it(`is byte for byte what node sends for ${name}`, async () => {
      const { byNode, byUs, wasPlain } = await both(method, path, version, headers)
      assert.equal(wasPlain, true)
      assert.match(byNode, /Date: now\r\n/)
      assert.equal(byUs, byNode)
    })
  }

  for (const [name, version, headers] of [
    ['a connection that ends with the answer', '1.1', ['Connection: close']],
    ['an old client', '1.0', []],
    ['a header that was set before', '1.1', ['X-More: yes']],
  ] as const) {
    it(`is left to node for ${name}`, async () => {
      const { byNode, byUs, wasPlain } = await both('GET', '200', version, headers)
      assert.equal(wasPlain, false)
      assert.equal(byUs, byNode)
    })
  }

  it('is left to node for a client that waits for leave to send its body', async () => {
    const text = await exchange([
      'POST /plain/200 HTTP/1.1',
      'Host: binnacle.test',
      'Content-Length: 2',
      'Expect: 100-continue',
    ])
    assert.equal(wasPlain, false)
    assert.match(text, /Connection: close\r\n/)
  })
})
