import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoderOf } from './decode.js'
import { encoderOf } from './encode.js'
import { ValueTooLarge } from './json-bytes.js'
import {
  boolean,
  explicit,
  int32,
  int64,
  intOrString,
  list,
  map,
  nullable,
  optional,
  quantity,
  required,
  string,
  struct,
  time,
} from './type.js'

const Engine = struct('Engine', 'An engine.', { power: explicit(1, int32, 'Power.') })
const Ship = struct('Ship', 'A ship.', {
  name: explicit(1, string, 'Name.'),
  crew: required(2, list(string), 'Crew.'),
  engines: explicit(3, list(Engine), 'Engines.'),
  cargo: explicit(4, map(string), 'Cargo.'),
  pilot: explicit(5, boolean, 'Pilot.'),
  spare: explicit(6, Engine, 'Spare engine.'),
  owner: nullable(7, Engine, 'Owner.'),
  sunk: explicit(8, time, 'Sunk.'),
  weight: explicit(9, quantity, 'Weight.'),
  port: explicit(10, intOrString, 'Port.'),
  voyages: explicit(11, int64, 'Voyages.'),
  'flag "of" ü': optional(12, string, 'A name that has to be escaped.'),
  signals: explicit(13, list(list(boolean)), 'Signals.'),
  stops: explicit(14, map(list(time)), 'Stops.'),
})
const encode = encoderOf(Ship)
const decode = decoderOf(Ship)

/** Properties must have the order of the schema. */
function expectSame(value: object): void {
  const [written, expected] = [encode(value).toString(), JSON.stringify(value)]
  if (written === expected) return
  // A large value is not a message.
  const at = [...expected].findIndex((character, index) => character !== written[index])
  assert.equal(written.slice(at - 20, at + 20), expected.slice(at - 20, at + 20), `differs at ${at}`)
  assert.equal(written.length, expected.length)
}

describe('encoding', () => {
  it('leaves out what is absent', () => {
    assert.equal(encode(decode({})).toString(), '{"crew":null,"owner":null}')
    assert.equal(encode({}).toString(), '{}')
    assert.equal(
      encode({ spare: {}, cargo: {}, engines: [] }).toString(),
      '{"engines":[],"cargo":{},"spare":{}}',
    )
  })

  it('writes every kind of value as JSON does', () => {
    expectSame(
      decode({
        name: 'Ada',
        crew: ['a', '', 'c'],
        engines: [{ power: 1 }, {}, { power: 200 }],
        cargo: { tea: '1', '': '2', __proto: '3' },
        pilot: false,
        spare: { power: 0 },
        owner: { power: 7 },
        sunk: null,
        weight: '1.5',
        port: 'http',
        voyages: 12,
        'flag "of" ü': 'ä',
        signals: [[true, false], []],
        stops: { a: ['2001-02-03T04:05:06Z', null], b: [] },
      }),
    )
  })

  it('writes numbers as JSON does', () => {
    const numbers = [0, 1, 9, 10, 99, 100, 8080, 999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 53 - 1]
    for (const number of [...numbers, ...numbers.map((number) => -number)]) {
      expectSame({ voyages: number })
      expectSame({ port: number })
    }
    for (const odd of [0.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY]) expectSame({ voyages: odd })
  })

  it('escapes text as JSON does, whatever its length', () => {
    for (let code = 0; code < 0x180; code++) {
      const character = String.fromCharCode(code)
      for (const length of [0, 1, 20, 46, 47, 48, 49, 200]) {
        expectSame({ name: character.repeat(length) })
        expectSame({
          name: `${'x'.repeat(length)}${character}`,
          cargo: { [`${'y'.repeat(length)}${character}`]: '' },
        })
      }
    }
    for (const text of ['日本', '😀', '\u2028\u2029', '\ud800', 'a\udc00b', '\ufeff']) {
      expectSame({ name: text })
      expectSame({ name: text.repeat(60) })
    }
  })

  it('keeps a key that would be the prototype', () => {
    assert.equal(
      encode(decode(JSON.parse('{"cargo":{"__proto__":"a","constructor":"b"}}'))).toString(),
      '{"crew":null,"cargo":{"__proto__":"a","constructor":"b"},"owner":null}',
    )
  })

  it('writes null where a list has nothing', () => {
    expectSame({
      crew: [undefined, null, 'a'],
      engines: [null, undefined],
      signals: [null, [null, undefined]],
    })
  })

  it('omits properties that the schema does not have', () => {
    assert.equal(encode({ name: 'a', rudder: 1 }).toString(), '{"name":"a"}')
  })

  it('writes values of any size', () => {
    const room = 256 * 1024
    for (const size of [room - 60, room, 12 * room]) {
      expectSame({ name: 'x'.repeat(size) })
      expectSame({ name: 'ü'.repeat(size / 3) })
      expectSame({ cargo: { a: 'x'.repeat(size), b: 'y', c: '\n' } })
    }
    expectSame({ signals: [Array.from({ length: room }, () => true)] })
    expectSame({ engines: Array.from({ length: room / 8 }, () => ({})), port: 1 })
    expectSame({ engines: Array.from({ length: room / 2 }, () => null), port: 1 })
    expectSame({ stops: { a: Array.from({ length: room / 2 }, () => null) } })
    expectSame({
      cargo: Object.fromEntries(Array.from({ length: room / 8 }, (_, index) => [`k${index}`, ''])),
    })
  })

  it('rejects what takes more than 8 MiB, however it comes to that', () => {
    const most = 8 * 1024 * 1024
    assert.throws(() => encode({ name: 'x'.repeat(most) }), ValueTooLarge)
    assert.throws(() => encode({ name: 'ü'.repeat(most / 2) }), ValueTooLarge)
    assert.throws(() => encode({ engines: new Array(most / 2).fill(null) }), ValueTooLarge)
    assert.throws(() => encode({ engines: new Array(most / 2).fill({}) }), ValueTooLarge)
    expectSame({ name: 'ü'.repeat(most / 2 - 100) })
  })

  it('writes whole what is a little smaller or larger than usual', () => {
    const rest = {
      engines: [{ power: 1 }],
      cargo: { a: 'b' },
      pilot: true,
      owner: null,
      sunk: null,
      port: 80,
    }
    for (let size = 256 * 1024 - 150; size < 256 * 1024 + 10; size++)
      expectSame({ name: 'x'.repeat(size), ...rest })
  })

  it('does not share memory between two values', () => {
    const first = encode({ name: 'a' })
    encode({ name: 'b' })
    assert.equal(first.toString(), '{"name":"a"}')
  })
})
