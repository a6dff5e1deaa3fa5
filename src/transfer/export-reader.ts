import { createHash } from 'node:crypto'
import type { StoredValue } from '#storage/contract.js'
import { ByteReader } from './files/byte-reader.js'
import {
  type ExportHeader,
  type ExportTrailer,
  LINE_BREAK,
  MAX_HEADER_LENGTH,
  MAX_LINE_LENGTH,
  parseHeader,
  parseRecordHeader,
  parseTrailer,
  READABLE_FORMATS,
  type RecordHeader,
} from './format.js'
import { TransferError } from './progress.js'
import { isExported } from './snapshot.js'

/** Reads an export from start to end. Records are verified only once the trailer has been read. */
export class ExportReader {
  readonly header: ExportHeader
  readonly #name: string
  readonly #bytes: ByteReader
  readonly #hash = createHash('sha256')
  #records = 0
  #trailer: ExportTrailer | undefined

  /** `name` identifies the export in errors. */
  static async open(chunks: AsyncIterable<Buffer>, name: string): Promise<ExportReader> {
    const bytes = new ByteReader(chunks)
    const line = await bytes.line(MAX_HEADER_LENGTH)
    const header = line && parseHeader(line.toString())
    if (line === undefined || header === undefined)
      throw new TransferError(`${name} is not an export of Binnacle`)
    if (!READABLE_FORMATS.includes(header.format)) {
      throw new TransferError(
        `${name} is an export of format ${header.format}, made by version ${header.version}; this version reads ${READABLE_FORMATS.join(' and ')}`,
      )
    }
    return new ExportReader(name, bytes, header, line)
  }

  private constructor(name: string, bytes: ByteReader, header: ExportHeader, line: Buffer) {
    this.#name = name
    this.#bytes = bytes
    this.header = header
    this.#hash.update(line).update(LINE_BREAK)
  }

  /** The number of bytes read. */
  get position(): number {
    return this.#bytes.position
  }

  /** Available once all records have been read. */
  get trailer(): ExportTrailer {
    if (this.#trailer === undefined) throw new Error('the end of the export has not been reached')
    return this.#trailer
  }

  /** Call once. Throws unless the export is complete and in order. */
  async *records(): AsyncGenerator<StoredValue> {
    const isBehind = this.header.format === 1 ? hasHigherRevision : hasHigherKey
    for (let previous: RecordHeader | undefined; ; ) {
      const line = await this.#bytes.line(MAX_LINE_LENGTH)
      if (line === undefined) throw await this.#broken()
      const text = line.toString('latin1')
      const head = parseRecordHeader(text)
      if (head === undefined) {
        this.#trailer = await this.#end(text)
        return
      }
      const framed = await this.#bytes.bytes(head.length + 1)
      if (framed === undefined) throw this.#cutShort()
      if (framed.at(-1) !== LINE_BREAK[0] || !isBehind(previous, head) || !isExported(head.key))
        throw this.#damaged()
      this.#hash.update(line).update(LINE_BREAK).update(framed)
      this.#records++
      previous = head
      yield { key: head.key, revision: head.revision, value: framed.subarray(0, head.length) }
    }
  }

  close(): Promise<void> {
    return this.#bytes.close()
  }

  async #end(line: string): Promise<ExportTrailer> {
    const trailer = parseTrailer(line)
    if (trailer === undefined) throw this.#damaged()
    if (!(await this.#bytes.isAtEnd()))
      throw new TransferError(`${this.#name} is damaged: there is data after its end`)
    if (trailer.records !== this.#records || trailer.digest !== `sha256:${this.#hash.digest('hex')}`) {
      throw new TransferError(`${this.#name} is damaged: its content does not match its digest`)
    }
    return trailer
  }

  /** Only a truncated file has an unterminated line. */
  async #broken(): Promise<TransferError> {
    return (await this.#bytes.bytes(MAX_LINE_LENGTH)) === undefined ? this.#cutShort() : this.#damaged()
  }

  #cutShort(): TransferError {
    return new TransferError(
      `${this.#name} is truncated: it ends after ${this.#records} records, without its last line`,
    )
  }

  #damaged(): TransferError {
    return new TransferError(`${this.#name} is damaged: record ${this.#records + 1} cannot be read`)
  }
}

type Order = (previous: RecordHeader | undefined, next: RecordHeader) => boolean

const hasHigherKey: Order = (previous, { key }) => previous === undefined || previous.key < key

/** In format 1 records are sorted by revision, and by key within one revision. */
const hasHigherRevision: Order = (previous, { revision, key }) => {
  if (previous === undefined || previous.revision < revision) return true
  return previous.revision === revision && previous.key < key
}
