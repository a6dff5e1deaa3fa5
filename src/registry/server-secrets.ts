import { type Operation, type Storage, type StoredValue, WriteUncertain } from '#storage/contract.js'
import { STORE_RECORDS } from './keys.js'

/** The names of secrets. */
export const SECRET = {
  /** Signs continue tokens. */
  continueTokens: 'continue-secret',
  /** Signs service account tokens. */
  accountTokens: 'token-key',
  /** The certificate authority of this server as a front proxy. */
  frontProxy: 'front-proxy-authority',
  /** The certificate authority that servers share. */
  authority: 'authority',
  /** Tells stores apart. It is no secret. */
  store: 'id',
} as const
export type SecretName = (typeof SECRET)[keyof typeof SECRET]

/** Encrypts secrets in the store. */
export interface SecretEncryption {
  encrypt(name: string, secret: Buffer): Buffer
  /** Throws if the value cannot be decrypted. A value that is not encrypted is returned as it is. */
  decrypt(name: string, stored: Buffer): Buffer
  /** Whether a stored value is as `encrypt` would make it now. */
  isCurrent(stored: Buffer): boolean
}

/** The secrets of a store. All its servers share them, and the first server that needs one creates it. */
export class ServerSecrets {
  readonly #storage: Storage
  readonly #encryption: SecretEncryption

  constructor(storage: Storage, encryption: SecretEncryption) {
    this.#storage = storage
    this.#encryption = encryption
  }

  /** Reads all that exist: an error shows at once, and those that are encrypted otherwise are encrypted anew. */
  async check(): Promise<void> {
    await Promise.all(Object.values(SECRET).map((name) => this.find(name)))
  }

  /** Undefined if it does not exist. */
  async find(name: SecretName): Promise<Buffer | undefined> {
    const stored = await this.#storage.get(keyOf(name))
    if (stored === undefined) return undefined
    const secret = this.#encryption.decrypt(name, stored.value)
    if (!this.#encryption.isCurrent(stored.value)) await this.#encryptAnew(name, stored, secret)
    return secret
  }

  async get(name: SecretName, make: () => Buffer): Promise<Buffer> {
    for (;;) {
      const secret = await this.find(name)
      if (secret !== undefined) return secret
      await this.#write({ type: 'create', key: keyOf(name), value: this.#encryption.encrypt(name, make()) })
    }
  }

  /** Creates or replaces a secret. */
  async put(name: SecretName, secret: Buffer): Promise<void> {
    const key = keyOf(name)
    const value = this.#encryption.encrypt(name, secret)
    for (;;) {
      const stored = await this.#storage.get(key)
      if (stored !== undefined && this.#encryption.decrypt(name, stored.value).equals(secret)) return
      const expected = stored?.revision
      await this.#write(
        expected === undefined ? { type: 'create', key, value } : { type: 'replace', key, value, expected },
      )
    }
  }

  /** If another server is faster, its value is as good. */
  async #encryptAnew(name: SecretName, { key, revision: expected }: StoredValue, secret: Buffer) {
    await this.#write({ type: 'replace', key, value: this.#encryption.encrypt(name, secret), expected })
  }

  /** Whether it has happened shows in the next read. */
  async #write(operation: Operation): Promise<void> {
    try {
      await this.#storage.write([operation])
    } catch (error) {
      if (!(error instanceof WriteUncertain)) throw error
    }
  }
}

export const isSecretKey = (key: string): boolean => SECRET_KEYS.has(key)

function keyOf(name: SecretName): string {
  return `${STORE_RECORDS}/${name}`
}

const SECRET_KEYS: ReadonlySet<string> = new Set(Object.values(SECRET).map(keyOf))
