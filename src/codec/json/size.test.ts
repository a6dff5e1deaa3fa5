import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OversizedBody, UnreadableBody } from '#codec/codec.js'
import { expectReadableSize, MAX_PARTS, MAX_PROPERTY_NAMES } from './size.js'

type ErrorType = typeof OversizedBody | typeof UnreadableBody
const expectFine = (json: string) => expectReadableSize(Buffer.from(json))
const expectRejected = (json: string, words: RegExp, type: ErrorType = OversizedBody) =>
  assert.throws(
    () => expectReadableSize(Buffer.from(json)),
    (error) => error instanceof type && words.test(error.message),
  )
const listed = (count: number, element: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => element(index)).join()

describe('the size of a body', () => {
  it('is limited in elements, properties, lists and objects', () => {
    const words = /more than 100000 properties, elements, lists and objects/
    expectFine(`[${listed(MAX_PARTS, () => '1')}]`)
    expectRejected(`[${listed(MAX_PARTS + 1, () => '1')}]`, words)
    expectFine(`[${listed(MAX_PARTS / 2, () => '{}')}]`)
    expectRejected(`[${listed(MAX_PARTS / 2 + 1, () => '[]')}]`, words)
    expectRejected(`[${listed(MAX_PARTS / 4 + 1, () => '{"name":"a","value":"b"}')}]`, words)
  })

  it('is bounded by its different names', () => {
    const words = /more than 10000 different property names/
    expectFine(`[${listed(MAX_PROPERTY_NAMES, (index) => `{"k${index}":1}`)}]`)
    expectRejected(`[${listed(MAX_PROPERTY_NAMES + 1, (index) => `{"k${index}":1}`)}]`, words)
    expectRejected(`{${listed(MAX_PROPERTY_NAMES + 1, (index) => `"k${index}":1`)}}`, words)
    const long = 'x'.repeat(100)
    expectRejected(`[${listed(MAX_PROPERTY_NAMES + 1, (index) => `{"${long}${index}${long}":1}`)}]`, words)
  })

  it('counts properties of large objects more', () => {
    const properties = (count: number) => `{${listed(count, (index) => `"k${index % 9000}":1`)}}`
    expectFine(`[${listed(10, () => properties(2000))}]`)
    expectRejected(`[${listed(20, () => properties(2000))}]`, /properties, elements/)
  })

  it('does not depend on what strings of any length contain', () => {
    const escaped = ['"', '\\', '\\"', '"\\', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65)]
    for (const first of escaped) {
      for (const second of escaped) {
        for (const length of [0, 1, 62, 63, 64, 65, 200]) {
          const text = JSON.stringify(first + '['.repeat(length) + second.repeat(3))
          assert.equal(expectReadableSize(Buffer.from(`{"a":${text},"b":${text},"c":[]}`)), 3, text)
        }
      }
    }
    expectFine(`"${'['.repeat(1000)}`)
    expectFine(`"${'\\'.repeat(1001)}`)
  })

  it('is bounded in depth', () => {
    expectFine('['.repeat(500) + ']'.repeat(500))
    expectRejected('['.repeat(501), /nests more than 500 levels deep/, UnreadableBody)
    expectRejected('{"a":'.repeat(501), /nests more than 500 levels deep/, UnreadableBody)
  })

  it('does not depend on what is in texts, nor on what is wrong', () => {
    expectFine(`["${'[{,:'.repeat(50_000)}\\"${'[{,:'.repeat(50_000)}"]`)
    expectFine(`{"${'x'.repeat(1_000_000)}"${':'.repeat(20_000)}`)
    for (const json of ['"', '"\\', ']]]]}}}}', '{"a":}', 'nonsense', '']) expectFine(json)
  })
})
