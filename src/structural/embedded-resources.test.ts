import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { decodeEmbedded } from './embedded-resources.js'
import type { JsonSchema } from './json-schema.js'
import { UnknownFields } from './prune.js'
import { schemaOf } from './schema.fixture.js'

const embedded: JsonSchema = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
}
const schema = schemaOf({
  one: embedded,
  list: { type: 'array', items: embedded },
  map: { type: 'object', additionalProperties: embedded },
})

test('unknown metadata fields of embedded objects are removed', () => {
  const unknown = new UnknownFields()
  const metadata = { name: 'x', colour: 'red', labels: { a: 'b' }, creationTimestamp: null }
  const spec = { one: { metadata, more: { metadata: { colour: 1 } } }, list: [{ metadata: { size: 1 } }] }
  decodeEmbedded(schema, { spec }, unknown)
  assert.deepEqual(spec, {
    one: { metadata: { name: 'x', labels: { a: 'b' } }, more: { metadata: { colour: 1 } } },
    list: [{ metadata: {} }],
  })
  assert.deepEqual(unknown.paths, ['spec.list[0].metadata.size', 'spec.one.metadata.colour'])
})

test('kind, apiVersion and metadata of the wrong type are a bad request', () => {
  const wrong = [
    { one: { kind: 1 } },
    { one: { apiVersion: {} } },
    { one: { metadata: 'x' } },
    { list: [{ metadata: { labels: { a: 1 } } }] },
    { map: { k: { metadata: { labels: ['x'] } } } },
  ]
  for (const spec of wrong) {
    assert.throws(
      () => decodeEmbedded(schema, { spec }),
      (error) => error instanceof ApiError && error.code === 400,
      JSON.stringify(spec),
    )
  }
})
