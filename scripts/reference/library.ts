import type {
  AuditOptions,
  AuthenticationOptions,
  FederationOptions,
  IssuerOptions,
  RequestHeaderOptions,
  ServerOptions,
  TlsOptions,
  TokenConfig,
  TokenWebhookOptions,
} from '#index.js'
import { defaultConfig, type ServerConfig } from '#server/config.js'
import { GROUPED } from '#server/options/index.js'
import { OPTIONS } from '#server/options/table.js'
import { code, page, plain, table } from './markdown.js'

type Described<T> = Readonly<Record<T extends unknown ? keyof T : never, string>>
type ProgramOptions = Omit<ServerOptions, keyof Omit<ServerConfig, 'federation'>>

/** The compiler checks that exactly the existing options are described. */
const PROGRAM: Described<Required<ProgramOptions>> = {
  tls: 'Encrypts connections; see [below](#tls).',
  authentication: 'How the server knows users; see [below](#authentication).',
  authorization:
    "`'RBAC'`, `'AlwaysAllow'` or a list such as `['Node', 'RBAC']`. Default: RBAC as soon as users are configured.",
  audit: 'Writes an audit log; see [below](#audit).',
  federation: '`true` or an object: acts on the registered clusters; see [below](#federation).',
  clock:
    'The clock of the whole server: `now()` and `at(time, callback)`. Default: the system clock; a `TestClock` in a test server.',
  kinds: 'Custom kinds made with [`defineKind`](/guides/embedding#kinds-of-your-own).',
  logger:
    'Receives log lines in place of standard error: an object with `trace`, `debug`, `info`, `warn` and `error`, such as a pino logger.',
  signal: 'An `AbortSignal` that closes the server.',
}

const TLS: Described<Required<TlsOptions>> = {
  cert: 'Certificate chain of the server, in PEM.',
  key: 'Private key of the certificate, in PEM.',
  certFile: 'File of the certificate chain; reloaded when it changes.',
  keyFile: 'File of the private key; reloaded when it changes.',
  selfSigned: '`true`: the server makes a certificate authority and a certificate in `dataDir`.',
}

const AUTHENTICATION: Described<Required<AuthenticationOptions>> = {
  clientCa: 'CA certificates that sign client certificates, in PEM. Needs `tls`.',
  clientCaFile: 'File of these CA certificates; reloaded when it changes.',
  tokens:
    'Static tokens; see [below](#authentication-tokens). An empty list is a server without users, not an open one.',
  tokenFile: 'File of static tokens, as for `--token-auth-file`.',
  oidc: 'OIDC issuers; see [below](#authentication-oidc).',
  configFile: 'File of an `AuthenticationConfiguration`, in place of `oidc`.',
  anonymous: 'Whether requests without credentials are served. Default: `true`.',
  serviceAccountIssuer:
    'Issuer (`iss`) of service account tokens, or a list whose first is that of new tokens.',
  serviceAccountKeyFiles: 'Files of keys that verify service account tokens besides the signing key, in PEM.',
  serviceAccountSigningKeyFile:
    'File of the key that signs service account tokens. Default: a key of the store.',
  requestHeader: 'Front proxies, which name users in headers; see [below](#authentication-requestheader).',
  apiAudiences: 'Audiences of tokens for this server. Default: the issuers of service account tokens.',
  serviceAccountMaxTokenExpirationMs:
    'The longest lifetime of requested service account tokens, from an hour on. Default: `0`, any.',
  serviceAccountExtendTokenExpiration:
    'Whether the tokens that pods get by default are accepted for a year. Default: `true`.',
  serviceAccountJwksUri:
    'The `https` URL of the keys of service account tokens that is published. Default: a path below the issuer.',
  bootstrapTokens: 'Whether nodes can join with bootstrap tokens. Default: `false`.',
  tokenWebhook: 'A server that authenticates tokens; see [below](#authentication-tokenwebhook).',
}

const TOKEN: Described<Required<TokenConfig>> = {
  token: 'The secret that the client sends. Required.',
  user: 'Name of the user. Required.',
  uid: 'Uid of the user.',
  groups: 'Groups of the user.',
  extra: 'Further attributes: lists of strings by key.',
}

const OIDC: Described<Required<IssuerOptions>> = {
  issuerUrl: 'URL of the issuer, exactly as in `iss`. Required.',
  clientId: 'Audience that tokens must have (`aud`): one, or a list of which one is enough. Required.',
  discoveryUrl: 'URL of the discovery document, where it is not below the issuer.',
  ca: 'CA certificates of the issuer, in PEM.',
  caFile: 'File of these CA certificates.',
  signingAlgs: "Accepted signature algorithms. Default: `['RS256']`.",
  requiredClaims: 'Claims that tokens must have, with their values.',
  usernameClaim: 'Claim with the user name. Default: `sub`.',
  usernamePrefix: 'Prefix of user names. Default: issuer and `#`; none for `email`.',
  groupsClaim: 'Claim with the groups.',
  groupsPrefix: 'Prefix of group names.',
  uidClaim: 'Claim with the uid of the user.',
}

const REQUEST_HEADER: Described<Required<RequestHeaderOptions>> = {
  clientCaFile: 'File of the CA certificates of front proxies, in PEM. Required; needs `tls`.',
  allowedNames: 'Common names of front proxies. Default: all certificates of the CAs.',
  usernameHeaders: "Headers with the user name, such as `['X-Remote-User']`. Required.",
  uidHeaders: 'Headers with the uid.',
  groupHeaders: 'Headers with groups.',
  extraHeadersPrefix: 'Prefixes of headers with further attributes.',
}

const TOKEN_WEBHOOK: Described<Required<TokenWebhookOptions>> = {
  configFile: 'A kubeconfig that names the server. Required.',
  version: 'Version of the TokenReviews: `v1` or `v1beta1`. Default: `v1beta1`.',
  cacheTtlMs: 'How long a decision holds. Default: two minutes.',
}

const AUDIT: Described<Required<AuditOptions>> = {
  log: 'A file, `-` for standard output, a stream that gets lines of JSON, or a function called with each event. Required.',
  policy: 'A `Policy` of `audit.k8s.io/v1`. Default: the metadata of writes and refusals.',
  policyFile: 'File of such a policy; reloaded when it changes.',
  onFull: "`'block'` or `'drop'`, as `--audit-on-full`.",
  maxSize: 'Size in megabytes at which a file is rotated; 0 for no limit.',
  maxAge: 'Age in days at which a file is rotated, and a rotated one deleted; 0 for no limit.',
  maxBackups: 'Number of rotated files to keep; 0 for all.',
}

const FEDERATION: Described<Required<FederationOptions>> = {
  namespace: 'Namespace of the secrets with credentials for clusters. Default: `federation-system`.',
  probeIntervalMs: 'Time between two health probes of a cluster. Default: 10 seconds.',
  allowAddresses: 'Link-local or metadata addresses, or ranges, that clusters may have.',
  searchMiB: 'Memory for the objects that searches over all clusters keep, in MiB. Default: 1024.',
  dnsListen: 'Address and port of the DNS server for federated services. Default: none.',
  dnsZone: 'Domain of the names of federated services.',
  name: 'Name of the federation within these names. Default: `federation`.',
}

export function libraryPage(): string {
  return page(
    'Library options',
    `\`createServer\` and \`startTestServer\` take these options ([guide](/guides/embedding)). Every [flag](./flags.md) of
\`binnacle serve\` is an option with the same default; environment variables have no effect. Durations are milliseconds.

The server checks every option by value and type before it opens anything. An unknown or unusable option rejects with a
\`StartError\`: \`storage: expected one of embedded, memory, etcd, got "Memory"\`.`,
    '## Options for programs only',
    'These group several flags, or have no flag.',
    describedTable(PROGRAM),
    '### tls',
    'One of: `cert` and `key`; `certFile` and `keyFile`; `selfSigned`.',
    describedTable(TLS),
    '### authentication',
    describedTable(AUTHENTICATION),
    '#### authentication.tokens',
    describedTable(TOKEN),
    '#### authentication.oidc',
    describedTable(OIDC),
    '#### authentication.requestHeader',
    describedTable(REQUEST_HEADER),
    '#### authentication.tokenWebhook',
    describedTable(TOKEN_WEBHOOK),
    '### audit',
    describedTable(AUDIT),
    '### federation',
    describedTable(FEDERATION),
    '## Options that are flags',
    flatTable(),
    '## Options of a test server',
    '`startTestServer` of `binnacle/testing` takes more options:',
    table(
      ['option', 'meaning'],
      [
        [
          '`users`',
          'Groups by user name. The token of a user is the user name; `as(user)` sends requests as the user.',
        ],
        [
          '`seed`',
          'A number. The same requests then give the same uids, generated names, addresses and ports in every run.',
        ],
        ['`crds`', 'CustomResourceDefinitions to start with: files, folders, globs or objects.'],
        ['`objects`', 'Objects to start with, in the same forms.'],
      ],
    ),
  )
}

function describedTable(described: Readonly<Record<string, string>>): string {
  return table(
    ['option', 'meaning'],
    Object.entries(described).map(([name, meaning]) => [code(name), meaning]),
  )
}

function flatTable(): string {
  const keys = (Object.keys(OPTIONS) as (keyof ServerConfig)[]).filter(
    (key) => key !== 'federation' && !Object.hasOwn(GROUPED, key),
  )
  const rows = keys.map((key) => [
    code(key),
    `[${code(OPTIONS[key].flag)}](./flags.md)`,
    plain(OPTIONS[key].value.what),
    code(JSON.stringify(defaultConfig[key])),
  ])
  return table(['option', 'flag', 'value', 'default'], rows)
}
