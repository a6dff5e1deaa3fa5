import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EVERYTHING, parseLabelSelector, SelectorError } from './label-selector.js'

const matches = (selector: string, labels: Record<string, string> | undefined) =>
  parseLabelSelector(selector).matches(labels)

function rejection(selector: string): string {
  try {
    parseLabelSelector(selector)
  } catch (error) {
    assert.ok(error instanceof SelectorError)
    return error.message
  }
  assert.fail(`${selector} was not rejected`)
}

describe('label selectors', () => {
  it('nothing selects everything', () => {
    assert.equal(parseLabelSelector(''), EVERYTHING)
    assert.equal(parseLabelSelector(' \t'), EVERYTHING)
    assert.ok(EVERYTHING.matches(undefined))
  })

  it('equality wants the label with that value', () => {
    for (const selector of ['a=b', 'a==b', ' a = b ', 'a in (b)', 'a in(b,c)', 'a  in  ( c , b )']) {
      assert.ok(matches(selector, { a: 'b' }), selector)
      assert.ok(!matches(selector, { a: 'x' }), selector)
      assert.ok(!matches(selector, {}), selector)
      assert.ok(!matches(selector, undefined), selector)
    }
  })

  it('inequality also takes objects without the label', () => {
    for (const selector of ['a!=b', 'a notin (b)', 'a notin (b,c)']) {
      assert.ok(matches(selector, { a: 'x' }), selector)
      assert.ok(matches(selector, {}), selector)
      assert.ok(!matches(selector, { a: 'b' }), selector)
    }
  })

  it('a key alone wants the label, with ! its absence', () => {
    assert.ok(matches('a', { a: '' }))
    assert.ok(!matches('a', {}))
    assert.ok(matches('!a', {}))
    assert.ok(matches('! a', { b: 'c' }))
    assert.ok(!matches('!a', { a: '' }))
  })

  it('numbers are compared as numbers', () => {
    assert.ok(matches('size>5', { size: '10' }))
    assert.ok(!matches('size>5', { size: '5' }))
    assert.ok(matches('size<10', { size: '9' }))
    assert.ok(!matches('size<10', { size: 'big' }))
    assert.ok(!matches('size>1', {}))
  })

  it('all requirements must hold', () => {
    assert.ok(matches('a=b,c!=d,!e', { a: 'b' }))
    assert.ok(!matches('a=b,c!=d,!e', { a: 'b', e: '' }))
  })

  it('in and notin may be keys and values', () => {
    assert.ok(matches('in in (notin)', { in: 'notin' }))
    assert.ok(matches('notin', { notin: '' }))
    assert.ok(matches('in=in', { in: 'in' }))
  })

  it('an empty value can be asked for', () => {
    assert.ok(matches('a=', { a: '' }))
    assert.ok(matches('a in (,b)', { a: '' }))
    assert.ok(matches('a in (b,)', { a: '' }))
    assert.ok(matches('a in (b,,c)', { a: '' }))
    assert.ok(matches('a in ()', { a: '' }))
    assert.ok(matches('a in (  )', { a: '' }))
    assert.ok(matches('a in (,)', { a: '' }))
    assert.ok(!matches('a in ()', { a: 'b' }))
    assert.ok(!matches('a in ()', {}))
    assert.ok(!matches('a notin ()', { a: '' }))
    assert.ok(matches('a notin ()', { a: 'b' }))
    assert.ok(matches('a notin ( , )', {}))
    assert.ok(matches('a in (),b notin ()', { a: '', b: 'c' }))
    assert.ok(!matches('a=,b', { a: '' }))
  })

  it('numbers are compared as integers of 64 bits', () => {
    const largest = '9223372036854775807'
    assert.ok(matches(`a<${largest}`, { a: '9223372036854775806' }))
    assert.ok(!matches('a>1', { a: '9223372036854775808' }))
    assert.match(rejection('a>9223372036854775808'), /must be an integer$/)
    assert.ok(matches('a>007', { a: '8' }))
  })

  it('names of every object are labels like any other', () => {
    assert.ok(!matches('toString', {}))
    assert.ok(matches('!constructor', {}))
  })

  const rejected: [string, string][] = [
    ['a=b,', "found '', expected: identifier after ','"],
    [',a=b', "found ',', expected: !, identifier, or 'end of string'"],
    ['a=b,,c=d', "found ',', expected: identifier after ','"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a notin', "unable to parse requirement: found '' expected: '('"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['a in (b,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['a in () b', "found 'b', expected: ',' or 'end of string'"],
    ['a===b', "unable to parse requirement: found '=', expected: identifier"],
    ['a!b', "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
    ['a gt 1', "unable to parse requirement: found 'gt', expected: in, notin, =, ==, !=, gt, lt"],
    ['=b', "found '=', expected: !, identifier, or 'end of string'"],
    ['a=b c=d', "found 'c', expected: ',' or 'end of string'"],
    [
      'a>b',
      "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    [
      'a<1.5',
      "unable to parse requirement: values[0]: Invalid value: \"1.5\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    ['/a', 'unable to parse requirement: <nil>: Invalid value: "/a": prefix part must be non-empty'],
    [
      `a=${'x'.repeat(64)}`,
      `unable to parse requirement: values[0][a]: Invalid value: "${'x'.repeat(64)}": must be no more than 63 characters`,
    ],
  ]
  for (const [selector, message] of rejected) {
    it(`${selector} is rejected`, () => assert.equal(rejection(selector), message))
  }

  it('invalid keys and values are named', () => {
    assert.match(
      rejection('-a=b'),
      /^unable to parse requirement: <nil>: Invalid value: "-a": name part must consist/,
    )
    assert.match(
      rejection('a=fr&nt'),
      /^unable to parse requirement: values\[0\]\[a\]: Invalid value: "fr&nt": a valid label/,
    )
    assert.match(rejection('a in (ok,-no)'), /values\[0\]\[a\]: Invalid value: "-no"/)
  })

  it('groups of an old release have their own messages', () => {
    for (const [selector, message] of [
      ['a!b', "unable to parse requirement: found '!', expected: '=', '!=', '==', 'in', notin'"],
      ['a>b', "unable to parse requirement: for 'Gt', 'Lt' operators, the value must be an integer"],
      ['/a', 'unable to parse requirement: invalid label key "/a": prefix part must be non-empty'],
    ] as const) {
      assert.throws(() => parseLabelSelector(selector), { legacyMessage: message })
    }
  })
})
