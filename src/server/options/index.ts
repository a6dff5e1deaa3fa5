import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import type { Logger } from '#observe/logger.js'
import { AUTHORIZATION_MODES, defaultConfig, type ProgramConfig, type ServerConfig } from '#server/config.js'
import type { TimerClock } from '#util/clock.js'
import { type AuditOptions, auditChoices } from './audit.js'
import { type AuthenticationOptions, authenticationChoices } from './authentication.js'
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

/** Flags that belong to a group, and how they are spelled there: every option has one spelling. */
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
} as const satisfies { readonly [K in keyof ServerConfig]?: string }

type FlatName = Exclude<keyof ServerConfig, keyof typeof GROUPED | 'federation'>
type FlatOptions = { readonly [K in FlatName]?: ServerConfig[K] | undefined }

/** The options of an embedded server. What is left out has the default of its flag. */
export interface ServerOptions extends FlatOptions {
  /** Encrypts connections; without it they are not encrypted. */
  readonly tls?: TlsOptions | undefined
  /** By what users are known; by nothing when left out. */
  readonly authentication?: AuthenticationOptions | undefined
  /** What decides about requests: RBAC where users are known by anything; where they are not, every request is allowed. */
  readonly authorization?: (typeof AUTHORIZATION_MODES)[number] | undefined
  /** What is recorded of requests, and where; nothing when left out. */
  readonly audit?: AuditOptions | undefined
  /** Acts for the clusters that are registered, and dials them; `true` is `{}`. Nothing is dialled when left out. */
  readonly federation?: FederationOptions | boolean | undefined
  /** What times of objects and simulated workloads follow; the clock of the system when left out. */
  readonly clock?: TimerClock | undefined
  /** Kinds of the program's own, made with `defineKind`. */
  readonly kinds?: readonly CustomKind[] | undefined
  /**
   * Gets the messages of the log that `logLevel` lets through; standard error when left out. Loggers of pino fit, and so does
   * the console.
   *
   * @example
   * const server = await createServer({ logger: pino({ name: 'api' }), logLevel: 'debug' })
   */
  readonly logger?: Logger | undefined
  /**
   * Closes the server when it is aborted. A start that is aborted closes what it has opened, and rejects with the reason of
   * the signal.
   *
   * @example
   * const stop = new AbortController()
   * const server = await createServer({ signal: stop.signal })
   * stop.abort()
   * await server.closed
   */
  readonly signal?: AbortSignal | undefined
}

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
  authorization: oneOf(AUTHORIZATION_MODES),
  audit: OBJECT,
  federation: BOOLEAN_OR_OBJECT,
  clock: CLOCK,
  kinds: KINDS,
  logger: LOGGER,
  signal: SIGNAL,
}

/** Throws a `StartError` when options, groups of them included, are unknown or cannot be used. There may be others besides. */
export function expectServerOptions(options: ServerOptions, others: ExpectedOptions = {}): void {
  expectOptions('', options, { ...EXPECTED, ...others }, { spelledElsewhere: GROUPED })
  choicesOf(options)
}

/** The configuration that options stand for. Throws a `StartError` when they stand for none. */
export function configOf(options: ServerOptions): ServerConfig & ProgramConfig {
  expectServerOptions(options)
  const { tls, authentication, authorization, audit, federation, ...flat } = options
  return [flat, ...choicesOf(options)].reduce(choose, defaultConfig)
}

function choicesOf({ tls, authentication = {}, authorization, audit, federation }: ServerOptions): Choices[] {
  return [
    tlsChoices(tls),
    authenticationChoices(authentication),
    { authorizationMode: authorization },
    auditChoices(audit),
    federationChoices(federation),
  ]
}
