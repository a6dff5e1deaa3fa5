import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoderOf, withoutDefaults } from './decode.js'
import { explicit, int32, list, map, optional, required, string, struct, withCompletion } from './type.js'

const Inner = struct('Inner', '', {
  size: explicit(1, int32, '', { default: 3 }),
  name: required(2, string, ''),
})
const Outer = withCompletion(
  struct('Outer', '', {
    text: optional(1, string, '', { default: 'some' }),
    inner: optional(2, Inner, ''),
    pointer: explicit(3, Inner, '', { default: {} }),
    items: optional(4, list(Inner), ''),
    entries: optional(5, map(Inner), ''),
  }),
  (value) => {
    value.text += '!'
  },
)

describe('a struct without defaults', () => {
  const decode = decoderOf(withoutDefaults(Outer))
  const decoded = (value: unknown) => JSON.parse(JSON.stringify(decode(value)))

  it('gives what was given and what is always there, on every level', () => {
    assert.deepEqual(decoded({}), { inner: { name: '' } })
    assert.deepEqual(decoded({ items: [{}], entries: { a: { size: 1 } } }), {
      inner: { name: '' },
      items: [{ name: '' }],
      entries: { a: { size: 1, name: '' } },
    })
  })
  it('is made once', () => {
    assert.equal(withoutDefaults(Outer), withoutDefaults(Outer))
    assert.equal(withoutDefaults(Outer).fields.inner.type, withoutDefaults(Inner))
  })
})
