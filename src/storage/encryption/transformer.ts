/** Encrypts values for the store. The stored forms are those of kube-apiserver. */

/** All encrypted values begin with it. JSON never does. */
export const ENCRYPTED = 'k8s:enc:'

/** One way to store values: a provider of an `EncryptionConfiguration`, with one of its keys. */
export interface Transformer {
  /** How its stored values begin, such as `k8s:enc:aesgcm:v1:key1:`; empty for values that are stored as they are. */
  readonly prefix: string
  encrypt(key: string, value: Buffer): Buffer
  /** Throws if the stored value was made with another secret, has changed, or is another's, as far as this can be told. */
  decrypt(key: string, stored: Buffer): Buffer
}

/** Names of keys have at most so many characters. */
export const MAX_KEY_NAME_LENGTH = 100

/** How many bytes a stored value has more than its value, at most. So much shorter is the largest value. */
export const MAX_OVERHEAD = 200

/** Values that are not encrypted. */
export const IDENTITY: Transformer = {
  prefix: '',
  encrypt: (_, value) => value,
  decrypt: (_, stored) => stored,
}

export function beginsWith(stored: Buffer, prefix: string): boolean {
  return stored.length >= prefix.length && stored.toString('latin1', 0, prefix.length) === prefix
}

export const isEncrypted = (stored: Buffer): boolean => beginsWith(stored, ENCRYPTED)

/** How a value is encrypted, for messages: `k8s:enc:aesgcm:v1:key1`. Undefined for anything else. */
export function encryptionOf(stored: Buffer): string | undefined {
  const [, name] = /^(k8s:enc:[a-z]{1,20}:v[0-9]:[^:]{1,100}):/.exec(stored.toString('latin1', 0, 200)) ?? []
  return name
}
