/** Who sends a request. */
export interface User {
  readonly name: string
  readonly uid?: string | undefined
  readonly groups: readonly string[]
  /** What an authenticator knows besides, by name. */
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/** A user whom a credential has proven. */
export interface Identity {
  readonly user: User
  /** Whether the credential still holds: it may have been taken back, or be past its time. `now` is the present when left out. */
  isValid(now?: number): boolean
  /** For whom the credential is; for this server when left out. */
  readonly audiences?: readonly string[]
}

/** The user of a request that proves no identity. */
export const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} }

/** The server itself, as its controllers write. */
export const SERVER: User = { name: 'system:apiserver', groups: ['system:masters'], extra: {} }
