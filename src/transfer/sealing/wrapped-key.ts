import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  scrypt,
} from 'node:crypto'
import { promisify } from 'node:util'
import { CIPHER, TAG_BYTES, type WrappedKey } from './sealed-format.js'

/** For whom a file is encrypted. At least one of them. */
export interface Sealer {
  readonly passphrase?: string | undefined
  /** An X25519 public key. */
  readonly recipient?: KeyObject | undefined
}

/** What an encrypted file is opened with. */
export interface Opener {
  readonly passphrase?: string | undefined
  /** An X25519 private key. */
  readonly privateKey?: KeyObject | undefined
}

/** N, r and p: a guess takes a third of a second and 128 MiB. */
const COST = [2 ** 17, 8, 1] as const
/** A file must not take more memory than this to open. */
const MAX_SCRYPT_BYTES = 1024 ** 3

const deriveKey = promisify(
  (
    passphrase: string,
    salt: Buffer,
    [N, r, p]: readonly [number, number, number],
    done: (error: Error | null, key: Buffer) => void,
  ) => scrypt(passphrase, salt, 32, { N, r, p, maxmem: 2 * MAX_SCRYPT_BYTES }, done),
)

export async function wrapKey(fileKey: Buffer, { passphrase, recipient }: Sealer): Promise<WrappedKey[]> {
  const keys: WrappedKey[] = []
  if (passphrase !== undefined) {
    const salt = randomBytes(16)
    const key = encrypt(await deriveKey(passphrase, salt, COST), fileKey)
    keys.push({ type: 'scrypt', salt: salt.toString('base64'), cost: COST, key })
  }
  if (recipient !== undefined) {
    const { privateKey, publicKey } = generateKeyPairSync('x25519')
    const key = encrypt(sharedKey(privateKey, recipient, publicKey, recipient), fileKey)
    keys.push({ type: 'x25519', ephemeral: spkiOf(publicKey).toString('base64'), key })
  }
  return keys
}

/** The file key; undefined if none of the keys opens it. */
export async function unwrapKey(
  keys: readonly WrappedKey[],
  { passphrase, privateKey }: Opener,
): Promise<Buffer | undefined> {
  for (const wrapped of keys) {
    const key = Buffer.from(wrapped.key, 'base64')
    let wrappingKey: Buffer | undefined
    if (wrapped.type === 'scrypt' && passphrase !== undefined && isBearable(wrapped.cost))
      wrappingKey = await deriveKey(passphrase, Buffer.from(wrapped.salt, 'base64'), wrapped.cost)
    if (wrapped.type === 'x25519' && privateKey !== undefined) {
      const ephemeral = createPublicKey({
        key: Buffer.from(wrapped.ephemeral, 'base64'),
        type: 'spki',
        format: 'der',
      })
      wrappingKey = sharedKey(privateKey, ephemeral, ephemeral, createPublicKey(privateKey))
    }
    const fileKey = wrappingKey && decrypt(wrappingKey, key)
    if (fileKey !== undefined) return fileKey
  }
  return undefined
}

const isBearable = ([N, r, p]: readonly [number, number, number]) =>
  [N, r, p].every((cost) => Number.isInteger(cost) && cost > 0) && 128 * N * r * p <= MAX_SCRYPT_BYTES

/** Both sides compute the same from their private key and the public key of the other. */
function sharedKey(
  privateKey: KeyObject,
  otherKey: KeyObject,
  ephemeral: KeyObject,
  recipient: KeyObject,
): Buffer {
  const secret = diffieHellman({ privateKey, publicKey: otherKey })
  const salt = Buffer.concat([spkiOf(ephemeral), spkiOf(recipient)])
  return Buffer.from(hkdfSync('sha256', secret, salt, 'binnacle sealed x25519', 32))
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

/** Each wrapping key encrypts one file key, so the nonce need not vary. */
const NONCE = Buffer.alloc(12)

function encrypt(wrappingKey: Buffer, fileKey: Buffer): string {
  const cipher = createCipheriv(CIPHER, wrappingKey, NONCE)
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function decrypt(wrappingKey: Buffer, wrapped: Buffer): Buffer | undefined {
  if (wrapped.length <= TAG_BYTES) return undefined
  const decipher = createDecipheriv(CIPHER, wrappingKey, NONCE, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(wrapped.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
