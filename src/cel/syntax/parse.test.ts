import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '#cel/compile.js'
import { DYN } from '#cel/types.js'

const errorsOf = (source: string) => compile(source, { variables: new Map([['a', DYN]]) }).errors

const OPERAND =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

test('an error has its position, its line and a caret', () => {
  assert.deepEqual(errorsOf('a >'), [
    `ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting ${OPERAND}\n | a >\n | ...^`,
  ])
  assert.deepEqual(errorsOf('a == 1 &&\n  b == 2'), [
    "ERROR: <input>:2:3: undeclared reference to 'b' (in container '')\n |   b == 2\n | ..^",
  ])
})

test('columns count characters', () => {
  assert.deepEqual(errorsOf("'😀' == b"), [
    "ERROR: <input>:1:8: undeclared reference to 'b' (in container '')\n | '😀' == b\n | .......^",
  ])
})

test('invalid expressions are rejected', () => {
  const first = (source: string) => errorsOf(source)?.[0]?.split('\n')[0]
  assert.equal(first('a)'), "ERROR: <input>:1:2: Syntax error: mismatched input ')' expecting <EOF>")
  const none = (input: string) => `Syntax error: no viable alternative at input '${input}'`
  assert.equal(first('a.'), `ERROR: <input>:1:3: ${none('.')}`)
  assert.equal(first('a. )'), `ERROR: <input>:1:4: ${none('. )')}`)
  assert.equal(first('a.\tin'), `ERROR: <input>:1:4: ${none('.\\tin')}`)
  assert.equal(first('a.?'), `ERROR: <input>:1:4: ${none('<EOF>')}`)
  assert.equal(first('a.?)'), `ERROR: <input>:1:4: ${none(')')}`)
  assert.equal(first('a # b'), "ERROR: <input>:1:3: Syntax error: token recognition error at: '#'")
  assert.equal(first("'abc"), "ERROR: <input>:1:1: Syntax error: token recognition error at: '''")
  assert.equal(first('9223372036854775808'), 'ERROR: <input>:1:1: invalid int literal')
  assert.equal(first('18446744073709551616u'), 'ERROR: <input>:1:1: invalid uint literal')
  assert.equal(first('1e999'), 'ERROR: <input>:1:1: invalid double literal')
  assert.equal(first("'\\z'"), 'ERROR: <input>:1:1: invalid string literal')
  assert.equal(first('package == 1'), 'ERROR: <input>:1:1: reserved identifier: package')
  assert.equal(first('has(a)'), 'ERROR: <input>:1:5: invalid argument to has() macro')
  assert.equal(first('a.all(b.c, true)'), 'ERROR: <input>:1:8: argument is not an identifier')
})

test('the smallest int is a literal', () => {
  const { program } = compile('-9223372036854775808', { variables: new Map() })
  assert.deepEqual(program?.evaluate({}).value, -9223372036854775808n)
})

test('operators have the usual precedence, and are left-associative', () => {
  const resultOf = (source: string) => compile(source, { variables: new Map() }).program?.evaluate({}).value
  assert.equal(resultOf('2 + 3 * 4 - 1 == 13 && !(1 > 2) || false'), true)
  assert.equal(resultOf('20 / 5 / 2'), 2n)
  assert.equal(resultOf('-(1) - -1'), 0n)
  assert.equal(resultOf('true ? 1 : false ? 2 : 3'), 1n)
  assert.equal(resultOf("{'a': [1, 2,],}['a'][1] // the last"), 2n)
})
