import assert from 'node:assert/strict'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { test } from 'node:test'
import { AddressRanges, addressBytes, isAddress } from './ip-address.js'

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

test('what is an address is what Node takes for one, without a zone', () => {
  const texts = [
    ...ADDRESSES,
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '1.2.3.04',
    '1.2.3.00',
    '1..2.3',
    '.1.2.3',
    '1.2.3.',
    '1.2.3.a',
    ' 1.2.3.4',
    ':',
    ':::',
    '1:',
    ':1',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1:2:3:4::5:6:7:8',
    '12345::',
    'g::',
    '::1:',
    '1:::2',
    '1:2:3:4:5:6:1.2.3.4',
    '1:2:3:4:5:6:7:1.2.3.4',
    '::1.2.3.4',
    '1::1.2.3.4',
    '1:2:3:4:5:6::1.2.3.4',
    '::1.2.3',
    '::1.2.3.4:5',
    '::a.2.3.4',
    '::12345.2.3.4',
    '1.2.3.4::',
    '::1.2.3.04',
    'fe80::1%eth0',
  ]
  for (const text of texts) {
    assert.equal(isAddress(text), isIP(text) !== 0 && !text.includes('%'), text)
  }
})

test('so it is with texts that are put together at random', () => {
  const pieces = [
    '0',
    '1',
    '00',
    '255',
    '256',
    'f',
    'ffff',
    'abcd1',
    ':',
    ':',
    ':',
    '::',
    '.',
    '.',
    '1.2.3.4',
    'g',
  ]
  let seed = 7
  const next = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return (seed >> 8) % limit
  }
  for (let round = 0; round < 50_000; round++) {
    let text = ''
    for (let count = next(16); count >= 0; count--) text += pieces[next(pieces.length)]
    assert.equal(isAddress(text), isIP(text) !== 0, text)
  }
})
