import { createReadStream } from 'node:fs'
import { ByteReader } from '#transfer/files/byte-reader.js'
import { peeked } from '#transfer/files/peeked.js'
import { MAX_HEADER_LENGTH } from '#transfer/format.js'
import { TransferError } from '#transfer/progress.js'
import { isSealed, unsealed } from '#transfer/sealing/unseal.js'
import type { Opener } from '#transfer/sealing/wrapped-key.js'
import {
  LOG_FORMAT,
  type LoggedWrite,
  type LogHeader,
  MAX_WRITE_LINE,
  parseChanges,
  parseLogHeader,
  parseWriteLine,
} from './log-format.js'

const READ_BYTES = 256 * 1024

/** Reads a change log up to its last whole write. */
export class LogReader {
  readonly header: LogHeader
  readonly #bytes: ByteReader

  /** Undefined when the log ends within its header. Rejects with `TransferError` if it is no log. */
  static open(path: string, opener: Opener): Promise<LogReader | undefined> {
    return LogReader.of(plain(path, opener), path)
  }

  /** The same from bytes; `path` names them in errors. */
  static async of(chunks: AsyncIterable<Buffer>, path: string): Promise<LogReader | undefined> {
    const bytes = new ByteReader(chunks)
    try {
      const line = await bytes.line(MAX_HEADER_LENGTH)
      const header = line && parseLogHeader(line.toString())
      if (header !== undefined && header.format === LOG_FORMAT) return new LogReader(header, bytes)
      const isCutShort = line === undefined && (await bytes.bytes(MAX_HEADER_LENGTH)) === undefined
      if (!isCutShort) {
        throw new TransferError(
          header === undefined
            ? `${path} is not a change log`
            : `${path} is a change log of format ${header.format}, made by version ${header.version}; this version reads ${LOG_FORMAT}`,
        )
      }
    } catch (error) {
      await bytes.close()
      throw error
    }
    await bytes.close()
    return undefined
  }

  private constructor(header: LogHeader, bytes: ByteReader) {
    this.header = header
    this.#bytes = bytes
  }

  /** Closes the file at the end. */
  async *writes(): AsyncGenerator<LoggedWrite> {
    try {
      for (;;) {
        const line = await this.#bytes.line(MAX_WRITE_LINE)
        const head = line && parseWriteLine(line.toString('latin1'))
        const payload = head && (await this.#bytes.bytes(head.length))
        if (head === undefined || payload === undefined || !head.matches(payload)) return
        const changes = parseChanges(payload, head.count)
        if (changes === undefined) return
        yield { revision: head.revision, time: head.time, changes }
      }
    } finally {
      await this.close()
    }
  }

  close(): Promise<void> {
    return this.#bytes.close()
  }
}

async function* plain(path: string, opener: Opener): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: READ_BYTES })
  try {
    const [start, chunks] = await peeked(file as AsyncIterable<Buffer>)
    yield* isSealed(start) ? unsealed(chunks, { name: path, opener, mayBeTorn: true }) : chunks
  } finally {
    file.destroy()
  }
}
