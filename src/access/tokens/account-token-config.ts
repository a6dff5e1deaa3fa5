/** Options of service account tokens. */
export interface AccountTokenConfig {
  /** The accepted issuers (`iss`). The first one is that of new tokens. */
  readonly serviceAccountIssuer: readonly string[]
  /** Files of keys that verify tokens; the server's own key always does. */
  readonly serviceAccountKeyFiles: readonly string[]
  /** The file of the key that signs tokens; empty for a key of the store. */
  readonly serviceAccountSigningKeyFile: string
  /** What tokens must be for, and are for by default; empty for the issuers. */
  readonly apiAudiences: readonly string[]
  /** The longest lifetime of a requested token; 0 for any. */
  readonly serviceAccountMaxTokenExpirationMs: number
  /** Whether the tokens of pods are accepted for a year, and later uses than requested are counted. */
  readonly serviceAccountExtendTokenExpiration: boolean
  /** Where the published configuration says that the keys are; empty for this server. */
  readonly serviceAccountJwksUri: string
}

export const DEFAULT_ACCOUNT_TOKENS: AccountTokenConfig = {
  serviceAccountIssuer: ['https://kubernetes.default.svc'],
  serviceAccountKeyFiles: [],
  serviceAccountSigningKeyFile: '',
  apiAudiences: [],
  serviceAccountMaxTokenExpirationMs: 0,
  serviceAccountExtendTokenExpiration: true,
  serviceAccountJwksUri: '',
}

const HOUR_MS = 60 * 60_000
const MAX_EXPIRATION_MS = 2 ** 32 * 1000

/** A URL, or a string without a colon, as tokens of Kubernetes have. */
export const isAccountIssuer = (text: string) =>
  text !== '' && !/\s/.test(text) && (!text.includes(':') || URL.canParse(text))

export const isHttpsUrl = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'

export const audiencesOf = ({ apiAudiences, serviceAccountIssuer }: AccountTokenConfig) =>
  apiAudiences.length > 0 ? apiAudiences : serviceAccountIssuer

export const hasKeyFiles = (config: AccountTokenConfig) =>
  config.serviceAccountKeyFiles.length > 0 || config.serviceAccountSigningKeyFile !== ''

/** The error of the options, if any. */
export function accountTokenError(config: AccountTokenConfig): string | undefined {
  const { serviceAccountIssuer: issuers, serviceAccountMaxTokenExpirationMs: longest } = config
  if (longest !== 0 && (longest < HOUR_MS || longest > MAX_EXPIRATION_MS)) {
    return '--service-account-max-token-expiration must be between 1 hour and 2^32 seconds'
  }
  if (issuers.length === 0) return '--service-account-issuer must name an issuer'
  const repeated = issuers.find((issuer, index) => issuers.indexOf(issuer) < index)
  return repeated === undefined
    ? undefined
    : `--service-account-issuer ${JSON.stringify(repeated)} is duplicated`
}
