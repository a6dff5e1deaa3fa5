import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSchema } from '#structural/compile.js'
import { MAX_INSTRUCTIONS, MAX_NODES } from '#structural/definition/survey.js'
import type { JsonSchema, JsonSchemas } from '#structural/json-schema.js'
import { metadataRules, schemaOf, schemaProblems, texts, validateObject } from '#structural/schema.fixture.js'

/** Schemas that could exhaust time or memory. Refused ones are refused early, accepted ones are bounded. */

const problems = (schema: JsonSchema) =>
  texts(schemaProblems(schema, 'S', { hasStatusSubresource: false, metadataRules }))

const object = (properties: JsonSchemas): JsonSchema => ({ type: 'object', properties })
const many = (count: number, make: (index: number) => JsonSchema): JsonSchemas =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, make(index)]))

test('ten thousand properties are accepted', () => {
  const schema = object(many(10_000, () => ({ type: 'string', maxLength: 10 })))
  assert.deepEqual(problems(schema), [])
  const value = Object.fromEntries(
    Object.keys(schema.properties ?? {}).map((name) => [name, 'too long a text']),
  )
  assert.equal(validateObject(compileSchema(schema), value, undefined, metadataRules).length, 101)
})

test('too many nodes are refused before anything else', () => {
  const schema = object(many(MAX_NODES, () => ({ type: 'nothing known', pattern: '(' })))
  assert.deepEqual(problems(schema), [
    `S: Forbidden: must not have more than ${MAX_NODES} schemas within each other`,
  ])
})

test('patterns that are too large together are refused', () => {
  const classes = many(2000, (index) => ({ type: 'string', pattern: `[\\pL${index}]{900}` }))
  assert.deepEqual(problems(object(classes)), [
    `S: Forbidden: must not have patterns of more than ${MAX_INSTRUCTIONS} instructions together`,
  ])
})

test('patterns that explode are refused, or do not explode', () => {
  const [text] = problems(object({ a: { type: 'string', pattern: '((a{1,100}){1,100}){1,100}' } }))
  assert.match(text ?? '', /invalid repeat count/)
  const schema = schemaOf({ a: { type: 'string', pattern: '^(a+)+$' } })
  const attack = { spec: { a: `${'a'.repeat(100_000)}!` } }
  assert.equal(validateObject(schema, attack, undefined, metadataRules).length, 1)
})

test('recursion by reference is refused', () => {
  assert.deepEqual(problems(object({ a: { type: 'object', $ref: '#' } })), [
    'S.properties[a].$ref: Forbidden: $ref is not supported',
  ])
})

test('deep schemas are walked through', () => {
  let schema: JsonSchema = { type: 'string' }
  let value: unknown = 1
  for (let depth = 0; depth < 1000; depth++) {
    schema = object({ a: schema })
    value = { a: value }
  }
  assert.deepEqual(problems(schema), [])
  const errors = validateObject(
    compileSchema(schema),
    value as Record<string, unknown>,
    undefined,
    metadataRules,
  )
  assert.equal(errors.length, 1)
})

test('a value that takes too many checks is refused', () => {
  const parts = Array.from({ length: 1000 }, (_, index) => ({ minimum: index - 2000 }))
  const schema = schemaOf({ l: { type: 'array', items: { type: 'integer', allOf: parts } } })
  const object = { spec: { l: Array.from({ length: 100_000 }, () => 1) } }
  assert.deepEqual(texts(validateObject(schema, object, undefined, metadataRules)), [
    '<nil>: Invalid value: "": the object takes too many checks to be validated',
  ])
})

test('nested alternatives are not tried repeatedly', () => {
  let part: JsonSchema = { minLength: 5 }
  for (let depth = 0; depth < 500; depth++) part = { anyOf: [part, { maxLength: 1 }] }
  const schema = schemaOf({ a: { type: 'string', ...part } })
  assert.notEqual(validateObject(schema, { spec: { a: 'abc' } }, undefined, metadataRules).length, 0)
  assert.equal(validateObject(schema, { spec: { a: 'abcde' } }, undefined, metadataRules).length, 0)
})
