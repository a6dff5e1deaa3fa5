import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { duplicateMembers } from './json-duplicates.js'

describe('members given twice', () => {
  const cases: [string, string[]][] = [
    ['{}', []],
    ['[]', []],
    ['"a"', []],
    ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}', []],
    ['{"a":1,"a":2}', ['a']],
    ['{"a":1,"a":2,"a":3}', ['a']],
    [' { "a" : { "b" : [ 1 , { "c" : 1 , "c" : "x,}]" } ] } } ', ['a.b[1].c']],
    ['{"a\\"b":1,"a\\u0022b":2}', ['a"b']],
    ['{"x":"\\\\","x":true,"y":[[{"z":null,"z":-1e3}]]}', ['x', 'y[0][0].z']],
    ['{"a":{"b":1},"a":{"b":2,"b":3}}', ['a', 'a.b']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ]
  for (const [text, expected] of cases) {
    it(`${text} has ${expected.join(', ') || 'none'}`, () =>
      assert.deepEqual(duplicateMembers(text), expected))
  }
})

test('paths are short, and few, whatever the text is made of', () => {
  const name = 'n'.repeat(1000)
  const depth = 200
  const text = `${`{"${name}":`.repeat(depth)}{"a":1,"a":2}${'}'.repeat(depth)}`
  const [path = ''] = duplicateMembers(text)
  assert.ok(path.startsWith('nnn') && path.endsWith('…') && path.length < 300, path)
  const many = `[${Array.from({ length: 5000 }, () => '{"a":1,"a":2}').join()}]`
  const found = duplicateMembers(many)
  assert.equal(found.length, 100)
  assert.deepEqual(found.slice(0, 2), ['[0].a', '[1].a'])
})
