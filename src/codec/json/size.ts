import { MAX_DEPTH, OversizedBody, TooDeepBody } from '#codec/codec.js'

/**
 * How much a body may be made of. What a body costs depends less on its length than on its parts, and nothing else is
 * served while it is parsed, decoded, validated or encoded. With these bounds each of them takes some tens of
 * milliseconds at most. A useful object of a megabyte, such as a pod with 25,000 variables, is within them.
 */
export const MAX_PARTS = 100_000
/**
 * Every name that was not seen before costs the parser as much as ten values. Names such as `f:data` count apart: an object
 * says of each of its properties who owns it, and is not to have half as many for that.
 */
export const MAX_PROPERTY_NAMES = 10_000

/** With more properties an object becomes a hash table. Each name is then looked up and sorted, which costs more. */
export const FEW_PROPERTIES = 64
export const LOOKUP_PARTS = 3

/** Shorter bodies cannot hold enough of anything. */
export const SMALL_BODY = 64 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPENING_LIST = 0x5b
const OPENING_OBJECT = 0x7b

/** By byte: whether it means something outside of a text. Nearly all others are passed over at once. */
const MEANS_SOMETHING = new Uint8Array(256)
for (const character of '":,[]{}') MEANS_SOMETHING[character.charCodeAt(0)] = 1

/**
 * Throws when a body has too many parts, or nests too deep. Looks at the bytes, which need not be JSON. Returns how many
 * properties all objects in it have together, if it is.
 */
export function expectReadableSize(json: Buffer): number {
  return new SizeScan(json).scan()
}

class SizeScan {
  readonly #json: Buffer
  readonly #names = new NameCount(nameTable)
  readonly #ownedNames = new NameCount(ownedNameTable)
  /** By depth: whether the container is a list, and how many properties it has so far. */
  readonly #isList = new Uint8Array(MAX_DEPTH + 1)
  readonly #properties = new Uint32Array(MAX_DEPTH + 1)
  #depth = 0
  #parts = 0
  #texts = 0
  #allProperties = 0

  constructor(json: Buffer) {
    this.#json = json
  }

  scan(): number {
    const json = this.#json
    const { length } = json
    /** Where the last text begins, which is a name when a colon follows, and where it ends. */
    let [start, end] = [0, 0]
    for (let at = nextMark(json, 0); at < length; at = nextMark(json, at + 1)) {
      switch (json[at]) {
        case QUOTE:
          start = at + 1
          end = endOfText(json, start)
          at = end
          this.#text()
          break
        case COLON:
          this.#property(hashOf(json, start, end), json[start + 1] === COLON && end > start + 1)
          // A text is the name of one property, also where colons follow each other.
          start = end
          break
        case COMMA:
          if (this.#isList[this.#depth] === 1) this.#count(1)
          break
        case OPENING_LIST:
        case OPENING_OBJECT:
          this.#open(json[at] === OPENING_LIST)
          break
        default:
          // Who closes more than was opened sends no JSON, which the parser says better.
          if (this.#depth === 0) return this.#allProperties
          this.#depth--
      }
    }
    return this.#allProperties
  }

  /** A property has two texts at most, and an element one. Where there are more, something is missing between them. */
  #text(): void {
    if (++this.#texts > 2 * MAX_PARTS) throw tooManyParts()
  }

  #open(isList: boolean): void {
    if (++this.#depth > MAX_DEPTH) throw tooDeep()
    this.#isList[this.#depth] = isList ? 1 : 0
    this.#properties[this.#depth] = 0
    this.#count(1)
  }

  #property(hash: number, isOwned: boolean): void {
    this.#allProperties++
    const properties = (this.#properties[this.#depth] as number) + 1
    this.#properties[this.#depth] = properties
    this.#count(properties > FEW_PROPERTIES ? 1 + LOOKUP_PARTS : 1)
    const names = isOwned ? this.#ownedNames : this.#names
    if (names.add(hash) > MAX_PROPERTY_NAMES) {
      throw tooManyPropertyNames()
    }
  }

  #count(parts: number): void {
    this.#parts += parts
    if (this.#parts > MAX_PARTS) throw tooManyParts()
  }
}

export const tooManyPropertyNames = () =>
  new OversizedBody(`it has more than ${MAX_PROPERTY_NAMES} different names of members`)

export const tooManyParts = () =>
  new OversizedBody(`it has more than ${MAX_PARTS} members, elements, lists and objects`)

export const tooDeep = () => new TooDeepBody()

// What follows is all that looks at every byte. In functions of their own these loops are compiled for good; in one
// that ends by an exception now and then, as the scan does, they would be compiled anew and run slowly in between.

/** The first byte from there on that means something outside of a text. */
function nextMark(json: Buffer, from: number): number {
  const { length } = json
  let at = from
  while (at < length && MEANS_SOMETHING[json[at] as number] === 0) at++
  return at
}

/** The quote that ends a text. */
function endOfText(json: Buffer, start: number): number {
  const { length } = json
  let at = start
  for (; at < length && json[at] !== QUOTE; at++) {
    if (json[at] === BACKSLASH) at++
  }
  return at
}

function hashOf(json: Buffer, start: number, end: number): number {
  let hash = SEED
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (json[at] as number), FACTOR)
  return hash
}

const FACTOR = 0x01000193
/** Of this process alone, so that a client cannot look for names with the same hash. */
const SEED = (Math.random() * 2 ** 32) | 0
/** More than twice as many as may be in it, and a power of two. */
const TABLE_SIZE = 32 * 1024

// A scan is over before the next one begins: they all have the same memory, which is more than many a body takes.
const nameTable = new Int32Array(TABLE_SIZE)
const ownedNameTable = new Int32Array(TABLE_SIZE)

/** Counts different names by their hashes. */
class NameCount {
  readonly #table: Int32Array
  #count = 0

  constructor(table: Int32Array) {
    table.fill(0)
    this.#table = table
  }

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
