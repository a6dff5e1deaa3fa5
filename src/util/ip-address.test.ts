import assert from 'node:assert/strict'
import { BlockList, isIPv4 } from 'node:net'
import { test } from 'node:test'
import { AddressRanges, addressBytes } from './ip-address.js'

test('an address has four bytes or sixteen, however it is written', () => {
  assert.deepEqual(addressBytes('10.0.200.1'), [10, 0, 200, 1])
  assert.deepEqual(addressBytes('::'), new Array(16).fill(0))
  assert.deepEqual(addressBytes('1:2:3:4:5:6:7:ff'), [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 255])
  assert.deepEqual(addressBytes('fe80::1'), [0xfe, 0x80, ...new Array(13).fill(0), 1])
  assert.deepEqual(addressBytes('ABCD::'), [0xab, 0xcd, ...new Array(14).fill(0)])
  assert.deepEqual(addressBytes('1::2:3'), [0, 1, ...new Array(10).fill(0), 0, 2, 0, 3])
  assert.deepEqual(
    addressBytes('64:ff9b::1.2.3.4'),
    [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
  )
  assert.deepEqual(addressBytes('::ffff:1.2.3.4'), [...new Array(10).fill(0), 255, 255, 1, 2, 3, 4])
})

const ADDRESSES = [
  '0.0.0.0',
  '10.0.0.0',
  '10.0.0.127',
  '10.0.0.128',
  '10.1.0.0',
  '127.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.5',
  '::ffff:0:1',
  'fe80::1',
  'febf:ffff::',
  'fec0::',
  '2001:db8::ffff',
]
const RANGES = [
  '10.0.0.0/8',
  '10.0.0.0/25',
  '0.0.0.0/32',
  '0.0.0.0/0',
  '::/128',
  '::/0',
  'fe80::/10',
  '::1/128',
]

test('ranges have the addresses that Node says they have', () => {
  for (const range of RANGES) {
    const [network = '', bits] = range.split('/')
    const family = isIPv4(network) ? 'ipv4' : 'ipv6'
    const list = new BlockList()
    list.addSubnet(network, Number(bits), family)
    const ranges = new AddressRanges(range)
    for (const address of ADDRESSES) {
      // Node takes every address of IPv4 for one of IPv6 too, and not only those that are written so.
      if (family === 'ipv6' && isIPv4(address)) continue
      const expected = list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
      assert.equal(ranges.has(addressBytes(address)), expected, `${address} in ${range}`)
    }
  }
})
