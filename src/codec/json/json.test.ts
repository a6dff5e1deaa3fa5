import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_DEPTH, OversizedBody, UnreadableBody } from '#codec/codec.js'
import { codecs } from '#codec/codecs.js'

const { json } = codecs
const decode = (text: string) => json.decode(Buffer.from(text))

function rejection(body: string | Buffer): string {
  try {
    json.decode(Buffer.from(body as string))
  } catch (error) {
    assert.ok(error instanceof UnreadableBody, String(error))
    return error.message
  }
  return assert.fail(`was read: ${String(body).slice(0, 100)}`)
}

describe('reading JSON', () => {
  it('gives the value', () => {
    assert.deepEqual(decode(' {"a": [1, -2.5e3, true, null, "é\\u2713"]} \n'), {
      a: [1, -2500, true, null, 'é✓'],
    })
    assert.equal(decode('null'), null)
  })

  it('lets the last of several properties with one name win', () => {
    assert.deepEqual(decode('{"a":1,"a":2}'), { a: 2 })
  })

  it('tolerates a byte order mark', () => {
    assert.deepEqual(decode('\ufeff{"a":1}'), { a: 1 })
  })

  it('treats __proto__ like any other property', () => {
    const value = decode('{"__proto__":{"polluted":true}}') as Record<string, unknown>
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.deepEqual(Object.keys(value), ['__proto__'])
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })

  it('rejects an empty body', () => {
    assert.equal(rejection(''), 'the body is empty')
  })

  it('rejects what is not UTF-8, and says from which byte on', () => {
    assert.equal(
      rejection(Buffer.from([0x22, 0x61, 0xff, 0x22])),
      'the body is not text in UTF-8, from byte 2 on',
    )
    assert.equal(rejection(Buffer.from([0x22, 0xe2, 0x9c])), 'the body is not text in UTF-8, from byte 1 on')
  })

  it('says what is wrong and where', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['apiVersion: v1', "line 1, column 1: invalid character 'a' looking for beginning of value"],
      [' \n', 'line 2, column 1: unexpected end of JSON input'],
      ['{"a": 1,\n "b" 2}', "line 2, column 6: invalid character '2' after object key"],
      ['{"a": 1,\n}', "line 2, column 1: invalid character '}' looking for beginning of object key string"],
      ['{a: 1}', "line 1, column 2: invalid character 'a' looking for beginning of object key string"],
      ['{"a": 1 "b": 2}', "line 1, column 9: invalid character '\"' after object key:value pair"],
      ['{"a": tru}', "line 1, column 10: invalid character '}' in literal true (expecting 'e')"],
      ['nul', "line 1, column 4: invalid character ' ' in literal null (expecting 'l')"],
      ['{"a": 01}', "line 1, column 8: invalid character '1' after object key:value pair"],
      ['{"a": -}', "line 1, column 8: invalid character '}' in numeric literal"],
      ['{"a": 1.}', "line 1, column 9: invalid character '}' after decimal point in numeric literal"],
      ['1e+', "line 1, column 4: invalid character ' ' in exponent of numeric literal"],
      ['[1 2]', "line 1, column 4: invalid character '2' after array element"],
      ['[1,]', "line 1, column 4: invalid character ']' looking for beginning of value"],
      ['["a\\x"]', "line 1, column 5: invalid character 'x' in string escape code"],
      ['["\\u12g4"]', "line 1, column 7: invalid character 'g' in \\u hexadecimal character escape"],
      ['["a\nb"]', "line 1, column 4: invalid character '\\n' in string literal"],
      ["{'a': 1}", "line 1, column 2: invalid character '\\'' looking for beginning of object key string"],
      ['{"a": "b', 'line 1, column 9: unexpected end of JSON input'],
      ['{"a": [{}', 'line 1, column 10: unexpected end of JSON input'],
      ['{} {}', "line 1, column 4: invalid character '{' after top-level value"],
      ['[\u0001]', "line 1, column 2: invalid character '\\x01' looking for beginning of value"],
      ['[😀]', "line 1, column 2: invalid character 'ð' looking for beginning of value"],
    ]
    for (const [text, message] of cases) assert.equal(rejection(text), `the body is not JSON: ${message}`)
  })

  it('finds a fault wherever one is put into a text', () => {
    const good = '{"a":[1,{"b":"c\\n"},true],"d":{"e":null}}'
    for (let offset = 0; offset < good.length; offset++) {
      for (const wrong of ['', '\u0001', ']', '}', 'x', '"', ',']) {
        const text = good.slice(0, offset) + wrong + good.slice(offset + 1)
        try {
          JSON.parse(text)
        } catch {
          assert.match(rejection(text), /^the body is not JSON: line \d+, column \d+: /, text)
        }
      }
    }
  })

  it('reads what nests as deep as is allowed and rejects what goes deeper', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    decode(nested(MAX_DEPTH))
    assert.match(rejection(nested(MAX_DEPTH + 1)), /nests more than 500 levels deep/)
    assert.match(rejection(`${'{"a":'.repeat(600)}1${'}'.repeat(600)}`), /nests more than 500 levels deep/)
  })

  it('reads what is large in several turns of the event loop, to the same effect', async () => {
    const filler = `"${'x'.repeat(100_000)}"`
    const large = decode(`{"a":${filler},"b":[1,2]}`)
    assert.ok(large instanceof Promise)
    assert.deepEqual(Object.keys((await large) as object), ['a', 'b'])
    await assert.rejects(
      async () => decode(`[${filler},]`),
      new UnreadableBody(
        "the body is not JSON: line 1, column 100005: invalid character ']' looking for beginning of value",
        "invalid character ']' looking for beginning of value",
      ),
    )
    await assert.rejects(async () => decode('['.repeat(1_000_000)), /nests more than 500 levels deep/)
    await assert.rejects(async () => decode(`[${'1,'.repeat(200_000)}1]`), OversizedBody)
  })

  it('does not take brackets in a text for nesting', () => {
    const brackets = `${'['.repeat(2000)}\\"${'{'.repeat(2000)}`
    assert.ok(Array.isArray(decode(`["${brackets}"]`)))
  })
})

describe('writing JSON', () => {
  it('is compact, without a line break at the end', () => {
    assert.equal(json.encode({ a: [1, 'é'], b: undefined }, false).toString(), '{"a":[1,"é"]}')
  })

  it('is indented by two spaces and ends in a line break when it is to be pretty', () => {
    assert.equal(json.encode({ a: [1] }, true).toString(), '{\n  "a": [\n    1\n  ]\n}\n')
  })

  it('names its media type', () => {
    assert.equal(json.mediaType, 'application/json')
  })
})
