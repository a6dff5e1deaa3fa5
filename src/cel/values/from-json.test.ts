import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '#cel/compile.js'
import { type CelType, type ListType, objectType } from '#cel/types.js'
import { Failure } from './failure.js'
import { fromJson } from './from-json.js'

const scalar = (
  kind: 'int' | 'double' | 'string' | 'bytes' | 'timestamp' | 'duration' | 'dyn' | 'bool',
): CelType => ({ kind })
const SET: ListType = { kind: 'list', element: scalar('int'), identity: { by: 'value' } }
const ITEM = objectType(
  'item',
  new Map([
    ['k', { jsonName: 'k', type: scalar('string') }],
    ['v', { jsonName: 'v', type: scalar('int') }],
  ]),
)
const MAP_LIST: ListType = { kind: 'list', element: ITEM, identity: { by: 'keys', keys: ['k'] } }
const FIELDS: Readonly<Record<string, [jsonName: string, type: CelType]>> = {
  int: ['int', scalar('int')],
  double: ['double', scalar('double')],
  any: ['any', scalar('dyn')],
  time: ['time', scalar('timestamp')],
  span: ['span', scalar('duration')],
  bytes: ['bytes', scalar('bytes')],
  set: ['set', SET],
  list: ['list', { kind: 'list', element: scalar('int') }],
  items: ['items', MAP_LIST],
  a__dash__b: ['a-b', scalar('string')],
}
const TYPE = objectType(
  'object',
  new Map(Object.entries(FIELDS).map(([name, [jsonName, type]]) => [name, { jsonName, type }])),
)
const variables = new Map<string, CelType>([
  ['self', TYPE],
  ['old', TYPE],
])

function evaluate(source: string, self: unknown, old: unknown = {}) {
  const { program, errors } = compile(source, { variables })
  assert.ok(program, errors?.join('\n'))
  const outcome = program.evaluate({ self: fromJson(self, TYPE), old: fromJson(old, TYPE) })
  return outcome.failure ?? outcome.value
}

test('numbers have the declared type, and integers keep all digits', () => {
  assert.equal(evaluate('self.int + 1', { int: 41 }), 42n)
  assert.equal(evaluate('self.int == 9007199254740993', { int: 9007199254740993n }), true)
  assert.equal(evaluate('self.double * 2.0', { double: 2 }), 4)
  assert.equal(evaluate('type(self.any) == int', { any: 5 }), true)
  assert.equal(evaluate('type(self.any) == string', { any: '5' }), true)
})

test('strings of a format are converted', () => {
  assert.equal(
    evaluate("self.time < timestamp('2024-01-01T00:00:00Z')", { time: '2023-12-31T23:59:59.5Z' }),
    true,
  )
  assert.equal(evaluate('self.time.getFullYear()', { time: '2023-05-06' }), 2023n)
  assert.equal(evaluate("self.span == duration('90m')", { span: '1h30m' }), true)
  assert.equal(evaluate("self.span == duration('72h')", { span: '3 days' }), true)
  assert.equal(evaluate("self.bytes == b'hi'", { bytes: 'aGk=' }), true)
  assert.match(String(evaluate("self.span == duration('1s')", { span: 'long' })), /Invalid duration/)
})

test('null and inherited properties are missing', () => {
  assert.equal(evaluate('has(self.int)', { int: null }), false)
  assert.equal(evaluate('self.int', {}), 'no such key: int')
  const empty = objectType(
    'empty',
    new Map([['constructor', { jsonName: 'constructor', type: scalar('int') }]]),
  )
  const { program } = compile('has(self.constructor)', { variables: new Map([['self', empty]]) })
  assert.equal(program?.evaluate({ self: fromJson({}, empty) }).value, false)
})

test('names that are not identifiers are escaped', () => {
  assert.equal(evaluate("self.a__dash__b == 'x'", { 'a-b': 'x' }), true)
})

test('sets and maps are equal in any order, lists are not', () => {
  assert.equal(evaluate('self.set == old.set', { set: [1, 2] }, { set: [2, 1] }), true)
  assert.equal(evaluate('self.set == old.set', { set: [1, 2] }, { set: [1, 3] }), false)
  assert.equal(evaluate('self.list == old.list', { list: [1, 2] }, { list: [2, 1] }), false)
  const items = [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ]
  assert.equal(evaluate('self.items == old.items', { items }, { items: items.toReversed() }), true)
  assert.equal(evaluate('self.items == old.items', { items }, { items: [items[0], { k: 'b', v: 3 }] }), false)
})

test('adding to a set or map forms the union', () => {
  assert.equal(evaluate('(self.set + old.set).size()', { set: [1, 2] }, { set: [2, 3] }), 3n)
  const added = {
    items: [
      { k: 'b', v: 5 },
      { k: 'c', v: 6 },
    ],
  }
  const items = {
    items: [
      { k: 'a', v: 1 },
      { k: 'b', v: 2 },
    ],
  }
  assert.equal(evaluate('(self.items + old.items).map(x, x.v) == [1, 5, 6]', items, added), true)
})

test('properties that rules cannot see count in comparisons', () => {
  assert.equal(evaluate('self == old', { int: 1, unseen: { a: 1 } }, { int: 1, unseen: { a: 1 } }), true)
  assert.equal(evaluate('self == old', { int: 1, unseen: { a: 1 } }, { int: 1, unseen: { a: 2 } }), false)
})

test('JSON of another type is a failure', () => {
  assert.throws(() => fromJson('x', scalar('int')), Failure)
  assert.throws(() => fromJson(1.5, scalar('int')), Failure)
  assert.throws(() => fromJson([], TYPE), Failure)
})
