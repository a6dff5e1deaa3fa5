import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import { AUTHORIZATION_MODES, defaultConfig, type ProgramConfig, type ServerConfig } from '#server/config.js'
import type { TimerClock } from '#util/clock.js'
import { type AuditOptions, auditChoices } from './audit.js'
import { type AuthenticationOptions, authenticationChoices } from './authentication.js'
import { type Choices, choose } from './choices.js'
import {
  CLOCK,
  type Expected,
  type ExpectedOptions,
  expectOptions,
  KINDS,
  OBJECT,
  oneOf,
  TRUTH,
} from './expect-options.js'
import { type FederationOptions, federationChoices } from './federation.js'
import { OPTIONS } from './table.js'
import { type TlsOptions, tlsChoices } from './tls.js'

type FlatOptions = { readonly [K in Exclude<keyof ServerConfig, 'federation'>]?: ServerConfig[K] | undefined }

/**
 * What can be said about a server that is embedded. What is left out is as on the command line. What is said in a group
 * wins over the same said as on the command line.
 */
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
}

const TRUTH_OR_OBJECT: Expected = {
  what: 'true, false or an object',
  fits: (value) => TRUTH.fits(value) || OBJECT.fits(value),
}

const EXPECTED: ExpectedOptions = {
  ...Object.fromEntries(Object.entries(OPTIONS).map(([key, { value }]) => [key, value])),
  tls: OBJECT,
  authentication: OBJECT,
  authorization: oneOf(AUTHORIZATION_MODES),
  audit: OBJECT,
  federation: TRUTH_OR_OBJECT,
  clock: CLOCK,
  kinds: KINDS,
}

/** Throws a `StartError` when options, groups of them included, are unknown or cannot be used. There may be others besides. */
export function expectServerOptions(options: ServerOptions, others: ExpectedOptions = {}): void {
  expectOptions('', options, { ...EXPECTED, ...others })
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
