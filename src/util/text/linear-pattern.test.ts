import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearPattern, MAX_PATTERN_SIZE, PatternError, PatternWorkError } from './linear-pattern.js'

test('an expression matches anywhere in a text unless it is anchored', () => {
  assert.equal(linearPattern('b+').test('abbc'), true)
  assert.equal(linearPattern('^[a-z]{2}$').test('ab'), true)
  assert.equal(linearPattern('^[a-z]{2}$').test('abc'), false)
  // Unlike `$` of other engines, that of RE2 does not match before a final line break.
  assert.equal(linearPattern('^a$').test('a\n'), false)
})

test('characters beyond the first plane are one character', () => {
  assert.equal(linearPattern('^.$').test('😀'), true)
  assert.equal(linearPattern('^\\p{Greek}+$').test('αβγ'), true)
})

test('matches are found from left to right, and no more than wanted', () => {
  assert.equal(linearPattern('[0-9]+').find('a12b3'), '12')
  assert.equal(linearPattern('[0-9]+').find('abc'), undefined)
  assert.deepEqual(linearPattern('[0-9]+').findAll('a12b3c4'), ['12', '3', '4'])
  assert.deepEqual(linearPattern('[0-9]+').findAll('a12b3c4', 2), ['12', '3'])
  assert.deepEqual(linearPattern('(a)|(b)').groups('xb'), ['b', undefined, 'b'])
})

test('what RE2 does not know is no expression', () => {
  const message = (text: string) => {
    try {
      linearPattern(text)
    } catch (error) {
      assert.ok(error instanceof PatternError)
      return error.message
    }
    return undefined
  }
  assert.equal(message('('), 'error parsing regexp: missing closing ): `(`')
  assert.equal(message('a(?=b)'), 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`')
  assert.equal(message('\\1'), 'error parsing regexp: invalid escape sequence: `\\1`')
  assert.equal(message('a**'), 'error parsing regexp: invalid nested repetition operator: `**`')
  assert.equal(message('a{1001}'), 'error parsing regexp: invalid repeat count: `{1001}`')
  assert.equal(message('^(?P<name>[a-z]+)$'), undefined)
})

test('an expression that would be very large is refused', () => {
  assert.throws(() => linearPattern('(?:abcd){900}'), PatternError)
  assert.throws(() => linearPattern('((a{1,100}){1,100}){1,100}'), PatternError)
  assert.ok(linearPattern('[a-z]{1000}').size < MAX_PATTERN_SIZE)
})

test('what would hold another engine for good is matched at once', () => {
  const attack = `${'a'.repeat(30_000)}!`
  for (const text of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(.*a){12}$', '^([a-zA-Z]+)*$']) {
    assert.equal(linearPattern(text).test(attack), false, text)
  }
})

test('a text that is too long for its expression is not matched at all', () => {
  const large = linearPattern('[a-z]{1000}')
  assert.throws(() => large.test('a'.repeat(10_001)), PatternWorkError)
  assert.equal(linearPattern('^a+$').test('a'.repeat(1_000_000)), true)
})

test('an expression is compiled once', () => {
  assert.equal(linearPattern('once'), linearPattern('once'))
})
