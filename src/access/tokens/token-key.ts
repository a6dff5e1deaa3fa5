import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import { jose } from './token-times.js'

/** The signature algorithm of issued tokens. */
export const ALGORITHM = 'ES256'

/** The key pair of issued tokens. */
export interface TokenKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  /** The published public key. */
  readonly jwk: JWK & { readonly kid: string }
}

/** A new private key, encoded for storage. */
export function makeTokenKey(): Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'der' })
}

export async function readTokenKey(kept: Buffer): Promise<TokenKey> {
  const privateKey = createPrivateKey({ key: kept, type: 'pkcs8', format: 'der' })
  const publicKey = createPublicKey(privateKey)
  const jwk = publicKey.export({ format: 'jwk' }) as JWK
  const { calculateJwkThumbprint } = await jose()
  const kid = await calculateJwkThumbprint(jwk)
  return { privateKey, publicKey, jwk: { use: 'sig', ...jwk, kid, alg: ALGORITHM } }
}
