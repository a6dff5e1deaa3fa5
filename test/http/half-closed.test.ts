import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { openWatches } from '../support/metrics.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { bodyOf, RawClient, requestText, statusOf } from '../support/raw-client.js'

const OBJECTS = 3000

describe('a client that half-closes the connection after its request', () => {
  let server: RunningServer
  let raw: RawClient
  let client: Client
  before(async () => {
    server = await startTestServer()
    raw = new RawClient(server.url)
    client = new Client(server.url)
    let next = 0
    const create = async () => {
      while (next < OBJECTS) await client.post(INGRESSES, ingress(`i${next++}`))
    }
    await Promise.all(Array.from({ length: 16 }, create))
  })
  after(() => server.close())

  for (const version of ['1.0', '1.1']) {
    it(`gets an object, by HTTP/${version}`, async () => {
      const response = await raw.ask(requestText(`GET ${INGRESSES}/i1 HTTP/${version}`), { endAfter: true })
      assert.equal(statusOf(response), 200)
      assert.equal(JSON.parse(bodyOf(response)).metadata.name, 'i1')
    })

    for (const accept of [
      'application/json',
      'application/yaml',
      'application/json;as=Table;v=v1;g=meta.k8s.io',
    ]) {
      it(`gets a long list as ${accept}, by HTTP/${version}`, async () => {
        const request = requestText(`GET ${INGRESSES} HTTP/${version}`, `Accept: ${accept}`)
        const response = await raw.ask(request, { endAfter: true })
        assert.equal(statusOf(response), 200)
        const [, length] = /Content-Length: (\d+)/.exec(response) ?? []
        assert.equal(bodyOf(response).length, Number(length))
      })
    }

    it(`gets the response to its write, by HTTP/${version}`, async () => {
      const name = `by-${version.replace('.', '-')}`
      const body = JSON.stringify(ingress(name))
      const request =
        requestText(`POST ${INGRESSES} HTTP/${version}`, `Content-Length: ${body.length}`) + body
      const response = await raw.ask(request, { endAfter: true })
      assert.equal(statusOf(response), 201)
      assert.equal((await client.delete(`${INGRESSES}/${name}`)).status, 200)
    })
  }

  it('gets the responses to all its requests, in order', async () => {
    const list = requestText(`GET ${INGRESSES} HTTP/1.1`)
    const get = requestText(`GET ${INGRESSES}/i2 HTTP/1.1`)
    const missing = requestText(`GET ${INGRESSES}/missing HTTP/1.1`)
    const response = await raw.ask(list + get + missing + list, { endAfter: true })
    assert.deepEqual(
      [...response.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => code),
      ['200', '200', '404', '200'],
    )
    assert.equal(response.split('"kind":"IngressList"').length, 3)
  })

  it('has its watch ended, because it may be gone', async () => {
    const inFlight = async () => openWatches((await client.get('/metrics')).text)
    for (const version of ['1.0', '1.1']) {
      const request = requestText(`GET ${INGRESSES}?watch=true&resourceVersion=0 HTTP/${version}`)
      assert.equal(statusOf(await raw.ask(request, { endAfter: true })), 200)
      const socket = await raw.open(request)
      await once(socket, 'readable')
      assert.equal(await inFlight(), 1)
      socket.end()
      for await (const _chunk of socket);
      assert.equal(await inFlight(), 0)
    }
  })
})
