import { isIPv4 } from 'node:net'
import { tlsError } from '#access/certificates/tls-config.js'
import { type AccessConfig, type AuthorizationMode, hasAuthentication } from '#access/config.js'
import { LIMITS_WITH_USERS, type LimitsConfig } from '#access/limits/config.js'
import { DEFAULT_ALGORITHMS } from '#access/openid/issuer-checks.js'
import { openIdError } from '#access/openid/openid-config.js'
import type { NamespaceMode } from '#controllers/namespaces/lifecycle.js'
import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import { DEFAULT_FEDERATION, type FederationConfig, federationError } from '#federation/config.js'
import { isAllowableOrigin } from '#http/request/allowed-origins.js'
import { HostNames } from '#http/request/host-names.js'
import type { Logger, LogLevel } from '#observe/logger.js'
import type { TimerClock } from '#util/clock.js'
import { servicesError } from '#webhooks/client/service-resolver.js'

export { ON_FULL } from '#access/audit/config.js'
export { AUTHORIZATION_MODES } from '#access/config.js'
export { LIMITS_WITH_USERS } from '#access/limits/config.js'
export { ALL_ALGORITHMS, isAlgorithm, issuerUrlError } from '#access/openid/issuer-checks.js'
export { NAMESPACE_MODES } from '#controllers/namespaces/lifecycle.js'
export { isFederationNamespace, isMemberAddress, MIN_PROBE_INTERVAL_MS } from '#federation/config.js'
export { isAllowableOrigin } from '#http/request/allowed-origins.js'
export { isAllowableHost } from '#http/request/host-names.js'
export { LOG_LEVELS, type LogLevel } from '#observe/logger.js'
export { servicesError } from '#webhooks/client/service-resolver.js'

/** Where objects are kept: on disk, in memory until the server stops, or in an etcd cluster. */
export const STORAGE_KINDS = ['embedded', 'memory', 'etcd'] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

/** What everyone has to know who opens a store: a server, or a command that moves its content. */
export interface StorageConfig {
  readonly storage: StorageKind
  /** The folder of the embedded storage. Made when it is missing. */
  readonly dataDir: string
  /** Whether an empty store is made where one was, but its data file is missing or empty. */
  readonly allowEmpty: boolean
  /** The members of the etcd cluster, as `http://host:port` or `https://host:port`. */
  readonly etcdEndpoints: readonly string[]
  /** What all keys in etcd begin with. */
  readonly etcdPrefix: string
  /** Files in PEM; empty for none. */
  readonly etcdCacert: string
  readonly etcdCert: string
  readonly etcdKey: string
}

/** What only a program that embeds the server can choose: there is no flag for it. */
export interface ProgramConfig
  extends Pick<
    AccessConfig,
    'tokens' | 'issuers' | 'tlsCert' | 'tlsKey' | 'clientCa' | 'auditSink' | 'auditPolicy'
  > {
  /** What the server takes the time from; the clock of the system when left out. */
  readonly clock?: TimerClock | undefined
  /** Kinds of the program's own, which are defined before the server listens. */
  readonly kinds?: readonly CustomKind[] | undefined
  /** What gets the messages of the log; standard error when left out. */
  readonly logger?: Logger | undefined
  /** What closes the server, or ends its start, when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** All that can be chosen about a server on the command line. */
export interface ServerConfig
  extends StorageConfig,
    Omit<AccessConfig, 'authorizationMode' | keyof LimitsConfig | keyof ProgramConfig> {
  /** The address to listen on, or a name for it. */
  readonly host: string
  /** The port to listen on; 0 picks a free one. */
  readonly port: number
  /** How long old versions of objects can still be read and watched from. */
  readonly historyWindowMs: number
  /** How long events are kept after they were last written; 0 for good. */
  readonly eventTtlMs: number
  /** Whether a namespace comes into being with the first object in it, or has to be created before. */
  readonly namespaces: NamespaceMode
  /** Whether workloads move: deployments get pods, pods become ready. Nothing runs. */
  readonly simulateWorkloads: boolean
  /** Whether the server acts for the clusters that are registered with it, and dials them. */
  readonly federation: boolean
  /** The namespace with the secrets by which clusters are reached. */
  readonly federationNamespace: string
  /** How often clusters are asked whether they are ready. */
  readonly clusterProbeIntervalMs: number
  /** Link-local and metadata addresses, or ranges of them, that clusters may have all the same. */
  readonly federationAllowedAddresses: readonly string[]
  /** Where services are dialled that webhooks name, as `host:port` by `namespace/name`. */
  readonly serviceResolver: Readonly<Record<string, string>>
  readonly logLevel: LogLevel
  /** Whether `host` may be one that others on the network can reach. */
  readonly allowAnyHost: boolean
  /** The names besides `localhost` under which clients may reach the server; `*.example.com` means all below, `*` any. */
  readonly allowedHosts: readonly string[]
  /** What decides about requests; empty for RBAC where there are identities, and for no authorizer where there are none. */
  readonly authorizationMode: AuthorizationMode | ''
  /** How many requests that read may be under way at once, watches apart; 0 for any number. */
  readonly maxRequestsInflight: number | 'usual'
  /** The same of requests that write. */
  readonly maxMutatingRequestsInflight: number | 'usual'
  /** How many watches a user may have open; 0 for any number. */
  readonly maxWatchesPerUser: number | 'usual'
  /** The sites besides the server's own whose pages may read and write in a browser: origins, or regular expressions. */
  readonly corsAllowedOrigins: readonly string[]
}

export const defaultConfig: ServerConfig = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: './.binnacle',
  storage: 'embedded',
  allowEmpty: false,
  etcdEndpoints: [],
  etcdPrefix: '/registry',
  etcdCacert: '',
  etcdCert: '',
  etcdKey: '',
  historyWindowMs: 15 * 60_000,
  eventTtlMs: 60 * 60_000,
  namespaces: 'on-demand',
  simulateWorkloads: false,
  federation: false,
  federationNamespace: DEFAULT_FEDERATION.namespace,
  clusterProbeIntervalMs: DEFAULT_FEDERATION.probeIntervalMs,
  federationAllowedAddresses: DEFAULT_FEDERATION.allowedAddresses,
  serviceResolver: {},
  logLevel: 'info',
  allowAnyHost: false,
  allowedHosts: [],
  tlsCertFile: '',
  tlsKeyFile: '',
  tlsSelfSigned: false,
  clientCaFile: '',
  tokenAuthFile: '',
  anonymousAuth: true,
  authorizationMode: '',
  oidcIssuerUrl: '',
  oidcClientId: '',
  oidcUsernameClaim: 'sub',
  oidcUsernamePrefix: '',
  oidcGroupsClaim: '',
  oidcGroupsPrefix: '',
  oidcRequiredClaims: {},
  oidcSigningAlgs: DEFAULT_ALGORITHMS,
  oidcCaFile: '',
  authenticationConfig: '',
  serviceAccountIssuer: 'https://kubernetes.default.svc',
  auditLog: '',
  auditLogMaxSize: 100,
  auditLogMaxAge: 30,
  auditLogMaxBackups: 10,
  auditPolicyFile: '',
  auditOnFull: 'block',
  maxRequestsInflight: 'usual',
  maxMutatingRequestsInflight: 'usual',
  maxWatchesPerUser: 'usual',
  corsAllowedOrigins: [],
}

/** The server cannot start, and the user can do something about it. The message is one line for them. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Why the configuration as a whole is rejected, undefined when it is not. */
export function configError(config: ServerConfig & ProgramConfig): string | undefined {
  return (
    hostError(config) ??
    etcdError(config) ??
    openIdError(config) ??
    tlsError(config) ??
    auditError(config) ??
    originError(config) ??
    membersError(config) ??
    servicesError(config.serviceResolver)
  )
}

/** What the server acts for a federation with. */
export function federationOf(config: ServerConfig): FederationConfig {
  return {
    namespace: config.federationNamespace,
    probeIntervalMs: config.clusterProbeIntervalMs,
    allowedAddresses: config.federationAllowedAddresses,
  }
}

function membersError(config: ServerConfig): string | undefined {
  if (!config.federation && config.federationAllowedAddresses.length > 0) {
    return '--federation-allow-address is of no use where no cluster is dialled: add --federation'
  }
  return federationError(federationOf(config))
}

function originError({ corsAllowedOrigins }: ServerConfig): string | undefined {
  const unusable = corsAllowedOrigins.find((origin) => !isAllowableOrigin(origin))
  return unusable === undefined ? undefined : `${JSON.stringify(unusable)} stands for no origins`
}

/** Why etcd cannot be reached with this configuration, undefined when it can be tried. */
export function etcdError(config: StorageConfig): string | undefined {
  const { storage, etcdEndpoints, etcdCacert, etcdCert, etcdKey } = config
  if (storage !== 'etcd') return undefined
  if (etcdEndpoints.length === 0) return 'the storage etcd needs to know where etcd is: add --etcd-endpoints'
  if ((etcdCert === '') !== (etcdKey === ''))
    return '--etcd-cert and --etcd-key are given together or not at all'
  const isPlain = etcdEndpoints.some((endpoint) => endpoint.startsWith('http:'))
  if (isPlain && etcdCacert + etcdCert !== '') {
    return 'certificates for etcd need https:// in --etcd-endpoints'
  }
  return undefined
}

/** Why nothing would be recorded although the configuration says how. */
function auditError({
  auditLog,
  auditPolicyFile,
  auditSink,
}: ServerConfig & ProgramConfig): string | undefined {
  if (auditPolicyFile === '' || auditLog !== '' || auditSink !== undefined) return undefined
  return '--audit-policy-file needs a log: add --audit-log'
}

export function authorizationModeOf(config: ServerConfig & ProgramConfig): AuthorizationMode {
  return config.authorizationMode || (hasAuthentication(config) ? 'RBAC' : 'AlwaysAllow')
}

/** What is limited: what the configuration says and, where users are known, the usual. */
export function limitsOf(config: ServerConfig & ProgramConfig): LimitsConfig {
  const hasUsers = hasAuthentication(config) || authorizationModeOf(config) !== 'AlwaysAllow'
  const limitOf = (name: keyof LimitsConfig) => {
    const limit = config[name]
    if (limit !== 'usual') return limit
    return hasUsers ? LIMITS_WITH_USERS[name] : 0
  }
  return {
    maxRequestsInflight: limitOf('maxRequestsInflight'),
    maxMutatingRequestsInflight: limitOf('maxMutatingRequestsInflight'),
    maxWatchesPerUser: limitOf('maxWatchesPerUser'),
  }
}

/** Why the host is rejected, undefined when it is not. Where there are no rights, who can reach the server may do anything. */
export function hostError(config: ServerConfig & ProgramConfig): string | undefined {
  const { host, allowAnyHost } = config
  if (allowAnyHost || isLoopback(host) || authorizationModeOf(config) !== 'AlwaysAllow') return undefined
  return (
    `the host ${host} may be reached by others, and the server lets everyone do everything; ` +
    'choose 127.0.0.1, ::1 or localhost, or add --insecure-allow-any-host'
  )
}

/**
 * The hosts that requests may name, besides those that always mean this machine; undefined when they may name any. What only
 * this machine can reach needs no other name. An operator who lets others in knows the names, and may list them.
 */
export function allowedHostNames({ host, allowedHosts }: ServerConfig): HostNames | undefined {
  if (!isLoopback(host) && allowedHosts.length === 0) return undefined
  return new HostNames([host, ...allowedHosts])
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
