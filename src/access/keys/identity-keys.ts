import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AccessConfigError } from '#access/config.js'
import type { SecretEncryption } from '#registry/server-secrets.js'

/** Encrypted secrets begin with it. The id of the key and a colon follow, then nonce, ciphertext and tag. */
const PREFIX = 'binnacle:aesgcm:'
const ID_LENGTH = 8
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

const isEncrypted = (stored: Buffer) => stored.subarray(0, PREFIX.length).toString('latin1') === PREFIX

/** Secrets stay as they are. */
export const plainSecrets: SecretEncryption = {
  encrypt: (_, secret) => secret,
  decrypt(name, stored) {
    if (!isEncrypted(stored)) return stored
    throw new AccessConfigError(
      `the servers on this store share encrypted keys (${name}): start with the same --identity-key-file`,
    )
  },
  isCurrent: () => true,
}

/** Encrypts secrets with the first of several keys, and decrypts them with any. */
export class IdentityKeys implements SecretEncryption {
  readonly #keys: ReadonlyMap<string, Buffer>
  readonly #first: string

  /** Rejects with `AccessConfigError`. */
  static async read(path: string): Promise<IdentityKeys> {
    const text = await readFile(path, 'utf8').catch((error: Error) => {
      throw new AccessConfigError(`--identity-key-file: ${error.message}`, { cause: error })
    })
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
    const keys = lines.map((line) => Buffer.from(line.trim(), 'base64'))
    const wrong = keys.findIndex((key) => key.length !== KEY_BYTES)
    if (wrong >= 0 || keys.length === 0) {
      throw new AccessConfigError(
        `--identity-key-file: line ${Math.max(wrong, 0) + 1} of ${path} is not a key of 32 bytes in base64; ` +
          '"openssl rand -base64 32" makes one',
      )
    }
    return new IdentityKeys(keys)
  }

  private constructor(keys: readonly Buffer[]) {
    this.#keys = new Map(keys.map((key) => [idOf(key), key]))
    this.#first = idOf(keys[0] as Buffer)
  }

  encrypt(name: string, secret: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#keys.get(this.#first) as Buffer, nonce)
    cipher.setAAD(Buffer.from(name))
    const head = Buffer.from(`${PREFIX}${this.#first}:`)
    return Buffer.concat([head, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  }

  decrypt(name: string, stored: Buffer): Buffer {
    if (!isEncrypted(stored)) return stored
    const id = idIn(stored)
    const key = this.#keys.get(id)
    if (key === undefined) {
      const known = [...this.#keys.keys()].join(', ')
      throw new AccessConfigError(
        `the servers on this store share keys (${name}) that are encrypted with the identity key ${id}; ` +
          `--identity-key-file has ${known}`,
      )
    }
    const start = PREFIX.length + ID_LENGTH + 1
    const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(start, start + NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(name))
    decipher.setAuthTag(stored.subarray(-TAG_BYTES))
    try {
      const content = decipher.update(stored.subarray(start + NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([content, decipher.final()])
    } catch (cause) {
      throw new AccessConfigError(`the shared key ${name} in the store is not what was written`, { cause })
    }
  }

  isCurrent(stored: Buffer): boolean {
    return isEncrypted(stored) && idIn(stored) === this.#first
  }
}

const idIn = (stored: Buffer) => stored.toString('latin1', PREFIX.length, PREFIX.length + ID_LENGTH)

/** Names a key without telling anything about it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('binnacle identity key').update(key).digest('hex').slice(0, ID_LENGTH)
}
