import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasUsableTimes } from './token-times.js'

test('the times of a token are seconds that have a date', () => {
  for (const claims of ['{"exp":1.5}', '{"exp":253402300799}', '{"exp":1,"nbf":-1,"iat":0}']) {
    assert.ok(hasUsableTimes(JSON.parse(claims)), claims)
  }
  const bad = ['{}', '{"exp":1e400}', '{"exp":253402300800}', '{"exp":"1"}', '{"exp":null}']
  for (const claims of [...bad, '{"exp":1,"nbf":-1e400}', '{"exp":1,"iat":1e400}', '{"exp":1,"nbf":null}']) {
    assert.ok(!hasUsableTimes(JSON.parse(claims)), claims)
  }
})
