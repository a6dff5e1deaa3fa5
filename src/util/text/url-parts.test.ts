import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { urlParts } from './url-parts.js'

const NOTHING = { scheme: '', user: undefined, host: '', query: '', fragment: '' }

describe('the parts of a URL', () => {
  for (const [text, parts] of [
    [
      'HTTPS://a.example:8443/b?c=d#e',
      { scheme: 'https', host: 'a.example:8443', query: 'c=d', fragment: 'e' },
    ],
    ['https://me:you@a.example', { scheme: 'https', user: 'me:you', host: 'a.example' }],
    ['https://[::1]:9/a', { scheme: 'https', host: '[::1]:9' }],
    ['https:a.example', { scheme: 'https' }],
    ['https:///a', { scheme: 'https' }],
    ['//a.example', { host: 'a.example' }],
    ['///a.example', {}],
    ['a/b:c', {}],
    ['', {}],
  ] as const) {
    it(`are read from ${JSON.stringify(text)}`, () => {
      assert.deepEqual(urlParts(text), { ...NOTHING, ...parts })
    })
  }
})

describe('a URL that cannot be read', () => {
  for (const [text, message] of [
    ['a\nb', 'net/url: invalid control character in URL'],
    [':a', 'missing protocol scheme'],
    ['a_b:80', 'first path segment in URL cannot contain colon'],
    ['1a:b', 'first path segment in URL cannot contain colon'],
    ['https://a b', 'invalid character " " in host name'],
    ['https://a:b', 'invalid port ":b" after host'],
    ['https://::1', undefined],
    ['https://[::1', "missing ']' in host"],
    ['https://[::1]a', 'invalid port "a" after host'],
    ['https://a%20b', 'invalid URL escape "%20"'],
    ['https://a/%zz', 'invalid URL escape "%zz"'],
    ['https://a/%', 'invalid URL escape "%"'],
    ['https://a b@c', 'net/url: invalid userinfo'],
  ] as const) {
    it(`${message === undefined ? 'does not include' : 'says why:'} ${JSON.stringify(text)}`, () => {
      const found = urlParts(text)
      const error = message && `parse ${JSON.stringify(text)}: ${message}`
      assert.equal('error' in found ? found.error : undefined, error)
    })
  }
})
