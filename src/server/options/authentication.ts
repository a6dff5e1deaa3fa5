import type { TokenConfig } from '#access/identity/token-config.js'
import type { IssuerOptions } from '#access/openid/issuer.js'
import {
  type Choices,
  type Expected,
  expectEach,
  expectOptions,
  LIST,
  MAP_OF_LISTS,
  OBJECT,
  SECRET_STRING,
  STRING,
  STRING_OR_STRINGS,
  STRINGS,
} from './expect-options.js'
import { OPTIONS } from './table.js'

export type { IssuerOptions, TokenConfig }

/** Front proxies, which name users in headers. */
export interface RequestHeaderOptions {
  /** A file with the CAs of front proxies, reloaded on changes. Needs `tls`. */
  readonly clientCaFile: string
  /** Common names of front proxies; all certificates of the CAs by default. */
  readonly allowedNames?: readonly string[] | undefined
  readonly usernameHeaders: readonly string[]
  readonly uidHeaders?: readonly string[] | undefined
  readonly groupHeaders?: readonly string[] | undefined
  readonly extraHeadersPrefix?: readonly string[] | undefined
}

/** A server that authenticates tokens by TokenReviews. */
export interface TokenWebhookOptions {
  /** A kubeconfig that names the server. */
  readonly configFile: string
  /** The version of the reviews; `v1beta1` by default. */
  readonly version?: 'v1' | 'v1beta1' | undefined
  /** How long a decision holds; two minutes by default. */
  readonly cacheTtlMs?: number | undefined
}

/** Authenticators. Any of them enables RBAC by default. */
export interface AuthenticationOptions {
  /** Client CAs, in PEM. Needs `tls`. */
  readonly clientCa?: string | undefined
  /** A file with client CAs, reloaded on changes. */
  readonly clientCaFile?: string | undefined
  /** Tokens and users, for tests. */
  readonly tokens?: readonly TokenConfig[] | undefined
  /** A file of lines `token,user,uid[,"group,…"]`, reloaded on changes. */
  readonly tokenFile?: string | undefined
  /** Trusted OpenID issuers. */
  readonly oidc?: readonly IssuerOptions[] | undefined
  /** An `AuthenticationConfiguration` file, reloaded on changes. */
  readonly configFile?: string | undefined
  /** Whether requests without credentials are allowed, as `system:anonymous`; true by default. */
  readonly anonymous?: boolean | undefined
  /** Issuers (`iss`) of service account tokens. All are accepted; the first is that of new tokens. */
  readonly serviceAccountIssuer?: string | readonly string[] | undefined
  /** Files of keys in PEM that verify service account tokens, besides the signing key. */
  readonly serviceAccountKeyFiles?: readonly string[] | undefined
  /** A file with the private key that signs service account tokens; a key of the store by default. */
  readonly serviceAccountSigningKeyFile?: string | undefined
  /** Audiences of tokens for this server; the issuers by default. */
  readonly apiAudiences?: readonly string[] | undefined
  /** The longest lifetime of requested service account tokens in milliseconds, from an hour on; 0 for any, the default. */
  readonly serviceAccountMaxTokenExpirationMs?: number | undefined
  /** Whether the tokens that pods get by default are accepted for a year; true by default. */
  readonly serviceAccountExtendTokenExpiration?: boolean | undefined
  /** The `https` URL of the keys of service account tokens that is published; a path below the issuer by default. */
  readonly serviceAccountJwksUri?: string | undefined
  /** Front proxies; none by default. */
  readonly requestHeader?: RequestHeaderOptions | undefined
  /** Whether nodes can join with bootstrap tokens; false by default. */
  readonly bootstrapTokens?: boolean | undefined
  /** A webhook that is asked about tokens that the server does not know; none by default. */
  readonly tokenWebhook?: TokenWebhookOptions | undefined
}

const EXPECTED: Readonly<Record<keyof AuthenticationOptions, Expected>> = {
  clientCa: STRING,
  clientCaFile: OPTIONS.clientCaFile.value,
  tokens: LIST,
  tokenFile: OPTIONS.tokenAuthFile.value,
  oidc: LIST,
  configFile: OPTIONS.authenticationConfig.value,
  anonymous: OPTIONS.anonymousAuth.value,
  serviceAccountIssuer: OPTIONS.serviceAccountIssuer.value,
  serviceAccountKeyFiles: OPTIONS.serviceAccountKeyFiles.value,
  serviceAccountSigningKeyFile: OPTIONS.serviceAccountSigningKeyFile.value,
  apiAudiences: OPTIONS.apiAudiences.value,
  serviceAccountMaxTokenExpirationMs: OPTIONS.serviceAccountMaxTokenExpirationMs.value,
  serviceAccountExtendTokenExpiration: OPTIONS.serviceAccountExtendTokenExpiration.value,
  serviceAccountJwksUri: OPTIONS.serviceAccountJwksUri.value,
  requestHeader: OBJECT,
  bootstrapTokens: OPTIONS.enableBootstrapTokenAuth.value,
  tokenWebhook: OBJECT,
}

const EXPECTED_OF_TOKEN_WEBHOOK: Readonly<Record<keyof TokenWebhookOptions, Expected>> = {
  configFile: OPTIONS.tokenWebhookConfigFile.value,
  version: OPTIONS.tokenWebhookVersion.value,
  cacheTtlMs: OPTIONS.tokenWebhookCacheTtlMs.value,
}

const EXPECTED_OF_REQUEST_HEADER: Readonly<Record<keyof RequestHeaderOptions, Expected>> = {
  clientCaFile: OPTIONS.requestHeaderClientCaFile.value,
  allowedNames: OPTIONS.requestHeaderAllowedNames.value,
  usernameHeaders: OPTIONS.requestHeaderUsernameHeaders.value,
  uidHeaders: OPTIONS.requestHeaderUidHeaders.value,
  groupHeaders: OPTIONS.requestHeaderGroupHeaders.value,
  extraHeadersPrefix: OPTIONS.requestHeaderExtraHeadersPrefix.value,
}

const EXPECTED_OF_TOKEN: Readonly<Record<keyof TokenConfig, Expected>> = {
  token: SECRET_STRING,
  user: STRING,
  uid: STRING,
  groups: STRINGS,
  extra: MAP_OF_LISTS,
}

const EXPECTED_OF_ISSUER: Readonly<Record<keyof IssuerOptions, Expected>> = {
  issuerUrl: OPTIONS.oidcIssuerUrl.value,
  clientId: STRING_OR_STRINGS,
  discoveryUrl: STRING,
  ca: STRING,
  caFile: OPTIONS.oidcCaFile.value,
  signingAlgs: OPTIONS.oidcSigningAlgs.value,
  requiredClaims: OPTIONS.oidcRequiredClaims.value,
  usernameClaim: STRING,
  usernamePrefix: STRING,
  groupsClaim: STRING,
  groupsPrefix: STRING,
  uidClaim: STRING,
}

/** Throws a `StartError` for invalid options. */
export function authenticationChoices(options: AuthenticationOptions): Choices {
  expectOptions('authentication', options, EXPECTED)
  expectEach('authentication.tokens', options.tokens, EXPECTED_OF_TOKEN, ['token', 'user'])
  expectEach('authentication.oidc', options.oidc, EXPECTED_OF_ISSUER, ['issuerUrl', 'clientId'])
  const { serviceAccountIssuer: issuer, requestHeader, tokenWebhook } = options
  if (tokenWebhook !== undefined) {
    const required = ['configFile']
    expectOptions('authentication.tokenWebhook', tokenWebhook, EXPECTED_OF_TOKEN_WEBHOOK, { required })
  }
  if (requestHeader !== undefined) {
    const required = ['clientCaFile', 'usernameHeaders']
    expectOptions('authentication.requestHeader', requestHeader, EXPECTED_OF_REQUEST_HEADER, { required })
  }
  return {
    clientCa: options.clientCa,
    clientCaFile: options.clientCaFile,
    tokens: options.tokens,
    tokenAuthFile: options.tokenFile,
    issuers: options.oidc,
    authenticationConfig: options.configFile,
    anonymousAuth: options.anonymous,
    serviceAccountIssuer: typeof issuer === 'string' ? [issuer] : issuer,
    serviceAccountKeyFiles: options.serviceAccountKeyFiles,
    serviceAccountSigningKeyFile: options.serviceAccountSigningKeyFile,
    apiAudiences: options.apiAudiences,
    serviceAccountMaxTokenExpirationMs: options.serviceAccountMaxTokenExpirationMs,
    serviceAccountExtendTokenExpiration: options.serviceAccountExtendTokenExpiration,
    serviceAccountJwksUri: options.serviceAccountJwksUri,
    requestHeaderClientCaFile: requestHeader?.clientCaFile,
    requestHeaderAllowedNames: requestHeader?.allowedNames,
    requestHeaderUsernameHeaders: requestHeader?.usernameHeaders,
    requestHeaderUidHeaders: requestHeader?.uidHeaders,
    requestHeaderGroupHeaders: requestHeader?.groupHeaders,
    requestHeaderExtraHeadersPrefix: requestHeader?.extraHeadersPrefix,
    enableBootstrapTokenAuth: options.bootstrapTokens,
    tokenWebhookConfigFile: tokenWebhook?.configFile,
    tokenWebhookVersion: tokenWebhook?.version,
    tokenWebhookCacheTtlMs: tokenWebhook?.cacheTtlMs,
  }
}
