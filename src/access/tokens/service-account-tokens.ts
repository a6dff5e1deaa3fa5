import type { Access, AccessDependencies } from '#access/access.js'
import type { Route } from '#http/routes/route.js'
import { type AccountTokenConfig, audiencesOf } from './account-token-config.js'
import { AccountTokens } from './account-tokens.js'
import { openTokenKeys } from './open-token-keys.js'
import { tokenRoutes } from './routes.js'
import { LEGACY_ISSUER } from './secrets/claims.js'
import { LastUsed } from './secrets/last-used.js'
import { SecretTokens } from './secrets/secret-tokens.js'
import { TokenController } from './secrets/token-controller.js'
import { TokenTracking } from './secrets/token-tracking.js'
import type { TokenIssuer } from './signed-tokens.js'
import { TokenBindings } from './token-bindings.js'
import { TokenMetrics } from './token-metrics.js'

/** The tokens of service accounts: requested ones, and those in Secrets. */
export interface ServiceAccountTokens {
  readonly requested: AccountTokens
  /** Undefined for other issuers. */
  issuer(url: string): TokenIssuer | undefined
  readonly routes: readonly Route[]
  readonly controllers: Access['tokenControllers']
}

/** An open server looks at tokens only in reviews. Rejects if a key file cannot be used. */
export async function openServiceAccountTokens(
  config: AccountTokenConfig,
  { feed, secrets, logger, metrics: registry, clock }: AccessDependencies,
  isOpen: boolean,
): Promise<ServiceAccountTokens> {
  const { serviceAccountIssuer: issuers } = config
  const keys = await openTokenKeys(config, secrets)
  const metrics = new TokenMetrics(isOpen ? undefined : registry)
  const lastUsed = new LastUsed(clock, logger)
  const inSecrets = new SecretTokens({ keys, feed, metrics, lastUsed, clock })
  const options = {
    issuers,
    audiences: audiencesOf(config),
    maxSeconds: Math.floor(config.serviceAccountMaxTokenExpirationMs / 1000),
    extendsLifetimes: config.serviceAccountExtendTokenExpiration,
    metrics,
  }
  const requested = new AccountTokens(options, keys, new TokenBindings(feed), clock)
  const either: TokenIssuer = {
    verify: async (token) => (await requested.verify(token)) ?? inSecrets.verify(token),
  }
  const known = new Map<string, TokenIssuer>(issuers.map((issuer) => [issuer, requested]))
  known.set(LEGACY_ISSUER, issuers.includes(LEGACY_ISSUER) ? either : inSecrets)
  return {
    requested,
    issuer: (url) => known.get(url),
    routes: tokenRoutes(issuers[0] ?? '', config.serviceAccountJwksUri, keys),
    controllers: (contextOf, writer, rootCa) => {
      if (isOpen) return []
      const context = contextOf('serviceaccount-token-controller')
      lastUsed.open(context.stores)
      return [
        new TokenController(context, inSecrets, rootCa),
        new TokenTracking(contextOf('legacy-token-tracking'), writer),
      ]
    },
  }
}
