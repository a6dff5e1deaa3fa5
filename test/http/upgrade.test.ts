import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { bodyOf, RawClient, requestText, statusOf } from '../support/raw-client.js'

const PODS = '/api/v1/namespaces/test/pods'

describe('a protocol upgrade', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const raw = new RawClient(server.url)
  await client.post(PODS, {
    metadata: { name: 'web' },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  })

  const upgrade = async (line: string, protocol: string) => {
    const response = await raw.ask(
      requestText(`${line} HTTP/1.1`, 'Connection: upgrade, close', `Upgrade: ${protocol}`),
    )
    return { code: statusOf(response), body: bodyOf(response) }
  }

  it('is rejected, unless it is HTTP/2', async () => {
    for (const path of [`${PODS}?watch=true`, `${PODS}/web`, '/version']) {
      const { code, body } = await upgrade(`GET ${path}`, 'websocket')
      assert.equal(code, 400)
      assert.equal(JSON.parse(body).message, 'the upgrade to "websocket" is not supported')
    }
    assert.equal((await upgrade(`GET ${PODS}/web`, 'h2c')).code, 200)
  })

  it('gets 501 from subresources of a running pod', async () => {
    for (const path of ['exec?command=date', 'attach', 'portforward']) {
      for (const [method, protocol] of [
        ['POST', 'SPDY/3.1'],
        ['GET', 'websocket'],
      ] as const) {
        const { code, body } = await upgrade(`${method} ${PODS}/web/${path}`, protocol)
        assert.equal(code, 501)
        assert.equal(JSON.parse(body).message, 'this server runs no pods')
      }
    }
    assert.equal((await upgrade(`POST ${PODS}/gone/exec?command=date`, 'SPDY/3.1')).code, 404)
  })
})
