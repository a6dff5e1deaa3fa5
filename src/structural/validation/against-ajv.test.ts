import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { compileSchema } from '#structural/compile.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { metadataRules, schemaProblems, texts, validateObject } from '#structural/schema.fixture.js'
import { RandomSchemas } from './random-schema.fixture.js'

const SCHEMAS = 500
const VALUES = 100

test('ajv agrees on random schemas and values', () => {
  const ajv = new Ajv({ strict: false, allErrors: false })
  const verdicts = { valid: 0, invalid: 0 }
  for (let seed = 1; seed <= SCHEMAS; seed++) {
    const random = new RandomSchemas(seed)
    const json = random.schema()
    const options = { hasStatusSubresource: false, metadataRules }
    assert.deepEqual(texts(schemaProblems(json, 'S', options)), [], JSON.stringify(json))
    const isValid = ajv.compile(standardSchema(json))
    const schema = compileSchema(json)
    for (let count = 0; count < VALUES; count++) {
      const object = random.object(json)
      const errors = validateObject(schema, object, undefined, metadataRules)
      const words = () => `${JSON.stringify(json)} ${JSON.stringify(object)} ${texts(errors).join('; ')}`
      assert.equal(errors.length === 0, isValid(object), words())
      verdicts[errors.length === 0 ? 'valid' : 'invalid']++
      // Validating an object against itself as the old one finds no errors.
      assert.deepEqual(validateObject(schema, object, object, metadataRules), [])
    }
  }
  // Both verdicts must be frequent, else the test proves little.
  assert.ok(Math.min(verdicts.valid, verdicts.invalid) > (SCHEMAS * VALUES) / 5, JSON.stringify(verdicts))
})

/** The schema in ajv's dialect, in which exclusive bounds are numbers. */
function standardSchema(schema: JsonSchema): Record<string, unknown> {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema
  const result: Record<string, unknown> & { type?: unknown } = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, standardMember(name, value)]),
  )
  if (schema['x-kubernetes-int-or-string']) result.type = ['integer', 'string']
  if (minimum !== undefined) result[exclusiveMinimum ? 'exclusiveMinimum' : 'minimum'] = minimum
  if (maximum !== undefined) result[exclusiveMaximum ? 'exclusiveMaximum' : 'maximum'] = maximum
  return result
}

function standardMember(name: string, value: unknown): unknown {
  switch (name) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as object).map(([member, schema]) => [member, standardSchema(schema)]),
      )
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
      return (value as JsonSchema[]).map(standardSchema)
    case 'items':
    case 'not':
    case 'additionalProperties':
      return typeof value === 'object' ? standardSchema(value as JsonSchema) : value
    default:
      return value
  }
}
