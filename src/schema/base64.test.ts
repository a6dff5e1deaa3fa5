import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeBase64 } from './scalars.js'

it('bytes in standard base64 are kept as they are', () => {
  for (const text of ['', 'YQ==', 'YWI=', 'YWJj', '+/+/', Buffer.alloc(100_000, 7).toString('base64')]) {
    assert.equal(decodeBase64(text), text)
  }
})

it('bytes lose line breaks, and bits that belong to no byte', () => {
  assert.equal(decodeBase64('YW\nJj\r\nYQ=\n=\n'), 'YWJjYQ==')
  assert.equal(decodeBase64('YR=='), 'YQ==')
  assert.equal(decodeBase64('YWJ='), 'YWI=')
})

it('what is no base64 is rejected with its place, but not repeated', () => {
  const places = {
    'secret!': 'illegal base64 at character 7',
    'YW Jj': 'illegal base64 at character 3',
    '-_-_': 'illegal base64 at character 1',
    'YQ==YQ==': 'illegal base64 at character 3',
    'Y===': 'illegal base64 at character 2',
    '====': 'illegal base64 at character 1',
    'YQ=': 'illegal base64 at character 3',
    YQ: 'illegal base64: the text ends too early, or lacks its padding',
    YWJjY: 'illegal base64: the text ends too early, or lacks its padding',
  }
  for (const [given, message] of Object.entries(places)) {
    assert.throws(() => decodeBase64(given), { name: 'DecodeError', message }, given)
  }
  assert.throws(() => decodeBase64(7), { message: 'expected bytes in base64, got the number 7' })
  assert.throws(() => decodeBase64([1, 2]), { message: 'expected bytes in base64, got a list' })
})
