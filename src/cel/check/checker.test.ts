import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '#cel/compile.js'
import { type CelType, INT, listOf, mapOf, objectType, STRING, typeName } from '#cel/types.js'

const OBJECT = objectType(
  'object',
  new Map([
    ['a', { jsonName: 'a', type: INT }],
    ['l', { jsonName: 'l', type: listOf(STRING) }],
    ['m', { jsonName: 'm', type: mapOf(STRING, INT) }],
  ]),
)
const variables = new Map<string, CelType>([['self', OBJECT]])

const errorOf = (source: string) => compile(source, { variables }).errors?.[0]?.split('\n')[0]
const typeOf = (source: string) => {
  const { program } = compile(source, { variables })
  return program && typeName(program.resultType)
}

test('type errors are reported with their position', () => {
  const errors: readonly [source: string, error: string][] = [
    ['self.b > 1', "1:5: undefined field 'b'"],
    ['self.a == "x"', "1:8: found no matching overload for '_==_' applied to '(int, string)'"],
    ['nosuch(self.a)', "1:7: undeclared reference to 'nosuch' (in container '')"],
    ['self.l.nosuch()', "1:14: undeclared reference to 'nosuch' (in container '')"],
    [
      'self.l.contains("x")',
      "1:16: found no matching overload for 'contains' applied to 'list(string).(string)'",
    ],
    ['self.a.b', "1:7: type 'int' does not support field selection"],
    [
      'self.a.all(x, true)',
      "1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ['self.l.all(x, x)', "1:15: expected type 'bool' but found 'string'"],
    ["[1, 'a']", "1:5: expected type 'int' but found 'string'"],
    ["{'a': 1, 'b': 'c'}", "1:15: expected type 'int' but found 'string'"],
    ['Thing{}', "1:6: undeclared reference to 'Thing' (in container '')"],
    ['self.a != null', "1:8: found no matching overload for '_!=_' applied to '(int, null)'"],
    ["'x'.matches('(')", '1:13: invalid matches argument'],
    ["duration('x') > duration('1s')", '1:10: invalid duration argument'],
    ["timestamp('x') == timestamp('x')", '1:11: invalid timestamp argument'],
  ]
  for (const [source, error] of errors) assert.equal(errorOf(source), `ERROR: <input>:${error}`, source)
})

test('all errors are reported, in source order', () => {
  const { errors } = compile('self.x == 1 && y == self.z', { variables })
  assert.deepEqual(
    errors?.map((error) => error.split('\n')[0]),
    [
      "ERROR: <input>:1:5: undefined field 'x'",
      "ERROR: <input>:1:16: undeclared reference to 'y' (in container '')",
      "ERROR: <input>:1:25: undefined field 'z'",
    ],
  )
})

test('types are inferred through calls, macros and optional values', () => {
  const types: readonly [source: string, type: string][] = [
    ['self.l.map(x, size(x))', 'list(int)'],
    ['self.l.filter(x, x != "")', 'list(string)'],
    ['self.m.map(k, self.m[k])', 'list(int)'],
    ['[[], [1]]', 'list(list(int))'],
    ['self.?a.optMap(x, string(x))', 'optional_type(string)'],
    ['self.?a.orValue(1)', 'int'],
    ['self.l[?0]', 'optional_type(string)'],
    ['true ? dyn(1) : 2', 'dyn'],
    ['self.m.transformMap(k, v, string(v))', 'map(string, string)'],
    ["url('/a').getQuery()", 'map(string, list(string))'],
    ["format.named('uuid')", 'optional_type(kubernetes.NamedFormat)'],
    ['type(self.a)', 'type(int)'],
  ]
  for (const [source, type] of types) assert.equal(typeOf(source), type, source)
})

test('macro variables shadow others and end with the macro', () => {
  assert.equal(typeOf('self.l.all(self, self == "x")'), 'bool')
  assert.equal(
    errorOf('self.l.all(x, true) && x'),
    "ERROR: <input>:1:24: undeclared reference to 'x' (in container '')",
  )
  assert.equal(errorOf('self.l.all(@result, true)')?.includes('token recognition'), true)
})
