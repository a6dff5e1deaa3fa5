import assert from 'node:assert/strict'
import type { TextFormat } from './field-errors.js'

export const expectFine = (format: TextFormat, ...texts: string[]): void => {
  for (const text of texts) assert.deepEqual(format(text), [], text)
}

/** By the beginnings of what is wrong: the rest is examples and the pattern. */
export const expectProblems = (format: TextFormat, text: string, ...beginnings: string[]): void => {
  const problems = format(text)
  assert.equal(problems.length, beginnings.length, `${text}: ${problems.join('; ')}`)
  for (const [index, beginning] of beginnings.entries()) {
    assert.ok(problems[index]?.startsWith(beginning), `${text}: ${problems[index]}`)
  }
}
