import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { RawClient, requestText } from '#test/support/raw-client.js'
import { isOfHost, startRawMember } from './raw-member.js'
import { proxyPath } from './scripted-member.js'

const PROXY = proxyPath('m1')
const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n`

/** The target in the first line of a request. */
const targetOf = (text: string) => text.split(' ', 2)[1] ?? ''

describe('the connections of a proxy to a member', { timeout: 60_000 }, () => {
  it('take one request after the other, whatever frames the responses', async (t) => {
    const responses: Readonly<Record<string, readonly string[]>> = {
      '/length': [`${OK}Content-Length: 4\r\n\r\nbody`],
      '/pieces': [`${OK}Content-Le`, 'ngth: 4\r\n', '\r\nbo', 'dy'],
      '/chunks': [`${CHUNKED}\r\n2\r\nbo\r\n`, '2\r\ndy\r', '\n0\r\n\r\n'],
      '/trailers': [`${CHUNKED}Trailer: X-Sum\r\n\r\n4\r\nbody\r\n0\r\nX-Sum: 1\r\n\r\n`],
      '/early': [
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n',
        `${OK}Content-Length: 4\r\n\r\nbody`,
      ],
      '/nothing': ['HTTP/1.1 204 No Content\r\n\r\n'],
      '/unchanged': ['HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\nEtag: "a"\r\n\r\n'],
      '/head': [`${OK}Content-Length: 4\r\n\r\n`],
    }
    const used = new Set<Socket>()
    const { client } = await startRawMember(t, async (socket, text) => {
      if (isOfHost(text)) return void socket.end(`${OK}Content-Length: 2\r\n\r\nok`)
      used.add(socket)
      for (const part of responses[targetOf(text)] ?? []) {
        socket.write(part)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })
    const read = async (method: string, path: string) => {
      const { status, text, headers } = await client.send(method, PROXY + path)
      assert.deepEqual(
        [headers.get('x-sum'), headers.get('link'), headers.get('trailer')],
        [null, null, null],
      )
      return [status, text]
    }
    for (const path of ['/length', '/pieces', '/chunks', '/trailers', '/early']) {
      assert.deepEqual(await read('GET', path), [200, 'body'], path)
    }
    assert.deepEqual(await read('GET', '/nothing'), [204, ''])
    assert.deepEqual(await read('GET', '/unchanged'), [304, ''])
    assert.deepEqual(await read('HEAD', '/head'), [200, ''])
    assert.deepEqual(await read('GET', '/length'), [200, 'body'])
    assert.equal(used.size, 1)
  })

  it('may end the body by their own end', async (t) => {
    const { client } = await startRawMember(t, (socket) => {
      socket.write(`${OK}Content-Type: text/plain\r\n\r\nuntil`)
      setTimeout(() => socket.end(' here'), 50)
    })
    const { status, text } = await client.get(`${PROXY}/x`)
    assert.deepEqual([status, text], [200, 'until here'])
  })

  it('break off the response where they break', async (t) => {
    let begin = ''
    const { client } = await startRawMember(t, (socket) => {
      socket.write(begin)
      setTimeout(() => socket.destroy(), 50)
    })
    for (begin of [
      `${OK}Content-Length: 100\r\n\r\nshort`,
      `${CHUNKED}\r\n5\r\nshort\r\n`,
      `${CHUNKED}\r\n64\r\nshort`,
      `${CHUNKED}\r\n5\r\nshort\r\n0\r\n`,
    ]) {
      await assert.rejects(client.get(`${PROXY}/x`), begin)
    }
  })

  it('are opened anew for a read that meets the end of an idle one, and for nothing else', async (t) => {
    const served = new Map<Socket, number>()
    const { client } = await startRawMember(t, (socket, text) => {
      if (isOfHost(text)) return void socket.end(`${OK}Content-Length: 2\r\n\r\nok`)
      const count = (served.get(socket) ?? 0) + 1
      served.set(socket, count)
      if (count > 1) socket.destroy()
      else socket.write(`${OK}Content-Length: 4\r\n\r\nbody`)
    })
    for (let count = 1; count <= 3; count++) {
      assert.equal((await client.get(`${PROXY}/x`)).status, 200)
      assert.equal(served.size, count)
    }
    const write = await client.post(`${PROXY}/x`, {})
    assert.deepEqual([write.status, write.body.reason], [503, 'ServiceUnavailable'])
    assert.equal(served.size, 3)
  })

  it('are not used again after bytes that nobody asked for', async (t) => {
    const used = new Set<Socket>()
    const { client } = await startRawMember(t, (socket, text) => {
      if (isOfHost(text)) return void socket.end(`${OK}Content-Length: 2\r\n\r\nok`)
      used.add(socket)
      const stale = `${OK}Content-Length: 5\r\n\r\nstale`
      socket.write(`${OK}Content-Length: 4\r\n\r\nbody${targetOf(text) === '/at-once' ? stale : ''}`)
      if (targetOf(text) === '/later') setTimeout(() => socket.write(stale), 20)
    })
    for (const path of ['/at-once', '/later', '/x']) {
      assert.equal((await client.get(PROXY + path)).text, 'body')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    assert.equal(used.size, 3)
  })

  it('close when the client goes before there is a response', async (t) => {
    let onRequest: (socket: Socket) => void = () => undefined
    const asked = new Promise<Socket>((resolve) => {
      onRequest = resolve
    })
    const { url } = await startRawMember(t, (socket, text) => {
      if (!isOfHost(text)) onRequest(socket)
    })
    const client = await new RawClient(url).open(requestText(`GET ${PROXY}/x HTTP/1.1`))
    const socket = await asked
    // A client that only ends its side still waits for the response.
    client.resetAndDestroy()
    await once(socket, 'close')
  })

  it('pass on a response that comes before the end of the request, and take no other one', async (t) => {
    const used = new Set<Socket>()
    const { url } = await startRawMember(t, (socket, text) => {
      if (!text.startsWith('POST') || used.has(socket)) return
      used.add(socket)
      socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\n\r\nmuch')
    })
    const request = requestText(`POST ${PROXY}/x HTTP/1.1`, 'Content-Length: 10000000')
    for (let count = 1; count <= 2; count++) {
      const client = await new RawClient(url).open(request)
      client.write(Buffer.alloc(100_000))
      const [head] = await once(client, 'data')
      assert.match(String(head), /^HTTP\/1\.1 413 /)
      client.destroy()
      assert.equal(used.size, count)
    }
  })

  it('slow a client down to the pace of the member', async (t) => {
    const { url } = await startRawMember(t, (socket, text) => {
      if (text.startsWith('POST')) socket.pause()
    })
    const total = 256 * 1024 * 1024
    const client = await new RawClient(url).open(
      requestText(`POST ${PROXY}/x HTTP/1.1`, `Content-Length: ${total}`),
    )
    const part = Buffer.alloc(64 * 1024)
    let written = 0
    let isHeld = false
    const more = () => {
      while (!client.destroyed && client.write(part)) written += part.length
      isHeld = true
      client.once('drain', more)
    }
    more()
    for (let before = -1; !isHeld || before !== written; ) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    // What sockets and streams hold, in this process and in the kernel.
    assert.ok(written < total / 4, `${written} bytes`)
    client.destroy()
  })
})
