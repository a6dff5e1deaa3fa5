import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DeleteOptions } from '#meta/delete-options.js'
import { Status } from '#meta/status.js'
import { ListMeta } from '#meta/type-meta.js'
import { Crate, Parcel } from '#schema/parcel.fixture.js'
import { duration, list, map, optional, required, string, struct, type Type } from '#schema/type.js'
import { decodeMessage } from './decode.js'
import { encodeMessage } from './encode.js'
import { bytes, Engine, Ship } from './ship.fixture.js'

describe('writing messages', () => {
  it('writes what a struct always has, also when it is empty', () => {
    assert.deepEqual(
      encodeMessage(Ship, { name: 'Argo' }),
      bytes(`
        0a 04 41 72 67 6f
        10 00
        20 00
        2a 00
        3a 03 0a 01 30
        42 06 08 00 10 00 1a 00
        4a 02 12 00
        82 01 02 10 00
      `),
    )
    assert.deepEqual(encodeMessage(ListMeta, {}), bytes('0a 00 12 00 1a 00'))
  })

  it('writes what may be absent when it is set, also to zero', () => {
    assert.deepEqual(encodeMessage(Engine, {}), bytes('12 00'))
    assert.deepEqual(encodeMessage(Engine, { power: undefined }), bytes('12 00'))
    assert.deepEqual(encodeMessage(Engine, { power: null }), bytes('12 00'))
    assert.deepEqual(encodeMessage(Engine, { power: 0 }), bytes('08 00 12 00'))
    assert.deepEqual(encodeMessage(Engine, { power: -1 }), bytes('08 ff ff ff ff ff ff ff ff ff 01 12 00'))
    assert.deepEqual(encodeMessage(DeleteOptions, {}), bytes(''))
    assert.deepEqual(
      encodeMessage(DeleteOptions, {
        gracePeriodSeconds: 0,
        preconditions: { uid: 'u' },
        orphanDependents: false,
      }),
      bytes('08 00 12 03 0a 01 75 18 00'),
    )
  })

  it('writes all fields in the order of their numbers', () => {
    const ship = {
      kind: 'Ship',
      apiVersion: 'test/v1',
      name: 'Ö',
      crew: 200,
      tonnage: 2 ** 40,
      afloat: true,
      built: '2020-01-02T03:04:05Z',
      sunk: '1969-12-31T23:59:59Z',
      cargo: '1500m',
      draught: 'deep',
      main: { power: 1, fuel: 'oil' },
      spare: {},
      stores: { rum: '5' },
      flags: ['a', ''],
      soundings: [1, -1],
      engines: [{ fuel: 'x' }, {}],
      papers: { b: '2', a: '1' },
      berth: '',
      chain: 3,
      owner: { power: 2 },
      radios: [true, false],
    }
    assert.deepEqual(
      encodeMessage(Ship, ship),
      bytes(`
        0a 02 c3 96
        10 c8 01
        18 80 80 80 80 80 20
        20 01
        2a 08 08 a5 bb b5 f0 05 10 00
        32 0d 08 ff ff ff ff ff ff ff ff ff 01 10 00
        3a 07 0a 05 31 35 30 30 6d
        42 0a 08 01 10 00 1a 04 64 65 65 70
        4a 07 08 01 12 03 6f 69 6c
        52 02 12 00
        5a 0a 0a 03 72 75 6d 12 03 0a 01 35
        62 01 61 62 00
        68 01 68 ff ff ff ff ff ff ff ff ff 01
        72 03 12 01 78 72 02 12 00
        7a 06 0a 01 61 12 01 31 7a 06 0a 01 62 12 01 32
        82 01 04 0a 00 10 03
        8a 01 04 08 02 12 00
        90 01 01 90 01 00
      `),
    )
  })

  it('sorts the entries of maps, numbers among them', () => {
    const Labels = struct('test.Labels', '', { of: optional(1, map(string), '') })
    assert.deepEqual(
      encodeMessage(Labels, { of: { b: '', B: '', 9: '', 10: '' } }),
      bytes('0a 06 0a 02 31 30 12 00  0a 05 0a 01 39 12 00  0a 05 0a 01 42 12 00  0a 05 0a 01 62 12 00'),
    )
  })

  it('writes a Status that was not made by the decoder', () => {
    assert.deepEqual(
      encodeMessage(Status, { kind: 'Status', metadata: {}, status: 'Failure', details: {}, code: 404 }),
      bytes(`
        0a 06 0a 00 12 00 1a 00
        12 07 46 61 69 6c 75 72 65
        1a 00
        22 00
        2a 0a 0a 00 12 00 1a 00 28 00 32 00
        30 94 03
      `),
    )
  })

  it('wraps the verbs of a resource into a message of their own', () => {
    const APIResource = struct('io.k8s.apimachinery.pkg.apis.meta.v1.APIResource', '', {
      verbs: required(4, list(string), ''),
      shortNames: optional(5, list(string), ''),
    })
    assert.deepEqual(
      encodeMessage(APIResource, { verbs: ['get', 'put'], shortNames: ['a'] }),
      bytes('22 0a 0a 03 67 65 74 0a 03 70 75 74 2a 01 61'),
    )
    assert.deepEqual(encodeMessage(APIResource, { verbs: [] }), bytes('22 00'))
    assert.deepEqual(encodeMessage(APIResource, { verbs: null }), bytes(''))
  })

  it('writes bytes as they are, and none when there are none', () => {
    assert.deepEqual(encodeMessage(Parcel, {}), bytes('32 00 4a 00'))
    assert.deepEqual(
      encodeMessage(Parcel, { seal: 'AP8=', photo: '', papers: { b: '', a: '/w==' }, pages: ['YQ=='] }),
      bytes('0a 02 00 ff 1a 00 22 06 0a 01 61 12 01 ff 22 05 0a 01 62 12 00 2a 01 61 32 00 4a 00'),
    )
  })

  it('writes times to the microsecond, and JSON, as messages', () => {
    const parcel = {
      packed: '2020-01-02T03:04:05.000999Z',
      opened: '1970-01-01T00:00:00.000000Z',
      contents: { a: 1 },
      owned: {},
    }
    assert.deepEqual(
      encodeMessage(Parcel, parcel),
      bytes(`
        32 0a 08 a5 bb b5 f0 05 10 d8 fc 3c
        3a 04 08 00 10 00
        4a 09 0a 07 7b 22 61 22 3a 31 7d
        62 04 0a 02 7b 7d
      `),
    )
  })

  it('writes durations in nanoseconds', () => {
    const Trip = struct('test.Trip', 'A trip.', { takes: required(1, duration, 'How long.') })
    assert.deepEqual(encodeMessage(Trip, { takes: '1m30s' }), bytes('0a 07 08 80 88 ac a3 cf 02'))
    assert.deepEqual(decodeMessage(Trip, encodeMessage(Trip, { takes: '1m30s' })), { takes: '1m30s' })
  })

  it('wraps lists in maps into messages of their own', () => {
    assert.deepEqual(
      encodeMessage(Parcel, { marks: { d: [], a: ['b', 'c'] } }),
      bytes('32 00 4a 00 7a 0b 0a 01 61 12 06 0a 01 62 0a 01 63 7a 05 0a 01 64 12 00'),
    )
  })

  it('writes messages that contain themselves', () => {
    assert.deepEqual(
      encodeMessage(Crate, { label: '', inside: [{ label: 'a' }], lid: { label: 'b' } }),
      bytes('0a 00 12 03 0a 01 61 22 03 0a 01 62'),
    )
  })

  it('rejects descriptions that protobuf cannot express', () => {
    const nested = struct('test.Nested', '', { grid: optional(1, list(list(string)), '') })
    assert.throws(() => encodeMessage(nested, {}), /test\.Nested\.grid: protobuf has no lists/)
    for (const type of [list(map(string)), map(map(string)), map(list(list(string)))]) {
      const odd = struct('test.Odd', '', { grid: optional(1, type as Type, '') })
      assert.throws(() => encodeMessage(odd, {}), /test\.Odd\.grid: protobuf has no lists/)
    }
  })
})
