import { isIPv4 } from 'node:net'
import {
  type AuthorizationMode,
  allowsAll,
  DEFAULT_AUTHORIZATION,
} from '#access/authorization/authorization-config.js'
import { DEFAULT_TLS_PROTOCOL, type TlsProtocolConfig } from '#access/certificates/tls-protocol.js'
import { type AccessConfig, hasAuthentication } from '#access/config.js'
import { DEFAULT_PROXY_CLIENT } from '#access/front-proxy/proxy-client-config.js'
import {
  DEFAULT_REQUEST_HEADERS,
  type RequestHeaderConfig,
} from '#access/front-proxy/request-header-config.js'
import { LIMITS_WITH_USERS, type LimitsConfig } from '#access/limits/config.js'
import { DEFAULT_ALGORITHMS } from '#access/openid/issuer-checks.js'
import { DEFAULT_ACCOUNT_TOKENS } from '#access/tokens/account-token-config.js'
import { DEFAULT_TOKEN_SOURCES } from '#access/tokens/token-source-config.js'
import { DEFAULT_PLUGIN_CONFIG, type PluginConfig } from '#admission/plugin-config.js'
import type { AdmissionConfig } from '#admission/plugin-order.js'
import { type ControllersConfig, DEFAULT_CONTROLLERS } from '#controllers/enabled-controllers.js'
import type { NamespaceMode } from '#controllers/namespaces/lifecycle.js'
import type { CustomKind } from '#custom-resources/define-kind/define-kind.js'
import { DEFAULT_FEDERATION, type DnsConfig, type FederationConfig } from '#federation/config.js'
import type { Filter } from '#http/filter.js'
import { HostNames } from '#http/request/host-names.js'
import { DEFAULT_SERVICE_NETWORK, type ServiceNetworkConfig } from '#kinds/core/service/network.js'
import { DEFAULT_NODE_CONNECTIONS, type NodeConnectionConfig } from '#nodes/config.js'
import type { LogFormat, Logger, LogLevel } from '#observe/logger.js'
import type { TimerClock } from '#util/clock.js'
import type { Random } from '#util/random.js'
import {
  DEFAULT_FEATURE_GATES,
  type FeatureGatesConfig,
  isFeatureEnabled,
} from './feature-gates/feature-gates.js'
import { DEFAULT_RUNTIME_CONFIG, type RuntimeConfig } from './runtime-config/runtime-config.js'

export { ON_FULL } from '#access/audit/config.js'
export {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  allowsAll,
  areAuthorizationModes,
} from '#access/authorization/authorization-config.js'
export { LIMITS_WITH_USERS } from '#access/limits/config.js'
export { ALL_ALGORITHMS, isAlgorithm, issuerUrlError } from '#access/openid/issuer-checks.js'
export { isAccountIssuer, isHttpsUrl } from '#access/tokens/account-token-config.js'
export { isPluginName, PLUGIN_NAMES } from '#admission/plugin-order.js'
export { CONTROLLERS, type ControllersConfig, isControllerChoice } from '#controllers/enabled-controllers.js'
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
export { createLogger, LOG_FORMATS, LOG_LEVELS, type LogLevel } from '#observe/logger.js'
export { otlpEndpointError } from '#observe/trace/otlp-endpoint.js'

export { servicesError } from '#webhooks/client/configured-services.js'

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
  /** Upgrade a store on etcd whose format is older. */
  readonly upgradeEtcd: boolean
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
    AdmissionConfig,
    ControllersConfig,
    DnsConfig,
    FeatureGatesConfig,
    NodeConnectionConfig,
    PluginConfig,
    RuntimeConfig,
    ServiceNetworkConfig,
    TlsProtocolConfig,
    Omit<AccessConfig, keyof LimitsConfig | keyof ProgramConfig> {
  /** The address or host name to listen on. */
  readonly host: string
  /** The port; 0 picks a free one. */
  readonly port: number
  /** The address that the Service `kubernetes` leads to; empty for the one listened on, or one of the machine. */
  readonly advertiseAddress: string
  /** How long requests are served after the server has become unready, before it closes. */
  readonly shutdownDelayMs: number
  /** A recording to serve, from memory; empty for none. */
  readonly from: string
  /** With etcd: a file of keys, one a line, that encrypt the keys that servers share; empty for none. */
  readonly identityKeyFile: string
  /** An `EncryptionConfiguration` file: which resources are encrypted in the store, and how; empty for none. */
  readonly encryptionConfig: string
  /** The folder of a continuous archive; empty for none. */
  readonly archive: string
  /** How far back the archive reaches, in milliseconds. */
  readonly archiveKeepMs: number
  /** An X25519 public key that the archive is encrypted with, in PEM; empty for none. */
  readonly archiveRecipientFile: string
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
  /** Addresses of services for webhooks and aggregated APIs, as `host:port` by `namespace/name`. */
  readonly serviceResolver: Readonly<Record<string, string>>
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  /** The file of the access log; `-` for standard output, empty for none. */
  readonly accessLog: string
  /** Requests that take as long are logged; 0 for none. */
  readonly slowRequestThresholdMs: number
  /** The OpenTelemetry collector, without `/v1/traces`; empty for none. */
  readonly otlpEndpoint: string
  /** The share of traces that are recorded, from 0 to 1. */
  readonly otlpSampleRatio: number
  /** Whether `host` may be reachable from the network. */
  readonly allowAnyHost: boolean
  /** Allowed hosts besides `localhost`; `*.example.com` for subdomains, `*` for any. */
  readonly allowedHosts: readonly string[]
  /** The authorizers, in order; empty for RBAC with authentication, and none without. */
  readonly authorizationMode: readonly AuthorizationMode[]
  /** Whether flow schemas and priority levels divide the requests in flight. Needs authentication. */
  readonly enablePriorityAndFairness: boolean
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
  advertiseAddress: '',
  shutdownDelayMs: 0,
  dataDir: './.binnacle',
  storage: 'embedded',
  allowEmpty: false,
  upgradeEtcd: false,
  etcdEndpoints: [],
  etcdPrefix: '/registry',
  etcdCacert: '',
  etcdCert: '',
  etcdKey: '',
  identityKeyFile: '',
  encryptionConfig: '',
  archive: '',
  archiveKeepMs: 7 * 24 * 60 * 60_000,
  archiveRecipientFile: '',
  from: '',
  historyWindowMs: 15 * 60_000,
  eventTtlMs: 60 * 60_000,
  namespaces: 'on-demand',
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  ...DEFAULT_PLUGIN_CONFIG,
  ...DEFAULT_CONTROLLERS,
  ...DEFAULT_FEATURE_GATES,
  ...DEFAULT_RUNTIME_CONFIG,
  ...DEFAULT_SERVICE_NETWORK,
  simulateWorkloads: false,
  ...DEFAULT_NODE_CONNECTIONS,
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
  logFormat: 'auto',
  accessLog: '',
  slowRequestThresholdMs: 1000,
  otlpEndpoint: '',
  otlpSampleRatio: 1,
  allowAnyHost: false,
  allowedHosts: [],
  tlsCertFile: '',
  tlsKeyFile: '',
  tlsSelfSigned: false,
  ...DEFAULT_TLS_PROTOCOL,
  clientCaFile: '',
  ...DEFAULT_REQUEST_HEADERS,
  ...DEFAULT_PROXY_CLIENT,
  tokenAuthFile: '',
  anonymousAuth: true,
  authorizationMode: [],
  ...DEFAULT_AUTHORIZATION,
  ...DEFAULT_TOKEN_SOURCES,
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
  ...DEFAULT_ACCOUNT_TOKENS,
  auditLog: '',
  auditLogMaxSize: 100,
  auditLogMaxAge: 30,
  auditLogMaxBackups: 10,
  auditPolicyFile: '',
  auditOnFull: 'block',
  enablePriorityAndFairness: true,
  maxRequestsInflight: 'usual',
  maxMutatingRequestsInflight: 'usual',
  maxWatchesPerUser: 'usual',
  corsAllowedOrigins: [],
}

/** The server cannot start, and the user can fix it. The message is one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The options of front proxies, whose uids a feature gate turns off. */
export function requestHeadersOf(config: ServerConfig): RequestHeaderConfig {
  return isFeatureEnabled('RemoteRequestHeaderUID', config)
    ? config
    : { ...config, requestHeaderUidHeaders: [] }
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

/** The default of the storage: a recording is served from memory. */
export function defaultStorage(
  from: string | undefined,
  usual: StorageKind = defaultConfig.storage,
): StorageKind {
  return from === undefined || from === '' ? usual : 'memory'
}

/** Empty if a file names the authorizers. */
export function authorizationModeOf(config: ServerConfig & ProgramConfig): readonly AuthorizationMode[] {
  if (config.authorizationMode.length > 0 || config.authorizationConfig !== '') {
    return config.authorizationMode
  }
  return hasAuthentication(config) ? ['RBAC'] : ['AlwaysAllow']
}

/** The configured limits, or the defaults with authentication. */
export function limitsOf(config: ServerConfig & ProgramConfig): LimitsConfig {
  const hasUsers = hasAuthentication(config) || !allowsAll(authorizationModeOf(config))
  const limitOf = (name: keyof typeof LIMITS_WITH_USERS) => {
    const limit = config[name]
    if (limit !== 'usual') return limit
    return hasUsers ? LIMITS_WITH_USERS[name] : 0
  }
  return {
    enablePriorityAndFairness: config.enablePriorityAndFairness,
    maxRequestsInflight: limitOf('maxRequestsInflight'),
    maxMutatingRequestsInflight: limitOf('maxMutatingRequestsInflight'),
    maxWatchesPerUser: limitOf('maxWatchesPerUser'),
  }
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
