import { beginsWith, ENCRYPTED, encryptionOf, isEncrypted } from './transformer.js'

/** No provider has such a name. */
const MARK = `${ENCRYPTED}!`

/** A value of the store cannot be decrypted. */
export class Undecryptable extends Error {
  override readonly name = 'Undecryptable'
}

/** What stands for a value that cannot be decrypted, with the reason. No object looks like it. */
export const undecrypted = (reason: string): Buffer => Buffer.from(`${MARK}${reason}`)

/** Throws `Undecryptable` for a value that is still encrypted. */
export function expectDecrypted(value: Buffer): void {
  // One byte decides for almost all values.
  if (value[0] !== FIRST_BYTE || !isEncrypted(value)) return
  if (beginsWith(value, MARK)) throw new Undecryptable(value.toString('utf8', MARK.length))
  throw new Undecryptable(
    `it is encrypted (${encryptionOf(value) ?? ENCRYPTED}), and the server has no encryption configuration for it`,
  )
}

const FIRST_BYTE = ENCRYPTED.charCodeAt(0)
