import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSpecification } from './spec-run.js'

/** The number of tests that apply to validation rules. None may get lost. */
const FLOOR = 1300

test('the conformance tests of the CEL specification pass', () => {
  const results = runSpecification()
  const failed = results.flatMap(({ failed: names }) => names)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  assert.deepEqual(failed, [])
  assert.ok(passed >= FLOOR, `${passed} tests passed`)
})
