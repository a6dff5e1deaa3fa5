import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldErrorMessage } from '#meta/field-error.js'
import { compileSchema } from '#structural/compile.js'
import type { JsonSchema, ValidationRule } from '#structural/json-schema.js'
import { atOnce } from '#util/async/slices.js'
import { validateRuleDefinitions } from './validate-definitions.js'

const problemsOf = (schema: JsonSchema) =>
  atOnce((pace) => validateRuleDefinitions(compileSchema(schema), 'schema', pace)).map(
    (error) => `${error.field}: ${fieldErrorMessage(error)}`,
  )

const object = (properties: Record<string, JsonSchema>, ...rules: ValidationRule[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(rules.length > 0 && { 'x-kubernetes-validations': rules }),
})
/** The errors of a rule on an object with a number. */
const problemsOfRule = (rule: ValidationRule) =>
  problemsOf(object({ spec: object({ a: { type: 'integer' } }, rule) })).map((problem) =>
    problem.replace('schema.properties[spec].x-kubernetes-validations[0]', 'rule'),
  )
const list = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more })
const withRule = (schema: JsonSchema, rule: string): JsonSchema => ({
  ...schema,
  'x-kubernetes-validations': [{ rule }],
})

test('missing and invalid fields are reported before compilation', () => {
  assert.deepEqual(problemsOfRule({ rule: ' ' }), ['rule.rule: Required value: rule is not specified'])
  assert.deepEqual(problemsOfRule({ rule: 'true', message: ' ' }), [
    'rule.message: Invalid value: " ": message must be non-empty if specified',
  ])
  assert.deepEqual(problemsOfRule({ rule: 'true', message: 'a\nb' }), [
    'rule.message: Invalid value: "a\\nb": message must not contain line breaks',
  ])
  assert.deepEqual(problemsOfRule({ rule: 'true &&\ntrue' }), [
    'rule.message: Required value: message must be specified if rule contains line breaks',
  ])
  assert.deepEqual(problemsOfRule({ rule: 'true', messageExpression: ' ' }), [
    'rule.messageExpression: Required value: messageExpression must be non-empty if specified',
  ])
  assert.deepEqual(problemsOfRule({ rule: 'true', reason: 'Because' }), [
    'rule.reason: Unsupported value: "Because": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
  ])
  assert.deepEqual(problemsOfRule({ rule: 'true', fieldPath: '.b' }), [
    'rule.fieldPath: Invalid value: ".b": fieldPath must be a valid path',
  ])
})

test('expressions must compile and have the right type', () => {
  const [compiling] = problemsOfRule({ rule: 'self.b > 1' })
  assert.match(
    compiling ?? '',
    /^rule\.rule: Invalid value: .*: compilation failed: ERROR: <input>:1:5: undefined field 'b'/,
  )
  assert.match(problemsOfRule({ rule: 'self.a' })[0] ?? '', /: cel expression must evaluate to a bool$/)
  const [message] = problemsOfRule({ rule: 'true', messageExpression: 'self.a' })
  assert.match(message ?? '', /^rule\.messageExpression: .*: messageExpression must evaluate to a string$/)
  const [broken] = problemsOfRule({ rule: 'true', messageExpression: 'self.b' })
  assert.match(broken ?? '', /messageExpression compilation failed: ERROR/)
})

test('rules can see only the names of metadata', () => {
  assert.deepEqual(
    problemsOf(withRule(object({}), "self.metadata.name.startsWith('a') && self.kind == 'A'")),
    [],
  )
  assert.match(
    problemsOf(withRule(object({}), 'has(self.metadata.labels)'))[0] ?? '',
    /undefined field 'labels'/,
  )
  assert.match(
    problemsOf(object({ spec: withRule(object({}), 'has(self.metadata)') }))[0] ?? '',
    /undefined field/,
  )
})

test('oldSelf is allowed only where values correlate', () => {
  const item = withRule(object({ a: { type: 'integer' } }), 'self.a >= oldSelf.a')
  const within = (schema: JsonSchema) => problemsOf(object({ l: schema }))
  assert.deepEqual(within(list(item, { maxItems: 5 })), [
    'schema.properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "self.a >= oldSelf.a": oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[l]',
  ])
  const keyed = { ...item, properties: { ...item.properties, k: { type: 'string' } }, required: ['k'] }
  assert.deepEqual(
    within(
      list(keyed, { maxItems: 5, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] }),
    ),
    [],
  )
  assert.deepEqual(problemsOfRule({ rule: 'self.a > 1', optionalOldSelf: true }), [
    'rule.optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule',
  ])
  assert.deepEqual(problemsOfRule({ rule: 'oldSelf.hasValue() || self.a == 1', optionalOldSelf: true }), [])
})

const ADVICE =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'

test('rules that could cost too much are refused, alone or together', () => {
  const nested = 'self.all(x, self.all(y, self.all(z, x == y || y == z)))'
  const strings = list({ type: 'string' })
  assert.deepEqual(problemsOf(object({ l: withRule(strings, nested) })), [
    `schema.properties[l].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${ADVICE}`,
    'schema.properties[l].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
    `schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${ADVICE}`,
  ])
  const bounded = list({ type: 'string', maxLength: 10 }, { maxItems: 20 })
  assert.deepEqual(problemsOf(object({ l: withRule(bounded, nested) })), [])
})

test('the factor has as many digits as it needs', () => {
  const factorOf = (maxItems: number) =>
    problemsOf(
      object({ l: withRule(list({ type: 'integer' }, { maxItems }), 'self.all(x, self.all(y, x + y > 0))') }),
    )
      .map((problem) => /by factor of (\S+)/.exec(problem)?.[1])
      .at(0)
  assert.equal(factorOf(1000), undefined)
  // 2 + 1300 × (3 + 2 + 1300 × 7) and 2 + 1600 × (3 + 2 + 1600 × 7).
  assert.equal(factorOf(1300), '1.183650x')
  assert.equal(factorOf(1600), '1.8x')
})

test('a rule costs as often as its value can occur', () => {
  const costly = withRule({ type: 'string', maxLength: 1000 }, "self.matches('^[a-z0-9]+([-.][a-z0-9]+)*$')")
  const within = (maxItems?: number) =>
    problemsOf(object({ l: list(costly, maxItems === undefined ? {} : { maxItems }) }))
  assert.deepEqual(within(10), [])
  assert.equal(within().length, 3)
})

test('an unbounded message expression is refused', () => {
  const [problem] = problemsOfRule({ rule: 'self.a > 1', messageExpression: "'x' + string(self.a)" })
  assert.equal(
    problem,
    `rule.messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x ${ADVICE}`,
  )
})

test('rules that would take long to compile are refused', () => {
  const rule = `true${' || true'.repeat(12_000)}`
  const rules = [{ rule }, { rule }, { rule }]
  assert.deepEqual(problemsOf({ type: 'object', 'x-kubernetes-validations': rules }), [
    'schema: Forbidden: the rules of a schema must have at most 250000 characters together',
  ])
})
