import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryStorage } from '#storage/memory/storage.js'
import type { Json } from '../support/client.js'
import { serverOn } from '../support/servers/server-on.js'
import { DEFINITIONS, define, definition, MERGE, version } from './support.js'

const CHEAP = 'self.all(x, true)'
/** Rules that other servers or releases may have accepted. */
const COSTLY = 'self.all(x, self.all(y, self.all(z, x == y)))'

test('stored rules stay valid while their schema does not change, whatever they cost', async (t) => {
  const list = { type: 'array', items: { type: 'string' }, 'x-kubernetes-validations': [{ rule: CHEAP }] }
  const other = {
    type: 'object',
    default: { a: [1, 'x', null] },
    'x-kubernetes-preserve-unknown-fields': true,
  }
  const choice = { type: 'string', enum: ['a', 'b'], default: 'a' }
  const spec = { type: 'object', properties: { list, other, choice } }
  const storage = openMemoryStorage()
  const { client: first } = await serverOn(storage, t)
  await define(first, definition('boats', 'Boat', [version('v1', { storage: true }, spec)]))
  const { values } = await storage.range('')
  const stored = values.find(({ value }) => value.includes(CHEAP))
  assert.ok(stored !== undefined)
  const value = Buffer.from(stored.value.toString().replace(CHEAP, COSTLY))
  await storage.write([{ type: 'replace', key: stored.key, value, expected: stored.revision }])

  const { client } = await serverOn(storage, t)
  const path = `${DEFINITIONS}/boats.example.com`
  const change = (changes: Json) => client.send('PATCH', path, changes, MERGE)
  const { body } = await client.get(path)
  const [before] = body.spec.versions
  const [rule] = before.schema.openAPIV3Schema.properties.spec.properties.list['x-kubernetes-validations']
  assert.equal(rule.rule, COSTLY)
  const versions = (changes: Json) => ({ spec: { versions: [{ ...before, ...changes }] } })
  for (const changes of [
    { metadata: { labels: { a: 'b' } } },
    versions({ additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a' }] }),
    versions({ subresources: { status: {} } }),
  ]) {
    const { status, text } = await change(changes)
    assert.equal(status, 200, text)
  }
  const described = structuredClone(before.schema)
  described.openAPIV3Schema.properties.spec.description = 'changed'
  const { status, body: refusal } = await change(versions({ schema: described }))
  assert.equal(status, 422)
  assert.match(refusal.message, /estimated rule cost exceeds budget/)
})

test('equal schemas in two places are two types', async (t) => {
  const { client } = await serverOn(openMemoryStorage(), t)
  const part = { type: 'object', properties: { size: { type: 'integer' } } }
  const comparing = (rule: string) => {
    const properties = { left: part, right: part }
    const spec = { type: 'object', properties, 'x-kubernetes-validations': [{ rule }] }
    return client.post(DEFINITIONS, definition('boats', 'Boat', [version('v1', { storage: true }, spec)]))
  }
  const { status, body } = await comparing('self.left != self.right')
  assert.equal(status, 422)
  assert.match(body.message, /found no matching overload for '_!=_'/)
  assert.equal((await comparing('self.left.size != self.right.size')).status, 201)
})
