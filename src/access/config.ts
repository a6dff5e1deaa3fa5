import { type AuditConfig, type AuditProgramConfig, isAuditEnabled } from './audit/config.js'
import { type TlsConfig, usesClientCertificates } from './certificates/tls-config.js'
import type { TokenConfig } from './identity/token-config.js'
import type { LimitsConfig } from './limits/config.js'
import { hasIssuers, type OpenIdConfig } from './openid/openid-config.js'

/** What decides about a request: nothing, or roles and their bindings. */
export const AUTHORIZATION_MODES = ['AlwaysAllow', 'RBAC'] as const
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number]

/** What is chosen about identities and rights. */
export interface AccessConfig extends AuditConfig, AuditProgramConfig, LimitsConfig, OpenIdConfig, TlsConfig {
  /** A file of lines `token,user,uid[,"group,…"]`; empty for none. */
  readonly tokenAuthFile: string
  /** Users that the program knows by tokens which embeds the server. */
  readonly tokens?: readonly TokenConfig[] | undefined
  /** Whether requests without credentials are taken. */
  readonly anonymousAuth: boolean
  readonly authorizationMode: AuthorizationMode
  /** Who tokens of service accounts say that they are from and, unless said otherwise, for. */
  readonly serviceAccountIssuer: string
}

/** Whether the server knows senders of requests by anything. */
export const hasAuthentication = (
  config: Pick<AccessConfig, 'tokenAuthFile' | 'tokens'> & OpenIdConfig & TlsConfig,
): boolean =>
  config.tokenAuthFile !== '' ||
  config.tokens !== undefined ||
  hasIssuers(config) ||
  usesClientCertificates(config)

/** What the configuration names cannot be used. The message is one line for the user who starts the server. */
export class AccessConfigError extends Error {
  override readonly name = 'AccessConfigError'
}

/** Whether everyone who reaches the server may do everything, unseen. */
export function isOpenToAll(config: AccessConfig): boolean {
  const { maxRequestsInflight, maxMutatingRequestsInflight, maxWatchesPerUser } = config
  return (
    config.authorizationMode === 'AlwaysAllow' &&
    config.anonymousAuth &&
    !hasAuthentication(config) &&
    !isAuditEnabled(config) &&
    maxRequestsInflight + maxMutatingRequestsInflight + maxWatchesPerUser === 0
  )
}
