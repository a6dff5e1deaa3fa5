import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableBody } from '../codec.js'
import { encodeMessage } from './encode.js'
import { wrapMessage } from './envelope.js'
import { decodeObject, encodeObject, protobufCodec, type StructFor } from './object.js'
import { bytes, Engine, Ship } from './ship.suite.js'

const structFor: StructFor = (apiVersion, kind) => {
  if (kind === 'Ship' && apiVersion === 'test/v1') return Ship
  return kind === 'Engine' ? Engine : undefined
}
const SHIP = { name: 'Argo', crew: 50 }
const EXPECTED = { apiVersion: 'test/v1', kind: 'Ship' }
const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof UnreadableBody && message.test(error.message)

describe('objects in protobuf', () => {
  it('are written as their message in an envelope', () => {
    assert.deepEqual(
      encodeObject(Ship, 'test/v1', 'Ship', SHIP),
      wrapMessage('test/v1', 'Ship', encodeMessage(Ship, SHIP)),
    )
  })

  it('are read by the description of the kind that the envelope names', () => {
    const body = encodeObject(Engine, 'any/v1', 'Engine', { power: 3 })
    assert.deepEqual(decodeObject(body, structFor, EXPECTED), {
      apiVersion: 'any/v1',
      kind: 'Engine',
      value: { kind: 'Engine', apiVersion: 'any/v1', power: 3 },
    })
  })

  it('are what the request asks for if they do not say what they are', () => {
    for (const [apiVersion, kind] of [
      ['', ''],
      ['test/v1', ''],
      ['', 'Ship'],
    ] as const) {
      const body = encodeObject(Ship, apiVersion, kind, SHIP)
      assert.equal(decodeObject(body, structFor, EXPECTED).value.crew, 50)
    }
  })

  it('are refused when nobody says what they are', () => {
    const body = (apiVersion: string, kind: string) => encodeObject(Ship, apiVersion, kind, SHIP)
    assert.throws(() => decodeObject(body('test/v1', ''), structFor), refusal(/does not say of which kind/))
    assert.throws(
      () => decodeObject(body('', 'Ship'), structFor),
      refusal(/does not say of which API version/),
    )
    assert.throws(
      () => decodeObject(body('test/v2', 'Ship'), structFor),
      refusal(/^no kind "Ship" is registered for version "test\/v2"$/),
    )
  })

  it('tell the place of a fault from the beginning of the body', () => {
    const body = wrapMessage('test/v1', 'Ship', bytes('10 01 4a 02 08 80'))
    assert.throws(
      () => decodeObject(body, structFor),
      refusal(/: byte 28: main\.power: a number is cut short$/),
    )
    assert.equal(body[28], 0x80)
  })

  it('do not reach beyond their own message', () => {
    const body = wrapMessage('test/v1', 'Ship', bytes('0a 02 61'))
    assert.throws(() => decodeObject(body, structFor), refusal(/name: something of 2 bytes begins 1 bytes/))
  })

  it('go through a codec like those of the other formats', () => {
    const codec = protobufCodec(structFor)
    assert.equal(codec.mediaType, 'application/vnd.kubernetes.protobuf')
    const ship = { ...EXPECTED, ...SHIP }
    const body = codec.encode(ship, false)
    assert.deepEqual(codec.decode(body), { ...ship, main: {} })
    assert.throws(
      () => codec.encode({ kind: 'Raft' }, false),
      /no description of the kind "Raft" in version ""/,
    )
  })
})
