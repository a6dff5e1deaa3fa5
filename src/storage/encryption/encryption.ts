import { beginsWith, encryptionOf, IDENTITY, isEncrypted, type Transformer } from './transformer.js'
import { undecrypted } from './undecrypted.js'

/** Which transformers apply to the value of a key; undefined if it is stored as it is. */
export interface Encryption {
  of(key: string): ResourceEncryption | undefined
}

/** Called after each transformation. `prefix` is that of the transformer, or `unknown`. */
export type OnTransformed = (
  resource: string,
  type: 'from_storage' | 'to_storage',
  prefix: string,
  isOk: boolean,
) => void

/** The transformers of a resource, in order. The first one writes, all read. */
export class ResourceEncryption {
  readonly resource: string
  readonly #transformers: readonly Transformer[]
  readonly #first: Transformer
  readonly #onTransformed: OnTransformed

  /** At least one transformer. */
  constructor(resource: string, transformers: readonly Transformer[], onTransformed: OnTransformed) {
    this.resource = resource
    this.#transformers = transformers
    this.#first = transformers[0] ?? IDENTITY
    this.#onTransformed = onTransformed
  }

  encrypt(key: string, value: Buffer): Buffer {
    const stored = this.#first.encrypt(key, value)
    this.#onTransformed(this.resource, 'to_storage', this.#first.prefix, true)
    return stored
  }

  /** A value that cannot be decrypted becomes one that no object looks like: see `expectDecrypted`. */
  decrypt(key: string, stored: Buffer): Buffer {
    let failed: Transformer | undefined
    for (const transformer of this.#transformers) {
      if (!isFrom(transformer, stored)) continue
      try {
        const value = transformer.decrypt(key, stored)
        this.#onTransformed(this.resource, 'from_storage', transformer.prefix, true)
        return value
      } catch {
        failed = transformer
      }
    }
    this.#onTransformed(this.resource, 'from_storage', failed?.prefix ?? 'unknown', false)
    return undecrypted(this.#reason(stored, failed))
  }

  /** Whether the value would be stored otherwise today. */
  isStale(stored: Buffer): boolean {
    return !isFrom(this.#first, stored)
  }

  #reason(stored: Buffer, failed: Transformer | undefined): string {
    if (failed !== undefined) {
      return `it cannot be decrypted with the key of ${failed.prefix.slice(0, -1)}: it was made with another secret, or has been changed or moved`
    }
    return isEncrypted(stored)
      ? `the encryption configuration of ${this.resource} has no key for ${encryptionOf(stored) ?? 'it'}`
      : `it is not encrypted, and the encryption configuration of ${this.resource} has no identity provider`
  }
}

function isFrom({ prefix }: Transformer, stored: Buffer): boolean {
  return prefix === '' ? !isEncrypted(stored) : beginsWith(stored, prefix)
}
