import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

/** A key that an issuer publishes, by which its signatures are verified. */
export interface PublishedKey {
  readonly kid: string | undefined
  /** The only signature that the key is for; undefined for all that its type allows. */
  readonly alg: string | undefined
  readonly publicKey: KeyObject
  readonly jwk: JsonWebKey
}

/** More keys than these have no issuer in use; the others are not looked at. */
const MAX_KEYS = 1_000

/**
 * The keys of a key set for signatures. Keys of types that are not known are left out. A key that was there before
 * stays the same object. Throws when the value is no key set.
 */
export function readPublishedKeys(value: unknown, before: Iterable<PublishedKey>): Set<PublishedKey> {
  const { keys } = (value ?? {}) as { readonly keys?: unknown }
  if (!Array.isArray(keys)) throw new Error('the issuer publishes no set of keys')
  const known = [...before]
  const found = new Set<PublishedKey>()
  for (const jwk of keys.slice(0, MAX_KEYS) as unknown[]) {
    const key = known.find((key) => isDeepStrictEqual(key.jwk, jwk)) ?? readKey(jwk)
    if (key !== undefined) found.add(key)
  }
  return found
}

function readKey(value: unknown): PublishedKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { kid, alg, use, ...jwk } = value as JsonWebKey
  if (use !== undefined && use !== 'sig') return undefined
  try {
    // Throws for a secret key, which no issuer that means well would publish.
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    return { kid: textOf(kid), alg: textOf(alg), publicKey, jwk: value as JsonWebKey }
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
