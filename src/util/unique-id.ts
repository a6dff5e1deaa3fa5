import { randomUUID } from 'node:crypto'

/** How many digits of an identifier count; those before are random. */
const COUNTING = 12

/** What all identifiers of this process begin with. */
export const ID_BEGINNING = randomUUID().slice(0, -COUNTING)
export const ID_LENGTH = ID_BEGINNING.length + COUNTING

/** The hexadecimal digits of each byte, and each digit in ASCII. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const ASCII_DIGITS = Buffer.from('0123456789abcdef')

let last = 0
/** The identifiers of which all but the last two digits were last written, and those digits. */
let block = -1
let beginning = ''

/** A number that is given once: it stands for an identifier. */
export function uniqueNumber(): number {
  last++
  return last
}

/**
 * The identifier that a number stands for, in the form of a UUID: it begins at random and goes on by counting, for a tenth of
 * what random numbers cost. Not for what others must not guess.
 */
export function uniqueId(number: number): string {
  const found = Math.floor(number / 256)
  if (found !== block) {
    block = found
    beginning = ID_BEGINNING + found.toString(16).padStart(COUNTING - 2, '0')
  }
  return beginning + DIGITS[number % 256]
}

/** Writes the digits that count, behind `ID_BEGINNING`. */
export function writeUniqueNumber(bytes: Uint8Array, at: number, number: number): void {
  const high = Math.floor(number / 2 ** 32)
  for (let index = 0; index < 8; index++) {
    bytes[at + COUNTING - 1 - index] = ASCII_DIGITS[(number >>> (4 * index)) & 15] as number
  }
  for (let index = 0; index < COUNTING - 8; index++) {
    bytes[at + COUNTING - 9 - index] = ASCII_DIGITS[(high >>> (4 * index)) & 15] as number
  }
}
