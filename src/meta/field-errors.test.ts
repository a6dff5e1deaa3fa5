import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FieldErrors } from './field-errors.js'

const fieldsOf = ({ all }: FieldErrors) => all.map(({ field }) => field)

test('a field is named from the root, wherever the rule stands', () => {
  const errors = new FieldErrors()
  errors.required('name')
  errors.member('spec', { rules: [{}, { hosts: ['a', 'b'] }] }, ({ rules }) => {
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

test('what is not there is not judged', () => {
  const errors = new FieldErrors()
  const refuse = () => errors.required('')
  errors.member('a', undefined, refuse)
  errors.member('b', null, refuse)
  errors.each('c', undefined, refuse)
  errors.each('d', null, refuse)
  errors.each('e', [], refuse)
  assert.deepEqual(errors.all, [])
})

test('a rule is told about its surroundings', () => {
  const errors = new FieldErrors()
  const limit = (value: number, at: FieldErrors, most: number) => {
    if (value > most) at.invalid('', value, `must not exceed ${most}`)
  }
  errors.each('numbers', [1, 5, 9], limit, 4)
  errors.member('number', 5, limit, 5)
  assert.deepEqual(fieldsOf(errors), ['numbers[1]', 'numbers[2]'])
})

test('the same mistake is told once', () => {
  const errors = new FieldErrors()
  errors.invalid('labels', '?', 'is odd')
  errors.invalid('labels', '?', 'is odd')
  errors.invalid('labels', '!', 'is odd')
  errors.required('labels')
  assert.equal(errors.all.length, 3)
})

test('of very many mistakes the first thousand are told', () => {
  const errors = new FieldErrors()
  for (let index = 0; index < 5000; index++) errors.required(`field-${index}`)
  assert.equal(errors.all.length, 1001)
  assert.equal(errors.all[999]?.field, 'field-999')
  assert.equal(errors.all[1000]?.detail, 'more than 1000 mistakes; the others are not told')
})
