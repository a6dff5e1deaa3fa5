import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectErrors, expectValid } from '#meta/formats.examples.js'
import {
  configKey,
  descendingPath,
  envVarName,
  httpHeaderName,
  legacyPortName,
  nonReservedPath,
  percent,
  portName,
} from './formats.js'
import { isAddress, isAddressRange } from './network.js'

test('the name of an environment variable has letters, digits, underscores, dashes and dots', () => {
  expectValid(envVarName, 'A', '_a.b-C1', '.a')
  expectErrors(envVarName, '1A', 'a valid environment variable name')
  expectErrors(envVarName, 'a=b', 'a valid environment variable name')
  expectErrors(envVarName, '.', "must not be '.'")
  expectErrors(envVarName, '..', "must not be '..'")
  expectErrors(envVarName, '..a b', 'a valid environment variable name', "must not start with '..'")
})

test('a key of a config map is a valid file name', () => {
  expectValid(configKey, 'a', '1.A_b-c', '.a')
  expectErrors(configKey, 'a/b', 'a valid config key')
  expectErrors(configKey, '..a', "must not start with '..'")
  expectErrors(configKey, 'a'.repeat(254), 'must be no more than 253 characters')
})

test('each error of a port name has its own message', () => {
  expectValid(portName, 'a', 'http-2', '8080a')
  expectErrors(portName, '', 'must contain only', 'must contain at least')
  expectErrors(portName, '80', 'must contain at least one letter (a-z)')
  expectErrors(legacyPortName, '80', 'must contain at least one letter or number (a-z, 0-9)')
  expectErrors(portName, 'HTTP', 'must contain only', 'must contain at least')
  expectErrors(portName, 'a--b', 'must not contain consecutive hyphens')
  expectErrors(portName, '-a', 'must not begin or end with a hyphen')
  expectErrors(portName, 'a'.repeat(16), 'must be no more than 15 characters')
})

test('HTTP headers and percentages are validated', () => {
  expectValid(httpHeaderName, 'X-A')
  expectErrors(httpHeaderName, 'a_b', 'a valid HTTP header')
  expectValid(percent, '0%', '250%')
  for (const text of ['5', '%', '-5%', '5.5%', ' 5%']) expectErrors(percent, text, 'a valid percent string')
})

test('a descending path is relative and has no ..', () => {
  expectValid(descendingPath, '', 'a', 'a/b', '..a', 'a..', 'a/..b/c')
  expectErrors(descendingPath, '/a', 'must be a relative path')
  for (const text of ['..', '../a', 'a/..', 'a/../b'])
    expectErrors(descendingPath, text, "must not contain '..'")
  expectErrors(descendingPath, '/..', 'must be a relative path', "must not contain '..'")
})

test('a local path does not begin with two dots', () => {
  expectValid(nonReservedPath, 'a', 'a/..b')
  expectErrors(nonReservedPath, '..a', "must not start with '..'")
  expectErrors(nonReservedPath, '../a', "must not contain '..'")
  expectErrors(nonReservedPath, '..', "must not contain '..'", "must not start with '..'")
})

test('IPv4 and IPv6 addresses are valid without a zone', () => {
  for (const text of ['10.0.0.1', '::', '::1', '2001:db8::1', '::ffff:10.0.0.1'])
    assert.ok(isAddress(text), text)
  for (const text of ['', '10.0.0', '10.0.0.256', 'fe80::1%eth0', 'a', '10.0.0.1/8']) {
    assert.ok(!isAddress(text), text)
  }
})

test('a CIDR is an address and a prefix length', () => {
  for (const text of ['0.0.0.0/0', '10.1.2.3/32', '::/0', 'fe80::/128']) assert.ok(isAddressRange(text), text)
  for (const text of [
    '',
    '10.0.0.0',
    '10.0.0.0/33',
    '::/129',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    'a/8',
    '1/2/3',
  ]) {
    assert.ok(!isAddressRange(text), text)
  }
})
