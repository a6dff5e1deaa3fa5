import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { DEFINITIONS, define, definition, MERGE, object, pathOf, version } from './support.js'

const LARGE_TEXT = 'x'.repeat(900_000)

const schema = (text: Json): Json => ({
  type: 'object',
  properties: { list: { type: 'array', items: { type: 'object', properties: { text } } } },
})
const versions = (text: Json) => [version('v1', { storage: true }, schema(text))]
const empty = (count: number) => ({ list: Array.from({ length: count }, () => ({})) })

describe('defaults that make an object very large', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'default' } })
  })
  after(() => server.close())

  it('are rejected for every kind of write', async () => {
    await define(
      client,
      definition('bombs', 'Bomb', [
        version(
          'v1',
          { storage: true, subresources: { status: {} } },
          schema({ type: 'string', default: LARGE_TEXT }),
        ),
      ]),
    )
    const path = pathOf('bombs')
    assert.equal((await client.post(path, object('Bomb', 'one', empty(2)))).status, 201)
    const large = object('Bomb', 'one', empty(1000))
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    for (const response of [
      await client.post(path, object('Bomb', 'two', empty(1000))),
      await client.post(`${path}?dryRun=All`, object('Bomb', 'two', empty(1000))),
      await client.put(`${path}/one`, large),
      await client.send('PATCH', `${path}/one`, { spec: empty(1000) }, MERGE),
      await client.send('PATCH', `${path}/one?fieldManager=test&force=true`, large, apply),
      await client.send('PATCH', `${path}/two?fieldManager=test`, object('Bomb', 'two', empty(1000)), apply),
    ]) {
      assert.deepEqual([response.status, response.body.reason], [413, 'RequestEntityTooLarge'], response.text)
    }
  })

  it('are omitted from stored objects that they would make too large', async () => {
    await define(client, definition('grown', 'Grown', versions({ type: 'string' })))
    const path = pathOf('grown')
    for (const [name, count] of [
      ['large', 1000],
      ['small', 1],
    ] as const) {
      assert.equal((await client.post(path, object('Grown', name, empty(count)))).status, 201)
    }
    const change = { spec: { versions: versions({ type: 'string', default: LARGE_TEXT }) } }
    const changed = await client.send('PATCH', `${DEFINITIONS}/grown.example.com`, change, MERGE)
    assert.equal(changed.status, 200)
    const read = await client.get(`${path}/large`)
    assert.equal(read.status, 200)
    assert.deepEqual(read.body.spec, empty(1000))
    const { body } = await client.get(path)
    assert.deepEqual(
      body.items.map((item: Json) => [item.metadata.name, item.spec.list[0].text?.length]),
      [
        ['large', undefined],
        ['small', LARGE_TEXT.length],
      ],
    )
    const events = await client.watch(`${path}?watch=true`, 2)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['ADDED', 'ADDED'],
    )
    const again = await client.send('PATCH', `${path}/large`, { metadata: { labels: { a: 'b' } } }, MERGE)
    assert.equal(again.status, 413)
    assert.equal((await client.delete(`${path}/large`)).status, 200)
  })

  it('are rejected in a definition if one is too large by itself', async () => {
    const inner = { type: 'object', properties: { text: { type: 'string', default: 'x'.repeat(1000) } } }
    const hundred = Array.from({ length: 100 }, () => ({}))
    const list = (items: Json) => ({ type: 'array', items, default: hundred })
    const spec = {
      type: 'object',
      properties: { list: list({ type: 'object', properties: { list: list(inner) } }) },
    }
    const { status, body } = await client.post(
      DEFINITIONS,
      definition('nested', 'Nested', [version('v1', { storage: true }, spec)]),
    )
    assert.equal(status, 422)
    assert.deepEqual(
      body.details.causes.map(({ field }: Json) => field),
      ['spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[list].default'],
    )
  })
})
