import { isIPv4 } from 'node:net'
import { tlsError } from '#access/certificates/tls-config.js'
import { type AccessConfig, type AuthorizationMode, hasAuthentication } from '#access/config.js'
import { LIMITS_WITH_USERS, type LimitsConfig } from '#access/limits/config.js'
import { DEFAULT_ALGORITHMS } from '#access/openid/issuer-checks.js'
import { openIdError } from '#access/openid/openid-config.js'
import type { NamespaceMode } from '#controllers/namespaces/lifecycle.js'
import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import {
  DEFAULT_FEDERATION,
  type DnsConfig,
  dnsError,
  type FederationConfig,
  federationError,
} from '#federation/config.js'
import type { Filter } from '#http/filter.js'
import { isAllowableOrigin } from '#http/request/allowed-origins.js'
import { HostNames } from '#http/request/host-names.js'
import type { Logger, LogLevel } from '#observe/logger.js'
import type { TimerClock } from '#util/clock.js'
import type { Random } from '#util/random.js'
import { servicesError } from '#webhooks/client/service-resolver.js'

export { ON_FULL } from '#access/audit/config.js'
export { AUTHORIZATION_MODES } from '#access/config.js'
export { LIMITS_WITH_USERS } from '#access/limits/config.js'
export { ALL_ALGORITHMS, isAlgorithm, issuerUrlError } from '#access/openid/issuer-checks.js'
export { NAMESPACE_MODES } from '#controllers/namespaces/lifecycle.js'
export {
  isDnsZone,
  isFederationName,
  isFederationNamespace,
  isMemberAddress,
  MIN_PROBE_INTERVAL_MS,
  parseListenAddress,
} from '#federation/config.js'
export { isAllowableOrigin } from '#http/request/allowed-origins.js'
export { isAllowableHost } from '#http/request/host-names.js'
export { LOG_LEVELS, type LogLevel } from '#observe/logger.js'
export { servicesError } from '#webhooks/client/service-resolver.js'

/** The storage: on disk, in memory, or in etcd. */
export const STORAGE_KINDS = ['embedded', 'memory', 'etcd'] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

/** Options of every command that opens a store. */
export interface StorageConfig {
  readonly storage: StorageKind
  /** The folder of the embedded storage. Created if it is missing. */
  readonly dataDir: string
  /** Start empty even if the data file of an existing store is missing. */
  readonly allowEmpty: boolean
  /** The etcd endpoints, as `http://host:port` or `https://host:port`. */
  readonly etcdEndpoints: readonly string[]
  /** The prefix of all keys in etcd. */
  readonly etcdPrefix: string
  /** PEM files; empty for none. */
  readonly etcdCacert: string
  readonly etcdCert: string
  readonly etcdKey: string
}

/** Filters besides those of access. */
export interface ServerFilters {
  /** Sees every request, before its user is known. */
  readonly first?: Filter | undefined
  /** Sees the requests that pass authentication and authorization. */
  readonly afterAccess?: Filter | undefined
}

/** Options of embedding programs, without a flag. */
export interface ProgramConfig
  extends Pick<
    AccessConfig,
    'tokens' | 'issuers' | 'tlsCert' | 'tlsKey' | 'clientCa' | 'auditSink' | 'auditPolicy'
  > {
  /** The clock; the system clock by default. */
  readonly clock?: TimerClock | undefined
  /** Makes uids, names, addresses and ports; unpredictable by default. */
  readonly random?: Random | undefined
  /** Custom kinds, defined before the server listens. */
  readonly kinds?: readonly CustomKind[] | undefined
  /** Filters of the test server. */
  readonly filters?: ServerFilters | undefined
  /** The logger; standard error by default. */
  readonly logger?: Logger | undefined
  /** Closes the server, or aborts its start. */
  readonly signal?: AbortSignal | undefined
}

/** All command-line options of a server. */
export interface ServerConfig
  extends StorageConfig,
    DnsConfig,
    Omit<AccessConfig, 'authorizationMode' | keyof LimitsConfig | keyof ProgramConfig> {
  /** The address or host name to listen on. */
  readonly host: string
  /** The port; 0 picks a free one. */
  readonly port: number
  /** A recording to serve, from memory; empty for none. */
  readonly from: string
  /** How long past revisions can be read and watched. */
  readonly historyWindowMs: number
  /** How long Events are kept after their last write; 0 for no limit. */
  readonly eventTtlMs: number
  /** Whether namespaces are created implicitly or must exist. */
  readonly namespaces: NamespaceMode
  /** The file of fault rules; empty for none. */
  readonly faultsFile: string
  /** Whether fault rules are allowed on an address that others can reach. */
  readonly allowFaultsOnNetwork: boolean
  /** Whether workloads are simulated: deployments get pods, pods become ready. Nothing runs. */
  readonly simulateWorkloads: boolean
  /** Whether the server is a federation host and connects to its clusters. */
  readonly federation: boolean
  /** The namespace of the cluster credentials. */
  readonly federationNamespace: string
  /** The interval of cluster health checks. */
  readonly clusterProbeIntervalMs: number
  /** Link-local and metadata addresses, or ranges, that clusters may have. */
  readonly federationAllowedAddresses: readonly string[]
  /** The memory for searches over all clusters, in MiB. */
  readonly federationSearchMiB: number
  /** The addresses of webhook services, as `host:port` by `namespace/name`. */
  readonly serviceResolver: Readonly<Record<string, string>>
  readonly logLevel: LogLevel
  /** Whether `host` may be reachable from the network. */
  readonly allowAnyHost: boolean
  /** Allowed hosts besides `localhost`; `*.example.com` for subdomains, `*` for any. */
  readonly allowedHosts: readonly string[]
  /** The authorizer; empty for RBAC with authentication, and none without. */
  readonly authorizationMode: AuthorizationMode | ''
  /** Maximum reads in flight, without watches; 0 for no limit. */
  readonly maxRequestsInflight: number | 'usual'
  /** Maximum writes in flight; 0 for no limit. */
  readonly maxMutatingRequestsInflight: number | 'usual'
  /** Maximum open watches per user; 0 for no limit. */
  readonly maxWatchesPerUser: number | 'usual'
  /** Allowed CORS origins: origins or regular expressions. */
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
  from: '',
  historyWindowMs: 15 * 60_000,
  eventTtlMs: 60 * 60_000,
  namespaces: 'on-demand',
  simulateWorkloads: false,
  faultsFile: '',
  allowFaultsOnNetwork: false,
  federation: false,
  federationNamespace: DEFAULT_FEDERATION.namespace,
  clusterProbeIntervalMs: DEFAULT_FEDERATION.probeIntervalMs,
  federationAllowedAddresses: DEFAULT_FEDERATION.allowedAddresses,
  federationSearchMiB: DEFAULT_FEDERATION.searchMiB,
  ...DEFAULT_FEDERATION.dns,
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

/** The server cannot start, and the user can fix it. The message is one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The error of the configuration, if any. */
export function configError(config: ServerConfig & ProgramConfig): string | undefined {
  return (
    hostError(config) ??
    recordingError(config) ??
    etcdError(config) ??
    openIdError(config) ??
    tlsError(config) ??
    auditError(config) ??
    originError(config) ??
    faultsError(config) ??
    membersError(config) ??
    servicesError(config.serviceResolver)
  )
}

/** The federation options. */
export function federationOf(config: ServerConfig): FederationConfig {
  return {
    namespace: config.federationNamespace,
    probeIntervalMs: config.clusterProbeIntervalMs,
    allowedAddresses: config.federationAllowedAddresses,
    searchMiB: config.federationSearchMiB,
    dns: { dnsListen: config.dnsListen, dnsZone: config.dnsZone, federationName: config.federationName },
  }
}

function membersError(config: ServerConfig): string | undefined {
  if (!config.federation && config.federationAllowedAddresses.length > 0) {
    return '--federation-allow-address needs --federation'
  }
  if (!config.federation && config.dnsListen !== '') return '--dns-listen needs --federation'
  return federationError(federationOf(config)) ?? dnsError(config)
}

function originError({ corsAllowedOrigins }: ServerConfig): string | undefined {
  const unusable = corsAllowedOrigins.find((origin) => !isAllowableOrigin(origin))
  return unusable === undefined ? undefined : `${JSON.stringify(unusable)} stands for no origins`
}

/** The default of the storage: a recording is served from memory. */
export function defaultStorage(from: string | undefined): ServerConfig['storage'] {
  return from === undefined || from === '' ? defaultConfig.storage : 'memory'
}

function recordingError({ from, storage }: ServerConfig): string | undefined {
  if (from === '' || storage === 'memory') return undefined
  return `--from serves a recording from memory, not from the ${storage} storage; leave --storage out`
}

/** The error of fault rules on a server that others may depend on, if any. */
function faultsError({ faultsFile, allowFaultsOnNetwork, host }: ServerConfig): string | undefined {
  if (allowFaultsOnNetwork && faultsFile === '') return '--allow-faults-on-network needs --faults'
  if (faultsFile === '' || allowFaultsOnNetwork || isLoopback(host)) return undefined
  return (
    `the host ${host} is reachable by others, and --faults makes their requests fail; ` +
    'choose 127.0.0.1, ::1 or localhost, or add --allow-faults-on-network'
  )
}

/** The error of the etcd options, if any. */
export function etcdError(config: StorageConfig): string | undefined {
  const { storage, etcdEndpoints, etcdCacert, etcdCert, etcdKey } = config
  if (storage !== 'etcd') return undefined
  if (etcdEndpoints.length === 0) return 'the etcd storage needs --etcd-endpoints'
  if ((etcdCert === '') !== (etcdKey === '')) return '--etcd-cert and --etcd-key must be set together'
  const isPlain = etcdEndpoints.some((endpoint) => endpoint.startsWith('http:'))
  if (isPlain && etcdCacert + etcdCert !== '') {
    return 'etcd certificates need https:// in --etcd-endpoints'
  }
  return undefined
}

/** The error of audit options without a log, if any. */
function auditError({
  auditLog,
  auditPolicyFile,
  auditSink,
}: ServerConfig & ProgramConfig): string | undefined {
  if (auditPolicyFile === '' || auditLog !== '' || auditSink !== undefined) return undefined
  return '--audit-policy-file needs --audit-log'
}

export function authorizationModeOf(config: ServerConfig & ProgramConfig): AuthorizationMode {
  return config.authorizationMode || (hasAuthentication(config) ? 'RBAC' : 'AlwaysAllow')
}

/** The configured limits, or the defaults with authentication. */
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

/** The error of the host, if any. Without authorization, everyone who reaches the server may do everything. */
export function hostError(config: ServerConfig & ProgramConfig): string | undefined {
  const { host, allowAnyHost } = config
  if (allowAnyHost || isLoopback(host) || authorizationModeOf(config) !== 'AlwaysAllow') return undefined
  return (
    `the host ${host} is reachable by others, and every request is allowed; ` +
    'choose 127.0.0.1, ::1 or localhost, or add --insecure-allow-any-host'
  )
}

/**
 * The allowed hosts of requests besides loopback; undefined for any. A loopback server needs no other name; an
 * operator of a public one may list names.
 */
export function allowedHostNames({ host, allowedHosts }: ServerConfig): HostNames | undefined {
  if (!isLoopback(host) && allowedHosts.length === 0) return undefined
  return new HostNames([host, ...allowedHosts])
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
