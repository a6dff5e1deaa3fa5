import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeUtf8, OversizedBody, UnreadableBody } from '#codec/codec.js'
import { readYaml } from './document.js'

function rejection(body: string | Buffer): string {
  try {
    readYaml(decodeUtf8(Buffer.from(body as string)))
  } catch (error) {
    assert.ok(error instanceof UnreadableBody || error instanceof OversizedBody, String(error))
    return error.message
  }
  return assert.fail(`was read: ${String(body).slice(0, 100)}`)
}

describe('rejecting YAML', () => {
  it('says what is wrong and where', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['a: b\n]', /^the body is not YAML: line 2, column 1: /],
      ['a: [b\nc: d', /^the body is not YAML: line 2, column 1: /],
      ['{a: b} x', /^the body is not YAML: line 1, column 8: /],
      ['a: b\n c: d', /^the body is not YAML: line /],
      ['a: "b', /^the body is not YAML: line 1, column /],
      ['a:\n\t- b', /^the body is not YAML: line 2, column 1: /],
    ]
    for (const [text, message] of cases) assert.match(rejection(text), message)
  })

  it('rejects numbers that JSON does not know', () => {
    for (const text of ['.nan', '.NaN', '.inf', '-.INF', '+.Inf', '1e999', '[1, .inf]']) {
      assert.match(rejection(text), /is not a number that JSON knows/)
    }
  })

  it('rejects tags other than those of JSON', () => {
    for (const text of [
      '!!binary aGk=',
      '!!timestamp 2001-01-01',
      '!mine x',
      '!!set {a, b}',
      '!!omap [a: b]',
      '!x [a]',
    ]) {
      assert.match(rejection(`a: ${text}`), /line 1, column \d+: .*tag/)
    }
    assert.match(rejection('!!int x'), /"x" cannot be read with the tag/)
    assert.match(rejection('!!python/object:os.system {}'), /tag/)
  })

  it('rejects keys that are no text', () => {
    for (const text of ['{a: {[b]: c}}', '~: a', '? {a: b}\n: c', ': a']) {
      assert.match(rejection(text), /a key must be text, a number or a truth value/, text)
    }
  })

  it('rejects aliases without an anchor and values that contain themselves', () => {
    assert.match(rejection('a: *x'), /line 1, column 4: the alias \*x has no complete anchor before it/)
    assert.match(rejection('a: &x [*x]'), /the alias \*x has no complete anchor before it/)
    assert.match(rejection('&x {a: {<<: *x}}'), /the alias \*x has no complete anchor before it/)
  })

  it('rejects a merge of what is not a map', () => {
    assert.match(rejection('<<: 1'), /only a map or a list of maps can be merged/)
    assert.match(rejection('<<: [[a]]'), /only a map or a list of maps can be merged/)
  })

  it('rejects aliases that stand for too many values', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let n = 1; n < 10; n++)
      lines.push(
        `a${n}: &a${n} [${Array(10)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
      )
    assert.match(
      rejection(lines.join('\n')),
      /line \d+, column \d+: the aliases up to here stand for more than 100000 values/,
    )
    const merges = ['a0: &a0 {x: [1, 2, 3, 4, 5, 6, 7, 8, 9]}']
    for (let n = 1; n < 10; n++)
      merges.push(
        `a${n}: &a${n} {<<: [${Array(10)
          .fill(`*a${n - 1}`)
          .join(', ')}]}`,
      )
    assert.match(rejection(merges.join('\n')), /stand for more than 100000 values/)
  })

  it('rejects merges with too many properties, and aliases with too much text', () => {
    const keys = Array.from({ length: 100 }, (_, n) => `k${n}: 1`).join(', ')
    const merges = [`a0: &a0 {${keys}}`]
    for (let n = 1; n < 100; n++) merges.push(`a${n}: &a${n} {<<: *a${n - 1}, n${n}: {<<: *a${n - 1}}}`)
    assert.match(rejection(merges.join('\n')), /stand for more than 100000 values/)
    const texts = `a: &a ${'x'.repeat(10_000)}\nb: [${'*a , '.repeat(1000)}]`
    assert.match(rejection(texts), /the aliases up to here stand for more than 3145728 characters/)
  })

  it('quotes little of what it rejects', () => {
    const long = 'x'.repeat(100_000)
    for (const text of [
      `!${long} a`,
      `!!int ${long}`,
      `*${long}`,
      `1${'0'.repeat(100_000)}`,
      `a: "${long}`,
    ]) {
      assert.ok(rejection(text).length < 700, rejection(text).slice(0, 1000))
    }
  })

  it('rejects what nests too deep, however it is written', () => {
    const depth = 100_000
    const chained = ['a0: &a0 x']
    for (let n = 1; n < 12; n++) chained.push(`a${n}: &a${n} ${'['.repeat(50)}*a${n - 1}${']'.repeat(50)}`)
    for (const text of [
      '['.repeat(depth),
      '['.repeat(depth) + ']'.repeat(depth),
      '{a: '.repeat(depth),
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      '- '.repeat(depth),
      '? '.repeat(depth),
      Array.from({ length: 1000 }, (_, n) => `${' '.repeat(n)}a:\n`).join(''),
      chained.join('\n'),
    ]) {
      assert.match(rejection(text), /nests? more than 500 levels deep/)
    }
  })

  it('rejects what would take too long to parse', () => {
    assert.match(rejection('a: b\n'.repeat(200_000)), /too much to be read as YAML, but can be sent as JSON/)
    assert.match(rejection(`[${','.repeat(90_000)}]`), /^the body is not YAML: line 1, column \d: /)
  })

  it('rejects what is not UTF-8', () => {
    assert.match(rejection(Buffer.from([0x61, 0x3a, 0x20, 0xff])), /not text in UTF-8, from byte 3 on/)
  })

  it('leaves the collection of stacks as it found it', () => {
    const before = Error.stackTraceLimit
    rejection('a: [')
    rejection('['.repeat(2000))
    assert.equal(Error.stackTraceLimit, before)
  })
})
