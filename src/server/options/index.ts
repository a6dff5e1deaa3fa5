import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import type { Logger } from '#observe/logger.js'
import {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  defaultConfig,
  defaultStorage,
  type ProgramConfig,
  type ServerConfig,
} from '#server/config.js'
import type { TimerClock } from '#util/clock.js'
import { type AuditOptions, auditChoices } from './audit.js'
import { type AuthenticationOptions, authenticationChoices } from './authentication.js'
import { AUTHORIZATION } from './authorization-table.js'
import {
  BOOLEAN,
  type Choices,
  CLOCK,
  choose,
  type Expected,
  type ExpectedOptions,
  expectOptions,
  KINDS,
  LOGGER,
  OBJECT,
  oneOf,
  SIGNAL,
} from './expect-options.js'
import { type FederationOptions, federationChoices } from './federation.js'
import { OPTIONS } from './table.js'
import { type TlsOptions, tlsChoices } from './tls.js'

/** Flags that are part of a group, and their names there: every option has one spelling. */
export const GROUPED = {
  tlsCertFile: 'tls.certFile',
  tlsKeyFile: 'tls.keyFile',
  tlsSelfSigned: 'tls.selfSigned',
  clientCaFile: 'authentication.clientCaFile',
  tokenAuthFile: 'authentication.tokenFile',
  anonymousAuth: 'authentication.anonymous',
  oidcIssuerUrl: 'authentication.oidc',
  oidcClientId: 'authentication.oidc',
  oidcUsernameClaim: 'authentication.oidc',
  oidcUsernamePrefix: 'authentication.oidc',
  oidcGroupsClaim: 'authentication.oidc',
  oidcGroupsPrefix: 'authentication.oidc',
  oidcRequiredClaims: 'authentication.oidc',
  oidcSigningAlgs: 'authentication.oidc',
  oidcCaFile: 'authentication.oidc',
  authenticationConfig: 'authentication.configFile',
  serviceAccountIssuer: 'authentication.serviceAccountIssuer',
  serviceAccountKeyFiles: 'authentication.serviceAccountKeyFiles',
  serviceAccountSigningKeyFile: 'authentication.serviceAccountSigningKeyFile',
  apiAudiences: 'authentication.apiAudiences',
  serviceAccountMaxTokenExpirationMs: 'authentication.serviceAccountMaxTokenExpirationMs',
  serviceAccountExtendTokenExpiration: 'authentication.serviceAccountExtendTokenExpiration',
  serviceAccountJwksUri: 'authentication.serviceAccountJwksUri',
  enableBootstrapTokenAuth: 'authentication.bootstrapTokens',
  tokenWebhookConfigFile: 'authentication.tokenWebhook.configFile',
  tokenWebhookVersion: 'authentication.tokenWebhook.version',
  tokenWebhookCacheTtlMs: 'authentication.tokenWebhook.cacheTtlMs',
  requestHeaderClientCaFile: 'authentication.requestHeader.clientCaFile',
  requestHeaderAllowedNames: 'authentication.requestHeader.allowedNames',
  requestHeaderUsernameHeaders: 'authentication.requestHeader.usernameHeaders',
  requestHeaderUidHeaders: 'authentication.requestHeader.uidHeaders',
  requestHeaderGroupHeaders: 'authentication.requestHeader.groupHeaders',
  requestHeaderExtraHeadersPrefix: 'authentication.requestHeader.extraHeadersPrefix',
  authorizationMode: 'authorization',
  auditLog: 'audit.log',
  auditLogMaxSize: 'audit.maxSize',
  auditLogMaxAge: 'audit.maxAge',
  auditLogMaxBackups: 'audit.maxBackups',
  auditPolicyFile: 'audit.policyFile',
  auditOnFull: 'audit.onFull',
  federationNamespace: 'federation.namespace',
  clusterProbeIntervalMs: 'federation.probeIntervalMs',
  federationAllowedAddresses: 'federation.allowAddresses',
  federationSearchMiB: 'federation.searchMiB',
} as const satisfies { readonly [K in keyof ServerConfig]?: string }

type FlatName = Exclude<keyof ServerConfig, keyof typeof GROUPED | 'federation'>
type FlatOptions = { readonly [K in FlatName]?: ServerConfig[K] | undefined }

/** The options of an embedded server. Defaults are those of the flags. */
export interface ServerOptions extends FlatOptions {
  /** Enables TLS. */
  readonly tls?: TlsOptions | undefined
  /** Authenticators; none by default. */
  readonly authentication?: AuthenticationOptions | undefined
  /** The authorizer, or several in order; RBAC with authentication, otherwise every request is allowed. */
  readonly authorization?: AuthorizationMode | readonly AuthorizationMode[] | undefined
  /** The audit log; none by default. */
  readonly audit?: AuditOptions | undefined
  /** Makes the server a federation host, which connects to its clusters; `true` is `{}`. Off by default. */
  readonly federation?: FederationOptions | boolean | undefined
  /** The clock of timestamps and simulated workloads; the system clock by default. */
  readonly clock?: TimerClock | undefined
  /** Custom kinds, made with `defineKind`. */
  readonly kinds?: readonly CustomKind[] | undefined
  /**
   * Receives log messages of at least `logLevel`; standard error by default. A pino logger fits, and so does the console.
   *
   * @example
   * const server = await createServer({ logger: pino({ name: 'api' }), logLevel: 'debug' })
   */
  readonly logger?: Logger | undefined
  /**
   * Closes the server when aborted. An aborted start cleans up and rejects with the reason of the signal.
   *
   * @example
   * const stop = new AbortController()
   * const server = await createServer({ signal: stop.signal })
   * stop.abort()
   * await server.closed
   */
  readonly signal?: AbortSignal | undefined
}

const eitherOf = (one: Expected, other: Expected): Expected => ({
  what: `${one.what}, or ${other.what}`,
  fits: (value) => one.fits(value) || other.fits(value),
})

const BOOLEAN_OR_OBJECT: Expected = {
  what: 'true, false or an object',
  fits: (value) => BOOLEAN.fits(value) || OBJECT.fits(value),
}

const EXPECTED: ExpectedOptions = {
  ...Object.fromEntries(
    Object.entries(OPTIONS).flatMap(([key, { value }]) =>
      Object.hasOwn(GROUPED, key) ? [] : [[key, value]],
    ),
  ),
  tls: OBJECT,
  authentication: OBJECT,
  authorization: eitherOf(oneOf(AUTHORIZATION_MODES), AUTHORIZATION),
  audit: OBJECT,
  federation: BOOLEAN_OR_OBJECT,
  clock: CLOCK,
  kinds: KINDS,
  logger: LOGGER,
  signal: SIGNAL,
}

/** Throws a `StartError` for unknown or invalid options. `others` are additional options. */
export function expectServerOptions(options: ServerOptions, others: ExpectedOptions = {}): void {
  expectOptions('', options, { ...EXPECTED, ...others }, { spelledElsewhere: GROUPED })
  choicesOf(options)
}

/** The configuration of the options. Throws a `StartError` for invalid ones. */
export function configOf(options: ServerOptions): ServerConfig & ProgramConfig {
  expectServerOptions(options)
  const { tls, authentication, authorization, audit, federation, ...flat } = options
  const defaults = { ...defaultConfig, storage: defaultStorage(flat.from) }
  return [flat, ...choicesOf(options)].reduce(choose, defaults)
}

function choicesOf({ tls, authentication = {}, authorization, audit, federation }: ServerOptions): Choices[] {
  return [
    tlsChoices(tls),
    authenticationChoices(authentication),
    { authorizationMode: typeof authorization === 'string' ? [authorization] : authorization },
    auditChoices(audit),
    federationChoices(federation),
  ]
}
