import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { RunningServer } from '#index.js'
import { Client } from '#test/support/client.js'
import { INGRESSES, ingress } from '#test/support/objects.js'
import { startTestServer } from '#testing.js'

const OBJECTS = 400

describe('compression', () => {
  let server: RunningServer
  before(async () => {
    server = await startTestServer()
    const client = new Client(server.url)
    const annotations = { note: 'to be compressed '.repeat(12) }
    for (let n = 0; n < OBJECTS; n++) {
      const front = ingress(`front-${n}`)
      await client.post(INGRESSES, { ...front, metadata: { ...front.metadata, annotations } })
    }
    const large = ingress('large')
    large.metadata.annotations = { text: 'lorem ipsum '.repeat(16_000) }
    assert.equal(
      (await client.post('/apis/extensions/v1beta1/namespaces/other/ingresses', large)).status,
      201,
    )
  })
  after(() => server.close())

  /** A response without decompression. */
  async function raw(path: string, headers: Record<string, string>): Promise<[IncomingMessage, Buffer]> {
    const [response] = (await once(get(server.url + path, { headers }), 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    return [response, Buffer.concat(chunks)]
  }

  for (const [name, accept] of [
    ['JSON', 'application/json'],
    ['YAML', 'application/yaml'],
    ['protobuf', 'application/vnd.kubernetes.protobuf'],
    ['a table', 'application/json;as=Table;v=v1;g=meta.k8s.io'],
  ] as const) {
    it(`shortens a long list as ${name} and changes nothing in it`, async () => {
      const path = `${INGRESSES}?includeObject=Object`
      const [plain, expected] = await raw(path, { accept })
      assert.equal(plain.headers['content-encoding'], undefined)
      const [zipped, body] = await raw(path, { accept, 'accept-encoding': 'gzip' })
      assert.equal(zipped.headers['content-encoding'], 'gzip')
      assert.ok(body.length < expected.length / 3)
      const unzipped = gunzipSync(body)
      // Only ages may differ.
      const ageless = (bytes: Buffer) => bytes.toString('latin1').replaceAll(/"\d+s"/g, '')
      assert.equal(ageless(unzipped), ageless(expected))
    })
  }

  it('shortens a long object', async () => {
    const path = '/apis/extensions/v1beta1/namespaces/other/ingresses/large'
    const [, expected] = await raw(path, {})
    const [zipped, body] = await raw(path, { 'accept-encoding': 'deflate, gzip;q=0.5' })
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.deepEqual(gunzipSync(body), expected)
  })

  it('does not change short responses', async () => {
    const [{ headers }] = await raw(`${INGRESSES}?limit=10`, { 'accept-encoding': 'gzip' })
    assert.equal(headers['content-encoding'], undefined)
  })

  it('never applies to a stream', async () => {
    const [{ headers }, body] = await raw(`${INGRESSES}?watch=true&timeoutSeconds=1`, {
      'accept-encoding': 'gzip',
    })
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(body.toString().trim().split('\n').length, OBJECTS)
  })
})
