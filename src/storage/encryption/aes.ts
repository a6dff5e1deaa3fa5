import { type CipherGCMTypes, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { ENCRYPTED, type Transformer } from './transformer.js'

const GCM_NONCE_BYTES = 12
const GCM_TAG_BYTES = 16
const CBC_IV_BYTES = 16

/** In bytes: AES-128, AES-192 and AES-256. */
export const AES_KEY_LENGTHS: readonly number[] = [16, 24, 32]

/**
 * AES-GCM with a random nonce: nonce, ciphertext and tag follow the prefix. The storage key is authenticated too, so a
 * value cannot be moved to another key.
 */
export function aesGcm(name: string, secret: Buffer): Transformer {
  const prefix = `${ENCRYPTED}aesgcm:v1:${name}:`
  const head = Buffer.from(prefix)
  const cipherName: CipherGCMTypes = `aes-${(secret.length * 8) as 128 | 192 | 256}-gcm`
  return {
    prefix,
    encrypt(key, value) {
      const nonce = randomBytes(GCM_NONCE_BYTES)
      const cipher = createCipheriv(cipherName, secret, nonce)
      cipher.setAAD(Buffer.from(key))
      return Buffer.concat([head, nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(key, stored) {
      const start = head.length + GCM_NONCE_BYTES
      const end = stored.length - GCM_TAG_BYTES
      if (end < start) throw new Error('it is truncated')
      const decipher = createDecipheriv(cipherName, secret, stored.subarray(head.length, start), {
        authTagLength: GCM_TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(key))
      decipher.setAuthTag(stored.subarray(end))
      const value = decipher.update(stored.subarray(start, end))
      decipher.final()
      return value
    },
  }
}

/** AES-CBC with PKCS #7 padding: initialization vector and ciphertext follow the prefix. Nothing is authenticated. */
export function aesCbc(name: string, secret: Buffer): Transformer {
  const prefix = `${ENCRYPTED}aescbc:v1:${name}:`
  const head = Buffer.from(prefix)
  const cipherName = `aes-${secret.length * 8}-cbc`
  return {
    prefix,
    encrypt(_, value) {
      const iv = randomBytes(CBC_IV_BYTES)
      const cipher = createCipheriv(cipherName, secret, iv)
      return Buffer.concat([head, iv, cipher.update(value), cipher.final()])
    },
    decrypt(_, stored) {
      const start = head.length + CBC_IV_BYTES
      if (stored.length <= start) throw new Error('it is truncated')
      const decipher = createDecipheriv(cipherName, secret, stored.subarray(head.length, start))
      return Buffer.concat([decipher.update(stored.subarray(start)), decipher.final()])
    },
  }
}
