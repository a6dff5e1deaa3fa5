/** A bit set of pages. */
export class PageSet {
  readonly #bits: Uint8Array

  constructor(pages: number) {
    this.#bits = new Uint8Array(Math.ceil(pages / 8))
  }

  /** False when the page is already in the set. */
  add(page: number): boolean {
    const byte = this.#bits[page >>> 3] as number
    const bit = 1 << (page & 7)
    this.#bits[page >>> 3] = byte | bit
    return (byte & bit) === 0
  }
}
