import { randomInt } from 'node:crypto'

/** Without vowels and look-alikes, so that a generated name spells nothing and is easy to read out. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const SUFFIX_LENGTH = 5
/** Names made from a prefix must still be good as a label, which ends at 63 characters. */
const PREFIX_LIMIT = 63 - SUFFIX_LENGTH

/** A new name that begins with (at most 58 characters of) the prefix. */
export function generateName(prefix: string): string {
  let name = prefix.slice(0, PREFIX_LIMIT)
  for (let i = 0; i < SUFFIX_LENGTH; i++) name += ALPHABET[randomInt(ALPHABET.length)]
  return name
}
