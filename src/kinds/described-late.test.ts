import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type AnyStruct, struct } from '#schema/type.js'

/** Records the names of structs whose fields are read from now on. */
function watchFields(): string[] {
  const shape = Object.getPrototypeOf(struct('test.Any', 'Any.', {})) as AnyStruct
  const getter = Object.getOwnPropertyDescriptor(shape, 'fields')?.get as () => unknown
  const seen: string[] = []
  Object.defineProperty(shape, 'fields', {
    get(this: AnyStruct) {
      seen.push(this.name)
      return getter.call(this)
    },
  })
  return seen
}

it('kinds register without describing their fields, which happens on first use', async () => {
  const seen = watchFields()
  const { kinds } = await import('./index.js')
  const { KindRegistry } = await import('#registry/kind-registry.js')
  const { versions } = new KindRegistry(kinds)
  assert.equal(seen.join(), '')
  for (const { schema, decode } of versions) {
    decode({})
    assert.ok(seen.includes(schema.name), schema.name)
  }
})
