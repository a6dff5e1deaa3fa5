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
      ['apiVersion: v1', 'line 1, column 1: expected a value, found "a"'],
      [' \n', 'line 2, column 1: expected a value, found the end of the body'],
      ['{"a": 1,\n "b" 2}', 'line 2, column 6: expected ":", found "2"'],
      ['{"a": 1,\n}', 'line 2, column 1: expected a member name in double quotes, found "}"'],
      ['{a: 1}', 'line 1, column 2: expected a member name in double quotes or "}", found "a"'],
      ['{"a": tru}', 'line 1, column 7: expected a value, found "t"'],
      ['{"a": 01}', 'line 1, column 8: expected "," or "}", found "1"'],
      ['[1 2]', 'line 1, column 4: expected "," or "]", found "2"'],
      ['[1,]', 'line 1, column 4: expected a value, found "]"'],
      ['["a\\x"]', 'line 1, column 4: no such escape in a text'],
      [
        '["a\nb"]',
        'line 1, column 4: a line break or control character in a text must be written as an escape',
      ],
      ['{"a": "b', 'line 1, column 7: a text that does not end'],
      ['{"a": [{}', 'line 1, column 10: expected "," or "]", found the end of the body'],
      ['{} {}', 'line 1, column 4: expected nothing more, found "{"'],
      ['[😀]', 'line 1, column 2: expected a value or "]", found "😀"'],
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
      new UnreadableBody('the body is not JSON: line 1, column 100005: expected a value, found "]"'),
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
