import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '#cel/compile.js'
import { type CelType, INT, type ObjectField, objectType, optionalOf, STRING } from '#cel/types.js'
import { UNBOUNDED } from './range.js'

const text = (maxSize: number): CelType => ({ kind: 'string', maxSize })
const list = (element: CelType, maxSize: number): CelType => ({ kind: 'list', element, maxSize })
const fields: Record<string, CelType> = {
  n: INT,
  s: text(100),
  open: STRING,
  l: list(text(20), 10),
  ints: list(INT, 1000),
  m: { kind: 'map', key: text(0), value: INT, maxSize: 50 },
}
const SELF = objectType(
  'object',
  new Map<string, ObjectField>(
    Object.entries(fields).map(([jsonName, type]) => [jsonName, { jsonName, type }]),
  ),
)

function costOf(source: string, self: CelType = SELF): readonly [min: number, max: number] | string {
  const variables = new Map([
    ['self', self],
    ['oldSelf', optionalOf(self)],
  ])
  const { program, errors } = compile(source, { variables })
  return program ? [program.estimatedCost.min, program.estimatedCost.max] : (errors[0] as string)
}

test('reading a variable or a field costs 1, a literal and a presence test nothing', () => {
  assert.deepEqual(costOf('true'), [0, 0])
  assert.deepEqual(costOf('self.n'), [2, 2])
  assert.deepEqual(costOf('has(self.n)'), [1, 1])
})

test('comparisons cost by the shorter side', () => {
  assert.deepEqual(costOf('self.n == 1'), [2, 2])
  assert.deepEqual(costOf('self.n > 1'), [3, 3])
  assert.deepEqual(costOf("self.s == 'abc'"), [3, 3])
  assert.deepEqual(costOf('self.s == self.open'), [5, 14])
})

test('a logical operator costs at least its first operand, and a condition at most its more expensive side', () => {
  assert.deepEqual(costOf('self.n > 1 && self.n > 2'), [3, 6])
  assert.deepEqual(costOf('self.n > 1 ? self.s == self.s : true'), [3, 17])
})

test('strings cost by their length, which follows from their source', () => {
  assert.deepEqual(costOf("self.s + 'abcdefghij' == 'x'"), [4, 14])
  assert.deepEqual(costOf("self.s.startsWith('abcdefghijk')"), [4, 4])
  assert.deepEqual(costOf("self.s.contains('abc')"), [2, 12])
  assert.deepEqual(costOf("self.s.matches('[a-z]+[0-9]+')"), [5, 35])
  assert.deepEqual(costOf("self.s.lowerAscii().startsWith('a')"), [3, 13])
})

test('a loop costs as often as it can run', () => {
  // The range, the result and, for each item, the condition and the step.
  assert.deepEqual(costOf('self.ints.all(x, x > 0)'), [3, 3 + 1000 * 5])
  assert.deepEqual(costOf('self.l.all(x, self.l.all(y, x == y))')[1], 3 + 10 * (3 + 3 + 10 * (3 + 4)))
  assert.deepEqual(costOf('self.m.all(k, self.m[k] > 0)')[1], 3 + 50 * (3 + 5))
})

test('literal lists and maps cost more than other literals', () => {
  assert.deepEqual(costOf('[1, 2].size() == 2'), [12, 12])
  assert.deepEqual(costOf('size({1: 2}) == 1'), [32, 32])
  assert.deepEqual(costOf('self.n in [1, 2, 3]'), [15, 15])
})

test('unbounded values are estimated as infinite', () => {
  assert.ok((costOf("'x' + string(self.n) == 'x1'")[1] as number) > UNBOUNDED / 100)
  assert.ok((costOf("self.open.contains('a')")[1] as number) > UNBOUNDED / 100)
  assert.deepEqual(costOf('self.open == self.open')[1], UNBOUNDED / 10)
})

test('items of a computed list are estimated as large as the whole value', () => {
  assert.deepEqual(
    costOf("self.split(',').all(x, x == 'abcdefghijkl')", text(40))[1],
    9 + 1 + 40 * (2 + 1 + 1 + 2),
  )
  assert.deepEqual(
    costOf("self.s.split(',').all(x, x.matches('^[a-z]+$'))")[1],
    22 + 1 + 100 * (2 + 1 + 1 + 2),
  )
})

test('a literal limit bounds the parts of a string', () => {
  assert.deepEqual(costOf("self.s.split(',', 2).all(x, x == 'a')")[1], 22 + 1 + 2 * (2 + 1 + 1))
})

test('library functions cost by the size of their arguments', () => {
  assert.deepEqual(costOf('self.ints.sum()'), [2, 1002])
  assert.deepEqual(costOf('self.l.isSorted()'), [2, 2 + 10 * 3])
  assert.deepEqual(costOf("self.l.join('-')"), [2, 2 + 21])
  assert.deepEqual(costOf("sets.contains(self.l, ['a', 'b'])"), [13, 2 + 10 + 20 + 1])
  assert.deepEqual(costOf("isURL(self.s) && url(self.s).getHost() == 'x'")[1], 3 + 12 + 1 + 1)
  assert.deepEqual(costOf("quantity(self.s).isLessThan(quantity('1'))"), [5, 5])
  assert.deepEqual(costOf("cidr(self.s).containsIP('10.0.0.1')")[1], 3 + 4 + 1)
  assert.deepEqual(costOf('!format.dns1123Label().validate(self.s).hasValue()')[1], 1 + 320 + 2 + 1 + 1)
})
