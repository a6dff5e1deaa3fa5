import assert from 'node:assert/strict'
import { test } from 'node:test'
import { define, definition, pathOf, version } from '#test/custom-resources/support.js'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const APPLY = { 'content-type': 'application/apply-patch+yaml' }

const BOAT = {
  path: pathOf('boats', 'one'),
  applied: (more: Json) => ({
    apiVersion: 'example.com/v1',
    kind: 'Boat',
    metadata: { name: 'one' },
    spec: { size: 1, ...more },
  }),
}

test('an apply rejects unknown fields, whatever fieldValidation says', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  await define(client, definition('boats', 'Boat'))
  const path = '/api/v1/namespaces/default/configmaps/one'
  const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, extra: 'x' }
  const reject = async (path: string, body: Json, validation: string, error: string) => {
    const query = `?fieldManager=me&fieldValidation=${validation}`
    const response = await client.send('PATCH', `${path}${query}`, body, APPLY)
    assert.deepEqual(
      [response.status, response.body.message],
      [400, `failed to create typed patch object (default/one; ${error}: field not declared in schema`],
    )
    assert.equal((await client.get(path)).status, 404)
  }
  for (const validation of ['Strict', 'Warn', 'Ignore']) {
    await reject(path, applied, validation, '/v1, Kind=ConfigMap): .extra')
    const boat = BOAT.applied({ nothing: { known: 1 } })
    await reject(BOAT.path, boat, validation, 'example.com/v1, Kind=Boat): .spec.nothing')
  }
})

test('in an applied custom resource, duplicate set items are invalid and duplicate list keys are a bad request', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const text = { type: 'string' }
  const set = { type: 'array', items: text, 'x-kubernetes-list-type': 'set' }
  const map = {
    type: 'array',
    items: { type: 'object', required: ['k'], properties: { k: text } },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }
  const spec = { type: 'object', properties: { set, map } }
  await define(client, definition('boats', 'Boat', [version('v1', { storage: true }, spec)]))
  const apply = (more: Json) =>
    client.send('PATCH', `${BOAT.path}?fieldManager=me`, { ...BOAT.applied({}), spec: more }, APPLY)
  const twice = await apply({ set: ['a', 'b', 'a'] })
  assert.equal(twice.status, 422, twice.text)
  assert.equal(twice.body.message, 'Boat.example.com "one" is invalid: spec.set[2]: Duplicate value: "a"')
  const keyed = await apply({ map: [{ k: '1' }, { k: '1' }] })
  assert.equal(keyed.status, 400, keyed.text)
})
