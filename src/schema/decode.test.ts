import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoderOf } from './decode.js'
import { DecodeError } from './decode-error.js'
import { interpretedDecoder } from './generated/interpreted-decoder.js'
import {
  type AnyStruct,
  boolean,
  explicit,
  type Infer,
  inline,
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
  withCompletion,
} from './type.js'

const Engine = struct('Engine', 'An engine.', {
  power: required(1, int32, 'Power.'),
  fuel: optional(2, string, 'Fuel.', { default: 'diesel' }),
})
const Anchorage = struct('Anchorage', 'A place.', { bay: optional(1, string, 'Bay.') })
const Ship = struct('Ship', 'A ship.', {
  name: optional(1, string, 'Name.'),
  crew: required(2, list(string), 'Crew.'),
  engines: optional(3, list(Engine), 'Engines.'),
  cargo: optional(4, map(string), 'Cargo.'),
  pilot: explicit(5, boolean, 'Pilot.'),
  main: optional(6, Engine, 'Main engine.'),
  spare: explicit(7, Engine, 'Spare engine.'),
  owner: nullable(8, Engine, 'Owner.'),
  ...inline(9, Anchorage),
  launched: optional(10, time, 'Launched.'),
  sunk: explicit(11, time, 'Sunk.'),
  weight: optional(12, quantity, 'Weight.'),
  port: explicit(13, intOrString, 'Port.'),
  voyages: optional(14, int64, 'Voyages.'),
  masts: explicit(15, int32, 'Masts.', { default: 2 }),
})
type Ship = Infer<typeof Ship>

const EMPTY = {
  crew: null,
  main: { power: 0, fuel: 'diesel' },
  owner: null,
  launched: null,
  weight: '0',
  masts: 2,
}

const DECODERS: Record<string, (type: AnyStruct) => (input: unknown) => unknown> = {
  decoding: decoderOf,
  'decoding without generated code': interpretedDecoder,
}

for (const [title, made] of Object.entries(DECODERS)) {
  const decode = made(Ship) as (input: unknown) => Ship
  /** The encoded JSON. */
  const wire = (input: unknown) => JSON.parse(JSON.stringify(decode(input)))

  function rejection(input: unknown): DecodeError {
    try {
      decode(input)
    } catch (error) {
      assert.ok(error instanceof DecodeError)
      return error
    }
    assert.fail('nothing was rejected')
  }

  describe(title, () => {
    it('an empty object gets required fields and defaults', () => {
      assert.deepEqual(wire({}), EMPTY)
    })

    it('properties have the order of the schema', () => {
      const keys = Object.keys(wire({ masts: 1, port: 80, bay: 'x', name: 'a', crew: ['b'] }))
      assert.deepEqual(keys, ['name', 'crew', 'main', 'owner', 'bay', 'launched', 'weight', 'port', 'masts'])
    })

    it('every value of a struct has every property, so that all share one hidden class', () => {
      assert.deepEqual(Object.keys(decode({})), Object.keys(Ship.fields))
      assert.deepEqual(Object.keys(decode({ name: 'a' })), Object.keys(Ship.fields))
    })

    it('unknown fields are dropped at every depth', () => {
      assert.deepEqual(wire({ rudder: 1, main: { power: 1, turbo: true } }), {
        ...EMPTY,
        main: { power: 1, fuel: 'diesel' },
      })
    })

    it('null counts as absent, in lists and maps as the zero value', () => {
      const nulls = Object.fromEntries(Object.keys(Ship.fields).map((name) => [name, null]))
      assert.deepEqual(wire(nulls), EMPTY)
      assert.deepEqual(wire({ crew: [null, 'a'], cargo: { tea: null } }).crew, ['', 'a'])
      assert.deepEqual(wire({ cargo: { tea: null } }).cargo, { tea: '' })
      assert.deepEqual(wire({ engines: [null] }).engines, [{ power: 0, fuel: 'diesel' }])
    })

    it('empty optional fields are omitted, explicit ones stay', () => {
      const empty = {
        name: '',
        engines: [],
        cargo: {},
        voyages: 0,
        pilot: false,
        spare: {},
        port: 0,
        masts: 0,
      }
      assert.deepEqual(wire(empty), {
        ...EMPTY,
        pilot: false,
        spare: { power: 0, fuel: 'diesel' },
        port: 0,
        masts: 0,
      })
    })

    it('a required list that is empty counts as absent', () => {
      assert.equal(wire({ crew: [] }).crew, null)
    })

    it('field names match case-insensitively if there is no exact match', () => {
      assert.equal(wire({ NAME: 'a' }).name, 'a')
      assert.deepEqual(wire({ Main: { POWER: 3 } }).main, { power: 3, fuel: 'diesel' })
    })

    it('map keys are put in order', () => {
      assert.deepEqual(Object.keys(wire({ cargo: { b: '1', a: '2', C: '3' } }).cargo), ['C', 'a', 'b'])
    })

    it('keys that would touch the prototype are kept as plain keys of maps and dropped from structs', () => {
      const input = JSON.parse(
        '{"__proto__": {"name": "x"}, "constructor": 1, "cargo": {"__proto__": "p", "a": "b"}}',
      )
      const ship = decode(input)
      assert.equal(Object.getPrototypeOf(ship), Object.prototype)
      assert.equal(ship.name, undefined)
      assert.equal(Object.getPrototypeOf(ship.cargo), Object.prototype)
      assert.deepEqual(Object.keys(ship.cargo ?? {}), ['__proto__', 'a'])
      assert.equal(({} as { name?: string }).name, undefined)
    })

    it('half a surrogate pair becomes a replacement character', () => {
      assert.equal(wire({ name: 'a\ud800b' }).name, 'a\ufffdb')
    })

    it('times are written in UTC with whole seconds', () => {
      assert.equal(wire({ launched: '2001-02-03T04:05:06Z' }).launched, '2001-02-03T04:05:06Z')
      assert.equal(wire({ launched: '2001-02-03T04:05:06.789+01:30' }).launched, '2001-02-03T02:35:06Z')
      assert.equal(wire({ launched: '0001-01-01T00:00:00Z' }).launched, null)
      for (const bad of [
        'yesterday',
        '2001-02-30T00:00:00Z',
        '2001-13-01T00:00:00Z',
        '2001-02-03',
        5,
        true,
      ]) {
        assert.equal(rejection({ launched: bad }).path, 'launched')
      }
    })

    it('numbers must be whole and in range', () => {
      assert.equal(wire({ main: { power: 2147483647 } }).main.power, 2147483647)
      for (const power of [1.5, 2147483648, -2147483649, '1', 1e300]) {
        assert.equal(rejection({ main: { power } }).path, 'main.power')
      }
      assert.equal(rejection({ voyages: 2 ** 53 }).path, 'voyages')
      assert.equal(Object.is(wire({ masts: -0 }).masts, 0), true)
    })

    it('a number or a text may stand where either is allowed', () => {
      assert.equal(wire({ port: 'http' }).port, 'http')
      assert.equal(rejection({ port: 80.5 }).path, 'port')
      assert.equal(rejection({ port: true }).path, 'port')
    })

    it('an error names the path and the value', () => {
      assert.equal(
        rejection({ engines: [{ power: 1 }, { power: 'x' }] }).message,
        'engines[1].power: expected a whole number, got the text "x"',
      )
      assert.equal(rejection({ cargo: { tea: 1 } }).path, 'cargo.tea')
      assert.equal(rejection({ crew: {} }).path, 'crew')
      assert.equal(rejection({ cargo: [] }).path, 'cargo')
      assert.equal(rejection({ main: [] }).path, 'main')
      assert.equal(rejection([]).path, '')
      assert.equal(rejection('ship').path, '')
    })

    it('the first error in the input is reported', () => {
      assert.equal(rejection({ masts: 'x', name: 1 }).path, 'masts')
      assert.equal(rejection({ name: 1, masts: 'x' }).path, 'name')
      assert.equal(rejection({ cargo: { z: 1, a: 2 } }).path, 'cargo.a')
    })

    it('the last of two spellings of a field wins', () => {
      assert.equal(wire({ name: 'a', NAME: 'b' }).name, 'b')
      assert.equal(wire({ NAME: 'b', name: 'a' }).name, 'a')
      assert.equal(wire({ NAME: 'b', name: null }).name, 'b')
    })

    it('a completion sees decoded fields and defaults, and can replace them', () => {
      const Buoy = withCompletion(
        struct('Buoy', 'A buoy.', {
          colour: optional(1, string, 'Colour.'),
          size: optional(2, int32, 'Size.', { default: 1 }),
        }),
        (buoy) => {
          buoy.colour ??= (buoy.size ?? 0) > 1 ? 'red' : 'green'
        },
      )
      assert.deepEqual(JSON.stringify(made(Buoy)({ size: 2 })), '{"colour":"red","size":2}')
      assert.deepEqual(JSON.stringify(made(Buoy)({})), '{"colour":"green","size":1}')
    })

    it('decoding what was decoded changes nothing', () => {
      const once = wire({
        name: 'a',
        engines: [{}],
        cargo: { b: 'c' },
        weight: '0.5',
        launched: '2001-02-03T04:05:06+02:00',
      })
      assert.deepEqual(wire(once), once)
    })
  })
}
