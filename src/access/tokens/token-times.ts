import type { JWTPayload } from 'jose'
import { lazy } from '#util/memoize.js'

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799

/**
 * Whether the times of a token are in range. JSON numbers can be infinite, and a token with such an `exp` would never
 * expire.
 */
export function hasUsableTimes({ exp, nbf = 0, iat = 0 }: JWTPayload): boolean {
  return [exp, nbf, iat].every((time) => typeof time === 'number' && Math.abs(time) <= LAST_SECOND)
}

/** The JWT library. Servers without signed tokens never load it. */
export const jose = lazy(() => import('jose'))
