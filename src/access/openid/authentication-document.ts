import type { ConfigDocument } from '#access/config-document.js'
import {
  AuthenticationConfiguration,
  type JwtAuthenticator,
  type PrefixedClaimOrExpression,
} from './authentication-configuration.js'
import { validateAuthentication } from './authentication-rules.js'
import { discoveryUrlOf, type Issuer, type PrefixedClaim } from './issuer.js'
import { ALL_ALGORITHMS } from './issuer-checks.js'

export const authenticationDocument: ConfigDocument<typeof AuthenticationConfiguration.fields> = {
  kind: 'AuthenticationConfiguration',
  apiVersions: ['v1', 'v1beta1', 'v1alpha1'].map((version) => `apiserver.config.k8s.io/${version}`),
  type: AuthenticationConfiguration,
  validate: validateAuthentication,
}

/** The issuers of a valid file. */
export function issuersOf({ jwt }: AuthenticationConfiguration): readonly Issuer[] {
  return (jwt ?? []).map(issuerOf)
}

function issuerOf({ issuer, claimValidationRules = [], claimMappings }: JwtAuthenticator): Issuer {
  const { username, groups, uid } = claimMappings
  return {
    url: issuer.url,
    discoveryUrl: issuer.discoveryURL || discoveryUrlOf(issuer.url),
    certificateAuthority: issuer.certificateAuthority || undefined,
    audiences: issuer.audiences ?? [],
    algorithms: ALL_ALGORITHMS,
    requiredClaims: Object.fromEntries(
      claimValidationRules.map(({ claim = '', requiredValue = '' }) => [claim, requiredValue]),
    ),
    username: prefixedClaim(username),
    groups: groups?.claim ? prefixedClaim(groups) : undefined,
    uidClaim: uid?.claim || undefined,
  }
}

function prefixedClaim({ claim = '', prefix = '' }: PrefixedClaimOrExpression): PrefixedClaim {
  return { claim, prefix }
}

/** The paths that allow anonymous requests; undefined for all paths. */
export function anonymousPathsOf({
  anonymous,
}: AuthenticationConfiguration): ReadonlySet<string> | undefined {
  if (anonymous === undefined) return undefined
  if (!anonymous.enabled) return NO_PATHS
  return anonymous.conditions && new Set(anonymous.conditions.map(({ path }) => path))
}

const NO_PATHS: ReadonlySet<string> = new Set()
