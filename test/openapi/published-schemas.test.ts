import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { throughKubeOpenApi } from './kube-openapi-types.js'
import { BLANK, WALDO } from './waldo.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const OPEN = { 'x-kubernetes-preserve-unknown-fields': true }

describe('published schemas of definitions', () => {
  let server: RunningServer
  let v2: Json
  let v3: Json
  before(async () => {
    server = await startTestServer()
    const client = new Client(server.url)
    for (const definition of [WALDO, BLANK])
      assert.equal((await client.post(DEFINITIONS, definition)).status, 201)
    v2 = (await client.get('/openapi/v2')).body.definitions
    v3 = (await client.get('/openapi/v3/apis/example.com/v1')).body
  })
  after(() => server.close())

  const specOf = (types: Json) => types['com.example.v1.Waldo'].properties.spec
  const kind = (name: string) => [{ group: 'example.com', version: 'v1', kind: name }]

  it('of version 2 have no nested types that clients cannot read', () => {
    const { properties, ...spec } = specOf(v2)
    assert.deepEqual(spec, {
      type: 'object',
      description: 'Specification of Waldo',
      // Nullable properties are not required, because clients of version 2 do not know null.
      required: ['bars'],
    })
    assert.deepEqual(properties.openList, { description: 'Anything goes', ...OPEN })
    assert.deepEqual(properties.open, { description: 'Free object', ...OPEN })
    assert.deepEqual(properties.perhaps, {})
    assert.deepEqual(properties.port, { 'x-kubernetes-int-or-string': true })
    assert.deepEqual(properties.target, { 'x-kubernetes-int-or-string': true })
    assert.deepEqual(properties.pod, { 'x-kubernetes-embedded-resource': true, ...OPEN })
    assert.deepEqual(properties.bars.items.properties.size, { type: 'integer', minimum: 0 })
  })

  it('of version 2 are empty if the schema preserves unknown fields', () => {
    assert.deepEqual(v2['com.example.v1.Blank'], {
      type: 'object',
      'x-kubernetes-group-version-kind': kind('Blank'),
    })
  })

  it('of version 3 are complete, without empty fields', () => {
    const { properties } = specOf(v3.components.schemas)
    assert.deepEqual(properties.bars.items.properties, {
      name: { type: 'string', description: 'Name of a bar' },
      size: { type: 'integer', minimum: 0, default: 0 },
      quxes: { type: 'array', description: 'List of quxes', items: { type: 'string' } },
    })
    assert.deepEqual(properties.openList.items, { type: 'object', properties: { a: { type: 'string' } } })
    assert.deepEqual(properties.perhaps, {
      type: 'object',
      nullable: true,
      properties: { x: { type: 'string' } },
    })
    const anyOf = [{ type: 'integer' }, { type: 'string' }]
    assert.deepEqual(properties.port, { 'x-kubernetes-int-or-string': true, anyOf })
    assert.deepEqual(properties.target, {
      'x-kubernetes-int-or-string': true,
      allOf: [{ anyOf }],
      anyOf: [{ pattern: '^a' }, { minimum: 1 }],
    })
    assert.deepEqual(properties.pod.required, ['kind', 'apiVersion'])
    const blank = v3.components.schemas['com.example.v1.Blank']
    assert.deepEqual(
      [blank.description, Object.keys(blank.properties)],
      ['Blank for testing', ['kind', 'apiVersion', 'metadata', 'spec']],
    )
  })

  it('of version 3 round-trip through the types of kube-openapi', () =>
    assert.deepEqual(throughKubeOpenApi(v3), v3))
})
