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
}

export const DEFAULT_ACCOUNT_TOKENS: AccountTokenConfig = {
  serviceAccountIssuer: ['https://kubernetes.default.svc'],
  serviceAccountKeyFiles: [],
  serviceAccountSigningKeyFile: '',
  apiAudiences: [],
}

/** A URL, or a string without a colon, as tokens of Kubernetes have. */
export const isAccountIssuer = (text: string) =>
  text !== '' && !/\s/.test(text) && (!text.includes(':') || URL.canParse(text))

export const audiencesOf = ({ apiAudiences, serviceAccountIssuer }: AccountTokenConfig) =>
  apiAudiences.length > 0 ? apiAudiences : serviceAccountIssuer

export const hasKeyFiles = (config: AccountTokenConfig) =>
  config.serviceAccountKeyFiles.length > 0 || config.serviceAccountSigningKeyFile !== ''

/** The error of the options, if any. */
export function accountTokenError({ serviceAccountIssuer: issuers }: AccountTokenConfig): string | undefined {
  if (issuers.length === 0) return '--service-account-issuer must name an issuer'
  const repeated = issuers.find((issuer, index) => issuers.indexOf(issuer) < index)
  return repeated === undefined
    ? undefined
    : `--service-account-issuer ${JSON.stringify(repeated)} is duplicated`
}
