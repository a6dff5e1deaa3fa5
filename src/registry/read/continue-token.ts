import { createHmac, timingSafeEqual } from 'node:crypto'
import { badRequest } from '#meta/api-error.js'

/** Where a list in chunks goes on. */
export interface ContinuePoint {
  /** The snapshot that all chunks are of; `CURRENT` for the one that is current when the list goes on. */
  readonly revision: number
  /** The last key of the chunk before. */
  readonly after: string
  /** How many objects were still to come after it; undefined where they have not been counted. */
  readonly remaining?: number | undefined
}

/** In the place of a revision, where the one that the list began with is gone. */
export const CURRENT = 0

const SIGNATURE_LENGTH = 16

/**
 * Continue values: where to go on, signed together with the query it belongs to. A server that has the secret, which
 * lies in the store, can go on with them: this one after a restart, or another one on the same store.
 */
export class ContinueTokens {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** `query` is the text of everything the list depends on besides its limit. */
  encode({ revision, after, remaining }: ContinuePoint, query: string): string {
    const payload = Buffer.from(JSON.stringify([revision, after, remaining]))
    return Buffer.concat([this.#sign(payload, query), payload]).toString('base64url')
  }

  decode(token: string, query: string): ContinuePoint {
    const bytes = Buffer.from(token, 'base64url')
    const signature = bytes.subarray(0, SIGNATURE_LENGTH)
    const payload = bytes.subarray(SIGNATURE_LENGTH)
    if (
      signature.length !== SIGNATURE_LENGTH ||
      bytes.toString('base64url') !== token ||
      !timingSafeEqual(signature, this.#sign(payload, query))
    ) {
      throw badRequest('continue key is not valid: it was not given out for this list, or has been changed')
    }
    const [revision, after, remaining] = JSON.parse(payload.toString()) as [number, string, number | null]
    return { revision, after, remaining: remaining ?? undefined }
  }

  #sign(payload: Buffer, query: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update(payload)
      .update('\0')
      .update(query)
      .digest()
      .subarray(0, SIGNATURE_LENGTH)
  }
}
