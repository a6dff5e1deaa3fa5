import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldErrorMessage } from '#meta/field-error.js'
import { compileSchema } from '#structural/compile.js'
import type { JsonSchema, ValidationRule } from '#structural/json-schema.js'
import { validateRules } from '#structural/schema.fixture.js'

const object = (
  properties: Record<string, JsonSchema>,
  ...rules: (ValidationRule | string)[]
): JsonSchema => ({
  type: 'object',
  properties,
  'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
})
const kind = (spec: JsonSchema) => compileSchema({ type: 'object', properties: { spec } })
const INTEGER: JsonSchema = { type: 'integer' }

function mistakes(spec: JsonSchema, value: unknown, old?: unknown): string[] {
  const before = old === undefined ? undefined : { spec: old }
  return validateRules(kind(spec), { spec: value }, before).map(
    (error) => `${error.field}: ${fieldErrorMessage(error)}`,
  )
}

test('every violated rule is reported, with its message or its expression', () => {
  const schema = object(
    { a: INTEGER },
    { rule: 'self.a > 1', message: 'too small' },
    'self.a > 2',
    'self.a > 0',
  )
  assert.deepEqual(mistakes(schema, { a: 1 }), [
    'spec: Invalid value: "object": too small',
    'spec: Invalid value: "object": failed rule: self.a > 2',
  ])
  assert.deepEqual(mistakes(schema, { a: 3 }), [])
})

test('a rule that cannot be evaluated is violated, with the reason', () => {
  assert.deepEqual(mistakes(object({ a: INTEGER }, 'self.a > 1'), {}), [
    'spec: Invalid value: "object": no such key: a evaluating rule: self.a > 1',
  ])
  const either = object({ a: { 'x-kubernetes-int-or-string': true } }, 'self.a < 10')
  assert.deepEqual(mistakes(either, { a: '1' }), [
    'spec: Invalid value: "object": \'no such overload: _<_(string, int)\': call arguments did not match a supported operator, function or macro signature for rule: self.a < 10',
  ])
})

test('reason and fieldPath set the type and the field of the error', () => {
  const rule = (reason: string) => ({ rule: 'self.a != 1', reason, fieldPath: ".b['c']", message: 'no' })
  const of = (reason: string) =>
    mistakes(object({ a: INTEGER, b: { type: 'object', properties: { c: INTEGER } } }, rule(reason)), {
      a: 1,
    })
  assert.deepEqual(of('FieldValueInvalid'), ['spec.b.c: Invalid value: "object": no'])
  assert.deepEqual(of('FieldValueRequired'), ['spec.b.c: Required value: no'])
  assert.deepEqual(of('FieldValueForbidden'), ['spec.b.c: Forbidden: no'])
  assert.deepEqual(of('FieldValueDuplicate'), ['spec.b.c: Duplicate value: "object"'])
})

test('a message may be an expression; the static message is the fallback', () => {
  const said = (messageExpression: string, d?: string) =>
    mistakes(
      object(
        { a: INTEGER, d: { type: 'string', maxLength: 9 } },
        { rule: 'false', message: 'written', messageExpression },
      ),
      { a: 1, ...(d !== undefined && { d }) },
    )[0]?.replace('spec: Invalid value: "object": ', '')
  assert.equal(said("self.d + '!'", 'hello'), 'hello!')
  assert.equal(said("self.d + '!'"), 'written')
  assert.equal(said("' '"), 'written')
  assert.equal(said("'a\\nb'"), 'written')
})

test('transition rules apply to values with an old value', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { ...INTEGER, 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] } },
  }
  assert.deepEqual(mistakes(schema, { a: 1 }), [])
  assert.deepEqual(mistakes(schema, { a: 1 }, {}), [])
  assert.deepEqual(mistakes(schema, { a: 1 }, { a: 2 }), [
    'spec.a: Invalid value: "integer": failed rule: self >= oldSelf',
  ])
})

test('a rule with optionalOldSelf applies to new values, too', () => {
  const rule = {
    rule: 'oldSelf.hasValue() ? self.a >= oldSelf.value().a : self.a == 1',
    optionalOldSelf: true,
  }
  const schema = object({ a: INTEGER }, rule)
  assert.equal(mistakes(schema, { a: 2 }).length, 1)
  assert.equal(mistakes(schema, { a: 1 }).length, 0)
  assert.equal(mistakes(schema, { a: 2 }, { a: 1 }).length, 0)
  assert.equal(mistakes(schema, { a: 2 }, { a: 3 }).length, 1)
})

test('a message may use oldSelf', () => {
  const schema = object(
    { a: INTEGER, d: { type: 'string', maxLength: 9 } },
    {
      rule: 'oldSelf.hasValue() && self.a >= oldSelf.value().a',
      optionalOldSelf: true,
      messageExpression: "oldSelf.hasValue() ? 'after ' + self.d : 'new'",
    },
  )
  assert.deepEqual(mistakes(schema, { a: 1, d: 'x' }), ['spec: Invalid value: "object": new'])
  assert.deepEqual(mistakes(schema, { a: 1, d: 'x' }, { a: 2, d: 'y' }), [
    'spec: Invalid value: "object": after x',
  ])
})

test('unchanged values are accepted', () => {
  const small = { ...INTEGER, 'x-kubernetes-validations': [{ rule: 'self < 5' }] }
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      a: small,
      l: { type: 'array', items: small },
      m: {
        type: 'array',
        items: { type: 'object', required: ['k'], properties: { k: { type: 'string' }, v: small } },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      },
      b: INTEGER,
    },
  }
  const old = { a: 9, l: [9], m: [{ k: 'x', v: 9 }], b: 1 }
  assert.deepEqual(mistakes(schema, { ...old, b: 2 }, old), [])
  assert.deepEqual(mistakes(schema, { ...old, a: 8 }, old), [
    'spec.a: Invalid value: "integer": failed rule: self < 5',
  ])
  // Items of a plain list do not correlate, items with keys do.
  assert.deepEqual(mistakes(schema, { ...old, l: [9, 1] }, old), [
    'spec.l[0]: Invalid value: "integer": failed rule: self < 5',
  ])
  assert.deepEqual(mistakes(schema, { ...old, m: [{ k: 'y', v: 1 }, ...old.m] }, old), [])
})

test('map values and embedded objects have rules of their own', () => {
  const labels: JsonSchema = {
    type: 'object',
    additionalProperties: { type: 'string', 'x-kubernetes-validations': [{ rule: "self != 'x'" }] },
  }
  assert.deepEqual(mistakes(labels, { 'a.b': 'x', c: 'y' }), [
    'spec[a.b]: Invalid value: "string": failed rule: self != \'x\'',
  ])
  const embedded: JsonSchema = {
    ...object({}, "self.kind == 'Thing' && self.metadata.name == 'x'"),
    'x-kubernetes-embedded-resource': true,
  }
  assert.deepEqual(mistakes(embedded, { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'x' } }), [])
  assert.equal(mistakes(embedded, { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'y' } }).length, 1)
})

test('one expensive evaluation ends the validation, and so do many cheap ones', () => {
  const rule = 'self.all(x, self.all(y, x + y > 0))'
  const items = (count: number) => Array.from({ length: count }, () => 1)
  const list: JsonSchema = {
    type: 'array',
    items: INTEGER,
    'x-kubernetes-validations': [{ rule }, { rule: 'false' }],
  }
  assert.deepEqual(mistakes(list, items(500)), [
    `spec: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
  ])
  const lists = kind({ type: 'array', items: { ...list, 'x-kubernetes-validations': [{ rule }] } })
  const object = { spec: Array.from({ length: 20 }, () => items(30)) }
  assert.deepEqual(validateRules(lists, object, undefined), [])
  assert.deepEqual(validateRules(lists, object, undefined, 50_000), [
    {
      type: 'invalid',
      field: 'spec[7]',
      value: 'array',
      detail: 'validation failed due to running out of cost budget, no further validation rules will be run',
    },
  ])
})

test('values of the wrong format or an older type fail the rules that read them', () => {
  const time = {
    type: 'string',
    format: 'date-time',
    'x-kubernetes-validations': [{ rule: 'self > oldSelf' }],
  }
  const schema: JsonSchema = { type: 'object', properties: { t: time } }
  assert.deepEqual(mistakes(schema, { t: 'soon' }, { t: '2024-01-01T00:00:00Z' }), [
    'spec.t: Invalid value: "string": Invalid date-time formatted string soon evaluating rule: self > oldSelf',
  ])
  assert.match(
    mistakes(schema, { t: '2024-01-01T00:00:00Z' }, { t: 5 })[0] ?? '',
    /expected timestamp, got number/,
  )
})
