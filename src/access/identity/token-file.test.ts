import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTokenFile, TokenFileError } from './token-file.js'

const users = (text: string) =>
  [...parseTokenFile(text)].map(([token, { name, uid, groups }]) => [token, name, uid, ...groups])

describe('a file of tokens', () => {
  it('has a token, a name, a uid and perhaps groups in each line', () => {
    assert.deepEqual(users('t1,ann,1,"dev,ops"\nt2,ben,2\r\nt3,cat,3,dev\n'), [
      ['t1', 'ann', '1', 'dev', 'ops', 'system:authenticated'],
      ['t2', 'ben', '2', 'system:authenticated'],
      ['t3', 'cat', '3', 'dev', 'system:authenticated'],
    ])
  })

  it('may quote values with commas, quotes and line breaks', () => {
    assert.deepEqual(users('"a,b","say ""hi""","1\n2"'), [
      ['a,b', 'say "hi"', '1\n2', 'system:authenticated'],
    ])
  })

  it('may have empty lines, no line at the end, and nothing at all', () => {
    assert.deepEqual(users(''), [])
    assert.deepEqual(users('\n\nt,ann,1\n\n'), [['t', 'ann', '1', 'system:authenticated']])
  })

  it('counts the last line with a token', () => {
    assert.deepEqual(users('t,ann,1\nt,ben,2'), [['t', 'ben', '2', 'system:authenticated']])
  })

  it('leaves a user among the unknown who is put there', () => {
    assert.deepEqual(users('t,ann,1,system:unauthenticated'), [['t', 'ann', '1', 'system:unauthenticated']])
  })

  it('is rejected with the number of the line, and without the token', () => {
    const reject = (text: string, message: RegExp) =>
      assert.throws(
        () => parseTokenFile(text),
        (error: Error) => {
          assert.ok(error instanceof TokenFileError)
          assert.match(error.message, message)
          assert.doesNotMatch(error.message, /secret/)
          return true
        },
      )
    reject('t,ann,1\nsecret,ben', /^line 2 has 2 of the columns/)
    reject('"secret\n",a\n', /^line 1 has 2/)
    reject(',ann,1', /^line 1 has no token/)
    reject('secret,,1', /^line 1 has no user name/)
    reject('secret,"ann,1\n', /^line 1 has a misplaced quote/)
    reject('ok,a,1\nsecret,a"b,1\n', /^line 2 has a misplaced quote/)
  })
})
