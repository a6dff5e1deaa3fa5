import type { HttpRequest } from '#http/request/exchange.js'
import type { Identity } from '#meta/user.js'

/** Finds out who sends a request, by one kind of credentials. */
export interface Authenticator {
  /**
   * Undefined when the request has no credentials of this kind. Throws `unauthorized`, or rejects with it, when it has some
   * that are not accepted. A promise is returned only if there is something to wait for.
   */
  authenticate(request: HttpRequest): Identity | undefined | Promise<Identity | undefined>
}

/** Knows the tokens of one source. */
export interface TokenAuthenticator {
  /** Undefined when the token is not one of this source, or does not hold. */
  identify(token: string): Identity | undefined | Promise<Identity | undefined>
}

export const AUTHENTICATED = 'system:authenticated'
export const UNAUTHENTICATED = 'system:unauthenticated'
/** The members of this group may do everything. */
export const MASTERS = 'system:masters'
