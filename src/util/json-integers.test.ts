import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { parseJson, stringifyJson } from './json-integers.js'

describe('whole numbers of 64 bits in JSON', () => {
  it('are read and written to the last digit', () => {
    const text = '{"a":[9007199254740993,-9223372036854775808],"b":{"c":9223372036854775807}}'
    assert.deepEqual(parseJson(text), {
      a: [9007199254740993n, -9223372036854775808n],
      b: { c: 9223372036854775807n },
    })
    assert.equal(stringifyJson(parseJson(text)), text)
  })

  it('are numbers where a double holds them, or nothing of 64 bits does', () => {
    for (const text of ['9007199254740991', '-9007199254740991', '1', '0.1234567890123456789', '1e30']) {
      assert.equal(parseJson(text), JSON.parse(text), text)
    }
    assert.equal(parseJson('9223372036854775808'), 2 ** 63)
    assert.equal(parseJson('1000000000000000000000000'), 1e24)
  })

  it('are nothing that no double is as large as', () => {
    for (const text of ['{"a":1e400}', '[-1E999]', `[1${'0'.repeat(310)}]`]) {
      assert.throws(() => parseJson(text), RangeError, text)
    }
    assert.deepEqual(parseJson('{"a":1e300,"b":"1e400","c":1e-400,"d":"\\"1e400"}'), {
      a: 1e300,
      b: '1e400',
      c: 0,
      d: '"1e400',
    })
  })

  it('are not looked for in texts and names', () => {
    const value = { '9007199254740993': '9007199254740993', text: 'a "9007199254740993" \\ b' }
    assert.deepEqual(parseJson(JSON.stringify(value)), value)
    assert.deepEqual(parseJson('{"n":9007199254740993,"t":"9007199254740993"}'), {
      n: 9007199254740993n,
      t: '9007199254740993',
    })
  })

  it('are indented like others', () => {
    assert.equal(stringifyJson({ a: [9007199254740993n] }, 2), '{\n  "a": [\n    9007199254740993\n  ]\n}')
  })

  it('survive in any value', () => {
    const random = new Random(testSeed())
    const pick = (depth: number): unknown => {
      const makers: (() => unknown)[] = [
        () => random.pick(['', '\u0000', 'ü"\\', '"9007199254740993', '1234567890123456789']),
        () => random.pick([0, -1.5, 1e300, 2 ** 53 - 1, null, true]),
        () => BigInt.asIntN(64, BigInt(random.below(2 ** 31)) * 9007199254740993n) || 1n,
        () => Array.from({ length: random.below(3) }, () => pick(depth + 1)),
        () =>
          Object.fromEntries(Array.from({ length: random.below(3) }, (_, n) => [`k"${n}`, pick(depth + 1)])),
      ]
      return random.pick(depth > 3 ? makers.slice(0, 3) : makers)()
    }
    for (let count = 0; count < 500; count++) {
      const text = stringifyJson(pick(0))
      assert.equal(stringifyJson(parseJson(text)), text)
    }
  })
})
