import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { collectionPath } from '#test/support/object-paths.js'
import { startTestServer, type TestServer } from '#testing.js'
import { warningsExamples } from './warnings/index.js'

describe('warnings', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  for (const { object, warnings, before: stored, subresource } of warningsExamples) {
    const when = stored === undefined ? 'a new' : subresource === undefined ? 'a changed' : 'a reported'
    const what = warnings.map((warning) => warning.slice(0, 80)).join('; ')
    it(`${when} ${object.kind} has ${what || 'none'}`, async () => {
      const path = collectionPath(object)
      const response =
        stored === undefined
          ? await client.post(`${path}?dryRun=All`, named(object))
          : await change(path, stored, object, subresource)
      assert.ok(response.status < 300, response.text)
      const expected = warnings.map((warning) => `299 - ${JSON.stringify(warning)}`)
      assert.equal(response.headers.get('warning') ?? '', expected.join(', '))
    })
  }

  async function change(path: string, stored: Json, object: Json, subresource: string | undefined) {
    const made = await client.post(path, named(stored))
    assert.equal(made.status, 201, made.text)
    const at = `${path}/${made.body.metadata.name}`
    const response = await client.put(subresource === undefined ? at : `${at}/${subresource}`, named(object))
    await client.delete(`${at}?gracePeriodSeconds=0&propagationPolicy=Background`)
    return response
  }
})

const named = (object: Json): Json => ({ ...object, metadata: { name: 'example', ...object.metadata } })
