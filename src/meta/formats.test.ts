import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectErrors, expectValid } from './formats.examples.js'
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  maskFinalDash,
  pathSegment,
  qualifiedName,
  wildcardSubdomain,
} from './formats.js'

test('a DNS label has lower case letters, digits and inner dashes, up to 63 characters', () => {
  expectValid(dns1123Label, 'a', '0', 'a-b', 'a--0', 'a'.repeat(63))
  for (const text of ['', 'A', 'a.b', '-a', 'a-', 'a_b', 'a\n', 'ä']) {
    expectErrors(dns1123Label, text, 'a DNS-1123 label must consist')
  }
  expectErrors(dns1123Label, 'a'.repeat(64), 'must be no more than 63 characters')
  expectErrors(dns1123Label, 'A'.repeat(64), 'must be no more than 63', 'a DNS-1123 label must')
})

test('a DNS subdomain has labels of any length separated by dots, up to 253 characters', () => {
  expectValid(dns1123Subdomain, 'a', 'a.b', '0.0', 'a-b.c', 'a'.repeat(253))
  for (const text of ['', '.', 'a.', '.a', 'a..b', 'a.-b', 'A.b']) {
    expectErrors(dns1123Subdomain, text, 'a DNS-1123 subdomain must consist')
  }
  expectErrors(dns1123Subdomain, 'a'.repeat(254), 'must be no more than 253 characters')
})

test('a DNS-1035 label starts with a letter', () => {
  expectValid(dns1035Label, 'a', 'a0', 'a-0')
  for (const text of ['', '0a', '-a', 'a-', 'A', 'a.b']) {
    expectErrors(dns1035Label, text, 'a DNS-1035 label must consist')
  }
})

test('a wildcard replaces the first label', () => {
  expectValid(wildcardSubdomain, '*.a', '*.a.b')
  for (const text of ['*', '*.', 'a.*', '*.*.a', '*a.b', 'a.b']) {
    expectErrors(wildcardSubdomain, text, "a wildcard DNS-1123 subdomain must start with '*.'")
  }
})

test('a label value may be empty, and may contain underscores and dots', () => {
  expectValid(labelValue, '', 'A', 'a_b.c-D', '0'.repeat(63))
  for (const text of ['-', 'a ', '_a', 'a/b'])
    expectErrors(labelValue, text, 'a valid label must be an empty')
  expectErrors(labelValue, 'a'.repeat(64), 'must be no more than 63 characters')
})

test('a qualified name may have a domain before a slash', () => {
  expectValid(qualifiedName, 'a', 'A_b.c', 'a.b/C', `${'a'.repeat(253)}/${'b'.repeat(63)}`)
  expectErrors(qualifiedName, '', 'name part must be non-empty', 'name part must consist')
  expectErrors(qualifiedName, 'a/', 'name part must be non-empty', 'name part must consist')
  expectErrors(qualifiedName, '/a', 'prefix part must be non-empty')
  expectErrors(qualifiedName, '/', 'prefix part must be', 'name part must be', 'name part must consist')
  expectErrors(qualifiedName, 'A/b', 'prefix part a DNS-1123 subdomain')
  expectErrors(qualifiedName, 'a/b/c', 'a qualified name must consist')
  expectErrors(qualifiedName, 'a'.repeat(64), 'name part must be no more than 63 characters')
  expectErrors(qualifiedName, `${'a'.repeat(254)}/b`, 'prefix part must be no more than 253 characters')
})

test('a path segment cannot leave its parent', () => {
  expectValid(pathSegment, 'a', '...', 'a b')
  expectErrors(pathSegment, '.', "may not be '.'")
  expectErrors(pathSegment, '..', "may not be '..'")
  expectErrors(pathSegment, 'a/b%', "may not contain '/'", "may not contain '%'")
})

test('a prefix may end in a dash', () => {
  assert.equal(maskFinalDash('web-'), 'wea')
  assert.equal(maskFinalDash('web'), 'web')
  assert.equal(maskFinalDash('-'), '-')
})
