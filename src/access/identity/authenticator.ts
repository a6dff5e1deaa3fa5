import type { HttpRequest } from '#http/request/exchange.js'
import { ANONYMOUS, type Identity } from '#meta/user.js'

/** Authenticates requests by one kind of credential. */
export interface Authenticator {
  /**
   * Undefined without credentials of this kind. Throws or rejects with `unauthorized` for invalid ones. Returns a
   * promise only if it has to wait.
   */
  authenticate(request: HttpRequest): Identity | undefined | Promise<Identity | undefined>
}

/** Authenticates the tokens of one source. */
export interface TokenAuthenticator {
  /** Undefined if the token is unknown or invalid. */
  identify(token: string): Identity | undefined | Promise<Identity | undefined>
}

export const AUTHENTICATED = 'system:authenticated'
export const UNAUTHENTICATED = 'system:unauthenticated'
/** The group of administrators. */
export const MASTERS = 'system:masters'

/** Adds `system:authenticated` to the groups of a named user, unless they include `system:unauthenticated`. */
export function placedGroups(name: string, groups: readonly string[]): readonly string[] {
  const standing = name === ANONYMOUS.name ? UNAUTHENTICATED : AUTHENTICATED
  const isPlaced =
    groups.includes(UNAUTHENTICATED) || (standing === AUTHENTICATED && groups.includes(AUTHENTICATED))
  return isPlaced ? groups : [...groups, standing]
}

/** Names of attributes are percent-encoded in the names of headers. */
export function decodeExtraKey(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
