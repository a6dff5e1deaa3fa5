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
  /** Issuer (`iss`) of service account tokens. */
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

/** Throws a `StartError` for invalid options. */
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
