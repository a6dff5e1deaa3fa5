import type { JWTPayload } from 'jose'
import type { Clock } from '#util/clock.js'
import type { PublicTokenKey, TokenKey } from './token-key.js'
import { jose } from './token-times.js'

/** A JWT of these claims. */
export async function signToken(
  { privateKey, algorithm, jwk }: TokenKey,
  claims: JWTPayload,
): Promise<string> {
  const { SignJWT } = await jose()
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: jwk.kid }).sign(privateKey)
}

export interface ExpectedClaims {
  readonly issuers: readonly string[]
  readonly required: readonly string[]
}

/** The claims of a token that the named key signed, or any other one if none has the name. Undefined if it is invalid. */
export async function verifySignature(
  token: string,
  keys: readonly PublicTokenKey[],
  { issuers, required }: ExpectedClaims,
  clock: Clock,
): Promise<JWTPayload | undefined> {
  const { jwtVerify, decodeProtectedHeader } = await jose()
  try {
    const { kid, alg } = decodeProtectedHeader(token)
    const named = keys.filter(({ jwk }) => jwk.kid === kid)
    for (const { publicKey, algorithm } of named.length > 0 ? named : keys) {
      if (algorithm !== alg) continue
      const options = {
        issuer: [...issuers],
        algorithms: [algorithm],
        requiredClaims: [...required],
        currentDate: new Date(clock.now()),
      }
      const verified = await jwtVerify(token, publicKey, options).catch(() => undefined)
      if (verified !== undefined) return verified.payload
    }
  } catch {
    // The header cannot be read.
  }
  return undefined
}
