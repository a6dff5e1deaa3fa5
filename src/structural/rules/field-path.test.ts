import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSchema } from '#structural/compile.js'
import { fieldAtPath } from './field-path.js'

const schema = compileSchema({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        'a.b': { type: 'string' },
        "it's": { type: 'string' },
        list: { type: 'array', items: { type: 'string' } },
        map: { type: 'object', additionalProperties: { type: 'boolean' } },
      },
    },
  },
})

const found = (text: string, options = {}) => {
  const at = fieldAtPath(schema, text, options)
  return 'error' in at ? at.error : `${at.path} ${at.schema?.type}`
}

test('a path leads to a field', () => {
  assert.equal(found('.spec.size'), 'spec.size integer')
  assert.equal(found(".spec['size']"), 'spec.size integer')
  assert.equal(found(".spec['a.b']"), 'spec.a.b string')
  assert.equal(found(".spec['it\\'s']"), "spec.it's string")
  assert.equal(found('.spec.map.key'), 'spec.map[key] boolean')
  assert.equal(found(".spec.map['a.b']"), 'spec.map[a.b] boolean')
})

test('an invalid path returns the reason', () => {
  assert.equal(found('.spec.none'), 'does not refer to a valid field')
  assert.equal(found('.spec.size.more'), 'does not refer to a valid field')
  assert.equal(found('.spec.a.b'), 'does not refer to a valid field')
  assert.equal(found('spec.size'), 'expected [ or . but got: spec')
  assert.equal(found('.spec.list[0]'), 'expected single quoted string but got 0')
  assert.equal(found('.'), 'unexpected end of JSON path')
  assert.equal(found('..'), 'does not refer to a valid field')
  assert.equal(found(".spec['size'"), 'unexpected end of JSON path')
  assert.equal(found(".spec['size'x"), 'expected ] but got x')
  assert.equal(found(".spec['\\q']"), 'invalid string literal: invalid escape char \\q')
  assert.equal(found('.spec.list[0]', { allowBrackets: false }), 'array notation is not allowed')
})
