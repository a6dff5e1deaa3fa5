/**
 * The format of encrypted files: a header line, and chunks.
 *
 *     {"binnacle":"sealed","format":1,"keys":[{"type":"scrypt",…},{"type":"x25519",…}]}
 *     length (4 bytes) ciphertext (AES-256-GCM) tag (16 bytes)
 *     …
 *
 * A random file key is wrapped for each passphrase and recipient (`wrapped-key.ts`). The key of the chunks is derived from
 * it and from the header, so another header opens nothing. The nonce of a chunk is its number and whether it is the last:
 * chunks cannot be left out, repeated or reordered, and a file without a last chunk is truncated.
 */
import { createHash, hkdfSync } from 'node:crypto'

export const SEALED_FORMAT = 1

/** The first bytes of every encrypted file. */
export const SEALED_SIGNATURE = '{"binnacle":"sealed",'

/** In bytes, with the line break. */
export const MAX_SEALED_HEADER = 16 * 1024

export const CIPHER = 'aes-256-gcm'
export const TAG_BYTES = 16
export const LENGTH_BYTES = 4
const NONCE_BYTES = 12

/** The content of one chunk. A reader has this much in memory before it knows that the chunk is right. */
export const MAX_CHUNK_BYTES = 1024 * 1024

/** The file key, encrypted for a passphrase or for the holder of a private key. Bytes are in base64. */
export type WrappedKey =
  | {
      readonly type: 'scrypt'
      readonly salt: string
      /** The cost: N, r and p. */
      readonly cost: readonly [number, number, number]
      readonly key: string
    }
  | {
      readonly type: 'x25519'
      /** The public key that the shared secret was made with, SPKI. */
      readonly ephemeral: string
      readonly key: string
    }

export function sealedHeaderLine(keys: readonly WrappedKey[]): Buffer {
  return Buffer.from(`${JSON.stringify({ binnacle: 'sealed', format: SEALED_FORMAT, keys })}\n`)
}

/** The key of the chunks. `header` is the whole first line. */
export function payloadKey(fileKey: Buffer, header: Buffer): Buffer {
  const salt = createHash('sha256').update(header).digest()
  return Buffer.from(hkdfSync('sha256', fileKey, salt, 'binnacle sealed payload', 32))
}

export function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(number, NONCE_BYTES - 7, 6)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}
