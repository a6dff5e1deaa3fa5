import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

/** A public key of an issuer. */
export interface PublishedKey {
  readonly kid: string | undefined
  /** The only algorithm of the key; undefined for all of its type. */
  readonly alg: string | undefined
  readonly publicKey: KeyObject
  readonly jwk: JsonWebKey
}

/** Real issuers have fewer keys; the rest is ignored. */
const MAX_KEYS = 1_000

/**
 * The signature keys of a JWK set. Unknown key types are ignored. A known key stays the same object. Throws if the
 * value is not a key set.
 */
export function readPublishedKeys(value: unknown, before: Iterable<PublishedKey>): Set<PublishedKey> {
  const { keys } = (value ?? {}) as { readonly keys?: unknown }
  if (!Array.isArray(keys)) throw new Error('the issuer publishes no key set')
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
    // Throws for a symmetric key.
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    return { kid: textOf(kid), alg: textOf(alg), publicKey, jwk: value as JsonWebKey }
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
