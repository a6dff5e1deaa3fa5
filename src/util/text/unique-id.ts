import { randomUUID } from 'node:crypto'

/** How many digits of an identifier count; those before are random. */
const COUNTING = 12
/** What all identifiers of this process begin with. */
const RANDOM = randomUUID().slice(0, -COUNTING)

export const ID_LENGTH = RANDOM.length + COUNTING
/** Stands for no identifier. */
export const NO_ID = -1

/** The hexadecimal digits of each byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const ASCII_DIGITS = Buffer.from('0123456789abcdef')

let last = 0
/** The identifiers that differ in their last two digits alone: which of these blocks was last used, and their beginning. */
let block = NO_ID
let beginning = ''
const asciiBeginning = Buffer.alloc(ID_LENGTH - 2)

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
  useBlock(blockOf(number))
  return beginning + DIGITS[number % 256]
}

/** Writes an identifier in ASCII. `there` is the number of the one that was last written there, of which all is kept that is the same. */
export function writeUniqueId(bytes: Uint8Array, at: number, number: number, there = NO_ID): void {
  const needed = blockOf(number)
  if (there === NO_ID || blockOf(there) !== needed) {
    useBlock(needed)
    bytes.set(asciiBeginning, at)
  }
  bytes[at + ID_LENGTH - 2] = ASCII_DIGITS[(number >>> 4) & 15] as number
  bytes[at + ID_LENGTH - 1] = ASCII_DIGITS[number & 15] as number
}

const blockOf = (number: number) => Math.floor(number / 256)

function useBlock(needed: number): void {
  if (needed === block) return
  block = needed
  beginning = RANDOM + needed.toString(16).padStart(COUNTING - 2, '0')
  asciiBeginning.write(beginning, 'latin1')
}
