import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { ERRORS, invalid } from './api-error.js'

/** The rows of the table in the documentation: error, code, reason. */
function documented(): Record<string, { code: number; reason: string }> {
  const text = readFileSync('docs/errors.md', 'utf8')
  const rows = [...text.matchAll(/^\| (\w+) +\| (\d{3}) +\| (\w+) +\| \S/gm)]
  return Object.fromEntries(
    rows.map(([, error = '', code, reason = '']) => [error, { code: Number(code), reason }]),
  )
}

describe('errors', () => {
  it('are documented, each with its code and reason, and no other is', () => {
    assert.deepEqual(documented(), ERRORS)
  })

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
