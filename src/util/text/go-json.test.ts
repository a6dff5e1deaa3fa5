import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonObjectError, jsonSyntaxError } from './go-json.js'

test('the first mistake of a text is named as Go does', () => {
  const errors: Record<string, string | undefined> = {
    '': 'unexpected end of JSON input',
    '  ': 'unexpected end of JSON input',
    x: "invalid character 'x' looking for beginning of value",
    '{': 'unexpected end of JSON input',
    '{a': "invalid character 'a' looking for beginning of object key string",
    '{"a" 1}': "invalid character '1' after object key",
    '{"a":1 2}': "invalid character '2' after object key:value pair",
    '{"a":1,}': "invalid character '}' looking for beginning of object key string",
    '[1 2]': "invalid character '2' after array element",
    '[1,]': "invalid character ']' looking for beginning of value",
    '1 2': "invalid character '2' after top-level value",
    trux: "invalid character 'x' in literal true (expecting 'e')",
    '-x': "invalid character 'x' in numeric literal",
    '1.x': "invalid character 'x' after decimal point in numeric literal",
    '1ex': "invalid character 'x' in exponent of numeric literal",
    '01': "invalid character '1' after top-level value",
    '"\u0001"': "invalid character '\\u0001' in string literal",
    '"\\x"': "invalid character 'x' in string escape code",
    '"\\u00g0"': "invalid character 'g' in \\u hexadecimal character escape",
    "'": "invalid character '\\'' looking for beginning of value",
    '[[{"a":[1,{"b":null}]}], "x\\n"]': undefined,
  }
  for (const [text, error] of Object.entries(errors)) assert.equal(jsonSyntaxError(text), error, text)
})

test('a nested text does not exhaust the stack', () => {
  assert.equal(jsonSyntaxError('['.repeat(100_000)), 'unexpected end of JSON input')
})

test('only objects and null are objects', () => {
  const into = 'into Go value of type map[string]interface {}'
  const errors: Record<string, string | undefined> = {
    '{}': undefined,
    null: undefined,
    '[]': `json: cannot unmarshal array ${into}`,
    '1': `json: cannot unmarshal number ${into}`,
    '"a"': `json: cannot unmarshal string ${into}`,
    true: `json: cannot unmarshal bool ${into}`,
  }
  for (const [text, error] of Object.entries(errors)) assert.equal(jsonObjectError(text), error, text)
})
