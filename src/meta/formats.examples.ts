import assert from 'node:assert/strict'
import type { StringFormat } from './field-errors.js'

export const expectValid = (format: StringFormat, ...texts: string[]): void => {
  for (const text of texts) assert.deepEqual(format(text), [], text)
}

/** Compares the start of each message; the rest is examples and the pattern. */
export const expectErrors = (format: StringFormat, text: string, ...beginnings: string[]): void => {
  const errors = format(text)
  assert.equal(errors.length, beginnings.length, `${text}: ${errors.join('; ')}`)
  for (const [index, beginning] of beginnings.entries()) {
    assert.ok(errors[index]?.startsWith(beginning), `${text}: ${errors[index]}`)
  }
}
