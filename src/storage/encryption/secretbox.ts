import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { ENCRYPTED, type Transformer } from './transformer.js'

const NONCE_BYTES = 24
const TAG_BYTES = 16

/** XSalsa20 and Poly1305, as NaCl's secretbox: nonce, tag and ciphertext follow the prefix. */
export function secretbox(name: string, secret: Buffer): Transformer {
  const prefix = `${ENCRYPTED}secretbox:v1:${name}:`
  const head = Buffer.from(prefix)
  return {
    prefix,
    encrypt(_, value) {
      const nonce = randomBytes(NONCE_BYTES)
      return Buffer.concat([head, nonce, xsalsa20poly1305(secret, nonce).encrypt(value)])
    },
    decrypt(_, stored) {
      const start = head.length + NONCE_BYTES
      if (stored.length < start + TAG_BYTES) throw new Error('it is truncated')
      const box = xsalsa20poly1305(secret, stored.subarray(head.length, start))
      const { buffer, byteOffset, length } = box.decrypt(stored.subarray(start))
      return Buffer.from(buffer, byteOffset, length)
    },
  }
}
