import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { invalid } from './api-error.js'

describe('errors', () => {
  it('join their causes in the message, each once, and list them all in the details', () => {
    const thing = { group: 'g', version: 'v1', plural: 'things', kind: 'Thing' }
    const one = { type: 'required', field: 'spec.a' } as const
    const other = { type: 'invalid', field: 'spec.b', value: 'x', detail: 'is wrong' } as const
    assert.equal(invalid(thing, 'n', [one]).message, 'Thing.g "n" is invalid: spec.a: Required value')
    const error = invalid(thing, 'n', [one, other, one])
    assert.equal(
      error.message,
      'Thing.g "n" is invalid: [spec.a: Required value, spec.b: Invalid value: "x": is wrong]',
    )
    assert.equal(error.details?.causes?.[1]?.reason, 'FieldValueInvalid')
  })
})
