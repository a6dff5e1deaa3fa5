import assert from 'node:assert/strict'
import { connect as connectHttp2 } from 'node:http2'
import { request as requestHttp1 } from 'node:https'
import { after, before, beforeEach, describe, it } from 'node:test'
import {
  cutWatch,
  delay,
  dropAfter,
  dropBefore,
  expireWatch,
  fail,
  slowBytes,
  startTestServer,
  type TestServer,
} from '#testing.js'
import type { Json } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const configMap = (name: string) => ({ metadata: { name } })

interface Received {
  readonly code: number
  readonly text: string
  readonly retryAfter: string | undefined
  /** Whether the response was cut off. */
  readonly isCut: boolean
}

/** Rejects if there is no response. */
type Send = (url: string, path: string, body?: object) => Promise<Received>

const overHttp1: Send = (url, path, body) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const request = requestHttp1(url + path, { method, headers, rejectUnauthorized: false }, (response) => {
      let text = ''
      let isCut = false
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', () => {
        isCut = true
      })
      const retryAfter = response.headers['retry-after']
      response.on('close', () => resolve({ code: response.statusCode ?? 0, text, retryAfter, isCut }))
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })

const overHttp2: Send = (url, path, body) =>
  new Promise((resolve, reject) => {
    const session = connectHttp2(url, { rejectUnauthorized: false })
    session.on('error', reject)
    const method = body === undefined ? 'GET' : 'POST'
    const request = session.request({ ':path': path, ':method': method, 'content-type': 'application/json' })
    let code = 0
    let retryAfter: string | undefined
    let text = ''
    let isCut = false
    request.on('response', (headers) => {
      code = Number(headers[':status'])
      retryAfter = headers['retry-after'] as string | undefined
    })
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('error', () => {
      isCut = true
    })
    request.on('close', () => {
      session.close()
      if (code === 0) reject(new Error('no response'))
      else resolve({ code, text, retryAfter, isCut })
    })
    request.end(body && JSON.stringify(body))
  })

for (const [version, send] of [
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
] as const) {
  describe(`faults over TLS with ${version}`, () => {
    let server: TestServer
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    before(async () => {
      folder = await temporaryFolder()
      const options = {
        tls: { selfSigned: true },
        dataDir: folder.path,
        authorization: 'AlwaysAllow',
      } as const
      server = await startTestServer(options)
    })
    after(async () => {
      await server.close()
      await folder.remove()
    })
    beforeEach(() => server.reset())

    const create = (name: string) => send(server.url, CONFIG_MAPS, configMap(name))
    const eventsOf = ({ text }: Received) =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Json)

    it('fail with a code and Retry-After', async () => {
      server.faults.add({ verb: 'list', times: 1 }, fail(429, { retryAfter: 3 }))
      const { code, retryAfter } = await send(server.url, CONFIG_MAPS)
      assert.deepEqual([code, retryAfter], [429, '3'])
      assert.equal((await send(server.url, CONFIG_MAPS)).code, 200)
    })

    it('drop the connection before the write, or after it', async () => {
      server.faults.add({ verb: 'create', times: 1 }, dropBefore())
      await assert.rejects(create('a'))
      server.faults.add({ verb: 'create', times: 1 }, dropAfter())
      await assert.rejects(create('b'))
      assert.equal((await create('a')).code, 201)
      assert.equal((await create('b')).code, 409)
    })

    it('delay a request, and send a response slowly', async () => {
      const late = server.faults.add({ verb: 'create' }, delay(20))
      assert.equal((await create('a')).code, 201)
      assert.equal(late.fired, 1)
      const slow = server.faults.add({ verb: 'list' }, slowBytes({ bytesPerSecond: 5_000 }))
      const { text, isCut } = await send(server.url, CONFIG_MAPS)
      assert.deepEqual([JSON.parse(text).items.length, isCut, slow.fired], [1, false, 1])
    })

    it('cut a watch after its events, or end it with a 410', async () => {
      for (const name of ['a', 'b']) await create(name)
      const watch = `${CONFIG_MAPS}?watch=true`
      server.faults.add({ resource: 'configmaps', verb: 'watch', times: 1 }, cutWatch({ afterEvents: 1 }))
      const cut = await send(server.url, watch)
      assert.deepEqual(
        eventsOf(cut).map(({ object }) => object.metadata.name),
        ['a'],
      )
      assert.equal(cut.isCut, true)
      server.faults.add({ resource: 'configmaps', verb: 'watch', times: 1 }, expireWatch())
      const expired = await send(server.url, watch)
      const { type, object } = eventsOf(expired).at(-1) as Json
      assert.deepEqual([type, object.code, expired.isCut], ['ERROR', 410, false])
    })
  })
}
