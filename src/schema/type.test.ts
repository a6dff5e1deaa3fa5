import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoderOf, emptyOf } from './decode.js'
import { encoderOf } from './encode.js'
import { interpretedSemanticEqual, semanticEqual } from './equal.js'
import { interpretedDecoder } from './generated/interpreted-decoder.js'
import { Crate, PARCEL, Parcel } from './parcel.fixture.js'
import {
  type AnyStruct,
  type Fields,
  type Infer,
  inline,
  optional,
  string,
  struct,
  withCompletion,
} from './type.js'
import { unknownFields } from './unknown-fields.js'

/** A struct that counts how often it was asked for its fields. */
function counted() {
  const asked = { times: 0 }
  const type = struct('test.Counted', 'Counted.', () => {
    asked.times++
    return { text: optional(1, string, 'Text.', { default: 'a' }) }
  })
  return { asked, type }
}

describe('fields that are described by a function', () => {
  it('are not needed to make what is derived from them', () => {
    const { asked, type } = counted()
    const whole = withCompletion(type, (value) => value.text?.at(0))
    for (const made of [type, whole]) {
      decoderOf(made)
      emptyOf(made)
      encoderOf(made)
    }
    struct('test.Outer', 'Outer.', () => inline(1, type))
    assert.equal(asked.times, 0)
  })

  it('are built once', () => {
    const { asked, type } = counted()
    const whole = withCompletion(type, (value) => {
      value.text += '!'
    })
    assert.equal(emptyOf(type)().text, 'a')
    assert.equal(emptyOf(whole)().text, 'a!')
    assert.equal(interpretedDecoder(type), interpretedDecoder(type))
    assert.equal(whole.fields, type.fields)
    assert.equal(asked.times, 1)
  })

  it('have the types of fields that are given at once', () => {
    const fields = { text: optional(1, string, 'Text.') }
    const [given, described] = [struct('a', '', fields), struct('a', '', () => fields)]
    const value: Infer<typeof given> = emptyOf(described)()
    const other: Infer<typeof described> = emptyOf(given)()
    assert.deepEqual(value, other)
  })

  it('may be of the struct itself', () => {
    const given = { inside: [{ lid: { label: 'x' } }], named: { a: {} } }
    const crate: Crate = decoderOf(Crate)(given)
    const lid: Crate | undefined = crate.inside?.[0]?.lid
    assert.equal(lid?.label, 'x')
    assert.deepEqual(interpretedDecoder(Crate)(given), crate)
    assert.equal(
      encoderOf(Crate)(crate).toString(),
      '{"label":"this side up","inside":[{"label":"this side up","lid":{"label":"x"}}],"named":{"a":{"label":"this side up"}}}',
    )
    assert.ok(semanticEqual(Crate, crate, decoderOf(Crate)(given)))
    assert.deepEqual(unknownFields(Crate, { inside: [{ lid: { odd: 1 } }] }, 5), ['inside[0].lid.odd'])
  })
})

const DECODERS: Record<string, (type: AnyStruct) => (input: unknown) => unknown> = {
  'generated code': decoderOf,
  'the plain decoder': interpretedDecoder,
}

for (const [title, made] of Object.entries(DECODERS)) {
  const decode = made(Parcel) as (input: unknown) => Parcel
  const wire = (input: unknown) => JSON.parse(JSON.stringify(decode(input)))

  describe(`scalars with a syntax of their own, read by ${title}`, () => {
    it('are what they were', () => {
      assert.deepEqual(wire(PARCEL), PARCEL)
      assert.equal(encoderOf(Parcel)(decode(PARCEL)).toString(), JSON.stringify(decode(PARCEL)))
    })

    it('are absent, empty or null when nothing was given', () => {
      const nothing = { seal: '', packed: null, contents: null }
      assert.deepEqual(wire({}), nothing)
      assert.deepEqual(wire(Object.fromEntries(Object.keys(PARCEL).map((name) => [name, null]))), nothing)
      assert.deepEqual(wire({ stamp: '', papers: {} }), nothing)
    })

    it('have zeros in lists and maps', () => {
      const nulls = {
        papers: { a: null },
        pages: [null],
        scanned: [null],
        samples: { a: null },
        marks: { a: null },
      }
      const { seal, packed, contents, ...others } = wire(nulls)
      assert.deepEqual(others, { ...nulls, papers: { a: '' }, pages: [''], marks: { a: [] } })
    })

    it('are rejected with their place', () => {
      const rejections: [object, string][] = [
        [
          { papers: { bill: 'Y' } },
          'papers.bill: illegal base64: the text ends too early, or lacks its padding',
        ],
        [{ pages: ['', '?'] }, 'pages[1]: illegal base64 at character 1'],
        [{ seal: 5 }, 'seal: expected bytes in base64, got the number 5'],
      ]
      for (const [given, message] of rejections) {
        assert.throws(() => decode(given), { name: 'DecodeError', message })
      }
      assert.throws(() => decode({ scanned: ['2024-03-01T10:00:00Z'] }), /^DecodeError: scanned\[0\]: .*six/)
    })
  })
}

it('JSON is equal in any order of its properties', () => {
  for (const same of [semanticEqual, interpretedSemanticEqual]) {
    const left = { remark: { a: 1, b: [{ c: null }] } }
    assert.ok(same(Parcel, left, { remark: { b: [{ c: null }], a: 1 } }))
    assert.ok(!same(Parcel, left, { remark: { a: 1, b: [{}] } }))
    assert.ok(!same(Parcel, left, {}))
    assert.ok(same(Parcel, { contents: null }, {}))
  }
})

it('JSON has no unknown fields', () => {
  assert.deepEqual(unknownFields(Parcel, { contents: { odd: 1 }, owned: { odd: 1 }, odd: 1 }, 9), ['odd'])
})

it('the fields of an inlined struct are its own, with where they are nested', () => {
  const { text } = inline(7, counted().type) as Fields
  assert.equal(text?.inlined?.number, 7)
  assert.equal(text?.default, 'a')
})

describe('the numbers of fields', () => {
  const twice = { a: optional(1, string, ''), b: optional(2, string, ''), c: optional(1, string, '') }
  const sameNumber = { message: 'test.Twice: the fields a and c have the same number 1' }

  it('are found to be the same where fields are described, without anything being encoded', () => {
    assert.throws(() => struct('test.Twice', '', twice), sameNumber)
    const later = struct('test.Twice', '', () => twice)
    assert.throws(() => later.fields, sameNumber)
    assert.throws(() => decoderOf(later)({}), sameNumber)
  })

  it('may be shared by the fields of a struct that is inlined, and by those of no other', () => {
    const inner = struct('test.Inner', '', { x: optional(1, string, ''), y: optional(2, string, '') })
    struct('test.Outer', '', { ...inline(1, inner), z: optional(2, string, '') })
    assert.throws(() => struct('test.Outer', '', { ...inline(1, inner), z: optional(1, string, '') }), {
      message: 'test.Outer: the fields x and z have the same number 1',
    })
    const other = struct('test.Other', '', { z: optional(1, string, '') })
    assert.throws(() => struct('test.Outer', '', { ...inline(1, inner), ...inline(1, other) }), /x and z/)
  })

  it('are whole numbers that protobuf has', () => {
    for (const number of [-1, 1.5, 2 ** 29, Number.NaN]) {
      const fields = { a: optional(number, string, '') }
      assert.throws(() => struct('test.Odd', '', fields), /^Error: test\.Odd\.a: \S+ is no number of a field/)
    }
  })
})
