import { type AuditConfig, type AuditProgramConfig, isAuditEnabled } from './audit/config.js'
import { type TlsConfig, usesClientCertificates } from './certificates/tls-config.js'
import type { TokenConfig } from './identity/token-config.js'
import type { LimitsConfig } from './limits/config.js'
import { hasIssuers, type OpenIdConfig } from './openid/openid-config.js'

/** The authorizer: none, or RBAC. */
export const AUTHORIZATION_MODES = ['AlwaysAllow', 'RBAC'] as const
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number]

/** Options of authentication, authorization, audit and limits. */
export interface AccessConfig extends AuditConfig, AuditProgramConfig, LimitsConfig, OpenIdConfig, TlsConfig {
  /** A file of lines `token,user,uid[,"group,…"]`; empty for none. */
  readonly tokenAuthFile: string
  /** Tokens and users from an embedding program. */
  readonly tokens?: readonly TokenConfig[] | undefined
  /** Whether anonymous requests are allowed. */
  readonly anonymousAuth: boolean
  readonly authorizationMode: AuthorizationMode
  /** Issuer (`iss`) and default audience of service account tokens. */
  readonly serviceAccountIssuer: string
}

/** Whether any authenticator is configured. */
export const hasAuthentication = (
  config: Pick<AccessConfig, 'tokenAuthFile' | 'tokens'> & OpenIdConfig & TlsConfig,
): boolean =>
  config.tokenAuthFile !== '' ||
  config.tokens !== undefined ||
  hasIssuers(config) ||
  usesClientCertificates(config)

/** An invalid access configuration. The message is one line for the user. */
export class AccessConfigError extends Error {
  override readonly name = 'AccessConfigError'
}

/** Whether neither authentication, authorization, audit nor limits are configured. */
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
