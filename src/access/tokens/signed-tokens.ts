import type { TokenAuthenticator } from '#access/identity/authenticator.js'
import type { Identity } from '#meta/user.js'
import { VerifiedTokens } from './verified-tokens.js'

/** Knows the tokens that one issuer has signed. */
export interface TokenIssuer {
  /** Undefined when the token does not hold. */
  verify(token: string): Promise<Identity | undefined>
}

/** Three parts, of which an unsigned token leaves the last one empty. */
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]+$/
/** In characters. More does not fit into the headers of a request. */
const MAX_TOKEN_LENGTH = 64 * 1024

/** Knows signed tokens (JWT). A token is verified by the issuer that it names, and by no other. */
export class SignedTokens implements TokenAuthenticator {
  readonly #issuer: (url: string) => TokenIssuer | undefined
  readonly #verified = new VerifiedTokens()

  /** `issuer` finds the issuer that a token names. */
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
 * The issuer that a token names, which proves nothing yet. Undefined for what is no token, or is not in the canonical
 * encoding: the last letter of a part may have bits that count for nothing.
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
