import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { applyJsonPatch, readJsonPatch } from './json-patch.js'

const apply = (document: unknown, ...operations: unknown[]) =>
  applyJsonPatch(readJsonPatch(operations), document)

/** The error that the client gets when the document is patched so. */
function rejection(document: unknown, ...operations: unknown[]): string {
  const before = JSON.stringify(document)
  try {
    apply(document, ...operations)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal(JSON.stringify(document), before)
    return `${error.code} ${error.message}`
  }
  return 'applied'
}

describe('the operations of a JSON patch', () => {
  it('add sets a member, also one that is there', () => {
    assert.deepEqual(apply({ a: 1 }, { op: 'add', path: '/b', value: { c: null } }), { a: 1, b: { c: null } })
    assert.deepEqual(apply({ a: 1 }, { op: 'add', path: '/a', value: 2 }), { a: 2 })
    assert.deepEqual(apply({}, { op: 'add', path: '/', value: 1 }), { '': 1 })
  })
  it('add puts an element in front of the position, or at the end', () => {
    const list = ['a', 'b']
    assert.deepEqual(apply(list, { op: 'add', path: '/0', value: 'x' }), ['x', 'a', 'b'])
    assert.deepEqual(apply(list, { op: 'add', path: '/1', value: ['x'] }), ['a', ['x'], 'b'])
    assert.deepEqual(apply(list, { op: 'add', path: '/2', value: 'x' }), ['a', 'b', 'x'])
    assert.deepEqual(apply(list, { op: 'add', path: '/-', value: 'x' }), ['a', 'b', 'x'])
  })
  it('add needs the way to the place, and a position that is there or next', () => {
    const document = { list: ['a'], text: 'x', none: null }
    assert.equal(
      rejection(document, { op: 'add', path: '/metadata/labels/a', value: 1 }),
      '422 the patch cannot be applied: operation 0, add "/metadata/labels/a": there is nothing at "/metadata"',
    )
    assert.match(
      rejection(document, { op: 'add', path: '/text/a', value: 1 }),
      /"\/text" is the text "x", which/,
    )
    assert.match(rejection(document, { op: 'add', path: '/none/a', value: 1 }), /"\/none" is null, which/)
    for (const position of ['2', '-1', '01', 'first', '--', '1e0']) {
      assert.match(
        rejection(document, { op: 'add', path: `/list/${position}`, value: 1 }),
        /^422 .* is no position in "\/list", a list of 1$/,
      )
    }
  })
  it('remove takes a member or an element away', () => {
    assert.deepEqual(apply({ a: 1, b: [1, 2, 3] }, { op: 'remove', path: '/a' }), { b: [1, 2, 3] })
    assert.deepEqual(apply({ b: [1, 2, 3] }, { op: 'remove', path: '/b/1' }), { b: [1, 3] })
  })
  it('remove and replace need something at the place', () => {
    for (const op of ['remove', 'replace']) {
      assert.match(
        rejection({ a: {} }, { op, path: '/a/b', value: 1 }),
        /^422 .* there is nothing at "\/a\/b"$/,
      )
      assert.match(rejection([1], { op, path: '/1', value: 1 }), /^422 .* "1" is no position/)
      assert.match(rejection([1], { op, path: '/-', value: 1 }), /^422 .* "-" is no position/)
    }
    assert.match(rejection({}, { op: 'remove', path: '' }), /^422 .* the whole document cannot be removed$/)
  })
  it('replace sets what is there, up to the whole document', () => {
    assert.deepEqual(apply({ a: [1, 2] }, { op: 'replace', path: '/a/1', value: null }), { a: [1, null] })
    assert.deepEqual(apply({ a: 1 }, { op: 'replace', path: '', value: { b: 2 } }), { b: 2 })
    assert.deepEqual(apply({ a: 1 }, { op: 'add', path: '', value: 5 }), 5)
  })
  it('replace adds a property that is missing if it may, but no element and no container', () => {
    const replaced = (document: unknown, path: string) =>
      applyJsonPatch(readJsonPatch([{ op: 'replace', path, value: 1 }]), document, { replaceAdds: true })
    assert.deepEqual(replaced({}, '/a'), { a: 1 })
    assert.deepEqual(replaced({ a: 2 }, '/a'), { a: 1 })
    for (const path of ['/a/b', '/list/1', '/list/-'])
      assert.throws(() => replaced({ list: [0] }, path), /nothing|no position/, path)
  })
  it('move takes a value from one place to another', () => {
    assert.deepEqual(apply({ a: { x: 1 }, b: {} }, { op: 'move', from: '/a/x', path: '/b/y' }), {
      a: {},
      b: { y: 1 },
    })
    assert.deepEqual(apply([1, 2, 3], { op: 'move', from: '/0', path: '/2' }), [2, 3, 1])
    assert.deepEqual(apply({ a: 1 }, { op: 'move', from: '/a', path: '/a' }), { a: 1 })
    assert.match(
      rejection({ b: 1 }, { op: 'move', from: '/a', path: '/b' }),
      /^422 .* there is nothing at "\/a"$/,
    )
    assert.match(rejection({}, { op: 'move', from: '/a', path: '/a' }), /^422 .* there is nothing at "\/a"$/)
  })
  it('nothing moves into itself', () => {
    assert.equal(
      rejection({ a: { b: 1 } }, { op: 'move', from: '/a', path: '/a/c' }),
      '400 the patch cannot be read: operation 0: "/a" cannot move into itself, to "/a/c"',
    )
    assert.deepEqual(apply({ a: 1 }, { op: 'move', from: '/a', path: '/ab' }), { ab: 1 })
  })
  it('a copy and what it was made from change apart', () => {
    assert.deepEqual(
      apply(
        { a: { n: 1 } },
        { op: 'add', path: '/a/m', value: [1] },
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/a/m/-', value: 2 },
        { op: 'replace', path: '/b/n', value: 3 },
      ),
      { a: { n: 1, m: [1, 2] }, b: { n: 3, m: [1] } },
    )
    assert.deepEqual(apply({ a: 1 }, { op: 'copy', from: '', path: '/b' }), { a: 1, b: { a: 1 } })
    assert.match(rejection({}, { op: 'copy', from: '/a', path: '/b' }), /^422 .* there is nothing at "\/a"$/)
  })
  it('test compares by value, members in any order', () => {
    const document = { a: { x: 1, y: ['s', { z: true }] }, n: 10 }
    const passes = (path: string, value: unknown) => rejection(document, { op: 'test', path, value })
    assert.equal(passes('/a', { y: ['s', { z: true }], x: 1.0 }), 'applied')
    assert.equal(passes('', document), 'applied')
    assert.equal(
      passes('/a/x', '1'),
      '422 the patch cannot be applied: operation 0, test "/a/x": the value there is another one',
    )
    for (const value of [{ x: 1 }, { x: 1, y: ['s'] }, { x: 1, y: ['s', { z: true }], w: 0 }, [], null, 0]) {
      assert.match(passes('/a', value), /^422/, JSON.stringify(value))
    }
    assert.match(passes('/a/y', { 0: 's', 1: { z: true } }), /^422/)
  })
  it('a test for null asks that a member is not there, but the way to it must be', () => {
    const document = { a: { none: null }, list: [1] }
    assert.equal(rejection(document, { op: 'test', path: '/a/b', value: null }), 'applied')
    assert.equal(rejection(document, { op: 'test', path: '/a/none', value: null }), 'applied')
    assert.match(rejection(document, { op: 'test', path: '/b/c', value: null }), /^422 .* nothing at "\/b"$/)
    assert.match(rejection(document, { op: 'test', path: '/list/1', value: null }), /^422/)
    assert.match(rejection(document, { op: 'test', path: '/a/b', value: 'x' }), /^422/)
  })
  it('operations see what those before them did', () => {
    assert.deepEqual(
      apply(
        { list: [] },
        { op: 'add', path: '/list/-', value: { n: 1 } },
        { op: 'add', path: '/list/0/m', value: 2 },
        { op: 'test', path: '/list', value: [{ n: 1, m: 2 }] },
      ),
      { list: [{ n: 1, m: 2 }] },
    )
  })
})

describe('a JSON patch as a whole', () => {
  it('leaves document and patch as they are, and can be applied again', () => {
    const document = { a: { list: [{ n: 1 }] } }
    const body = [
      { op: 'add', path: '/b', value: { list: [] } },
      { op: 'add', path: '/b/list/-', value: 1 },
      { op: 'remove', path: '/a/list/0/n' },
    ]
    const before = JSON.stringify([document, body])
    const operations = readJsonPatch(body)
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(applyJsonPatch(operations, document), { a: { list: [{}] }, b: { list: [1] } })
    }
    assert.equal(JSON.stringify([document, body]), before)
  })
  it('is applied as a whole or not at all, and the rejection names the operation', () => {
    const document = { a: 1 }
    assert.match(
      rejection(document, { op: 'replace', path: '/a', value: 2 }, { op: 'remove', path: '/b' }),
      /^422 .*operation 1, remove "\/b": there is nothing at "\/b"$/,
    )
  })
  it('an empty one changes nothing', () => {
    const document = { a: 1 }
    assert.equal(apply(document), document)
  })
  it('what is no list of operations is rejected with the place of the fault', () => {
    const rejects = (body: unknown) => assert.throws(() => readJsonPatch(body), ApiError)
    for (const body of [{}, null, 'x', 5, undefined]) rejects(body)
    const problems: [operation: unknown, problem: RegExp][] = [
      [null, /expected an object, got null/],
      [['add'], /expected an object, got a list/],
      [{ path: '/a', value: 1 }, /the member op is missing/],
      [{ op: 'merge', path: '/a' }, /op is one of add, .*, test, not the text "merge"/],
      [{ op: 'toString', path: '/a' }, /op is one of/],
      [{ op: 5, path: '/a' }, /op is one of/],
      [{ op: 'remove' }, /the member path is missing/],
      [{ op: 'remove', path: 'a' }, /path must be a JSON pointer, got the text "a"/],
      [{ op: 'remove', path: ['a'] }, /path must be a JSON pointer, got a list/],
      [{ op: 'remove', path: '/~2' }, /path must be a JSON pointer/],
      [{ op: 'add', path: '/a' }, /add "\/a" needs a value/],
      [{ op: 'test', path: '/a' }, /test "\/a" needs a value/],
      [{ op: 'move', path: '/a' }, /the member from is missing/],
      [{ op: 'copy', path: '/a', from: 'b' }, /from must be a JSON pointer/],
    ]
    for (const [operation, problem] of problems) {
      const answer = rejection({}, { op: 'add', path: '/x', value: 1 }, operation)
      assert.match(answer, /^400 the patch cannot be read: operation 1: /)
      assert.match(answer, problem)
    }
  })
  it('members that an operation does not need are ignored', () => {
    assert.deepEqual(apply({ a: 1 }, { op: 'remove', path: '/a', value: 5, from: 7, note: 'x' }), {})
  })
})
