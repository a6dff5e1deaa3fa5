import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseResponse, sendRaw, start } from '#http/connection/listener-support.fixture.js'
import { collectBody } from '#http/request/body.js'
import { RequestContext } from '#http/request/request-context.js'
import { sendError, sendText } from '#http/response/respond.js'
import { ApiError } from '#meta/api-error.js'
import { defaultLimits } from './listener-limits.js'

describe('the longest body', () => {
  for (const maxBodyBytes of [100, 2 * defaultLimits.maxBodyBytes]) {
    it(`is that of the listener: ${maxBodyBytes}`, async (t) => {
      const limits = { ...defaultLimits, maxBodyBytes }
      const { port } = await start(
        t,
        async (request, response, given) => {
          const context = new RequestContext(request, response, given)
          try {
            sendText(context, 200, String((await collectBody(context)).length))
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            await sendError(context, error)
          }
        },
        { limits },
      )
      const post = (head: string, body: string) =>
        sendRaw(port, `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}\r\n\r\n${body}`)
      const declared = (size: number) => post(`Content-Length: ${size}`, 'x'.repeat(size))
      const chunked = (size: number) =>
        post('Transfer-Encoding: chunked', `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`)
      for (const send of [declared, chunked]) {
        assert.match(await send(maxBodyBytes), new RegExp(`^HTTP/1.1 200 [^]*\\r\\n\\r\\n${maxBodyBytes}$`))
        const { code, status } = parseResponse(await send(maxBodyBytes + 1))
        assert.equal(code, 413)
        assert.equal(status.message, `the request body is larger than the limit of ${maxBodyBytes} bytes`)
      }
    })
  }
})

describe('a body in chunks', () => {
  const chunked = (count: number) =>
    `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`

  it('may have many of them up to a limit, after which nothing is read', async (t) => {
    let bytesRead = 0
    const { port } = await start(t, async (request, response, channel) => {
      const context = new RequestContext(request, response, channel)
      channel.transport.once('close', () => {
        bytesRead = channel.transport.bytesRead
      })
      await collectBody(context).then(
        (bytes) => sendText(context, 200, String(bytes.length)),
        (error: ApiError) => sendError(context, error),
      )
    })
    assert.match(await sendRaw(port, chunked(10_000)), /\r\n\r\n10000$/)
    const { code, head, status } = parseResponse(await sendRaw(port, chunked(400_000)))
    assert.equal(code, 413)
    assert.match(head, /Connection: close/)
    assert.equal(status.message, 'the request body comes in more than 10000 chunks')
    assert.ok(bytesRead <= 256 * 1024, String(bytesRead))
  })
})
