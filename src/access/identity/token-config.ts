import type { User } from '#meta/user.js'
import { authenticated } from './token-file.js'

/** A token and its user, from an embedding program. */
export interface TokenConfig {
  /** The bearer token. */
  readonly token: string
  /** The name of the user. */
  readonly user: string
  readonly uid?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The users by token. The last entry of a token wins. */
export function usersOf(tokens: readonly TokenConfig[]): ReadonlyMap<string, User> {
  return new Map(
    tokens.map(({ token, user, uid = '', groups = [], extra = {} }) => [
      token,
      { name: user, uid, groups: authenticated(groups), extra },
    ]),
  )
}

/** The error of an entry, if any. It does not reveal the token. */
export function tokenConfigError({ token, user, groups = [] }: TokenConfig): string | undefined {
  if (!isText(token)) return 'it has no token'
  // A header value ends there.
  if (/\s/.test(token)) return 'its token contains whitespace'
  if (!isText(user)) return 'it has no user'
  return Array.isArray(groups) && groups.every(isText) ? undefined : 'its groups are not a list of names'
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
