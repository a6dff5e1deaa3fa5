import type { TokenAuthenticator } from '#access/identity/authenticator.js'
import type { Identity } from '#meta/user.js'
import { VerifiedTokens } from './verified-tokens.js'

/** Verifies the tokens of one issuer. */
export interface TokenIssuer {
  /** Undefined if the token is invalid. */
  verify(token: string): Promise<Identity | undefined>
}

/** Three parts; the last one of an unsigned token is empty. */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** In characters. Longer tokens do not fit into request headers. */
const MAX_TOKEN_LENGTH = 64 * 1024

/** Authenticates JWTs. Only the issuer that a token names verifies it. */
export class SignedTokens implements TokenAuthenticator {
  readonly #issuer: (url: string) => TokenIssuer | undefined
  readonly #verified = new VerifiedTokens()

  /** `issuer` finds an issuer by URL. */
  constructor(issuer: (url: string) => TokenIssuer | undefined) {
    this.#issuer = issuer
  }

  identify(token: string): Identity | undefined | Promise<Identity | undefined> {
    if (token.length > MAX_TOKEN_LENGTH || !SIGNED.test(token)) return undefined
    const digest = this.#verified.digest(token)
    const known = this.#verified.get(digest)
    if (known !== undefined) return known
    const url = namedIssuer(token)
    const issuer = url === undefined ? undefined : this.#issuer(url)
    return issuer && this.#verify(issuer, token, digest)
  }

  async #verify(issuer: TokenIssuer, token: string, digest: string): Promise<Identity | undefined> {
    const identity = await issuer.verify(token)
    if (!identity?.isValid()) return undefined
    this.#verified.add(digest, identity)
    return identity
  }
}

/**
 * The unverified issuer of a token. Undefined if it is not a token, or not in canonical base64url: the last letter of
 * a part may have unused bits.
 */
function namedIssuer(token: string): string | undefined {
  const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (parts.map((part) => part.toString('base64url')).join('.') !== token) return undefined
  try {
    const claims = JSON.parse((parts[1] as Buffer).toString()) as { readonly iss?: unknown } | null
    return typeof claims?.iss === 'string' ? claims.iss : undefined
  } catch {
    return undefined
  }
}
