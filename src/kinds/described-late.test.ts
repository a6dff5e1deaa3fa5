import assert from 'node:assert/strict'
import { it } from 'node:test'
import { KindRegistry } from '../registry/kind-registry.js'
import { kinds } from './index.js'

/** A getter stands where the fields of a struct are, until the first look at them. */
const isDescribed = (schema: object) => Object.getOwnPropertyDescriptor(schema, 'fields')?.get === undefined

it('kinds are known and registered without their fields, which are described when a kind is first used', () => {
  const { versions } = new KindRegistry(kinds)
  const described = versions.filter(({ schema }) => isDescribed(schema)).map(({ schema }) => schema.name)
  assert.deepEqual(described, [])
  for (const { schema, decode } of versions) {
    decode({})
    assert.ok(isDescribed(schema))
  }
})
