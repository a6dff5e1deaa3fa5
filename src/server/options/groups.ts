import type { ServerConfig } from '#server/config.js'

/** A group of options, in the help, in a configuration file and in the reference. */
export interface OptionGroup {
  /** The key in a configuration file. */
  readonly name: string
  readonly title: string
  /** The page of the documentation, with its section. */
  readonly guide: string
  readonly keys: readonly (keyof ServerConfig)[]
}

/** Every option is in one group. */
export const OPTION_GROUPS: readonly OptionGroup[] = [
  {
    name: 'server',
    title: 'Server',
    guide: '/guides/operations',
    keys: [
      'host',
      'port',
      'advertiseAddress',
      'allowAnyHost',
      'shutdownDelayMs',
      'namespaces',
      'eventTtlMs',
      'controllers',
      'featureGates',
      'runtimeConfig',
    ],
  },
  {
    name: 'logs',
    title: 'Logs and traces',
    guide: '/guides/observability',
    keys: [
      ...(['logLevel', 'logFormat', 'accessLog', 'slowRequestThresholdMs'] as const),
      ...(['otlpEndpoint', 'otlpSampleRatio'] as const),
    ],
  },
  {
    name: 'storage',
    title: 'Storage',
    guide: '/guides/operations',
    keys: [
      ...(['storage', 'dataDir', 'allowEmpty', 'historyWindowMs', 'from'] as const),
      ...([
        'etcdEndpoints',
        'etcdPrefix',
        'etcdCacert',
        'etcdCert',
        'etcdKey',
        'upgradeEtcd',
        'identityKeyFile',
      ] as const),
    ],
  },
  {
    name: 'encryption',
    title: 'Encryption at rest',
    guide: '/guides/encryption',
    keys: ['encryptionConfig'],
  },
  {
    name: 'backup',
    title: 'Backup',
    guide: '/guides/backup',
    keys: ['archive', 'archiveKeepMs', 'archiveRecipientFile'],
  },
  {
    name: 'tls',
    title: 'TLS',
    guide: '/guides/access#tls',
    keys: [
      ...(['tlsCertFile', 'tlsKeyFile', 'tlsSelfSigned', 'tlsMinVersion', 'tlsCipherSuites'] as const),
      'clientCaFile',
    ],
  },
  {
    name: 'authentication',
    title: 'Authentication and authorization',
    guide: '/guides/access',
    keys: [
      ...(['tokenAuthFile', 'anonymousAuth', 'authenticationConfig'] as const),
      ...(['oidcIssuerUrl', 'oidcClientId', 'oidcUsernameClaim', 'oidcUsernamePrefix'] as const),
      ...(['oidcGroupsClaim', 'oidcGroupsPrefix', 'oidcRequiredClaims', 'oidcSigningAlgs'] as const),
      ...(['oidcCaFile', 'serviceAccountIssuer', 'serviceAccountKeyFiles'] as const),
      ...(['serviceAccountSigningKeyFile', 'apiAudiences', 'enableBootstrapTokenAuth'] as const),
      ...(['serviceAccountMaxTokenExpirationMs', 'serviceAccountExtendTokenExpiration'] as const),
      'serviceAccountJwksUri',
      ...(['tokenWebhookConfigFile', 'tokenWebhookVersion', 'tokenWebhookCacheTtlMs'] as const),
      ...(['authorizationMode', 'authorizationConfig', 'authorizationWebhookConfigFile'] as const),
      ...(['authorizationWebhookVersion', 'authorizationWebhookCacheAuthorizedTtlMs'] as const),
      ...(['authorizationWebhookCacheUnauthorizedTtlMs'] as const),
    ],
  },
  {
    name: 'front-proxy',
    title: 'Front proxies',
    guide: '/guides/access#front-proxies',
    keys: [
      ...([
        'requestHeaderClientCaFile',
        'requestHeaderAllowedNames',
        'requestHeaderUsernameHeaders',
      ] as const),
      ...([
        'requestHeaderUidHeaders',
        'requestHeaderGroupHeaders',
        'requestHeaderExtraHeadersPrefix',
      ] as const),
    ],
  },
  {
    name: 'audit',
    title: 'Audit',
    guide: '/guides/access#audit-log',
    keys: [
      ...(['auditLog', 'auditPolicyFile', 'auditOnFull'] as const),
      ...(['auditLogMaxSize', 'auditLogMaxAge', 'auditLogMaxBackups'] as const),
    ],
  },
  {
    name: 'limits',
    title: 'Limits',
    guide: '/guides/access#fair-use',
    keys: [
      'enablePriorityAndFairness',
      ...(['maxRequestsInflight', 'maxMutatingRequestsInflight', 'maxWatchesPerUser'] as const),
    ],
  },
  {
    name: 'browsers',
    title: 'Browsers',
    guide: '/guides/operations#browsers',
    keys: ['allowedHosts', 'corsAllowedOrigins'],
  },
  {
    name: 'admission',
    title: 'Admission',
    guide: '/guides/admission',
    keys: [
      ...(['enableAdmissionPlugins', 'disableAdmissionPlugins', 'admissionControlConfigFile'] as const),
      ...(['defaultNotReadyTolerationSeconds', 'defaultUnreachableTolerationSeconds'] as const),
    ],
  },
  {
    name: 'network',
    title: 'Services',
    guide: '/guides/operations#addresses-of-services',
    keys: ['serviceClusterIpRange', 'serviceNodePortRange'],
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    guide: '/guides/admission#webhooks',
    keys: ['serviceResolver'],
  },
  {
    name: 'aggregation',
    title: 'Aggregation',
    guide: '/guides/aggregation',
    keys: ['proxyClientCertFile', 'proxyClientKeyFile'],
  },
  { name: 'workloads', title: 'Workloads', guide: '/guides/workloads', keys: ['simulateWorkloads'] },
  {
    name: 'nodes',
    title: 'Nodes',
    guide: '/guides/nodes',
    keys: [
      ...(['connectToNodes', 'kubeletPreferredAddressTypes', 'kubeletClientCertificate'] as const),
      ...(['kubeletClientKey', 'kubeletCertificateAuthority', 'kubeletTimeoutMs'] as const),
    ],
  },
  {
    name: 'faults',
    title: 'Faults',
    guide: '/guides/testing#faults',
    keys: ['faultsFile', 'allowFaultsOnNetwork'],
  },
  {
    name: 'federation',
    title: 'Federation',
    guide: '/guides/federation',
    keys: [
      ...(['federation', 'federationNamespace', 'clusterProbeIntervalMs'] as const),
      ...(['federationAllowedAddresses', 'federationSearchMiB'] as const),
      ...(['dnsListen', 'dnsZone', 'federationName'] as const),
    ],
  },
]
