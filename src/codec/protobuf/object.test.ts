import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UnreadableBody } from '#codec/codec.js'
import { encodeMessage } from './encode.js'
import { wrapMessage } from './envelope.js'
import { decodeObject, encodeObject } from './object.js'
import { bytes, Engine, Ship } from './ship.fixture.js'

const SHIP = { name: 'Argo', crew: 50 }
const EXPECTED = { apiVersion: 'test/v1', kind: 'Ship', schema: Ship }
const rejection = (message: RegExp) => (error: unknown) =>
  error instanceof UnreadableBody && message.test(error.message)

describe('objects in protobuf', () => {
  it('are written as their message in an envelope', () => {
    assert.deepEqual(
      encodeObject(Ship, 'test/v1', 'Ship', SHIP),
      wrapMessage('test/v1', 'Ship', encodeMessage(Ship, SHIP)),
    )
  })

  it('are read as JSON would be', () => {
    const body = encodeObject(Ship, 'test/v1', 'Ship', SHIP)
    assert.deepEqual(decodeObject(body, EXPECTED), {
      kind: 'Ship',
      apiVersion: 'test/v1',
      ...SHIP,
      main: {},
    })
  })

  it('are what the request asks for if they do not say what they are', () => {
    for (const [apiVersion, kind] of [
      ['', ''],
      ['test/v1', ''],
      ['', 'Ship'],
    ] as const) {
      const { crew, ...type } = decodeObject(encodeObject(Ship, apiVersion, kind, SHIP), EXPECTED)
      assert.equal(crew, 50)
      assert.equal(type.kind, 'Ship')
      assert.equal(type.apiVersion, 'test/v1')
    }
  })

  it('say which version of the kind they are', () => {
    const body = encodeObject(Ship, 'test/v2', 'Ship', SHIP)
    assert.equal(decodeObject(body, EXPECTED).apiVersion, 'test/v2')
  })

  it('of another kind say only that', () => {
    const body = encodeObject(Engine, 'any/v1', 'Engine', { power: 3 })
    assert.deepEqual(decodeObject(body, EXPECTED), { kind: 'Engine', apiVersion: 'any/v1' })
  })

  it('report the place of a fault from the beginning of the body', () => {
    const body = wrapMessage('test/v1', 'Ship', bytes('10 01 4a 02 08 80'))
    assert.throws(
      () => decodeObject(body, EXPECTED),
      rejection(/: byte 28: main\.power: a number is cut short$/),
    )
    assert.equal(body[28], 0x80)
  })

  it('do not reach beyond their own message', () => {
    const body = wrapMessage('test/v1', 'Ship', bytes('0a 02 61'))
    assert.throws(() => decodeObject(body, EXPECTED), rejection(/name: something of 2 bytes begins 1 bytes/))
  })
})
