import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Secret } from './secret.js'

describe('a secret', () => {
  it('differs from every other string of any length', () => {
    for (const length of [0, 1, 23, 99, 100, 101, 1_000]) {
      const text = 'aé€'.repeat(length).slice(0, length)
      const secret = new Secret(text)
      assert.ok(secret.is([...text].join('')))
      assert.equal(secret.is(`${text}a`), false)
      for (let index = 0; index < length; index++) {
        for (const bit of [0x1, 0x100]) {
          const changed = String.fromCharCode(text.charCodeAt(index) ^ bit)
          assert.equal(secret.is(text.slice(0, index) + changed + text.slice(index + 1)), false)
        }
      }
    }
  })
})
