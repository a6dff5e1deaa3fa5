import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPosixPattern } from './posix-pattern.js'

const PATTERNS = [
  '',
  '/',
  '/a(b|c)*',
  '/a||b',
  '()',
  '^*$',
  'a**+?',
  'a{2}{3}',
  'a{1,}',
  'a{0,1000}',
  '{',
  'a{,5}',
  'a{x}',
  '{01}',
  ']}',
  '[]a]',
  '[^]a]',
  '[-a-]',
  '[a-z0-9_.-]',
  '[[:alpha:][:^digit:]]',
  '[[:]',
  '[[:alpha]',
  '\\.\\/\\_\\{\\ ',
  '\\0\\07\\123\\x7f\\x{10ffff}\\a\\f\\n\\r\\t\\v',
  '[\\]\\-\\n]',
  '/ü/日本/😀*',
]

const NO_PATTERNS = [
  '(',
  ')',
  'a)(',
  '*a',
  '+',
  '?',
  '(*)',
  'a|*',
  '{2}',
  'a{1001}',
  'a{2,1}',
  '[',
  '[]',
  '[a',
  '[^',
  '[z-a]',
  '[a-b-c]',
  '[a-',
  '[[:odd:]]',
  '[[:alpha:b:]]',
  '\\',
  '\\d',
  '\\w+',
  '\\1',
  '\\8',
  '\\x1',
  '\\x{110000}',
  '\\x{}',
  '(?:a)',
  '\\b',
  '\\ü',
]

test('POSIX extended regular expressions are accepted', () => {
  for (const pattern of PATTERNS) assert.equal(isPosixPattern(pattern), true, pattern)
})

test('Perl syntax and truncated expressions are rejected', () => {
  for (const pattern of NO_PATTERNS) assert.equal(isPosixPattern(pattern), false, pattern)
})

test('a long string with many openings is read once', () => {
  assert.equal(isPosixPattern('('.repeat(300_000)), false)
  assert.equal(isPosixPattern(`[${'[:'.repeat(300_000)}a]`), true)
  assert.equal(isPosixPattern('a{1'.repeat(300_000)), true)
  assert.equal(isPosixPattern(`${'(a'.repeat(100_000)}${')*'.repeat(100_000)}`), true)
})
