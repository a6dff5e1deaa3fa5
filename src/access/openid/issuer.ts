import { DEFAULT_ALGORITHMS } from './issuer-checks.js'

/** A trusted OpenID issuer and its claim mappings. */
export interface Issuer {
  readonly url: string
  /** The URL of the discovery document. */
  readonly discoveryUrl: string
  /** CA certificates of the issuer in PEM; undefined for Node's. */
  readonly certificateAuthority: string | undefined
  /** Accepted audiences: a token needs one of these. */
  readonly audiences: readonly string[]
  /** Accepted signature algorithms. */
  readonly algorithms: readonly string[]
  /** The texts that claims have to be, by the names of the claims. */
  readonly requiredClaims: Readonly<Record<string, string>>
  readonly username: PrefixedClaim
  /** Undefined without a groups claim. */
  readonly groups: PrefixedClaim | undefined
  readonly uidClaim: string | undefined
}

/** A claim with names, and the prefix of the names. */
export interface PrefixedClaim {
  readonly claim: string
  readonly prefix: string
}

/** Options of an issuer. A missing or empty option has the default of its flag. */
export interface IssuerOptions {
  /** The `iss` of its tokens: a URL with `https`. */
  readonly issuerUrl: string
  /** Accepted audiences: a token needs one of them. */
  readonly clientId: string | readonly string[]
  /** The discovery URL, if it is not below the issuer URL. */
  readonly discoveryUrl?: string | undefined
  /** CA certificates in PEM instead of Node's. */
  readonly ca?: string | undefined
  /** A file with CA certificates. */
  readonly caFile?: string | undefined
  readonly signingAlgs?: readonly string[] | undefined
  /** The texts that claims have to be, by the names of the claims. */
  readonly requiredClaims?: Readonly<Record<string, string>> | undefined
  /** The claim with the user name; `sub` by default. */
  readonly usernameClaim?: string | undefined
  /** The prefix of user names; by default the issuer and `#` (none for `email`), `-` for none. */
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

/** The issuer keeps names unique; email addresses already are. */
function usernamePrefix(issuerUrl: string, claim: string, given = ''): string {
  if (given === '-') return ''
  return given === '' && claim !== 'email' ? `${issuerUrl}#` : given
}
