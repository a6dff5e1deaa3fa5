import { isIP } from 'node:net'
import {
  ALL_ALGORITHMS,
  isAlgorithm,
  isAllowableHost,
  isAllowableOrigin,
  isLoopback,
  issuerUrlError,
  LIMITS_WITH_USERS,
  NAMESPACE_MODES,
  ON_FULL,
  type ServerConfig,
  STORAGE_KINDS,
  type StorageConfig,
} from '#server/config.js'
import { ACCOUNT_OPTIONS } from './account-table.js'
import { ADMISSION_OPTIONS } from './admission-table.js'
import { AUTHORIZATION_OPTIONS } from './authorization-table.js'
import { BACKUP_OPTIONS } from './backup-table.js'
import { CONTROLLERS_OPTIONS } from './controllers-table.js'
import { MAP_OF_STRINGS, orEmpty } from './expect-options.js'
import { FEATURE_GATES_OPTIONS } from './feature-gates-table.js'
import { FEDERATION_OPTIONS } from './federation-table.js'
import { FRONT_PROXY_OPTIONS, PROXY_CLIENT_OPTIONS } from './front-proxy-table.js'
import { LOG_OPTIONS } from './log-table.js'
import { NETWORK_OPTIONS } from './network-table.js'
import { NODE_OPTIONS } from './nodes-table.js'
import {
  choiceOption,
  durationOption,
  fileOption,
  listThat,
  numberThat,
  orNone,
  type ServerOption,
  type ServerOptionTable,
  stringOption,
  stringThat,
  switchOption,
} from './option.js'
import { RUNTIME_CONFIG_OPTIONS } from './runtime-config-table.js'
import { TLS_PROTOCOL_OPTIONS } from './tls-table.js'
import { TOKEN_OPTIONS } from './token-table.js'
import { WEBHOOK_OPTIONS } from './webhook-table.js'

const isHost = (text: string) => /^[^\s/]+$/.test(text)
const isAdvertisable = (text: string) =>
  isIP(text) !== 0 && !isLoopback(text) && text !== '0.0.0.0' && text !== '::'
const isPort = (number: number) => number >= 0 && number <= 65_535
const isCount = (number: number) => number >= 0 && number < 1_000_000
const isLimit = (number: number) => number >= 0 && number <= 1_000_000
const isKeyPrefix = (text: string) => /^\/[A-Za-z0-9._/-]{0,199}[A-Za-z0-9._-]$/.test(text)
const isIssuer = (text: string) => issuerUrlError(text) === undefined
const ENDPOINT = /^https?:\/\/[^\s/?#@]+$/
const isEndpoint = (text: string) => ENDPOINT.test(text) && URL.canParse(text)

/** Options of every command that opens a store. */
export const STORAGE_OPTIONS: ServerOptionTable<StorageConfig> = {
  dataDir: {
    flag: '--data-dir',
    placeholder: '<folder>',
    hasVariable: true,
    help: 'folder of the embedded store; created if missing',
    expected: 'a folder',
    parse: (text) => (text === '' ? undefined : text),
    format: String,
    value: stringThat('the path of a folder', (text) => text !== ''),
  },
  storage: choiceOption(
    '--storage',
    'where objects are stored: on disk, in memory until the server stops, or in etcd',
    STORAGE_KINDS,
  ),
  allowEmpty: switchOption(
    '--allow-empty',
    'start empty even if the data file of an existing store is missing',
  ),
  etcdEndpoints: {
    flag: '--etcd-endpoints',
    placeholder: '<url,…>',
    hasVariable: true,
    help: 'URLs of the etcd members, with --storage etcd',
    expected: 'one or more http://host:port or https://host:port, separated by commas',
    parse: parseEndpoints,
    format: (endpoints) => orNone(endpoints.join(',')),
    value: listThat('http://host:port or https://host:port', isEndpoint),
  },
  etcdPrefix: {
    flag: '--etcd-prefix',
    placeholder: '<text>',
    hasVariable: true,
    help: 'prefix of all keys in etcd; servers that share it serve the same objects',
    expected: 'a path such as /registry',
    parse: (text) => (isKeyPrefix(text) ? text : undefined),
    format: String,
    value: stringThat('a path such as /registry', isKeyPrefix),
  },
  etcdCacert: fileOption('--etcd-cacert', 'CA certificates for etcd, in PEM'),
  etcdCert: fileOption('--etcd-cert', 'client certificate for etcd, in PEM'),
  etcdKey: fileOption('--etcd-key', 'key of the client certificate for etcd, in PEM'),
  upgradeEtcd: switchOption(
    '--upgrade-etcd',
    'upgrade a store on etcd whose format is older; save a snapshot first',
  ),
}

/** The server's options. Parsing, environment, help, documentation and the library use this table. */
export const OPTIONS: ServerOptionTable<ServerConfig> = {
  host: {
    flag: '--host',
    placeholder: '<address>',
    hasVariable: true,
    help: 'address to listen on',
    expected: 'an address or a host name',
    parse: (text) => (isHost(text) ? text : undefined),
    format: String,
    value: stringThat('an address or a host name', isHost),
  },
  port: {
    flag: '--port',
    placeholder: '<number>',
    hasVariable: true,
    help: 'port to listen on; 0 picks a free one',
    expected: 'a number from 0 to 65535',
    parse: (text) => (/^[0-9]{1,5}$/.test(text) && isPort(Number(text)) ? Number(text) : undefined),
    format: String,
    value: numberThat('a number from 0 to 65535', isPort),
  },
  advertiseAddress: {
    flag: '--advertise-address',
    placeholder: '<ip>',
    hasVariable: true,
    help: 'IP address of this server for pods, in the endpoints of the Service kubernetes',
    expected: 'an IP address that others can reach',
    parse: (text) => (isAdvertisable(text) ? text : undefined),
    format: (address) => address || 'the one listened on, or one of the machine',
    value: orEmpty(stringThat('an IP address that others can reach', isAdvertisable)),
  },
  shutdownDelayMs: durationOption(
    '--shutdown-delay',
    'how long a stopping server serves requests while it is not ready',
  ),
  ...STORAGE_OPTIONS,
  ...BACKUP_OPTIONS,
  from: fileOption('--from', 'recording of "binnacle record" to serve, in memory'),
  historyWindowMs: durationOption(
    '--history-window',
    'how long old resource versions can be listed and watched',
  ),
  eventTtlMs: durationOption(
    '--event-ttl',
    'how long events are kept after their last update; 0 keeps them forever',
  ),
  namespaces: choiceOption(
    '--namespaces',
    'on-demand: the first object in a namespace creates it; strict: it must exist',
    NAMESPACE_MODES,
    '<mode>',
  ),
  ...ADMISSION_OPTIONS,
  ...CONTROLLERS_OPTIONS,
  ...FEATURE_GATES_OPTIONS,
  ...RUNTIME_CONFIG_OPTIONS,
  ...NETWORK_OPTIONS,
  ...LOG_OPTIONS,
  simulateWorkloads: switchOption(
    '--simulate-workloads',
    'simulate controllers and kubelets: deployments get pods, pods become ready, nothing runs',
  ),
  ...NODE_OPTIONS,
  faultsFile: fileOption(
    '--faults',
    'fault rules, in YAML or JSON: requests fail, wait or are cut; for tests',
  ),
  allowFaultsOnNetwork: switchOption(
    '--allow-faults-on-network',
    'allow --faults with an address that others can reach',
  ),
  ...FEDERATION_OPTIONS,
  ...WEBHOOK_OPTIONS,
  allowAnyHost: switchOption(
    '--insecure-allow-any-host',
    'allow an address that others can reach, without authentication: they may do everything',
  ),
  allowedHosts: {
    flag: '--allowed-hosts',
    placeholder: '<name,…>',
    hasVariable: true,
    help: 'host names besides localhost that requests may use, such as *.example.com',
    expected: 'one or more host names without ports, separated by commas',
    parse: parseHosts,
    format: (hosts) => orNone(hosts.join(',')),
    value: listThat('host names without ports', isAllowableHost),
  },
  tlsCertFile: fileOption('--tls-cert-file', 'serving certificate, in PEM; reloaded when it changes'),
  tlsKeyFile: fileOption('--tls-key-file', 'key of the serving certificate, in PEM'),
  tlsSelfSigned: switchOption(
    '--tls-self-signed',
    'create a CA, a certificate and an admin.kubeconfig in the data folder, and renew them',
  ),
  ...TLS_PROTOCOL_OPTIONS,
  clientCaFile: fileOption(
    '--client-ca-file',
    'CA certificates for client certificates, in PEM; reloaded when it changes',
  ),
  ...FRONT_PROXY_OPTIONS,
  ...PROXY_CLIENT_OPTIONS,
  tokenAuthFile: fileOption(
    '--token-auth-file',
    'static tokens, as lines of token,user,uid[,"group,…"]; reloaded when it changes',
  ),
  anonymousAuth: switchOption(
    '--anonymous-auth',
    'accept requests without credentials as the user system:anonymous',
  ),
  ...TOKEN_OPTIONS,
  ...AUTHORIZATION_OPTIONS,
  oidcIssuerUrl: urlOption('--oidc-issuer-url', 'URL of the OIDC issuer'),
  oidcClientId: stringOption('--oidc-client-id', 'audience that OIDC tokens must have'),
  oidcUsernameClaim: stringOption('--oidc-username-claim', 'token claim with the user name'),
  oidcUsernamePrefix: stringOption(
    '--oidc-username-prefix',
    'prefix of user names, - for none; the issuer and # unless the claim is email',
  ),
  oidcGroupsClaim: stringOption('--oidc-groups-claim', 'token claim with the groups'),
  oidcGroupsPrefix: stringOption('--oidc-groups-prefix', 'prefix of group names'),
  oidcRequiredClaims: {
    flag: '--oidc-required-claim',
    placeholder: '<claim=text,…>',
    hasVariable: true,
    isRepeatable: true,
    help: 'further claims that OIDC tokens must have',
    expected: 'one or more claim=text, separated by commas',
    parse: parseClaims,
    format: (claims) =>
      orNone(
        Object.entries(claims)
          .map((pair) => pair.join('='))
          .join(','),
      ),
    value: { ...MAP_OF_STRINGS, what: 'an object of strings by claims' },
  },
  oidcSigningAlgs: {
    flag: '--oidc-signing-algs',
    placeholder: '<name,…>',
    hasVariable: true,
    help: 'signature algorithms that OIDC tokens may use',
    expected: `one or more of ${ALL_ALGORITHMS.join(', ')}, separated by commas`,
    parse: parseAlgorithms,
    format: (names) => names.join(','),
    value: listThat(ALL_ALGORITHMS.join(', '), isAlgorithm),
  },
  oidcCaFile: fileOption('--oidc-ca-file', 'CA certificates for the OIDC issuer, in PEM'),
  authenticationConfig: fileOption(
    '--authentication-config',
    'AuthenticationConfiguration file with several issuers; reloaded when it changes',
  ),
  ...ACCOUNT_OPTIONS,
  auditLog: fileOption('--audit-log', 'audit log file, one JSON event a line; - for standard output'),
  auditLogMaxSize: countOption(
    '--audit-log-max-size',
    '<megabytes>',
    'size at which the audit log rotates; 0 for never',
  ),
  auditLogMaxAge: countOption(
    '--audit-log-max-age',
    '<days>',
    'age at which the audit log rotates, and rotated files are removed; 0 for never',
  ),
  auditLogMaxBackups: countOption(
    '--audit-log-max-backups',
    '<number>',
    'number of rotated audit logs to keep; 0 keeps all',
  ),
  auditPolicyFile: fileOption(
    '--audit-policy-file',
    'audit.k8s.io/v1 Policy file: what to audit; reloaded when it changes',
  ),
  auditOnFull: choiceOption(
    '--audit-on-full',
    'when the audit log is too slow: block makes requests wait, drop loses events',
    ON_FULL,
  ),
  enablePriorityAndFairness: switchOption(
    '--enable-priority-and-fairness',
    'divide concurrency by FlowSchemas and PriorityLevelConfigurations, where users are known',
  ),
  maxRequestsInflight: limitOption(
    '--max-requests-inflight',
    'limit of concurrent reads, without watches; added to that of writes; 0 for no limit',
    LIMITS_WITH_USERS.maxRequestsInflight,
  ),
  maxMutatingRequestsInflight: limitOption(
    '--max-mutating-requests-inflight',
    'limit of concurrent writes; added to that of reads; 0 for no limit',
    LIMITS_WITH_USERS.maxMutatingRequestsInflight,
  ),
  maxWatchesPerUser: limitOption(
    '--max-watches-per-user',
    'limit of open watches per user; 0 for no limit',
    LIMITS_WITH_USERS.maxWatchesPerUser,
  ),
  corsAllowedOrigins: {
    flag: '--cors-allowed-origins',
    placeholder: '<origin,…>',
    hasVariable: true,
    help: 'origins whose pages may call the server, or regular expressions for them',
    expected:
      'origins such as https://example.com or https://*.example.com, or regular expressions that begin with ^ or // ' +
      'and end with $, such as //example\\.com(:|$), separated by commas',
    parse: parseOrigins,
    format: (origins) => orNone(origins.join(',')),
    value: listThat(
      'origins such as https://example.com, or regular expressions for them',
      isAllowableOrigin,
    ),
  },
}

function parseClaims(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair.trim()))
  if (pairs.includes(null)) return undefined
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]))
}

function parseAlgorithms(text: string): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim())
  return names.every(isAlgorithm) ? names : undefined
}

function urlOption(flag: string, help: string): ServerOption<string> {
  const expected = 'a URL that begins with https://, without a query, a fragment or a user'
  return {
    flag,
    placeholder: '<url>',
    hasVariable: true,
    help,
    expected,
    parse: (text) => (isIssuer(text) ? text : undefined),
    format: orNone,
    value: orEmpty(stringThat(expected, isIssuer)),
  }
}

function countOption(flag: string, placeholder: string, help: string): ServerOption<number> {
  const parse = (text: string) => (/^[0-9]{1,6}$/.test(text) ? Number(text) : undefined)
  return {
    flag,
    placeholder,
    hasVariable: true,
    help,
    expected: 'a whole number',
    parse,
    format: String,
    value: numberThat('a whole number from 0 to 999999', isCount),
  }
}

/** A limit whose default applies with authentication. */
function limitOption(flag: string, help: string, usual: number): ServerOption<number | 'usual'> {
  const given = numberThat("a number from 0 to 1000000, or 'usual'", isLimit)
  return {
    flag,
    placeholder: '<number>',
    hasVariable: true,
    help,
    expected: 'a number from 0 to 1000000',
    parse: (text) => (/^[0-9]{1,7}$/.test(text) && isLimit(Number(text)) ? Number(text) : undefined),
    format: (limit) => (limit === 'usual' ? `${usual} where users are known, else 0` : String(limit)),
    value: { ...given, fits: (value) => value === 'usual' || given.fits(value) },
  }
}

function parseEndpoints(text: string): readonly string[] | undefined {
  const endpoints = text.split(',').map((endpoint) => endpoint.trim().replace(/\/$/, ''))
  return endpoints.every(isEndpoint) ? endpoints : undefined
}

function parseHosts(text: string): readonly string[] | undefined {
  const hosts = text.split(',').map((host) => host.trim())
  return hosts.every(isAllowableHost) ? hosts : undefined
}

function parseOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(',').map((origin) => origin.trim())
  return origins.every(isAllowableOrigin) ? origins : undefined
}
