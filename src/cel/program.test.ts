import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from './compile.js'
import { type CelType, DYN, INT, listOf, mapOf, STRING } from './types.js'
import { fromJson } from './values/from-json.js'
import type { CelValue } from './values/values.js'

const variables = new Map<string, CelType>([
  ['n', INT],
  ['l', listOf(INT)],
  ['m', mapOf(STRING, INT)],
  ['d', DYN],
])
const JSON_VALUES: Readonly<Record<string, unknown>> = { n: 7, l: [1, 2, 3], m: { a: 1 }, d: { x: [1] } }

function evaluate(source: string, costLimit?: number) {
  const { program, errors } = compile(source, { variables })
  assert.ok(program, errors?.join('\n'))
  const bindings: Record<string, CelValue> = {}
  for (const [name, type] of variables) bindings[name] = fromJson(JSON_VALUES[name], type)
  return program.evaluate(bindings, costLimit)
}

test('a failure names its cause', () => {
  const failures: readonly [source: string, failure: string][] = [
    ['m.b', 'no such key: b'],
    ["m['b']", 'no such key: b'],
    ['l[3]', 'index out of bounds: 3'],
    ['n / 0', 'division by zero'],
    ['n % 0', 'modulus by zero'],
    ['9223372036854775807 + n', 'integer overflow'],
    ["int('x')", "type conversion error from 'string' to 'int'"],
    ["d.x < 'a'", 'no such overload: _<_(list, string)'],
    ['optional.none().value()', 'optional.none() dereference'],
    ["'abc'.substring(2, 1)", 'invalid substring range. start: 2, end: 1'],
    ['[].min()', 'min called on empty list'],
  ]
  for (const [source, failure] of failures) assert.equal(evaluate(source).failure, failure, source)
})

test('logical operators and macros absorb failures that do not matter', () => {
  assert.equal(evaluate('m.b == 1 || true').value, true)
  assert.equal(evaluate('false && m.b == 1').value, false)
  assert.equal(evaluate('m.b == 1 || false').failure, 'no such key: b')
  assert.equal(evaluate('l.exists(x, 6 / (x - 1) == 6)').value, true)
  assert.equal(evaluate('l.all(x, 6 / (x - 1) > 5)').value, false)
  assert.equal(evaluate('l.all(x, 6 / (x - 1) > 1)').failure, 'division by zero')
})

test('cel.bind names a value, where it is allowed', () => {
  const source = 'cel.bind(x, n + 1, cel.bind(y, x * 2, x + y)) == 24'
  assert.match(compile(source, { variables }).errors?.join() ?? '', /undeclared reference to 'cel'/)
  const { program, errors } = compile(source, { variables, hasBindings: true })
  assert.ok(program, errors?.join('\n'))
  assert.equal(program.evaluate({ n: fromJson(7, INT) }).value, true)
  const failed = compile('cel.bind(1, n, n)', { variables, hasBindings: true })
  assert.match(failed.errors?.join() ?? '', /argument is not an identifier/)
})

test('nested macros have separate variables', () => {
  assert.equal(evaluate('l.all(x, l.exists(y, y == x && l.exists_one(z, z == y)))').value, true)
  assert.equal(evaluate('l.map(x, l.map(y, x * y).sum()).sum()').value, 36n)
  assert.equal(evaluate('l.map(x, l.filter(x, x > 1).size()).sum()').value, 6n)
})

test('costs are counted, and an evaluation over the limit is aborted', () => {
  assert.equal(evaluate('n > 1').cost, 2)
  assert.equal(evaluate('l.all(x, x > 0)').cost, 2 + 3 * 5)
  const outcome = evaluate('l.all(x, l.all(y, l.all(z, x + y + z > 0)))', 50)
  assert.equal(outcome.failure, 'operation cancelled: actual cost limit exceeded')
  assert.ok(outcome.failure !== undefined && outcome.isOverLimit)
  assert.ok(outcome.cost <= 60)
})

test('no operator absorbs the limit', () => {
  assert.match(evaluate('l.all(x, l.all(y, x > y)) || true', 10).failure ?? '', /cost limit exceeded/)
})

test('evaluations are independent', () => {
  const { program } = compile('l.map(x, x + n).sum()', { variables })
  const l = fromJson([1, 2], listOf(INT))
  assert.equal(program?.evaluate({ n: 1n, l }).value, 5n)
  assert.equal(program?.evaluate({ n: 10n, l }).value, 23n)
})

test('a program knows the variables that it reads', () => {
  const { program } = compile('n > 1 && l.all(d, d > 1)', { variables })
  assert.deepEqual(
    ['n', 'l', 'm', 'd'].map((name) => program?.references(name)),
    [true, true, false, false],
  )
})
