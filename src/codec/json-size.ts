import { MAX_DEPTH, OversizedBody, UnreadableBody } from './codec.js'

/**
 * How much a body may be made of. What a body costs depends less on its length than on its parts, and nothing else is
 * served while it is parsed, decoded, judged or encoded. With these bounds each of them takes some tens of milliseconds
 * at most. An object of a megabyte that somebody has use for, such as a pod with 25,000 variables, is within them.
 */
export const MAX_PARTS = 100_000
/** Every name that was not seen before costs the parser as much as ten values. */
export const MAX_NAMES = 10_000

/** Behind so many members an object is a table of names, each of which is looked up and sorted: that counts. */
const FEW_MEMBERS = 64
const LOOKUP_PARTS = 3

/** Shorter bodies cannot hold enough of anything. */
export const SMALL_BODY = 64 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPENING_LIST = 0x5b
const CLOSING_LIST = 0x5d
const OPENING_OBJECT = 0x7b
const CLOSING_OBJECT = 0x7d

/** By byte: whether it means something outside of a text. Nearly all others are passed over at once. */
const MEANS_SOMETHING = new Uint8Array(256)
for (const character of '":,[]{}') MEANS_SOMETHING[character.charCodeAt(0)] = 1

/** Throws when a body has too many parts, or nests too deep. Looks at the bytes, which need not be JSON. */
export function expectReadableSize(json: Buffer): void {
  new SizeScan(json).scan()
}

class SizeScan {
  readonly #json: Buffer
  readonly #names = new NameCount()
  /** By depth: whether the container is a list, and how many members it has so far. */
  readonly #isList = new Uint8Array(MAX_DEPTH + 1)
  readonly #members = new Uint32Array(MAX_DEPTH + 1)
  #depth = 0
  #parts = 0

  constructor(json: Buffer) {
    this.#json = json
  }

  scan(): void {
    const json = this.#json
    const { length } = json
    /** Of the last text, which is a name when a colon follows. */
    let hash = 0
    for (let at = 0; at < length; at++) {
      const byte = json[at] as number
      if (MEANS_SOMETHING[byte] === 0) continue
      switch (byte) {
        case QUOTE:
          hash = SEED
          for (at++; at < length; at++) {
            const character = json[at] as number
            if (character === QUOTE) break
            if (character === BACKSLASH) at++
            hash = Math.imul(hash ^ character, FACTOR)
          }
          break
        case COLON:
          this.#member(hash)
          break
        case COMMA:
          if (this.#isList[this.#depth] === 1) this.#count(1)
          break
        case OPENING_LIST:
        case OPENING_OBJECT:
          this.#open(byte === OPENING_LIST)
          break
        case CLOSING_LIST:
        case CLOSING_OBJECT:
          // Who closes more than was opened sends no JSON, which the parser says better.
          if (this.#depth > 0) this.#depth--
      }
    }
  }

  #open(isList: boolean): void {
    if (++this.#depth > MAX_DEPTH) throw tooDeep()
    this.#isList[this.#depth] = isList ? 1 : 0
    this.#members[this.#depth] = 0
    this.#count(1)
  }

  #member(hash: number): void {
    const members = (this.#members[this.#depth] as number) + 1
    this.#members[this.#depth] = members
    this.#count(members > FEW_MEMBERS ? 1 + LOOKUP_PARTS : 1)
    if (this.#names.add(hash) > MAX_NAMES) {
      throw new OversizedBody(`it has more than ${MAX_NAMES} different names of members`)
    }
  }

  #count(parts: number): void {
    this.#parts += parts
    if (this.#parts > MAX_PARTS) {
      throw new OversizedBody(`it has more than ${MAX_PARTS} members, elements, lists and objects`)
    }
  }
}

export function tooDeep(): UnreadableBody {
  return new UnreadableBody(`the body nests more than ${MAX_DEPTH} levels deep`)
}

const FACTOR = 0x01000193
/** Of this process alone, so that nobody can look for names with the same hash. */
const SEED = (Math.random() * 2 ** 32) | 0
/** More than twice as many as may be in it, and a power of two. */
const TABLE_SIZE = 32 * 1024

/** Counts different names by their hashes. */
class NameCount {
  readonly #table = new Int32Array(TABLE_SIZE)
  #count = 0

  /** How many there are with this one. */
  add(hash: number): number {
    // Zero is a free place.
    const entry = hash === 0 ? 1 : hash
    let place = (entry ^ (entry >>> 15)) & (TABLE_SIZE - 1)
    while (this.#table[place] !== entry) {
      if (this.#table[place] === 0) {
        this.#table[place] = entry
        return ++this.#count
      }
      place = (place + 1) & (TABLE_SIZE - 1)
    }
    return this.#count
  }
}
