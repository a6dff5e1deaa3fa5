import type { TokenConfig } from '#access/identity/token-config.js'
import type { IssuerOptions } from '#access/openid/issuer.js'
import {
  type Choices,
  type Expected,
  expectEach,
  expectOptions,
  LIST,
  MAP_OF_LISTS,
  SECRET_STRING,
  STRING,
  STRING_OR_STRINGS,
  STRINGS,
} from './expect-options.js'
import { OPTIONS } from './table.js'

export type { IssuerOptions, TokenConfig }

/** By what the users of a server are known. As soon as they are known by anything, what they may do is decided by RBAC. */
export interface AuthenticationOptions {
  /** The authorities that vouch for clients, in PEM. Needs `tls`. */
  readonly clientCa?: string | undefined
  /** The same in a file, read again when it changes. */
  readonly clientCaFile?: string | undefined
  /** Users by tokens that are given in memory, as tests want them. */
  readonly tokens?: readonly TokenConfig[] | undefined
  /** A file of lines `token,user,uid[,"group,…"]`, read again when it changes. */
  readonly tokenFile?: string | undefined
  /** OpenID issuers whose tokens are trusted. */
  readonly oidc?: readonly IssuerOptions[] | undefined
  /** A file of kind `AuthenticationConfiguration` that names issuers, read again when it changes. */
  readonly configFile?: string | undefined
  /** Whether requests without credentials are taken, from the user `system:anonymous`. They are when left out. */
  readonly anonymous?: boolean | undefined
  /** Who tokens of service accounts say that they are from. */
  readonly serviceAccountIssuer?: string | undefined
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

/** Throws a `StartError` for options that cannot be used. */
export function authenticationChoices(options: AuthenticationOptions): Choices {
  expectOptions('authentication', options, EXPECTED)
  expectEach('authentication.tokens', options.tokens, EXPECTED_OF_TOKEN, ['token', 'user'])
  expectEach('authentication.oidc', options.oidc, EXPECTED_OF_ISSUER, ['issuerUrl', 'clientId'])
  return {
    clientCa: options.clientCa,
    clientCaFile: options.clientCaFile,
    tokens: options.tokens,
    tokenAuthFile: options.tokenFile,
    issuers: options.oidc,
    authenticationConfig: options.configFile,
    anonymousAuth: options.anonymous,
    serviceAccountIssuer: options.serviceAccountIssuer,
  }
}
