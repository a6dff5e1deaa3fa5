import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonSchema, JsonSchemas } from '#structural/json-schema.js'
import { metadataRules, schemaProblems, texts } from '#structural/schema.fixture.js'
import { SchemaPartCache } from './schema-part-cache.js'
import { Survey } from './survey.js'

const object = (properties: JsonSchemas, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})
const text = { type: 'string', maxLength: 20 }

/** Validates schemas one after another on one server. */
function problemsInTurn(...schemas: JsonSchema[]): string[][] {
  const known = new SchemaPartCache()
  return schemas.map((schema) =>
    texts(schemaProblems(schema, 'S', { hasStatusSubresource: false, metadataRules, known })),
  )
}

function surveyOf(schema: JsonSchema, known = new SchemaPartCache()): Survey {
  return new Survey(schema, known)
}

describe('equal parts of schemas', () => {
  const part = () => object({ name: text })

  it('are compared by all their keywords', () => {
    const others: JsonSchema[] = [
      object({ name: { ...text, maxLength: 21 } }),
      object({ name: { ...text, description: 'x' } }),
      object({ name: text, more: text }),
      object({ 'name=': text }),
      object({ name: text }, { required: ['name'] }),
      object({ name: { ...text, default: 'maxLength=20;' } }),
      object({ name: { ...text, enum: [1] } }),
      object({ name: { ...text, enum: ['1'] } }),
      object({ name: text }, { 'x-kubernetes-validations': [{ rule: 'true' }] }),
    ]
    for (const other of others) {
      const survey = surveyOf(object({ a: part(), b: other }))
      assert.equal(survey.isRepeated(other), false, JSON.stringify(other))
    }
  })

  it('are checked once, and cached when the whole schema is valid', () => {
    const known = new SchemaPartCache()
    const [first, second, third] = [part(), part(), part()]
    const survey = surveyOf(object({ first, second: { type: 'array', items: second } }), known)
    assert.deepEqual(
      [first, second].map((at) => survey.isRepeated(at)),
      [false, true],
    )
    assert.equal(surveyOf(object({ third }), known).isRepeated(third), false)
    survey.remember()
    assert.equal(surveyOf(object({ third }), known).isRepeated(third), true)
  })

  it('do not include alternatives of combinators', () => {
    const [first, second] = [part(), part()]
    const survey = surveyOf(object({ a: { type: 'object', allOf: [first] }, second }))
    assert.equal(survey.isRepeated(second), false)
  })

  it('have errors at all their places', () => {
    const wrong = () => object({ name: { type: 'text' } })
    const told = (at: string) =>
      `S.properties[${at}].properties[name].type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"`
    const both = [told('a'), told('b')]
    const schema = object({ a: wrong(), b: wrong() })
    assert.deepEqual(problemsInTurn(schema, schema), [both, both])
  })

  it('may be valid at one place and not at another', () => {
    const labels = () => object({ name: { ...text, default: 'x' } })
    const [inSpec, inMetadata] = problemsInTurn(
      object({ spec: labels() }),
      object({ spec: labels(), metadata: labels() }),
    )
    assert.deepEqual(inSpec, [])
    assert.deepEqual(inMetadata, [
      'S.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
    ])
  })

  it('have rule errors at the place of the rule', () => {
    const ruled = (rule: string) => object({ name: text }, { 'x-kubernetes-validations': [{ rule }] })
    const [fine, wrong] = problemsInTurn(
      object({ a: ruled('self.name != ""'), b: ruled('self.name != ""') }),
      object({ a: ruled('self.name != ""'), b: ruled('self.name > self') }),
    )
    assert.deepEqual(fine, [])
    assert.match(wrong?.[0] ?? '', /^S\.properties\[b\].*object\.b/s)
    assert.equal(wrong?.length, 1)
  })

  it('count for the rule cost as often as they can occur', () => {
    const item = () =>
      object(
        { name: { type: 'string' } },
        { 'x-kubernetes-validations': [{ rule: 'self.name.contains("x")' }] },
      )
    const [few, many] = problemsInTurn(
      object({ list: { type: 'array', maxItems: 2, items: item() } }),
      object({ list: { type: 'array', items: item() } }),
    )
    assert.deepEqual(few, [])
    assert.match(many?.[0] ?? '', /estimated rule cost exceeds budget/)
  })
})
