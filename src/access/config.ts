/** Who decides what a request may do: nobody, or roles and their bindings. */
export const AUTHORIZATION_MODES = ['AlwaysAllow', 'RBAC'] as const
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number]

/** What is chosen about identities and rights. */
export interface AccessConfig {
  /** A file of lines `token,user,uid[,"group,…"]`; empty for none. */
  readonly tokenAuthFile: string
  /** Whether requests without credentials are taken. */
  readonly anonymousAuth: boolean
  readonly authorizationMode: AuthorizationMode
  /** Who tokens of service accounts say that they are from and, unless said otherwise, for. */
  readonly serviceAccountIssuer: string
}

/** What the configuration names cannot be used. The message is one line for whoever starts the server. */
export class AccessUnusable extends Error {
  override readonly name = 'AccessUnusable'
}
