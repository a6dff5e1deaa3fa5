import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '#cel/compile.js'
import { type CelType, INT, listOf, mapOf, STRING } from '#cel/types.js'
import { fromJson } from '#cel/values/from-json.js'
import type { CelValue } from '#cel/values/values.js'

/** Expressions and values built to take much time or memory. All end within a bounded cost. */

const LIMIT = 1_000_000
const variables = new Map<string, CelType>([
  ['text', STRING],
  ['numbers', listOf(INT)],
  ['strings', listOf(STRING)],
  ['entries', mapOf(STRING, INT)],
  ['nested', listOf(listOf(INT))],
])
const many = Array.from({ length: 100_000 }, (_, index) => index)
const values: Readonly<Record<string, unknown>> = {
  text: 'a'.repeat(1_000_000),
  numbers: many,
  strings: many.map((number) => `a${number}`),
  entries: Object.fromEntries(many.map((number) => [`k${number}`, number])),
  nested: [many],
}

function evaluate(source: string) {
  const { program, errors } = compile(source, { variables })
  assert.ok(program, errors?.join('\n'))
  const bindings: Record<string, CelValue> = {}
  for (const [name, type] of variables) bindings[name] = fromJson(values[name], type)
  return program.evaluate(bindings, LIMIT)
}

const errorOf = (source: string) => compile(source, { variables }).errors?.[0]?.split('\n')[0] ?? ''

test('expressions that are nested too deeply are rejected', () => {
  assert.match(errorOf(`${'('.repeat(50_000)}1${')'.repeat(50_000)}`), /size exceeds limit/)
  assert.match(errorOf(`${'('.repeat(10_000)}1${')'.repeat(10_000)}`), /recursion limit exceeded: 250/)
  assert.match(errorOf(`${'['.repeat(300)}${']'.repeat(300)}`), /recursion limit exceeded: 250/)
  assert.match(errorOf(`1${'+1'.repeat(20_000)}`), /recursion limit exceeded: 1000/)
  assert.match(errorOf(`text${'.a'.repeat(20_000)}`), /recursion limit exceeded: 1000/)
  assert.equal(evaluate(`${'!'.repeat(90_000)}true`).value, true)
})

test('long chains of conditions are accepted', () => {
  assert.equal(evaluate(`true${' && 1 < 2'.repeat(2_000)}`).value, true)
})

test('nested macros do not take exponential time to compile', () => {
  const outcome = evaluate(`optional.of(1)${'.optMap(x, x + 1)'.repeat(60)}.hasValue()`)
  assert.match(outcome.failure ?? '', /cost limit exceeded/)
})

test('loops end at the cost limit, and so do calls that look cheap', () => {
  for (const source of [
    'numbers.all(x, numbers.all(y, numbers.all(z, x + y + z >= 0)))',
    'numbers.map(x, numbers.map(y, x * y)).size() > 0',
    'numbers.filter(x, x % 2 == 0).size() > 0',
    'numbers.all(x, entries.all(k, entries[k] >= 0))',
    'numbers.all(x, entries.exists(k, true))',
    'numbers.all(x, size(entries) > 0)',
    'numbers.all(x, size(text) > 0)',
    "numbers.all(x, text.charAt(5) == 'a')",
    'numbers.all(x, nested == nested.map(y, y))',
    'numbers.all(x, x in numbers)',
    'numbers.all(x, (numbers + numbers).size() > 0 && (numbers + numbers)[x] >= 0)',
    'strings.all(x, sets.contains(strings, strings))',
    'strings.all(x, strings.indexOf(x) >= 0)',
    "strings.all(x, strings.join('').size() > 0)",
    "strings.all(x, '%s'.format([strings]) != '')",
    'strings.all(x, !text.contains(x))',
    "numbers.all(x, text.matches('(a+)+') && text.matches('(a*)*$'))",
    "text.split('').map(x, text).join('').size() > 0",
  ]) {
    const outcome = evaluate(source)
    assert.match(outcome.failure ?? String(outcome.value), /cost limit exceeded/, source)
  }
})

test('a call that would cost too much is not made', () => {
  const { cost, failure } = evaluate('sets.contains(strings, strings)')
  assert.match(failure ?? '', /cost limit exceeded/)
  assert.ok(cost > LIMIT * 1000)
})

test('strings and lists that would be too long are not made', () => {
  const parts = Array.from({ length: 10 }, () => 'text').join(', ')
  for (const source of [
    "text.replace('a', text).size() > 0",
    `[${parts}].join('').size() > 0`,
    `'%s%s%s%s%s%s%s%s%s%s'.format([${parts}]).size() > 0`,
  ]) {
    assert.equal(evaluate(source).failure, 'string too long', source)
  }
  assert.equal(evaluate("text.findAll('a').size() > 0").failure, 'more than 50000 matches')
})

test('regular expressions take linear time', () => {
  assert.equal(evaluate(`'${'a'.repeat(10_000)}!'.matches('^(a+)+$')`).value, false)
})
