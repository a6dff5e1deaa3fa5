import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { continueTokenError } from './continue-token-error.js'

const VERSION = 'meta.k8s.io/v1'
const token = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

describe('a continue token that the server did not make', () => {
  const errors: Readonly<Record<string, string>> = {
    'a b': 'illegal base64 data at input byte 1',
    abcde: 'illegal base64 data at input byte 4',
    abc: "invalid character 'i' looking for beginning of value",
    [token([])]: 'json: cannot unmarshal array into Go value of type storage.continueToken',
    [token({ rv: 'x' })]: 'json: cannot unmarshal string into Go struct field continueToken.rv of type int64',
    [token({})]: 'server does not recognize this encoded version ',
    [token({ v: 'v2', rv: 5, start: 'a' })]: 'server does not recognize this encoded version v2',
    [token({ v: VERSION, start: 'a' })]: `incorrect encoded start resourceVersion (version ${VERSION})`,
    [token({ v: VERSION, rv: 5 })]: `encoded start key empty (version ${VERSION})`,
    [token({ v: VERSION, rv: 5, start: '../a' })]: '../a',
    [token({ v: VERSION, rv: 5, start: 'a/b' })]: 'it was not given out for this list, or has been changed',
  }
  for (const [text, error] of Object.entries(errors)) {
    it(`${text} is rejected: ${error}`, () => assert.equal(continueTokenError(text), error))
  }
})
