import { DEFAULT_ALGORITHMS } from './issuer-checks.js'

/** An OpenID issuer whose tokens are trusted, and what its tokens say about users. */
export interface Issuer {
  readonly url: string
  /** Where the issuer tells where its keys are. */
  readonly discoveryUrl: string
  /** In PEM: the certificates by which the issuer is known; undefined for those that Node brings. */
  readonly certificateAuthority: string | undefined
  /** For whom a token has to be: for one of these at least. */
  readonly audiences: readonly string[]
  /** The signatures that a token may have. */
  readonly algorithms: readonly string[]
  /** The texts that claims have to be, by the names of the claims. */
  readonly requiredClaims: Readonly<Record<string, string>>
  readonly username: PrefixedClaim
  /** Undefined where tokens name no groups. */
  readonly groups: PrefixedClaim | undefined
  readonly uidClaim: string | undefined
}

/** A claim that holds names, and the prefix of the names. */
export interface PrefixedClaim {
  readonly claim: string
  readonly prefix: string
}

/** What has to be said about an issuer, in flat words. What is left out or empty has the default of its flag. */
export interface IssuerOptions {
  /** The issuer as its tokens name it: a URL with `https`. */
  readonly issuerUrl: string
  /** For whom tokens have to be; several of which one is enough. */
  readonly clientId: string | readonly string[]
  /** Where discovery begins, if that is not below the URL of the issuer. */
  readonly discoveryUrl?: string | undefined
  /** Certificates in PEM by which the issuer is known, in place of those that Node brings. */
  readonly ca?: string | undefined
  /** A file of such certificates. */
  readonly caFile?: string | undefined
  readonly signingAlgs?: readonly string[] | undefined
  /** The texts that claims have to be, by the names of the claims. */
  readonly requiredClaims?: Readonly<Record<string, string>> | undefined
  /** The claim that names the user: `sub` when left out. */
  readonly usernameClaim?: string | undefined
  /** What names of users begin with: the issuer and `#` when left out (nothing for `email`), nothing for `-`. */
  readonly usernamePrefix?: string | undefined
  readonly groupsClaim?: string | undefined
  readonly groupsPrefix?: string | undefined
  readonly uidClaim?: string | undefined
}

export function issuerOf(options: IssuerOptions): Issuer {
  const { issuerUrl, clientId, discoveryUrl, ca, signingAlgs, requiredClaims, groupsClaim, uidClaim } =
    options
  const usernameClaim = options.usernameClaim || 'sub'
  return {
    url: issuerUrl,
    discoveryUrl: discoveryUrl || discoveryUrlOf(issuerUrl),
    certificateAuthority: ca || undefined,
    audiences: [clientId].flat(),
    algorithms: signingAlgs ?? DEFAULT_ALGORITHMS,
    requiredClaims: requiredClaims ?? {},
    username: {
      claim: usernameClaim,
      prefix: usernamePrefix(issuerUrl, usernameClaim, options.usernamePrefix),
    },
    groups: groupsClaim ? { claim: groupsClaim, prefix: options.groupsPrefix ?? '' } : undefined,
    uidClaim: uidClaim || undefined,
  }
}

export function discoveryUrlOf(issuerUrl: string): string {
  return `${issuerUrl.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Names of different issuers are kept apart, unless they are mail addresses, which are unique everywhere. */
function usernamePrefix(issuerUrl: string, claim: string, given = ''): string {
  if (given === '-') return ''
  return given === '' && claim !== 'email' ? `${issuerUrl}#` : given
}
