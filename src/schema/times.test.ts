import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DecodeError } from './decode-error.js'
import { decodeMicroTime, decodeTime, formatTime } from './times.js'

/** The canonical time, or false. */
function read(text: string, decode = decodeTime): string | null | false {
  try {
    return decode(text)
  } catch (error) {
    assert.ok(error instanceof DecodeError)
    return false
  }
}

it('a time in UTC is read as one with an offset of nothing', () => {
  const numbers = (below: number) => Array.from({ length: below }, (_, n) => String(n).padStart(2, '0'))
  for (const year of ['0000', '0001', '0999', '1000', '2023', '2024', '9999']) {
    for (const month of numbers(20)) {
      for (const day of numbers(40)) {
        const date = `${year}-${month}-${day}`
        for (const time of ['00:00:00', '09:59:59', '23:59:59', '24:00:00', '12:60:00', '12:00:60']) {
          assert.equal(read(`${date}T${time}Z`), read(`${date}T${time}+00:00`), `${date}T${time}`)
        }
      }
    }
  }
})

it('times are written to the second, one after the other or the same again', () => {
  const instants = [0, 999, 1000, 1000, -1, -1000, 0, 1_700_000_000_123]
  assert.deepEqual(
    instants.map((instant) => formatTime(new Date(instant))),
    [
      '1970-01-01T00:00:00Z',
      '1970-01-01T00:00:00Z',
      '1970-01-01T00:00:01Z',
      '1970-01-01T00:00:01Z',
      '1969-12-31T23:59:59Z',
      '1969-12-31T23:59:59Z',
      '1970-01-01T00:00:00Z',
      '2023-11-14T22:13:20Z',
    ],
  )
})

it('a time in microseconds keeps its six digits and is written in UTC', () => {
  const times = {
    '2024-03-01T10:00:00.123456Z': '2024-03-01T10:00:00.123456Z',
    '2024-03-01T12:00:00.500000+02:00': '2024-03-01T10:00:00.500000Z',
    '2024-02-29T23:30:00.000001-01:00': '2024-03-01T00:30:00.000001Z',
    '1969-12-31T23:59:59.999999Z': '1969-12-31T23:59:59.999999Z',
    '0001-01-01T00:00:00.000001Z': '0001-01-01T00:00:00.000001Z',
    '0001-01-01T00:00:00.000000Z': null,
    '0001-01-01T01:00:00.000000+01:00': null,
  }
  for (const [given, expected] of Object.entries(times)) {
    assert.equal(read(given, decodeMicroTime), expected, given)
  }
})

it('a time to the microsecond needs six fractional digits', () => {
  for (const fraction of ['', '.1', '.12345', '.1234567', '.']) {
    assert.throws(
      () => decodeMicroTime(`2024-03-01T10:00:00${fraction}Z`),
      /^DecodeError: expected a time with six fractional digits such as 2006-01-02T15:04:05.000000Z, got the text/,
    )
  }
  assert.throws(() => decodeMicroTime(5), /expected a time with six fractional digits .* got the number 5/)
  assert.throws(() => decodeMicroTime('2024-02-30T10:00:00.000000Z'), /expected a time that exists/)
})

it('a time whose year in UTC has no four digits is rejected', () => {
  assert.equal(read('9999-12-31T23:59:59-01:00'), false)
  assert.equal(read('0000-01-01T00:00:00+01:00'), false)
  assert.equal(read('9999-12-31T23:59:59.000000-00:01', decodeMicroTime), false)
  assert.equal(read('0000-01-01T00:00:00Z'), '0000-01-01T00:00:00Z')
})
