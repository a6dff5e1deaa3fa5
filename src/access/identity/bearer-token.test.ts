import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bearerToken } from './bearer-token.js'

describe('the token of a header', () => {
  it('is the word behind Bearer, in any case', () => {
    for (const header of ['Bearer abc', 'bearer abc', 'BEARER abc', '  Bearer abc ', 'Bearer abc def']) {
      assert.equal(bearerToken(header), 'abc', header)
    }
  })

  it('is none in a header that is empty or of another kind', () => {
    for (const header of [
      undefined,
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer  abc',
      'Basic abc',
      'abc',
      'Bearer\tabc',
    ]) {
      assert.equal(bearerToken(header), undefined, header)
    }
  })
})
