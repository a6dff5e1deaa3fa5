import { createDecipheriv } from 'node:crypto'
import { ByteReader } from '#transfer/files/byte-reader.js'
import { TransferError } from '#transfer/progress.js'
import {
  CIPHER,
  chunkNonce,
  LENGTH_BYTES,
  MAX_CHUNK_BYTES,
  MAX_SEALED_HEADER,
  payloadKey,
  SEALED_FORMAT,
  SEALED_SIGNATURE,
  TAG_BYTES,
  type WrappedKey,
} from './sealed-format.js'
import { type Opener, unwrapKey } from './wrapped-key.js'

export interface UnsealOptions {
  /** Identifies the file in errors. */
  readonly name: string
  readonly opener: Opener
  /** Whether the file may end anywhere, as one that is still written; then it is read up to its last whole chunk. */
  readonly mayBeTorn?: boolean
}

/** Whether the bytes are those of an encrypted file. */
export const isSealed = (start: Buffer): boolean =>
  start.subarray(0, SEALED_SIGNATURE.length).equals(Buffer.from(SEALED_SIGNATURE))

/** Decrypts a file that `SealWriter` wrote. Throws `TransferError`. */
export async function* unsealed(
  chunks: AsyncIterable<Buffer>,
  { name, opener, mayBeTorn = false }: UnsealOptions,
): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(chunks)
  try {
    const line = await bytes.line(MAX_SEALED_HEADER)
    if (line === undefined) throw new TransferError(`${name} is damaged: its header cannot be read`)
    const header = Buffer.concat([line, Buffer.from('\n')])
    const key = payloadKey(await fileKey(line, name, opener), header)
    for (let number = 0; ; number++) {
      const sealed = await nextChunk(bytes)
      if (sealed === undefined) {
        if (mayBeTorn) return
        throw new TransferError(`${name} is truncated: its last encrypted part is missing`)
      }
      const content = open(sealed, key, number, false)
      if (content !== undefined) {
        yield content
        continue
      }
      if (open(sealed, key, number, true) === undefined) {
        if (mayBeTorn) return
        throw new TransferError(`${name} is damaged: its encrypted part ${number + 1} cannot be opened`)
      }
      if (await bytes.isAtEnd()) return
      throw new TransferError(`${name} is damaged: there is data after its end`)
    }
  } finally {
    await bytes.close()
  }
}

async function fileKey(line: Buffer, name: string, opener: Opener): Promise<Buffer> {
  const { format, keys } = JSON.parse(line.toString()) as {
    readonly format: number
    readonly keys: readonly WrappedKey[]
  }
  if (format !== SEALED_FORMAT) {
    throw new TransferError(
      `${name} is an encrypted file of format ${format}; this version reads ${SEALED_FORMAT}`,
    )
  }
  const key = await unwrapKey(keys, opener)
  if (key !== undefined) return key
  const { passphrase, privateKey } = opener
  if (passphrase === undefined && privateKey === undefined) {
    const flags = keys.map(({ type }) => (type === 'scrypt' ? '--passphrase-file' : '--private-key-file'))
    throw new TransferError(`${name} is encrypted: add ${flags.join(' or ')}`)
  }
  throw new TransferError(
    `${name} cannot be opened: it is encrypted for another ${passphrase === undefined ? 'key' : 'passphrase'}`,
  )
}

/** Undefined when the file ends before. */
async function nextChunk(bytes: ByteReader): Promise<Buffer | undefined> {
  const length = (await bytes.bytes(LENGTH_BYTES))?.readUInt32BE()
  if (length === undefined || length < TAG_BYTES || length > MAX_CHUNK_BYTES + TAG_BYTES) return undefined
  return bytes.bytes(length)
}

function open(sealed: Buffer, key: Buffer, number: number, isLast: boolean): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, chunkNonce(number, isLast), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
