import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress, networkOf, parseLegacyAddress, parseLegacyRange } from './legacy-address.js'

const canonical = (text: string) => {
  const bytes = parseLegacyAddress(text)
  return bytes && formatAddress(bytes)
}

test('legacy addresses have a canonical form', () => {
  const forms: Record<string, string | undefined> = {
    '10.1.2.3': '10.1.2.3',
    '010.001.2.0': '10.1.2.0',
    '::ffff:10.1.2.3': '10.1.2.3',
    '::ffff:a01:203': '10.1.2.3',
    '2001:DB8:0:0:1:0:0:1': '2001:db8::1:0:0:1',
    '2001:db8:0:1:1:1:1:1': '2001:db8:0:1:1:1:1:1',
    '1:0:0:2:0:0:0:3': '1:0:0:2::3',
    '::': '::',
    '0:0:0:0:0:0:0:1': '::1',
    'fe80::': 'fe80::',
    '256.1.1.1': undefined,
    '0400.1.1.1': undefined,
    '1.2.3': undefined,
    web: undefined,
    '': undefined,
  }
  for (const [text, form] of Object.entries(forms)) assert.equal(canonical(text), form, text)
})

test('legacy ranges have a network', () => {
  const networks: Record<string, string | undefined> = {
    '10.1.2.3/8': '10.0.0.0/8',
    '010.1.2.3/031': '10.1.2.2/31',
    '::ffff:10.1.2.3/120': '10.1.2.0/24',
    '2001:db8::1/32': '2001:db8::/32',
    '10.0.0.0/33': undefined,
    '10.0.0.0/': undefined,
    '10.0.0.0': undefined,
    'x/8': undefined,
  }
  for (const [text, network] of Object.entries(networks)) {
    const range = parseLegacyRange(text)
    assert.equal(range && `${formatAddress(networkOf(range))}/${range.bits}`, network, text)
  }
})
