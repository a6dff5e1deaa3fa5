import { type AuditConfig, type AuditProgramConfig, isAuditEnabled } from './audit/config.js'
import { type AuthorizationConfig, allowsAll } from './authorization/authorization-config.js'
import { type TlsConfig, usesClientCertificates } from './certificates/tls-config.js'
import type { ProxyClientConfig } from './front-proxy/proxy-client-config.js'
import type { RequestHeaderConfig } from './front-proxy/request-header-config.js'
import type { TokenConfig } from './identity/token-config.js'
import type { LimitsConfig } from './limits/config.js'
import { hasIssuers, type OpenIdConfig } from './openid/openid-config.js'
import { type AccountTokenConfig, hasKeyFiles } from './tokens/account-token-config.js'
import { hasTokenSources, type TokenSourceConfig } from './tokens/token-source-config.js'

/** Options of authentication, authorization, audit and limits. */
export interface AccessConfig
  extends AccountTokenConfig,
    AuditConfig,
    AuthorizationConfig,
    AuditProgramConfig,
    LimitsConfig,
    OpenIdConfig,
    ProxyClientConfig,
    RequestHeaderConfig,
    TlsConfig,
    TokenSourceConfig {
  /** A file of lines `token,user,uid[,"group,…"]`; empty for none. */
  readonly tokenAuthFile: string
  /** Tokens and users from an embedding program. */
  readonly tokens?: readonly TokenConfig[] | undefined
  /** Whether anonymous requests are allowed. */
  readonly anonymousAuth: boolean
}

/** Whether any authenticator is configured. */
export const hasAuthentication = (
  config: Pick<AccessConfig, 'tokenAuthFile' | 'tokens'> & OpenIdConfig & TlsConfig & TokenSourceConfig,
): boolean =>
  config.tokenAuthFile !== '' ||
  config.tokens !== undefined ||
  hasTokenSources(config) ||
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
    allowsAll(config.authorizationMode) &&
    config.anonymousAuth &&
    !hasAuthentication(config) &&
    !isAuditEnabled(config) &&
    !hasKeyFiles(config) &&
    maxRequestsInflight + maxMutatingRequestsInflight + maxWatchesPerUser === 0
  )
}
