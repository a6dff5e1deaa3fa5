import type { StoredValue } from '#storage/contract.js'
import { ExportReader } from './export-reader.js'
import type { InputFile } from './files/input-file.js'
import type { ExportHeader, ExportTrailer } from './format.js'
import { type TransferContext, TransferError } from './progress.js'

/** Checked records that can be read several times. */
export interface RecordSource {
  /** Identifies the content, and its number of records. */
  readonly summary: ExportTrailer
  /** All records, in any order. Throws unless they are the same as when they were checked. */
  records(): AsyncIterable<StoredValue>
}

/** A complete and undamaged file of an export or backup. */
export class ExportFile implements RecordSource {
  readonly header: ExportHeader
  readonly summary: ExportTrailer
  readonly #file: InputFile

  private constructor(file: InputFile, header: ExportHeader, summary: ExportTrailer) {
    this.#file = file
    this.header = header
    this.summary = summary
  }

  /**
   * Reads the whole file, and passes on each key. Rejects with `TransferError` unless the file is complete and undamaged.
   */
  static async check(
    file: InputFile,
    { onProgress, signal }: TransferContext,
    onKey: (key: string) => void = () => undefined,
  ): Promise<ExportFile> {
    const chunks = file.chunks((done) => {
      onProgress({ step: 'checking', unit: 'bytes', done, total: file.size })
      signal.throwIfAborted()
    })
    const reader = await ExportReader.open(chunks, file.path)
    try {
      for await (const { key } of reader.records()) onKey(key)
      return new ExportFile(file, reader.header, reader.trailer)
    } finally {
      await reader.close()
    }
  }

  async *records(): AsyncGenerator<StoredValue> {
    const reader = await ExportReader.open(this.#file.chunks(), this.#file.path)
    try {
      yield* reader.records()
      if (reader.trailer.digest !== this.summary.digest)
        throw new TransferError(`${this.#file.path} changed during the import`)
    } finally {
      await reader.close()
    }
  }
}
