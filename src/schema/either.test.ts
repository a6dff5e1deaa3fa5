import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoderOf, withoutDefaults } from './decode.js'
import { DecodeError } from './decode-error.js'
import { encoderOf } from './encode.js'
import { interpretedSemanticEqual, semanticEqual } from './equal.js'
import { interpretedDecoder } from './generated/interpreted-decoder.js'
import { Parcel } from './parcel.fixture.js'
import { unknownFields } from './unknown-fields.js'

const LABEL = 'this side up'
const decoders = {
  generated: decoderOf(Parcel),
  plain: interpretedDecoder(Parcel) as (input: unknown) => Parcel,
}
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

describe('a struct or something else', () => {
  for (const [name, decode] of Object.entries(decoders)) {
    it(`is read as what it is by the ${name} decoder`, () => {
      assert.deepEqual(json(decode({ lock: {} })).lock, { label: LABEL })
      assert.equal(json(decode({ lock: false })).lock, false)
      assert.equal('lock' in json(decode({ lock: null })), false)
      assert.deepEqual(json(decode({ nested: { a: [{}], b: { label: 'x' }, c: null } })).nested, {
        a: [{ label: LABEL }],
        b: { label: 'x' },
        c: null,
      })
    })

    it(`is nothing else to the ${name} decoder`, () => {
      assert.throws(() => decode({ lock: 'yes' }), { name: 'DecodeError', message: /lock: expected true or/ })
      assert.throws(() => decode({ lock: [] }), DecodeError)
      assert.throws(() => decode({ nested: { a: [true] } }), {
        message: /nested\.a\[0\]: expected an object/,
      })
    })

    it(`of numbers takes fractions, but nothing endless, with the ${name} decoder`, () => {
      assert.equal(json(decode({ weight: -1.5 })).weight, -1.5)
      assert.equal(json(decode({ weight: 0 })).weight, 0)
      assert.throws(() => decode({ weight: Number.POSITIVE_INFINITY }), DecodeError)
      assert.throws(() => decode({ weight: '1' }), DecodeError)
    })
  }

  it('is written as what it is', () => {
    const given = { lock: { label: 'x' }, nested: { a: [{ label: 'y' }], b: { label: 'z' } }, weight: 0.25 }
    const value = decoders.generated(given)
    assert.equal(encoderOf(Parcel)(value).toString(), JSON.stringify(value))
  })

  it('differs from what is of the other kind', () => {
    const lock = (lock: unknown) => decoders.generated({ lock })
    for (const same of [semanticEqual, interpretedSemanticEqual]) {
      assert.ok(same(Parcel, lock({ label: 'x' }), lock({ label: 'x' })))
      assert.ok(!same(Parcel, lock({ label: 'x' }), lock({ label: 'y' })))
      assert.ok(!same(Parcel, lock({}), lock(true)))
      assert.ok(!same(Parcel, lock(false), lock(undefined)))
    }
  })

  it('is not checked for unknown fields', () => {
    const value = { lock: { colour: 1 }, nested: { a: [{}, { size: 2 }] }, odd: 1 }
    assert.deepEqual(unknownFields(Parcel, value, 9), ['odd'])
  })

  it('has no defaults where none are wanted', () => {
    assert.deepEqual(json(decoderOf(withoutDefaults(Parcel))({ lock: {} })).lock, {})
  })
})
