import type { IssuerOptions } from './issuer.js'

/** Options of OpenID issuers. Strings are empty by default. */
export interface OpenIdConfig {
  /** The issuer URL. */
  readonly oidcIssuerUrl: string
  /** The audience of its tokens. */
  readonly oidcClientId: string
  /** The claim with the user name. */
  readonly oidcUsernameClaim: string
  /** The prefix of user names; empty for the issuer, `-` for none. */
  readonly oidcUsernamePrefix: string
  /** The claim with the groups. */
  readonly oidcGroupsClaim: string
  readonly oidcGroupsPrefix: string
  /** The texts that claims have to be, by the names of the claims. */
  readonly oidcRequiredClaims: Readonly<Record<string, string>>
  /** Accepted signature algorithms. */
  readonly oidcSigningAlgs: readonly string[]
  /** A file with CA certificates in PEM instead of Node's. */
  readonly oidcCaFile: string
  /** An `AuthenticationConfiguration` file, reloaded on changes. */
  readonly authenticationConfig: string
  /** Issuers of an embedding program. */
  readonly issuers?: readonly IssuerOptions[] | undefined
}

/** The error of the options, if any. */
export function openIdError(config: OpenIdConfig): string | undefined {
  const { oidcIssuerUrl, oidcClientId } = config
  if ((oidcIssuerUrl === '') !== (oidcClientId === '')) {
    return '--oidc-issuer-url and --oidc-client-id must be set together'
  }
  const detail = oidcIssuerUrl === '' ? detailOf(config) : ''
  return detail === '' ? undefined : `${detail} needs --oidc-issuer-url`
}

/** A flag that needs an issuer URL; empty if none is set. */
function detailOf(config: OpenIdConfig): string {
  if (config.oidcUsernamePrefix !== '') return '--oidc-username-prefix'
  if (config.oidcGroupsClaim !== '') return '--oidc-groups-claim'
  if (config.oidcGroupsPrefix !== '') return '--oidc-groups-prefix'
  if (Object.keys(config.oidcRequiredClaims).length > 0) return '--oidc-required-claim'
  return config.oidcCaFile === '' ? '' : '--oidc-ca-file'
}

/** Whether issuers are configured. */
export const hasIssuers = ({ oidcIssuerUrl, authenticationConfig, issuers = [] }: OpenIdConfig): boolean =>
  oidcIssuerUrl !== '' || authenticationConfig !== '' || issuers.length > 0
