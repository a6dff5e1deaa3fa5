import type { User } from '#meta/user.js'
import { authenticated } from './token-file.js'

/** A token that a program gives, and the user who bears it. */
export interface TokenConfig {
  /** What requests bear in their `Authorization` header. */
  readonly token: string
  /** The name of the user. */
  readonly user: string
  readonly uid?: string | undefined
  readonly groups?: readonly string[] | undefined
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The users of tokens. Of two with one token the later one counts. */
export function usersOf(tokens: readonly TokenConfig[]): ReadonlyMap<string, User> {
  return new Map(
    tokens.map(({ token, user, uid = '', groups = [], extra = {} }) => [
      token,
      { name: user, uid, groups: authenticated(groups), extra },
    ]),
  )
}

/** Why a token cannot be used, undefined when it can. The token is not told. */
export function tokenConfigError({ token, user, groups = [] }: TokenConfig): string | undefined {
  if (!isText(token)) return 'it has no token'
  // A header ends the token there.
  if (/\s/.test(token)) return 'its token has blanks'
  if (!isText(user)) return 'it has no user'
  return Array.isArray(groups) && groups.every(isText) ? undefined : 'its groups are not a list of names'
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
