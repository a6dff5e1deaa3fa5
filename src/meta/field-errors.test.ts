import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldErrorMessage } from './field-error.js'
import { FieldErrors } from './field-errors.js'

const fieldsOf = ({ all }: FieldErrors) => all.map(({ field }) => field)

test('a field is named from the root, wherever the rule is', () => {
  const errors = new FieldErrors()
  errors.required('name')
  errors.field('spec', { rules: [{}, { hosts: ['a', 'b'] }] }, ({ rules }) => {
    errors.required('backend')
    errors.each('rules', rules, ({ hosts }) => {
      errors.each('hosts', hosts, (host) => errors.duplicate('', host))
      errors.required('http.paths')
    })
    errors.invalid('[key]', 1, 'is odd')
    errors.required('')
  })
  errors.required('last')
  assert.deepEqual(fieldsOf(errors), [
    'name',
    'spec.backend',
    'spec.rules[0].http.paths',
    'spec.rules[1].hosts[0]',
    'spec.rules[1].hosts[1]',
    'spec.rules[1].http.paths',
    'spec[key]',
    'spec',
    'last',
  ])
})

test('absent values are not validated', () => {
  const errors = new FieldErrors()
  const reject = () => errors.required('')
  errors.field('a', undefined, reject)
  errors.field('b', null, reject)
  errors.each('c', undefined, reject)
  errors.each('d', null, reject)
  errors.each('e', [], reject)
  assert.deepEqual(errors.all, [])
})

test('a rule receives its context', () => {
  const errors = new FieldErrors()
  const limit = (value: number, at: FieldErrors, most: number) => {
    if (value > most) at.invalid('', value, `must not exceed ${most}`)
  }
  errors.each('numbers', [1, 5, 9], limit, 4)
  errors.field('number', 5, limit, 5)
  assert.deepEqual(fieldsOf(errors), ['numbers[1]', 'numbers[2]'])
})

test('the same error is reported once', () => {
  const errors = new FieldErrors()
  errors.invalid('labels', '?', 'is odd')
  errors.invalid('labels', '?', 'is odd')
  errors.invalid('labels', '!', 'is odd')
  errors.required('labels')
  assert.equal(errors.all.length, 3)
})

test('only the first hundred errors are reported', () => {
  const errors = new FieldErrors()
  for (let index = 0; index < 5000; index++) errors.required(`field-${index}`)
  assert.equal(errors.all.length, 101)
  assert.equal(errors.all[99]?.field, 'field-99')
  assert.equal(errors.all[100]?.detail, 'there are more errors than are reported')
  assert.ok(errors.isFull)
})

test('rules stop after very many repeated errors', () => {
  const errors = new FieldErrors()
  let checks = 0
  const list = Array.from({ length: 5000 }, () => 'same')
  errors.each('list', list, () => {
    checks++
    errors.format('', 'same', () => ['is odd'])
  })
  assert.equal(checks, 101)
})

test('messages are short, however long the values, the details and the paths are', () => {
  const errors = new FieldErrors()
  const long = 'x'.repeat(1_000_000)
  for (let index = 0; index < 500; index++) errors.invalid(`[${long}${index}]`, [long, index], long)
  let words = 0
  for (const error of errors.all) words += error.field.length + fieldErrorMessage(error).length
  assert.ok(words < 70_000, `${words} characters`)
  assert.equal(errors.all.at(-1)?.detail, 'there are more errors than are reported')
})
