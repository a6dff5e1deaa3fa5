import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { badRequest } from '#meta/api-error.js'
import { continueTokenError } from './continue-token-error.js'

/** Where the next chunk of a list starts. */
export interface ContinuePoint {
  /** The revision of all chunks; `CURRENT` for the newest at the time of the next chunk. */
  readonly revision: number
  /** The last key of the chunk before. */
  readonly after: string
  /** How many objects remain after it; undefined if not counted. */
  readonly remaining?: number | undefined
}

/** Replaces a revision that has been compacted. */
export const CURRENT = 0

const SIGNATURE_LENGTH = 16

/**
 * Continue tokens: where to continue, signed together with the query. The secret is in the store, so the tokens are
 * valid after a restart and on every server of the store.
 */
export class ContinueTokens {
  readonly #secret: Buffer

  constructor(secret: Buffer) {
    this.#secret = secret
  }

  /** `query` contains all options of the list except its limit. */
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
      throw badRequest(`invalid continue token: continue key is not valid: ${continueTokenError(token)}`)
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

/** A new secret of a store. */
export const makeContinueSecret = (): Buffer => randomBytes(32)
