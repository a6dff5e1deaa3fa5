import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { collectionPath, valueAt } from '#test/support/object-paths.js'
import { startTestServer, type TestServer } from '#testing.js'
import { Derived, defaultsExamples } from './defaults/index.js'

describe('fields that a client leaves out', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  for (const { object, values } of defaultsExamples) {
    it(`${object.kind} of ${object.apiVersion}: ${Object.keys(values).join(', ')}`, async () => {
      const written = await write(object)
      for (const [path, value] of Object.entries(values)) {
        assert.deepEqual(valueAt(written, path), value instanceof Derived ? value.value : value, path)
      }
    })
  }

  /** Some objects are there from the start. */
  async function send(path: string, object: Json) {
    const created = await client.post(`${path}?dryRun=All`, object)
    return created.status === 409 ? client.put(`${path}/${object.metadata.name}?dryRun=All`, object) : created
  }

  /** In a dry run, except for a status: only stored objects have one. */
  async function write({ status, ...object }: Json): Promise<Json> {
    const named = { ...object, metadata: { name: 'example', ...object.metadata } }
    const path = collectionPath(object)
    if (status === undefined || object.kind === 'Node') {
      const { status: code, body, text } = await send(path, { ...named, status })
      assert.ok(code < 300, text)
      return body
    }
    const made = await client.post(path, named)
    assert.equal(made.status, 201, made.text)
    const at = `${path}/${named.metadata.name}`
    const {
      status: code,
      body,
      text,
    } = await client.put(`${at}/status`, {
      ...made.body,
      status: { ...made.body.status, ...status },
    })
    assert.equal(code, 200, text)
    await client.delete(`${at}?gracePeriodSeconds=0`)
    return body
  }
})
