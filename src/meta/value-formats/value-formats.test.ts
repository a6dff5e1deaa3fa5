import assert from 'node:assert/strict'
import { test } from 'node:test'
import { valueFormat } from './index.js'

/** For each format some texts that have it, and some that do not. */
const EXAMPLES: Record<string, readonly [fine: readonly string[], wrong: readonly string[]]> = {
  bsonobjectid: [['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901', 'z07f1f77bcf86cd799439011']],
  byte: [
    ['aGk=', 'YWJj'],
    ['', '%%%', 'aGk', 'aG k='],
  ],
  cidr: [
    ['10.0.0.0/8', '::1/128', '10.1.2.3/8'],
    ['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.0/x'],
  ],
  creditcard: [
    ['4012 8888 8888 1881', '5105105105105100'],
    ['4012888888881882', '1234', ''],
  ],
  date: [
    ['2020-02-29', '2000-02-29', '2021-12-31'],
    ['2020-13-01', '2021-02-29', '1900-02-29', '2020-04-31', '2020-1-1', '2020-01-00', 'today'],
  ],
  'date-time': [
    ['2020-01-02T03:04:05Z', '2020-01-02t03:04:05.678+01:00'],
    ['yesterday', '2020-01-02', '2020-01-02T24:00:00Z', '2020-01-02T03:60:00Z', '2020-01-02T03:04:05', ''],
  ],
  duration: [
    ['1h2m', '-1.5s', '0', '22 ns', '3 days', '1 week', '100ms'],
    ['soon', '', '5', '3 moons', 'h'],
  ],
  email: [
    ['a@b.example', 'Ann <a@b.example>', '"a b"@c', 'a.b+c@d'],
    ['nobody', '@x', 'a@', 'a b@c', 'a..b@c', 'a@b@c', '<a@b', 'Ann a@b>'],
  ],
  hexcolor: [
    ['#fff', 'AABBCC'],
    ['#ffff', 'red'],
  ],
  hostname: [
    ['x.example', 'localhost', 'a-b.example.com', '1.example'],
    ['-x-', '', 'a..b', 'x_y', 'a.-b', 'a.b.'],
  ],
  ipv4: [
    ['1.2.3.4', '::ffff:1.2.3.4'],
    ['1.2.3', '1.2.3.256', '01.2.3.4', '::1', ''],
  ],
  ipv6: [
    ['::1', '2001:db8::1'],
    ['1.2.3.4', ':::', 'fe80::1%eth0', '12345::'],
  ],
  isbn: [
    ['0321751043', '978-0321751041'],
    ['0321751044', '9780321751042', 'x'],
  ],
  isbn10: [['0-8044-2957-X'], ['978-0321751041']],
  isbn13: [['978-0321751041'], ['0321751043']],
  mac: [
    ['01:02:03:04:05:06', '01-02-03-04-05-06', '0102.0304.0506', '01:02:03:04:05:06:07:08'],
    ['01:02', '01:02:03:04:05', '01:02-03:04:05:06', '0102:0304:0506', 'x'],
  ],
  password: [['anything', ''], []],
  quantity: [
    ['10Gi', '500m', '1e3'],
    ['x', '1Q', ''],
  ],
  rgbcolor: [['rgb(1, 2,255)'], ['rgb(1,2)', 'rgb(1,2,256)']],
  ssn: [
    ['111-11-1111', '111 11 1111'],
    ['11-111-1111', '111111111'],
  ],
  uri: [
    ['https://x.example/y', '/path', 'mailto:a', 'http://[::1]:80/', 'http://u:p@h:1/?q#f', '*'],
    [':x', '', 'x', 'http://a b/', 'http://h:port/', '/%zz', 'http://h/%', 'http://[::1/'],
  ],
  uuid: [
    ['01234567-89ab-cdef-0123-456789ABCDEF', '0123456789abcdef0123456789abcdef'],
    ['123', ''],
  ],
  uuid3: [['01234567-89ab-3def-0123-456789abcdef'], ['01234567-89ab-4def-0123-456789abcdef']],
  uuid4: [['01234567-89ab-4def-8123-456789abcdef'], ['01234567-89ab-4def-0123-456789abcdef']],
  uuid5: [['01234567-89ab-5def-b123-456789abcdef'], ['01234567-89ab-4def-b123-456789abcdef']],
}

for (const [name, [fine, wrong]] of Object.entries(EXAMPLES)) {
  test(`the format ${name}`, () => {
    const format = valueFormat(name)
    assert.ok(format !== undefined)
    for (const text of fine) assert.equal(format(text), true, JSON.stringify(text))
    for (const text of wrong) assert.equal(format(text), false, JSON.stringify(text))
  })
}

test('a format that is not known is not checked', () => {
  assert.equal(valueFormat('colour'), undefined)
})

test('no format is slow on a long text', () => {
  const parts = ['a', '1', '.', '-', ':', 'a.', '1h', '<', '"', '%', '@', 'a ', '::', '/', '0.']
  for (const name of Object.keys(EXAMPLES)) {
    for (const part of parts) {
      const long = part.repeat(20_000)
      for (const text of [`${long}!`, `http://${long}!>`])
        assert.equal(typeof valueFormat(name)?.(text), 'boolean')
    }
  }
})
