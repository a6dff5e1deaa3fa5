import type { IssuerOptions } from './issuer.js'

/** What is chosen about OpenID issuers. Texts are empty where nothing is chosen. */
export interface OpenIdConfig {
  /** An issuer whose tokens are trusted, as a URL. */
  readonly oidcIssuerUrl: string
  /** For whom tokens of that issuer have to be. */
  readonly oidcClientId: string
  /** The claim that names the user. */
  readonly oidcUsernameClaim: string
  /** What names of users begin with; empty for the issuer, `-` for nothing. */
  readonly oidcUsernamePrefix: string
  /** The claim that names groups. */
  readonly oidcGroupsClaim: string
  readonly oidcGroupsPrefix: string
  /** The texts that claims have to be, by the names of the claims. */
  readonly oidcRequiredClaims: Readonly<Record<string, string>>
  /** The signatures that tokens may have. */
  readonly oidcSigningAlgs: readonly string[]
  /** A file of certificates in PEM by which the issuer is known, in place of those that Node brings. */
  readonly oidcCaFile: string
  /** A file that names issuers, read again when it changes. */
  readonly authenticationConfig: string
  /** Issuers that the program names which embeds the server. */
  readonly issuers?: readonly IssuerOptions[] | undefined
}

/** Why the choices do not go together, undefined when they do. */
export function openIdError(config: OpenIdConfig): string | undefined {
  const { oidcIssuerUrl, oidcClientId } = config
  if ((oidcIssuerUrl === '') !== (oidcClientId === '')) {
    return '--oidc-issuer-url and --oidc-client-id are given together or not at all'
  }
  const detail = oidcIssuerUrl === '' ? detailOf(config) : ''
  return detail === '' ? undefined : `${detail} needs --oidc-issuer-url`
}

/** A flag that says more about the issuer, empty when there is none. */
function detailOf(config: OpenIdConfig): string {
  if (config.oidcUsernamePrefix !== '') return '--oidc-username-prefix'
  if (config.oidcGroupsClaim !== '') return '--oidc-groups-claim'
  if (config.oidcGroupsPrefix !== '') return '--oidc-groups-prefix'
  if (Object.keys(config.oidcRequiredClaims).length > 0) return '--oidc-required-claim'
  return config.oidcCaFile === '' ? '' : '--oidc-ca-file'
}

/** Whether there is an issuer to trust, now or later. */
export const hasIssuers = ({ oidcIssuerUrl, authenticationConfig, issuers = [] }: OpenIdConfig): boolean =>
  oidcIssuerUrl !== '' || authenticationConfig !== '' || issuers.length > 0
