import type { IncomingHttpHeaders } from 'node:http'
import { unauthorized } from '#meta/api-error.js'
import type { Identity } from '#meta/user.js'
import type { Authenticator, TokenAuthenticator } from './authenticator.js'

/** The bearer token of an `Authorization` header; undefined for other schemes. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [scheme = '', token] = header.trim().split(' ', 2)
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined
}

/** Authenticates bearer tokens of all sources. */
export class BearerTokenAuthenticator implements Authenticator {
  readonly #sources: readonly TokenAuthenticator[]
  readonly #audiences: readonly string[]

  /** Tokens with audiences must include one of these. */
  constructor(sources: readonly TokenAuthenticator[], audiences: readonly string[]) {
    this.#sources = sources
    this.#audiences = audiences
  }

  authenticate({
    headers,
  }: {
    headers: IncomingHttpHeaders
  }): Identity | undefined | Promise<Identity | undefined> {
    const token = bearerToken(headers.authorization)
    return token === undefined ? undefined : this.#expect(this.identify(token))
  }

  /** Undefined if no source knows the token. Does not check audiences. */
  identify(token: string, first = 0): Identity | undefined | Promise<Identity | undefined> {
    for (let index = first; index < this.#sources.length; index++) {
      const found = this.#sources[index]?.identify(token)
      if (found instanceof Promise) {
        return found.then((identity) => identity ?? this.identify(token, index + 1))
      }
      if (found !== undefined) return found
    }
    return undefined
  }

  #expect(found: Identity | undefined | Promise<Identity | undefined>): Identity | Promise<Identity> {
    if (found instanceof Promise) return found.then((identity) => this.#expect(identity))
    if (found === undefined || found.audiences?.some((name) => this.#audiences.includes(name)) === false) {
      throw unauthorized()
    }
    return found
  }
}
