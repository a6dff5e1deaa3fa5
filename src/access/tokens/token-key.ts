import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import { jose } from './token-times.js'

/** A key that verifies tokens. */
export interface PublicTokenKey {
  readonly publicKey: KeyObject
  readonly algorithm: string
  /** As it is published. */
  readonly jwk: JWK & { readonly kid: string }
}

/** A key that signs tokens. */
export interface TokenKey extends PublicTokenKey {
  readonly privateKey: KeyObject
}

/** The keys of service account tokens. */
export interface TokenKeys {
  readonly signing: TokenKey
  /** The signing key and others, whose tokens are accepted too. */
  readonly all: readonly PublicTokenKey[]
}

/** The signature algorithm of the server's own key. */
const OWN_ALGORITHM = 'ES256'

/** A new private key, encoded for storage. */
export function makeTokenKey(): Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'der' })
}

export async function readTokenKey(kept: Buffer): Promise<TokenKey> {
  const privateKey = createPrivateKey({ key: kept, type: 'pkcs8', format: 'der' })
  const publicKey = createPublicKey(privateKey)
  const { calculateJwkThumbprint } = await jose()
  const kid = await calculateJwkThumbprint(publicKey.export({ format: 'jwk' }) as JWK)
  return { privateKey, ...publicTokenKey(publicKey, OWN_ALGORITHM, kid) }
}

export function publicTokenKey(publicKey: KeyObject, algorithm: string, kid: string): PublicTokenKey {
  const jwk = publicKey.export({ format: 'jwk' }) as JWK
  return { publicKey, algorithm, jwk: { use: 'sig', ...jwk, kid, alg: algorithm } }
}
