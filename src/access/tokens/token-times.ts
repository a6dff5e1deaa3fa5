import type { JWTPayload } from 'jose'
import { lazily } from '#util/lazily.js'

/** The last second that has a date of four digits. */
const LAST_SECOND = 253_402_300_799

/**
 * Whether the times of a token are times. JSON has numbers beyond all of them: one that is read as infinity never comes, and a
 * token that ends then never ends.
 */
export function hasUsableTimes({ exp, nbf = 0, iat = 0 }: JWTPayload): boolean {
  return [exp, nbf, iat].every((time) => typeof time === 'number' && Math.abs(time) <= LAST_SECOND)
}

/** What signs and verifies tokens. Servers that see no signed token never load it. */
export const jose = lazily(() => import('jose'))
