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

test('an apply of a custom resource drops, warns of or rejects unknown fields, as fieldValidation says', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  await define(client, definition('boats', 'Boat'))
  const apply = (query: string) =>
    client.send(
      'PATCH',
      `${BOAT.path}?fieldManager=me${query}`,
      BOAT.applied({ nothing: { known: 1 } }),
      APPLY,
    )
  const strict = await apply('&fieldValidation=Strict')
  assert.equal(strict.status, 400, strict.text)
  assert.match(strict.body.message, /strict decoding error: unknown field "spec.nothing"$/)
  const { status, body, headers, text } = await apply('')
  assert.equal(status, 201, text)
  assert.equal(headers.get('warning'), '299 - "unknown field \\"spec.nothing\\""')
  assert.equal(body.spec.nothing, undefined)
  assert.equal(body.metadata.managedFields[0].fieldsV1['f:spec']['f:nothing'], undefined)
  const ignored = await apply('&fieldValidation=Ignore')
  assert.equal(ignored.status, 200, ignored.text)
  assert.equal(ignored.headers.get('warning'), null)
  // The known fields have not changed.
  assert.equal(ignored.body.metadata.resourceVersion, body.metadata.resourceVersion)
})

test('an apply of a built-in kind rejects unknown fields, whatever fieldValidation says', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const path = '/api/v1/namespaces/default/configmaps/one'
  const applied = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, extra: 'x' }
  for (const validation of ['Strict', 'Warn', 'Ignore']) {
    const query = `?fieldManager=me&fieldValidation=${validation}`
    assert.equal((await client.send('PATCH', `${path}${query}`, applied, APPLY)).status, 400)
  }
  assert.equal((await client.get(path)).status, 404)
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
