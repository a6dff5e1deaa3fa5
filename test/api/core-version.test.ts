import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestServer } from '../../src/testing.js'
import { Client } from '../support/client.js'

let server: Awaited<ReturnType<typeof startTestServer>>
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

it('v1 can be discovered though it has no kinds, because lists belong to it', async () => {
  const client = new Client(server.url)
  assert.deepEqual((await client.get('/api')).body.versions, ['v1'])
  const { status, body } = await client.get('/api/v1')
  assert.equal(status, 200)
  assert.deepEqual(body, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'v1', resources: [] })
})
