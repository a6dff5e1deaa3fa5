import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { int32, list, map, optional, string, struct } from '#schema/type.js'
import { ANY_TYPE, JSON_PATCH, strictErrors } from './strict-errors.js'

const duplicates = (...paths: string[]) => paths.map((path) => `duplicate field "${path}"`)

describe('duplicate properties', () => {
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
      assert.deepEqual(strictErrors(text, ANY_TYPE), duplicates(...expected)))
  }
})

test('paths are short, and few, whatever the text is made of', () => {
  const name = 'n'.repeat(1000)
  const depth = 200
  const text = `${`{"${name}":`.repeat(depth)}{"a":1,"a":2}${'}'.repeat(depth)}`
  const [path = ''] = strictErrors(text, ANY_TYPE)
  assert.ok(path.startsWith('duplicate field "nnn') && path.endsWith('…"') && path.length < 300, path)
  const many = `[${Array.from({ length: 5000 }, () => '{"a":1,"a":2}').join()}]`
  const found = strictErrors(many, ANY_TYPE)
  assert.equal(found.length, 100)
  assert.deepEqual(found.slice(0, 2), duplicates('[0].a', '[1].a'))
})

describe('strict errors of a typed body', () => {
  const Cabin = struct('test.Cabin', 'A cabin.', {
    name: optional(1, string, 'Its name.'),
    beds: optional(2, int32, 'Its beds.'),
  })
  const Ship = struct('test.Ship', 'A ship.', {
    cabins: optional(1, list(Cabin), 'Its cabins.'),
    byName: optional(2, map(Cabin), 'The same by name.'),
    labels: optional(3, map(string), 'Labels.'),
    title: optional(4, string, 'Its name.'),
  })
  const reported = (text: string) =>
    strictErrors(text, Ship).map((error) => error.replace(/^(.)\w+ field "(.*)"$/, '$1:$2'))

  it('come in the order of the text, unknown and duplicate fields alike', () => {
    assert.deepEqual(
      reported('{"z":1,"cabins":[{"beds":1,"beds":2,"bunks":3},{"Name":1}],"title":"a","a":1,"title":"b"}'),
      ['u:z', 'd:cabins[0].beds', 'u:cabins[0].bunks', 'u:cabins[1].Name', 'u:a', 'd:title'],
    )
  })

  it('of maps may have any name, once', () => {
    assert.deepEqual(
      reported('{"labels":{"a":"1","b":"2","a":"3"},"byName":{"x":{"name":"a"},"y":{"nome":"b"},"x":{}}}'),
      ['d:labels.a', 'u:byName.y.nome', 'd:byName.x'],
    )
  })

  it('are looked at in each of the values that are given for one', () => {
    assert.deepEqual(reported('{"byName":{"x":{"a":1}},"byName":{"x":{"b":1}}}'), [
      'u:byName.x.a',
      'd:byName',
      'u:byName.x.b',
    ])
  })

  it('report an unknown field once, and check neither its value nor values of a wrong type', () => {
    assert.deepEqual(reported('{"z":{"a":1,"a":2},"z":3,"title":{"b":1,"b":2},"cabins":{"c":1,"c":2}}'), [
      'u:z',
    ])
  })
})

test('operations of a patch have four properties, and any value', () => {
  const text = '[{"op":"add","why":1,"op":"add","path":"/a","value":{"b":1,"b":2}},{"form":"/x"}]'
  assert.deepEqual(strictErrors(text, JSON_PATCH), [
    'unknown field "[0].why"',
    'duplicate field "[0].op"',
    'duplicate field "[0].value.b"',
    'unknown field "[1].form"',
  ])
})
