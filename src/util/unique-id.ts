import { randomUUID } from 'node:crypto'

/** The hexadecimal digits of each byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** How much of a UUID is random; the rest counts. */
const RANDOM_DIGITS = '00000000-0000-4000-8000-0000'.length

/** All but the last two digits, which change with every identifier. */
let beginning = ''
let random = ''
let count = 0

/**
 * An identifier in the form of a UUID that is given once: it begins at random and goes on by counting, for a tenth of
 * what random numbers cost. Not for what others must not guess.
 */
export function uniqueId(): string {
  const last = count & 255
  if (last === 0) {
    if (count === 0) random = randomUUID().slice(0, RANDOM_DIGITS)
    beginning = random + DIGITS[count >>> 24] + DIGITS[(count >>> 16) & 255] + DIGITS[(count >>> 8) & 255]
  }
  count = (count + 1) >>> 0
  return beginning + DIGITS[last]
}
