import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatPointer, isWithin, parsePointer, positionOf } from './json-pointer.js'

describe('JSON pointers', () => {
  it('the empty text is the root', () => {
    assert.deepEqual(parsePointer(''), [])
  })
  it('a slash alone is the member without a name', () => {
    assert.deepEqual(parsePointer('/'), [''])
    assert.deepEqual(parsePointer('/a//b'), ['a', '', 'b'])
  })
  it('~1 is a slash, ~0 a tilde, and neither is read twice', () => {
    assert.deepEqual(parsePointer('/example.com~1note/m~0n/~01/~10'), ['example.com/note', 'm~n', '~1', '/0'])
  })
  it('other escapes and a missing first slash are rejected', () => {
    for (const text of ['/a~2b', '/a~', '/~~0', 'a/b', '#/a', ' /a']) {
      assert.equal(parsePointer(text), undefined, text)
    }
  })
  it('the text of a pointer is escaped again, and cut when it is long', () => {
    assert.equal(formatPointer(['example.com/note', 'm~n']), '"/example.com~1note/m~0n"')
    assert.equal(formatPointer(['a', 'b', 'c'], 2), '"/a/b"')
    assert.equal(formatPointer([]), '""')
    assert.ok(formatPointer(Array.from({ length: 100_000 }, () => 'long')).length < 250)
  })
  it('a place is within itself and within what is around it', () => {
    assert.ok(isWithin([], ['a']))
    assert.ok(isWithin(['a', 'b'], ['a', 'b']))
    assert.ok(!isWithin(['a', 'b'], ['a']))
    assert.ok(!isWithin(['a'], ['ab']))
  })
  it('positions are written without signs, zeros in front or fractions', () => {
    assert.equal(positionOf('0', 3), 0)
    assert.equal(positionOf('3', 3), 3)
    for (const token of ['4', '-1', '-0', '+1', '01', '1.0', '1e0', '', '-', ' 1', '99999999999999999999']) {
      assert.equal(positionOf(token, 3), undefined, token)
    }
    assert.equal(positionOf('0', -1), undefined)
  })
})
