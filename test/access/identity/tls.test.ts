import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import type { RunningServer } from '#index.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const OBJECTS = '/api/v1/namespaces/default/configmaps'
const authority = newAuthority()

interface ApiResponse {
  readonly status: number
  readonly body: string
}

async function send(
  session: ClientHttp2Session,
  method: string,
  path: string,
  body?: object,
): Promise<ApiResponse> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const stream = session.request({ ':method': method, ':path': path, 'content-type': type })
  stream.end(body && JSON.stringify(body))
  return read(stream)
}

async function read(stream: ClientHttp2Stream): Promise<ApiResponse> {
  let body = ''
  const [headers] = await once(stream, 'response')
  for await (const chunk of stream) body += chunk
  return { status: headers[':status'], body }
}

async function firstLine(stream: ClientHttp2Stream): Promise<string> {
  let text = ''
  while (!text.includes('\n')) text += String((await once(stream, 'data'))[0])
  return text.slice(0, text.indexOf('\n'))
}

/** The serial number of the certificate of a new connection. */
async function shownNumber(url: string): Promise<string> {
  const { port } = new URL(url)
  const socket = connectTls({ port: Number(port), host: '127.0.0.1', ca: authority.cert })
  await once(socket, 'secureConnect')
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

describe('a server with TLS', () => {
  let server: RunningServer
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let certFile: string
  let keyFile: string

  const replaceFiles = async () => {
    const { cert, key } = authority.issueServer(LOCAL_HOSTS)
    await writeFile(certFile, cert)
    await writeFile(keyFile, key)
  }
  const open = () => connect(server.url, { ca: authority.cert })

  before(async () => {
    folder = await temporaryFolder()
    certFile = join(folder.path, 'cert.pem')
    keyFile = join(folder.path, 'key.pem')
    await replaceFiles()
    server = await startTestServer({ tls: { certFile, keyFile } })
  })
  after(async () => {
    await server.close()
    await folder.remove()
  })

  it('serves everything over HTTP/2', async () => {
    const session = open()
    const created = await send(session, 'POST', OBJECTS, { metadata: { name: 'two' }, data: { a: '1' } })
    assert.equal(created.status, 201)
    assert.equal((await send(session, 'PATCH', `${OBJECTS}/two`, { data: { b: '2' } })).status, 200)
    const { status, body } = await send(session, 'GET', `${OBJECTS}/two`)
    assert.deepEqual([status, JSON.parse(body).data], [200, { a: '1', b: '2' }])
    assert.equal((await send(session, 'HEAD', `${OBJECTS}/two`)).body, '')
    assert.equal((await send(session, 'GET', `${OBJECTS}/none`)).status, 404)
    const rejected = await send(session, 'POST', OBJECTS, { metadata: { name: 'Not A Name' } })
    assert.deepEqual([rejected.status, JSON.parse(rejected.body).kind], [422, 'Status'])
    assert.equal((await send(session, 'DELETE', `${OBJECTS}/two`)).status, 200)
    session.close()
  })

  it('serves long lists and compressed ones over HTTP/2', async () => {
    const session = open()
    const data = { text: 'long '.repeat(20_000) }
    for (let index = 0; index < 20; index++) {
      assert.equal(
        (await send(session, 'POST', OBJECTS, { metadata: { name: `l${index}` }, data })).status,
        201,
      )
    }
    const plain = await send(session, 'GET', OBJECTS)
    assert.equal(JSON.parse(plain.body).items.length, 20)
    const packed = session.request({ ':path': OBJECTS, 'accept-encoding': 'gzip' })
    const [headers] = await once(packed, 'response')
    assert.equal(headers['content-encoding'], 'gzip')
    const pieces: Buffer[] = []
    for await (const piece of packed) pieces.push(piece)
    assert.equal(gunzipSync(Buffer.concat(pieces)).toString(), plain.body)
    const yaml = session.request({ ':path': OBJECTS, accept: 'application/yaml' })
    assert.match((await read(yaml)).body, /^apiVersion: v1\n/)
    session.close()
  })

  it('serves watches over HTTP/2, many on one connection, until they are closed', async () => {
    const session = open()
    const streams = Array.from({ length: 200 }, () =>
      session.request({ ':path': `${OBJECTS}?watch=true&fieldSelector=metadata.name%3Dwatched` }),
    )
    await Promise.all(streams.map((stream) => once(stream, 'response')))
    const events = streams.map(async (stream) => JSON.parse(await firstLine(stream)).object.metadata.name)
    await send(session, 'POST', OBJECTS, { metadata: { name: 'watched' } })
    assert.deepEqual(new Set(await Promise.all(events)), new Set(['watched']))
    const timed = session.request({ ':path': `${OBJECTS}?watch=true&timeoutSeconds=1` })
    await once(timed.resume(), 'end')
    for (const stream of streams) stream.close()
    assert.equal((await send(session, 'GET', '/livez')).body, 'ok')
    session.close()
  })

  it('speaks HTTP/1.1 with clients that choose it', async () => {
    const sent = request(`${server.url}/version`, { ca: authority.cert }).end()
    const [response] = await once(sent, 'response')
    assert.deepEqual([response.statusCode, response.httpVersion], [200, '1.1'])
    response.resume()
  })

  it('uses a new certificate for new connections, and keeps open ones', async () => {
    const session = open()
    const watch = session.request({
      ':path': `${OBJECTS}?watch=true&resourceVersion=0&fieldSelector=metadata.name%3Dlate`,
    })
    await once(watch, 'response')
    const old = await shownNumber(server.url)
    await replaceFiles()
    while ((await shownNumber(server.url)) === old) await new Promise((resolve) => setTimeout(resolve, 50))
    const event = firstLine(watch)
    assert.equal((await send(session, 'POST', OBJECTS, { metadata: { name: 'late' } })).status, 201)
    assert.match(await event, /"late"/)
    watch.close()
    session.close()
  })

  it('accepts its certificate and client CAs as PEM strings', async () => {
    const { cert, key } = authority.issueServer(LOCAL_HOSTS)
    const other = await startTestServer({ tls: { cert, key }, authentication: { clientCa: authority.cert } })
    const session = connect(other.url, {
      ca: authority.cert,
      ...authority.issueClient('jane', ['system:masters']),
    })
    assert.equal((await send(session, 'GET', '/api/v1/namespaces')).status, 200)
    session.close()
    const anonymous = connect(other.url, { ca: authority.cert })
    assert.equal((await send(anonymous, 'GET', '/api/v1/namespaces')).status, 403)
    anonymous.close()
    await other.close()
    const open = (options: Parameters<typeof startTestServer>[0]) => startTestServer(options)
    await assert.rejects(
      open({ tls: { cert, key: cert } }),
      /^StartError: the certificate and its key cannot be used together/,
    )
    await assert.rejects(
      open({ authentication: { clientCa: authority.cert } }),
      /^StartError: --client-ca-file needs TLS/,
    )
    await assert.rejects(open({ tls: { cert, key }, authentication: { clientCa: 'nonsense' } }), {
      message: 'the authority of clients cannot be used: no certificate found',
    })
  })

  it('ends HTTP/2 watches cleanly when it stops', async () => {
    const other = await startTestServer({ tls: { certFile, keyFile } })
    const session = connect(other.url, { ca: authority.cert })
    const watch = session.request({ ':path': `${OBJECTS}?watch=true` })
    await once(watch, 'response')
    const ended = once(watch.resume(), 'end')
    await other.close()
    await ended
    assert.equal(watch.rstCode, 0)
  })
})
