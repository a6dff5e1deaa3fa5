import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasUniqueKeys, json } from './json.js'
import { SMALL_BODY } from './size.js'

/** Enough that a body is measured before it is parsed. */
const filler = JSON.stringify('x'.repeat(SMALL_BODY))

const isWhole = async (properties: string) =>
  hasUniqueKeys(await json.decode(Buffer.from(`{"filler":${filler},${properties}}`)))

describe('properties of a large body', () => {
  it('are all there when none is given twice', async () => {
    assert.ok(await isWhole('"a":1'))
    assert.ok(await isWhole('"a":{"a":[{"a":1},{"a":2},[]]},"b" : {}'))
    assert.ok(await isWhole('"a":"\\",\\"a\\":1","\\"b\\\\":":\\\\","__proto__":{"a":null}'))
  })

  it('are not all there when one is given twice, wherever', async () => {
    assert.ok(!(await isWhole('"a":1,"a":1')))
    assert.ok(!(await isWhole('"a":{"b":[{"c":1,"c":2}]}')))
    assert.ok(!(await isWhole('"a":{"b":1},"a":{"c":1,"d":2}')))
    assert.ok(!(await isWhole('"a":1,"\\u0061":2')))
    assert.ok(!(await isWhole('"__proto__":1,"__proto__":2')))
  })

  it('are not known of small bodies, which are not measured', async () => {
    assert.ok(!hasUniqueKeys(await json.decode(Buffer.from('{"a":1}'))))
  })
})
