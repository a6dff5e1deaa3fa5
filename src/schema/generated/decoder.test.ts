import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import {
  type AnyStruct,
  explicit,
  list,
  map,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'
import { generateDecoder } from './decoder.js'
import { structCells } from './function.js'
import type { Decode } from './interpreted-decoder.js'

const Buoy = struct('Buoy', 'A buoy.', { colour: required(1, string, 'Colour.') })

/** The generated decoder alone: the plain decoder does not read what it rejects. */
const cellOf = structCells((type): Decode => generateDecoder(type, cellOf))
const generated = (type: AnyStruct) => generateDecoder(type, cellOf)

describe('a generated decoder', () => {
  it('has a name that profiles can show', () => {
    assert.equal(generated(Buoy).name, 'decode_Buoy')
  })

  it('leaves invalid input to the plain decoder', () => {
    const decode = generated(Buoy)
    assert.deepEqual(decode({ colour: 'red', size: 3 }), { colour: 'red' })
    for (const unusual of [{ colour: 1 }, { Colour: 'red' }, [], 'red']) {
      assert.throws(() => decode(unusual), DecodeError)
    }
  })

  it('reads fields named like keywords, or like properties of every object', () => {
    const Odd = struct('Odd', 'Odd names.', {
      constructor: optional(1, string, 'Inherited by every object.'),
      toString: optional(2, string, 'Inherited by every object.'),
      class: optional(3, string, 'A word of the language.'),
      'with-dash "and quote"': optional(4, string, 'No identifier.'),
    })
    const decode = generated(Odd)
    assert.deepEqual(Object.values(decode({}) as object), [undefined, undefined, undefined, undefined])
    const given = { toString: 'b', 'with-dash "and quote"': 'd', class: 'c', constructor: 'a' }
    assert.deepEqual(Object.values(decode(given) as object), ['a', 'b', 'c', 'd'])
  })

  it('cannot be generated for a field named __proto__', () => {
    const Sly = struct('Sly', 'Sly.', { ['__proto__']: optional(1, string, 'No.') })
    assert.throws(() => generated(Sly), /__proto__/)
  })

  it('reads lists of lists, and maps of lists and of structs', () => {
    const Fleet = struct('Fleet', 'A fleet.', {
      rows: explicit(1, list(list(string)), 'Rows.'),
      routes: explicit(2, map(list(time)), 'Routes.'),
      marks: optional(3, map(Buoy), 'Marks.'),
    })
    const given = {
      rows: [['a'], [], null, [null, 'b']],
      routes: { north: ['2001-02-03T04:05:06+01:00', null], east: null },
      marks: { b: { colour: 'red' }, a: null, ['__proto__']: { colour: 'blue' } },
    }
    const read = generated(Fleet)(given)
    assert.equal(
      JSON.stringify(read),
      '{"rows":[["a"],[],[],["","b"]],"routes":{"east":[],"north":["2001-02-03T03:05:06Z",null]},"marks":{"__proto__":{"colour":"blue"},"a":{"colour":""},"b":{"colour":"red"}}}',
    )
    assert.throws(() => generated(Fleet)({ rows: [['a'], 'b'] }), DecodeError)
    assert.throws(() => generated(Fleet)({ routes: { north: [1] } }), DecodeError)
  })

  it('gives every value zero values of its own', () => {
    const Harbour = struct('Harbour', 'A harbour.', {
      buoys: optional(1, map(string), 'Buoys.', { default: {} }),
      light: optional(2, Buoy, 'Light.'),
    })
    const decode = decoderOf(Harbour)
    const [first, second] = [decode({}), decode({})]
    assert.deepEqual(first, second)
    assert.notEqual(first.buoys, second.buoys)
    assert.notEqual(first.light, second.light)
  })
})
