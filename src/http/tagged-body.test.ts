import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchesTag, taggedBody } from './tagged-body.js'

describe('a tagged body', () => {
  it('has the tag of its bytes, and another tag than other bytes', () => {
    const tag = (text: string) => taggedBody('text/plain', Buffer.from(text)).tag
    assert.match(tag('one'), /^"[\w-]{43}"$/)
    assert.equal(tag('one'), tag('one'))
    assert.notEqual(tag('one'), tag('two'))
  })

  it('is what a client has when the client names its tag, alone or among others', () => {
    for (const header of ['"a"', '"b", "a"', '"b","a","c"', 'W/"a"', '*'])
      assert.ok(matchesTag(header, '"a"'))
  })

  it('is not what a client has when the client names none or other tags', () => {
    for (const header of [undefined, '', 'a', '"A"', '"b"', 'w/"a"', '"a'])
      assert.ok(!matchesTag(header, '"a"'))
  })
})
