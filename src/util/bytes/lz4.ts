/**
 * The LZ4 block format with a dictionary: bytes that a block can refer back to from its start.
 *
 * A block is a list of sequences. Each is a token byte with two lengths, literals, and a reference to earlier bytes: an
 * offset of two bytes, little endian. A length that does not fit into its half of the token continues in further bytes.
 * The last sequence has no reference.
 *
 * Written here because the libraries for Node have no dictionaries or need a native binary.
 */

/** The maximum offset of a reference, and so the maximum size of dictionary and data together. */
const WINDOW_BYTES = 0x10000
const MIN_MATCH = 4
/** Bytes compared at a time. */
const WORD = 4
/** End of a block, as the format requires: a number of literals, and no match that starts later. */
const LAST_LITERALS = 5
const NO_MATCH_BEFORE_END = 12
/** The half-byte value that means more length bytes follow. */
const HALF = 15
/** Of four bytes: their product with this, shifted. Written out where it is needed, for it is by far the most frequent step. */
const HASH_BITS = 12
const HASH_SHIFT = 32 - HASH_BITS
const MULTIPLIER = 0x9e3779b1
/** The maximum size of a sequence without literals and extra length bytes. */
const SEQUENCE_BYTES = 6
/** From this length on a native call is faster than a loop. */
const LONG = 32
/** After so many misses the search takes larger steps: data that cannot be compressed is not worth every position. */
const PATIENCE_BITS = 3
/**
 * Only every third position of the dictionary is indexed: a match that is found late is extended backwards. Blocks are
 * two percent larger, but the first write is faster.
 */
const DICTIONARY_STEP = 3

/** Compresses and decompresses blocks. Results are views of its own memory, valid until the next call. */
export class Lz4 {
  /** The dictionary followed by the data, so that references into the dictionary need no special case. */
  readonly #window = new Uint8Array(WINDOW_BYTES)
  /** The same memory, to read four bytes at a time. */
  readonly #words = new DataView(this.#window.buffer)
  readonly #start: number
  /** The last position of four bytes with a hash; 0 if unseen. */
  readonly #seen = new Uint16Array(1 << HASH_BITS)
  /** The same for the dictionary alone. Built at the first compression. */
  #seenInDictionary: Uint16Array | undefined
  readonly #block = Buffer.alloc(WINDOW_BYTES)

  constructor(dictionary: Buffer) {
    this.#window.set(dictionary)
    this.#start = dictionary.length
  }

  /** The maximum size of the data. */
  get capacity(): number {
    return WINDOW_BYTES - this.#start
  }

  /** A block that is smaller than the data; undefined if there is none, or the data exceeds the capacity. */
  compress(data: Uint8Array): Buffer | undefined {
    if (data.length > this.capacity) return undefined
    const window = this.#window
    const words = this.#words
    const seen = this.#seen
    window.set(data, this.#start)
    this.#seenInDictionary ??= this.#indexDictionary()
    seen.set(this.#seenInDictionary)
    const end = this.#start + data.length
    const lastMatchStart = end - NO_MATCH_BEFORE_END
    const lastMatchEnd = end - LAST_LITERALS
    const lastWord = lastMatchEnd - WORD
    let written = 0
    let literals = this.#start
    let at = this.#start
    let misses = 1 << PATIENCE_BITS
    while (at <= lastMatchStart) {
      const four = words.getUint32(at, true)
      const hash = Math.imul(four, MULTIPLIER) >>> HASH_SHIFT
      let match = seen[hash] as number
      seen[hash] = at
      if (words.getUint32(match, true) !== four || match === at) {
        at += misses++ >> PATIENCE_BITS
        continue
      }
      misses = 1 << PATIENCE_BITS
      while (at > literals && match > 0 && window[at - 1] === window[match - 1]) {
        at--
        match--
      }
      const from = at
      const distance = at - match
      at += MIN_MATCH
      while (at <= lastWord && words.getUint32(at, true) === words.getUint32(at - distance, true)) at += WORD
      while (at < lastMatchEnd && window[at] === window[at - distance]) at++
      // What comes next is often what came next before.
      seen[Math.imul(words.getUint32(at - 2, true), MULTIPLIER) >>> HASH_SHIFT] = at - 2
      if (written + roomFor(from - literals) + ((at - from) >> 8) > data.length) return undefined
      written = this.#writeSequence(written, literals, from, distance, at - from)
      literals = at
    }
    if (written + roomFor(end - literals) > data.length) return undefined
    return this.#block.subarray(0, this.#writeLiterals(written, literals, end, 0))
  }

  /** The data of a block; `length` is its size. Throws `Lz4Error` if the block is malformed. */
  decompress(block: Uint8Array, length: number): Buffer {
    const window = this.#window
    const end = this.#start + length
    if (end > WINDOW_BYTES) throw new Lz4Error()
    let to = this.#start
    for (let at = 0; ; ) {
      const lengths = block[at++] as number
      let literals = lengths >> 4
      if (literals === HALF) {
        do literals += block[at] as number
        while (block[at++] === 0xff)
      }
      if (!(to + literals <= end && at + literals <= block.length)) throw new Lz4Error()
      for (const stop = at + literals; at < stop; ) window[to++] = block[at++] as number
      if (at === block.length) break
      const distance = (block[at] as number) | ((block[at + 1] as number) << 8)
      at += 2
      let match = lengths & HALF
      if (match === HALF) {
        do match += block[at] as number
        while (block[at++] === 0xff)
      }
      match += MIN_MATCH
      if (!(distance > 0 && distance <= to && to + match <= end)) throw new Lz4Error()
      to = this.#copyMatch(to, distance, match)
    }
    if (to !== end) throw new Lz4Error()
    return Buffer.from(window.buffer, this.#start, length)
  }

  #indexDictionary(): Uint16Array {
    const seen = new Uint16Array(1 << HASH_BITS)
    for (let at = 0; at + MIN_MATCH <= this.#start; at += DICTIONARY_STEP) {
      seen[Math.imul(this.#words.getUint32(at, true), MULTIPLIER) >>> HASH_SHIFT] = at
    }
    return seen
  }

  #copyMatch(to: number, distance: number, length: number): number {
    const window = this.#window
    const stop = to + length
    if (length >= LONG && distance >= length) window.copyWithin(to, to - distance, stop - distance)
    // Byte by byte, because source and target may overlap.
    else for (let at = to; at < stop; at++) window[at] = window[at - distance] as number
    return stop
  }

  #writeSequence(at: number, literals: number, from: number, distance: number, length: number): number {
    const block = this.#block
    const more = length - MIN_MATCH
    let end = this.#writeLiterals(at, literals, from, Math.min(more, HALF))
    block[end++] = distance & 0xff
    block[end++] = distance >> 8
    return more < HALF ? end : writeLength(block, end, more - HALF)
  }

  #writeLiterals(at: number, from: number, to: number, matchHalf: number): number {
    const block = this.#block
    const count = to - from
    block[at] = (Math.min(count, HALF) << 4) | matchHalf
    let end = count < HALF ? at + 1 : writeLength(block, at + 1, count - HALF)
    for (let next = from; next < to; next++) block[end++] = this.#window[next] as number
    return end
  }
}

/** The block is malformed, or its data has another length. */
export class Lz4Error extends Error {
  override readonly name = 'Lz4Error'

  constructor() {
    super('the bytes are not an LZ4 block of the length expected')
  }
}

function roomFor(literals: number): number {
  return SEQUENCE_BYTES + literals + (literals >> 8)
}

function writeLength(block: Buffer, at: number, length: number): number {
  let end = at
  let rest = length
  for (; rest >= 0xff; rest -= 0xff) block[end++] = 0xff
  block[end] = rest
  return end + 1
}
