import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableBody } from '#codec/codec.js'
import { decoderOf } from '#schema/decode.js'
import { Crate, Parcel } from '#schema/parcel.fixture.js'
import { list, required, string, struct } from '#schema/type.js'
import { decodeMessage } from './decode.js'
import { bytes, Ship } from './ship.fixture.js'

const decode = (hex: string) => decodeMessage(Ship, bytes(hex))
const decodeParcel = (hex: string) => decodeMessage(Parcel, bytes(hex))

describe('reading messages', () => {
  it('gives the shape of JSON, without the zeros that say nothing', () => {
    const value = decode(`
      0a 04 41 72 67 6f  10 00  18 00  20 00  2a 00  32 04 08 01 10 00  3a 03 0a 01 30
      42 06 08 00 10 00 1a 00  4a 02 12 00  82 01 04 0a 00 10 00
    `)
    assert.deepEqual(value, {
      name: 'Argo',
      tonnage: 0,
      sunk: '1970-01-01T00:00:01Z',
      main: {},
      berth: '',
    })
  })

  it('needs no field at all', () => {
    assert.deepEqual(decode(''), {})
    assert.deepEqual(decoderOf(Ship)(decode('')), decoderOf(Ship)({}))
  })

  it('passes over fields that it does not know, whatever their wire type', () => {
    const unknown = 'f8 06 96 01  f9 06 00 00 00 00 00 00 00 00  fa 06 02 ff ff  fd 06 00 00 00 00'
    const group = 'fb 06 08 01 13 0a 01 78 14 fc 06'
    assert.deepEqual(decode(`${unknown} 10 05 ${group}`), { crew: 5 })
  })

  it('lets the last of several values count, zero included', () => {
    assert.deepEqual(decode('10 05 10 07'), { crew: 7 })
    assert.deepEqual(decode('10 05 10 00'), { crew: 0 })
    assert.deepEqual(decode('0a 01 61 0a 00'), { name: '' })
    assert.deepEqual(decode('2a 02 08 01 2a 00'), { built: null })
  })

  it('joins nested messages, and goes on with lists and maps', () => {
    assert.deepEqual(decode('4a 02 08 01 4a 03 12 01 78'), { main: { power: 1, fuel: 'x' } })
    assert.deepEqual(decode('62 01 61 10 01 62 01 62'), { flags: ['a', 'b'], crew: 1 })
    assert.deepEqual(decode('7a 06 0a 01 61 12 01 31 7a 06 0a 01 61 12 01 32 7a 03 0a 01 62'), {
      papers: { a: '2', b: null },
    })
    assert.deepEqual(decode('82 01 03 0a 01 61 82 01 02 10 02'), { berth: 'a', chain: 2 })
  })

  it('reads numbers one by one or packed', () => {
    assert.deepEqual(decode('68 01 6a 03 02 ac 02 68 04 6a 00'), { soundings: [1, 2, 300, 4] })
    assert.deepEqual(decode('92 01 02 01 00'), { radios: [true, false] })
  })

  it('reads messages that stand for scalars', () => {
    assert.deepEqual(decode('2a 09 08 a5 bb b5 f0 05 10 ff 0f'), { built: '2020-01-02T03:04:05Z' })
    assert.deepEqual(decode('32 00'), { sunk: null })
    assert.deepEqual(decode('32 02 10 05'), { sunk: '1970-01-01T00:00:00Z' })
    assert.deepEqual(decode('32 04 08 00 10 00'), { sunk: '1970-01-01T00:00:00Z' })
    assert.deepEqual(decode('3a 00 42 00'), {})
    assert.deepEqual(decode('42 04 08 01 1a 00'), { draught: '' })
    assert.deepEqual(decode('42 06 10 05 08 00 1a 00'), { draught: 5 })
    assert.deepEqual(decode('3a 05 0a 03 30 2e 35'), { cargo: '0.5' })
  })

  it('reads times to the microsecond', () => {
    assert.deepEqual(decodeParcel('32 0a 08 a5 bb b5 f0 05 10 bf 84 3d'), {
      packed: '2020-01-02T03:04:05.000999Z',
    })
    assert.deepEqual(decodeParcel('3a 00 32 00'), { opened: null })
    assert.deepEqual(decodeParcel('3a 04 08 00 10 00'), { opened: '1970-01-01T00:00:00.000000Z' })
  })

  it('reads bytes as base64, and maps of them', () => {
    assert.deepEqual(decodeParcel('0a 02 00 ff 12 00 1a 00'), { seal: 'AP8=', stamp: '', photo: '' })
    assert.deepEqual(decodeParcel('22 06 0a 01 61 12 01 ff 22 03 0a 01 62'), {
      papers: { a: '/w==', b: null },
    })
  })

  it('reads JSON in bytes of its own', () => {
    assert.deepEqual(decodeParcel('4a 09 0a 07 7b 22 61 22 3a 31 7d'), { contents: { a: 1 } })
    assert.deepEqual(decodeParcel('52 00 62 04 0a 02 7b 7d'), { remark: null, owned: {} })
    assert.deepEqual(decodeParcel('52 02 0a 00'), { remark: null })
  })

  it('reads lists in maps as messages of their own', () => {
    assert.deepEqual(decodeParcel('7a 0b 0a 01 61 12 06 0a 01 62 0a 01 63 7a 05 0a 01 64 12 00'), {
      marks: { a: ['b', 'c'], d: [] },
    })
  })

  it('reads messages that contain themselves', () => {
    assert.deepEqual(decodeMessage(Crate, bytes('12 07 22 05 22 03 0a 01 61')), {
      inside: [{ lid: { lid: { label: 'a' } } }],
    })
  })

  it('reads the wrapped list of verbs', () => {
    const APIResource = struct('io.k8s.apimachinery.pkg.apis.meta.v1.APIResource', '', {
      verbs: required(4, list(string), ''),
    })
    assert.deepEqual(decodeMessage(APIResource, bytes('22 00')), { verbs: [] })
    assert.deepEqual(decodeMessage(APIResource, bytes('22 05 0a 03 67 65 74')), { verbs: ['get'] })
  })

  it('takes __proto__ as a key like any other', () => {
    const { papers } = decode('7a 0e 0a 09 5f 5f 70 72 6f 74 6f 5f 5f 12 01 31') as { papers: object }
    assert.deepEqual(Object.entries(papers), [['__proto__', '1']])
    assert.equal(Object.getPrototypeOf(papers), Object.prototype)
  })
})

function expectUnreadable(decode: () => unknown, message: string): void {
  assert.throws(decode, (error) => {
    assert.ok(error instanceof UnreadableBody)
    assert.equal(error.message, `the body is not protobuf that can be read: ${message}`)
    return true
  })
}

/** A tag of one byte, and the length of what follows. */
function lengthOf(bytes: Buffer, tag: number): Buffer {
  const length: number[] = []
  let rest = bytes.length
  for (; rest > 0x7f; rest >>>= 7) length.push((rest & 0x7f) | 0x80)
  return Buffer.from([tag, ...length, rest])
}

describe('rejecting messages', () => {
  const rejections: readonly (readonly [string, string, string])[] = [
    [
      'a text that is cut short',
      '10 01 0a 05 61 62',
      'byte 3: name: something of 5 bytes begins 2 bytes before the end',
    ],
    ['a number that is cut short', '10 80', 'byte 1: crew: a number is cut short'],
    ['a tag that is cut short', '10 01 80', 'byte 2: a number is cut short'],
    [
      'a number of more than 64 bits',
      `10 ${'ff '.repeat(9)} 02`,
      'byte 1: crew: a number has more than 64 bits',
    ],
    ['a number of eleven bytes', `10 ${'80 '.repeat(10)} 00`, 'byte 1: crew: a number has more than 64 bits'],
    ['a number that does not fit', '10 80 80 80 80 08', 'byte 1: crew: expected a whole number of 32 bits'],
    [
      'a number that JSON cannot hold',
      '18 80 80 80 80 80 80 80 10',
      'byte 1: tonnage: expected a whole number between -(2^53-1) and 2^53-1',
    ],
    ['text that is not UTF-8', '62 01 61 62 02 c3 28', 'byte 5: flags[1]: the text is not UTF-8'],
    ['a key that is not UTF-8', '7a 03 0a 01 ff', 'byte 4: papers.key: the text is not UTF-8'],
    ['a field of another type', '08 01', 'byte 0: name: the wire type is 0 instead of 2'],
    ['a packed text', '12 00', 'byte 0: crew: the wire type is 2 instead of 0'],
    ['field number 0', '00 00', 'byte 0: the number of a field is out of range'],
    [
      'a field number of more than 29 bits',
      '80 80 80 80 10 00',
      'byte 0: the number of a field is out of range',
    ],
    ['a wire type that does not exist', 'ff 06', 'byte 2: there is no wire type 7'],
    ['the end of a group that has not begun', 'fc 06', 'byte 2: a group ends that has not begun'],
    ['a group without an end', 'fb 06 08 01', 'byte 4: a number is cut short'],
    ['a group that ends as another', 'fb 06 84 07', 'byte 4: a group ends that has not begun'],
    ['groups without end', 'fb 06'.repeat(200), 'byte 202: groups nest more than 100 levels deep'],
    [
      'a time beyond all years',
      '2a 07 08 80 f0 8c 80 b0 07',
      'byte 1: built: expected a time in the years 0 to 9999',
    ],
    [
      'a number that is neither',
      '42 02 08 02',
      'byte 1: draught: expected a number (type 0) or text (type 1), got type 2',
    ],
    [
      'what lies deep inside',
      '72 02 12 00 72 03 12 05 61',
      'byte 7: engines[1].fuel: something of 5 bytes begins 1 bytes before the end',
    ],
    [
      'what runs over the end of an inlined message',
      '82 01 02 0a 01 61',
      'byte 4: berth: something of 1 bytes begins 0 bytes before the end',
    ],
  ]
  for (const [what, hex, message] of rejections) {
    it(`reports ${what}, and where`, () => expectUnreadable(() => decode(hex), message))
  }

  const parcels: readonly (readonly [string, string, string])[] = [
    [
      'bytes that are cut short',
      '0a 02 00',
      'byte 1: seal: something of 2 bytes begins 1 bytes before the end',
    ],
    ['JSON that is none', '4a 03 0a 01 7b', 'byte 1: contents: expected JSON'],
    ['JSON that is not UTF-8', '4a 03 0a 01 ff', 'byte 4: contents.raw: the text is not UTF-8'],
    [
      'more nanoseconds than a second has',
      '32 06 10 80 94 eb dc 03',
      'byte 1: packed: expected nanos from 0 to 999999999',
    ],
    [
      'a year of five digits',
      '32 07 08 80 f0 8c 80 b0 07',
      'byte 1: packed: expected a time in the years 0 to 9999',
    ],
    [
      'what lies in a list of a map',
      '7a 06 0a 00 12 02 0a 05',
      'byte 7: marks.value[0]: something of 5 bytes begins 0 bytes before the end',
    ],
  ]
  for (const [what, hex, message] of parcels) {
    it(`reports ${what}, and where`, () => expectUnreadable(() => decodeParcel(hex), message))
  }

  it('rejects messages and JSON that nest deeper than any object', () => {
    let message = Buffer.alloc(0)
    for (let depth = 0; depth < 501; depth++) message = Buffer.concat([lengthOf(message, 0x22), message])
    assert.throws(() => decodeMessage(Crate, message), /: messages nest more than 500 levels deep$/)

    const json = Buffer.from(`${'['.repeat(501)}${']'.repeat(501)}`)
    const raw = Buffer.concat([lengthOf(json, 0x0a), json])
    assert.throws(
      () => decodeMessage(Parcel, Buffer.concat([lengthOf(raw, 0x4a), raw])),
      /: contents: the JSON nests more than 500 levels deep$/,
    )
  })

  it('counts the parts of JSON among those of the message', () => {
    const json = Buffer.from(`[${'0,'.repeat(100_000)}0]`)
    const raw = Buffer.concat([lengthOf(json, 0x0a), json])
    assert.throws(() => decodeMessage(Parcel, Buffer.concat([lengthOf(raw, 0x4a), raw])), {
      name: 'OversizedBody',
    })
  })

  it('rejects more fields and elements than any object needs, whether it knows them or not', () => {
    const rejected = { name: 'OversizedBody', message: 'it has more than 100000 fields and elements' }
    for (const field of ['72 00', '7a 00', '10 00', 'fa 06 00', 'f8 06 01', '0a 00']) {
      const filling = bytes(field)
      assert.throws(
        () => decodeMessage(Ship, Buffer.alloc(filling.length * 100_001, filling)),
        rejected,
        field,
      )
    }
    assert.throws(() => decodeMessage(Ship, Buffer.alloc(2 * 50_001, bytes('72 00'))), rejected)
    decodeMessage(Ship, Buffer.alloc(2 * 50_000, bytes('72 00')))
  })
})
