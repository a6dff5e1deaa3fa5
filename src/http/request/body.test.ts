import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { RequestAborted, readBody } from './body.js'

const LIMIT = 1000

/** A server that reads bodies, and a function that gives the outcome of each in turn. */
async function start(
  t: TestContext,
  onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<{ port: number; outcome: () => Promise<Buffer | Error> }> {
  const outcomes: (Buffer | Error)[] = []
  const waiting: ((outcome: Buffer | Error) => void)[] = []
  const server: Server = createServer(async (request, response) => {
    request.on('data', onChunk)
    const outcome = await readBody(request, LIMIT).catch((error: Error) => error)
    if (outcome instanceof ApiError) response.setHeader('Connection', 'close').writeHead(outcome.code)
    response.end()
    const next = waiting.shift()
    if (next) next(outcome)
    else outcomes.push(outcome)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    outcome: async () => outcomes.shift() ?? new Promise((resolve) => waiting.push(resolve)),
  }
}

async function post(port: number, head: string, ...parts: string[]): Promise<ReturnType<typeof connect>> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`)
  for (const part of parts) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    socket.write(part)
  }
  return socket
}

async function text(outcome: Promise<Buffer | Error>): Promise<string> {
  const body = await outcome
  assert.ok(Buffer.isBuffer(body), String(body))
  return body.toString()
}

async function rejection(outcome: Promise<Buffer | Error>): Promise<string> {
  const error = await outcome
  assert.ok(error instanceof ApiError, String(error))
  assert.equal(error.error, 'requestTooLarge')
  return error.message
}

describe('reading a body', () => {
  it('returns all of it, in one or more chunks, with a known length or chunked', async (t) => {
    const { port, outcome } = await start(t)
    for (const [head, ...parts] of [
      ['Content-Length: 10', 'helloworld'],
      ['Content-Length: 10', 'hello', 'world'],
      ['Transfer-Encoding: chunked', 'a\r\nhelloworld\r\n0\r\n\r\n'],
      ['Transfer-Encoding: chunked', '5\r\nhello\r\n', '5\r\nworld\r\n', '0\r\n\r\n'],
    ] as const) {
      const socket = await post(port, head, ...parts)
      assert.equal(await text(outcome()), 'helloworld')
      socket.destroy()
    }
  })

  it('gives an empty buffer when there is none', async (t) => {
    const { port, outcome } = await start(t)
    for (const [head, ...parts] of [
      ['X: y'],
      ['Content-Length: 0'],
      ['Transfer-Encoding: chunked', '0\r\n\r\n'],
    ] as const) {
      const socket = await post(port, head, ...parts)
      assert.equal(await text(outcome()), '')
      socket.destroy()
    }
  })

  it('takes a body of exactly the limit', async (t) => {
    const { port, outcome } = await start(t)
    const socket = await post(port, `Content-Length: ${LIMIT}`, 'x'.repeat(LIMIT))
    assert.equal((await text(outcome())).length, LIMIT)
    socket.destroy()
  })

  it('rejects one that says to be longer without waiting for it, and ends the connection', async (t) => {
    const { port, outcome } = await start(t)
    const socket = await post(port, `Content-Length: ${LIMIT + 1}`)
    assert.equal(await rejection(outcome()), 'the request body is larger than the limit of 1000 bytes')
    let response = ''
    for await (const chunk of socket) response += chunk
    assert.match(response, /^HTTP\/1\.1 413 [\s\S]*Connection: close/)
  })

  it('rejects one that turns out to be longer', async (t) => {
    const { port, outcome } = await start(t)
    const chunk = `1f4\r\n${'x'.repeat(500)}\r\n`
    const socket = await post(port, 'Transfer-Encoding: chunked', chunk, chunk, '1\r\nx\r\n')
    await rejection(outcome())
    let response = ''
    for await (const part of socket) response += part
    assert.match(response, /^HTTP\/1\.1 413 /)
  })

  it('lets a client that is still sending read why it was rejected', async (t) => {
    const { port, outcome } = await start(t)
    for (const headers of [{ 'Content-Length': 30_000_000 }, { 'Transfer-Encoding': 'chunked' }]) {
      const request = httpRequest({ port, method: 'POST', headers, agent: false })
      request.on('error', () => undefined)
      request.end(Buffer.alloc(30_000_000))
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      assert.equal(response.statusCode, 413)
      await rejection(outcome())
      request.destroy()
    }
  })

  it('rejects when the client goes away before the end', async (t) => {
    const { port, outcome } = await start(t)
    for (const [head, part] of [
      ['Content-Length: 10', 'hello'],
      ['Transfer-Encoding: chunked', '5\r\nhel'],
    ] as const) {
      const socket = await post(port, head, part)
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.destroy()
      assert.ok((await outcome()) instanceof RequestAborted)
    }
  })

  it('does not copy a body that came in one piece', async (t) => {
    const chunks: Buffer[] = []
    const { port, outcome } = await start(t, (chunk) => chunks.push(chunk))
    const socket = await post(port, 'Content-Length: 5', 'hello')
    assert.equal(await outcome(), chunks[0])
    socket.destroy()
  })
})
