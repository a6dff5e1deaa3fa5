import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { applyJsonPatch, readJsonPatch } from './json-patch.js'

/** Applies a patch as it comes from a body, and gives the code of the answer and the result. */
function run(document: unknown, operations: unknown): { code: number; message: string; result?: unknown } {
  try {
    const patch = readJsonPatch(JSON.parse(JSON.stringify(operations)))
    return { code: 200, message: '', result: applyJsonPatch(patch, document) }
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return { code: error.code, message: error.message }
  }
}

const fill = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, index) => make(index))

describe('a hostile JSON patch', () => {
  it('ten thousand operations are read, one more is too many', () => {
    const operations = fill(10_001, () => ({ op: 'test', path: '/a', value: 1 }))
    assert.equal(run({ a: 1 }, operations.slice(1)).code, 200)
    const { code, message } = run({ a: 1 }, operations)
    assert.equal(code, 413)
    assert.match(message, /maximum operations in a JSON patch is 10000, got 10001$/)
  })
  it('copies of copies end at the size of a body', () => {
    const doubling = fill(40, (index) => ({ op: 'copy', from: '', path: `/x${index}` }))
    const { code, message } = run({ text: 'some words' }, doubling)
    assert.equal(code, 422)
    assert.match(message, /a patch may copy at most 100000 values$/)
    assert.match(run({ text: 'x'.repeat(1000) }, doubling).message, /may copy at most 3145728 characters$/)
  })
  it('many copies of a large value end there too', () => {
    const copies = fill(10_000, (index) => ({ op: 'copy', from: '/large', path: `/x${index}` }))
    assert.equal(run({ large: 'x'.repeat(1_000_000) }, copies.slice(0, 3)).code, 200)
    assert.equal(run({ large: 'x'.repeat(1_000_000) }, copies.slice(0, 4)).code, 422)
    assert.equal(run({ large: 'x'.repeat(100) }, copies).code, 200)
  })
  it('a document does not become deeper than code can walk', () => {
    const chain = (levels: number) => JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels))
    const way = (levels: number) => '/a'.repeat(levels)
    const added = fill(20, (index) => ({ op: 'add', path: way(400 * (index + 1)), value: chain(400) }))
    assert.match(run(chain(400), added).message, /the document would nest more than 500 levels deep$/)
    const copied = fill(12, (index) => ({ op: 'copy', from: '', path: way(2 ** index) }))
    assert.match(run(chain(1), copied).message, /what is copied nests more than 500 levels deep$/)
    const moved = fill(20, (index) => [
      { op: 'add', path: `/n${index}`, value: chain(400) },
      { op: 'move', from: `/n${index}`, path: `/n0${way(400 * index)}` },
    ])
    assert.equal(run({}, moved.slice(1).flat()).code, 422)
  })
  it('a long list is not moved about for minutes', () => {
    const list = fill(500_000, () => 'x')
    const inserts = fill(10_000, () => ({ op: 'add', path: '/list/0', value: 'y' }))
    assert.match(run({ list }, inserts).message, /the patch moves too many elements of lists$/)
    const removals = fill(10_000, () => ({ op: 'remove', path: '/list/0' }))
    assert.equal(run({ list }, removals).code, 422)
    assert.equal(run({ list: list.slice(0, 1000) }, inserts.slice(0, 1000)).code, 200)
    assert.equal(list.length, 500_000)
  })
  it('the way to a place may be long without being there', () => {
    assert.equal(run({}, [{ op: 'remove', path: '/a'.repeat(8000) }]).code, 422)
    const limits = /a path may have 16384 characters, and all paths 200000 segments together$/
    for (const operations of [
      [{ op: 'remove', path: '/a'.repeat(10_000) }],
      fill(26, () => ({ op: 'remove', path: '/a'.repeat(8000) })),
    ]) {
      const tooLong = run({}, operations)
      assert.equal(tooLong.code, 400)
      assert.match(tooLong.message, limits)
    }
    const { message } = run([], [{ op: 'add', path: `/${'9'.repeat(10_000)}`, value: 1 }])
    assert.ok(message.length < 1000)
  })
  it('a large object is not compared over and over', () => {
    const large = Object.fromEntries(fill(10_000, (index) => [`k${index}`, 1]))
    const tests = fill(10_000, () => ({ op: 'test', path: '/large', value: large }))
    assert.equal(run({ large }, tests.slice(0, 10)).code, 200)
    const empty = fill(10_000, () => ({ op: 'test', path: '/large', value: {} }))
    assert.equal(run({ large: {} }, empty).code, 200)
    const { code, message } = run({ large }, tests.slice(0, 100))
    assert.equal(code, 422)
    assert.match(message, /comes back to the same lists and objects too often/)
  })
  it('what objects inherit is not there to be found', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const op of ['remove', 'replace', 'copy']) {
        assert.equal(
          run({}, [{ op, path: `/${name}`, from: `/${name}`, value: {} }]).code,
          422,
          `${op} ${name}`,
        )
      }
      assert.equal(run({}, [{ op: 'add', path: `/${name}/polluted`, value: 1 }]).code, 422, name)
      assert.equal(run({}, [{ op: 'test', path: `/${name}`, value: null }]).code, 200, name)
    }
    assert.equal(run([], [{ op: 'replace', path: '/length', value: 5 }]).code, 422)
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
  it('__proto__ is a member like any other', () => {
    const operations = [
      { op: 'add', path: '/__proto__', value: { polluted: 1 } },
      { op: 'add', path: '/__proto__/more', value: 2 },
      { op: 'copy', from: '', path: '/copy' },
      { op: 'move', from: '/__proto__', path: '/copy/__proto__/inner' },
    ]
    const { code, result } = run({ a: 1 }, operations)
    assert.equal(code, 200)
    assert.equal(
      JSON.stringify(result),
      '{"a":1,"copy":{"a":1,"__proto__":{"polluted":1,"more":2,"inner":{"polluted":1,"more":2}}}}',
    )
    assert.equal(Object.getPrototypeOf(result), Object.prototype)
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
})
