import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DecodeError } from './decode-error.js'
import { formatTime, SCALARS } from './scalars.js'

/** The canonical time, or false. */
function read(text: string): string | null | false {
  try {
    return SCALARS.time.decode(text)
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
