import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The chunk size of a sequential read of the file. */
const CHUNK_BYTES = 1024 * 1024

/**
 * Reads LMDB's data file page by page without LMDB: through its map, a missing or damaged page would crash the
 * process.
 */
export class PageFile {
  readonly #file: number
  readonly #size: number
  readonly pageSize: number
  /** The number of whole pages in the file. */
  readonly pages: number
  /** The page that was loaded last. */
  readonly bytes: Buffer
  /** The same as words in native byte order, which is LMDB's. */
  readonly words: Uint16Array

  constructor(path: string, pageSize: number) {
    this.#file = openSync(path, 'r')
    this.#size = fstatSync(this.#file).size
    this.pageSize = pageSize
    this.pages = Math.floor(this.#size / pageSize)
    this.bytes = Buffer.allocUnsafeSlow(pageSize)
    this.words = new Uint16Array(this.bytes.buffer, 0, pageSize / 2)
  }

  close(): void {
    closeSync(this.#file)
  }

  /**
   * Reads the whole file once into the page cache. Reading the scattered pages of a tree one by one takes long.
   * Yields regularly.
   */
  *fetch(): Generator<void, void> {
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES)
    for (let at = 0; at < this.#size; at += CHUNK_BYTES) {
      readSync(this.#file, chunk, 0, CHUNK_BYTES, at)
      yield
    }
  }

  /** Reads a page of the file into `bytes`. */
  load(page: number): void {
    this.#read(this.bytes, page * this.pageSize)
  }

  /** Bytes from anywhere in the file, in memory of their own. */
  slice(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    this.#read(bytes, position)
    return bytes
  }

  #read(target: Buffer, position: number): void {
    const length = readSync(this.#file, target, 0, target.length, position)
    if (length < target.length) target.fill(0, length)
  }
}
