import { MAX_DEPTH, OversizedBody, TooDeepBody } from '#codec/codec.js'

/**
 * Limits of a body. Its cost depends more on its parts than on its length, and parsing, decoding, validating and
 * encoding block the event loop. Within these limits each takes at most some tens of milliseconds. A useful object of a
 * megabyte, such as a pod with 25,000 variables, is within them.
 */
export const MAX_PARTS = 100_000
/**
 * Every new name costs the parser as much as ten values. Names of managed fields, such as `f:data`, have their own
 * limit, so that they do not halve the limit of the object.
 */
export const MAX_PROPERTY_NAMES = 10_000

/** With more properties an object becomes a hash table. Each name is then looked up and sorted, which costs more. */
export const FEW_PROPERTIES = 64
export const LOOKUP_PARTS = 3

/** Shorter bodies cannot exceed a limit. */
export const SMALL_BODY = 64 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPENING_LIST = 0x5b
const OPENING_OBJECT = 0x7b

/** By byte: whether it has a meaning outside of a string. */
const MEANS_SOMETHING = new Uint8Array(256)
for (const character of '":,[]{}') MEANS_SOMETHING[character.charCodeAt(0)] = 1

/**
 * Throws if a body has too many parts or nests too deep. Scans the bytes, which need not be valid JSON. Returns the
 * total number of properties.
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
    /** Start and end of the last string, which is a name if a colon follows. */
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
          // A string is the name of one property, even if several colons follow.
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
          // More closing than opening brackets is not JSON: leave the error to the parser.
          if (this.#depth === 0) return this.#allProperties
          this.#depth--
      }
    }
    return this.#allProperties
  }

  /** A property has at most two strings, and an element one. More of them are a syntax error. */
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
  new OversizedBody(`it has more than ${MAX_PROPERTY_NAMES} different property names`)

export const tooManyParts = () =>
  new OversizedBody(`it has more than ${MAX_PARTS} properties, elements, lists and objects`)

export const tooDeep = () => new TooDeepBody()

// The loops over all bytes are separate functions, because V8 deoptimizes a function that throws now and then, as the
// scan does.

/** The next byte with a meaning outside of a string. */
function nextMark(json: Buffer, from: number): number {
  const { length } = json
  let at = from
  while (at < length && MEANS_SOMETHING[json[at] as number] === 0) at++
  return at
}

/** Strings that are longer are searched natively, which has a price per call. */
const SHORT_TEXT = 64

/** The quote that ends a string. */
function endOfText(json: Buffer, start: number): number {
  const { length } = json
  const short = Math.min(length, start + SHORT_TEXT)
  let at = start
  for (; at < short && json[at] !== QUOTE; at++) {
    if (json[at] === BACKSLASH) at++
  }
  return at < short ? at : endOfLongText(json, at)
}

function endOfLongText(json: Buffer, start: number): number {
  for (let from = start; ; ) {
    const quote = json.indexOf(QUOTE, from)
    if (quote === -1) return json.length
    let backslashes = 0
    while (quote - backslashes > from && json[quote - backslashes - 1] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote
    from = quote + 1
  }
}

function hashOf(json: Buffer, start: number, end: number): number {
  let hash = SEED
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (json[at] as number), FACTOR)
  return hash
}

const FACTOR = 0x01000193
/** Random per process, so that clients cannot construct hash collisions. */
const SEED = (Math.random() * 2 ** 32) | 0
/** A power of two, more than twice the maximum number of entries. */
const TABLE_SIZE = 32 * 1024

// Scans are synchronous, so they share this memory.
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

  /** Adds a hash and returns the number of different ones. */
  add(hash: number): number {
    // Zero marks a free slot.
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
