import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig, type ServerConfig } from '#server/config.js'
import { servedConfig, usageError } from './arguments.fixture.js'

describe('binnacle serve', () => {
  it('has a default for everything', async () => {
    assert.deepEqual(await servedConfig('serve'), defaultConfig)
  })

  it('takes each option as a flag, with its value behind a blank or an equals sign', async () => {
    const expected: ServerConfig = {
      host: '::1',
      port: 0,
      advertiseAddress: '192.0.2.7',
      shutdownDelayMs: 20_000,
      dataDir: '/data',
      storage: 'memory',
      allowEmpty: true,
      etcdEndpoints: ['http://a:2379', 'https://[::1]:2379'],
      etcdPrefix: '/binnacle',
      etcdCacert: 'ca.pem',
      etcdCert: 'me.pem',
      etcdKey: 'me.key',
      upgradeEtcd: true,
      identityKeyFile: 'identity.key',
      encryptionConfig: 'encryption.yaml',
      archive: '/archive',
      archiveKeepMs: 129_600_000,
      archiveRecipientFile: 'archive.pub',
      from: 'cluster.recording',
      historyWindowMs: 5_400_000,
      eventTtlMs: 7_200_000,
      namespaces: 'strict',
      enableAdmissionPlugins: ['NodeRestriction', 'AlwaysPullImages'],
      disableAdmissionPlugins: ['Priority'],
      admissionControlConfigFile: 'admission.yaml',
      defaultNotReadyTolerationSeconds: 60,
      defaultUnreachableTolerationSeconds: 0,
      controllers: ['*', '-revision-history'],
      featureGates: { AllAlpha: false, RemoteRequestHeaderUID: true },
      runtimeConfig: { 'api/alpha': false, 'batch/v1/jobs': true, '/v1': true },
      serviceClusterIpRange: ['10.10.0.0/16', 'fd00:10::/112'],
      serviceNodePortRange: '20000-20999',
      simulateWorkloads: true,
      connectToNodes: true,
      kubeletPreferredAddressTypes: ['InternalIP', 'Hostname'],
      kubeletClientCertificate: 'kubelet.pem',
      kubeletClientKey: 'kubelet.key',
      kubeletCertificateAuthority: 'kubelets.pem',
      kubeletTimeoutMs: 3000,
      faultsFile: 'faults.yaml',
      allowFaultsOnNetwork: true,
      federation: true,
      federationNamespace: 'members',
      clusterProbeIntervalMs: 60_000,
      federationAllowedAddresses: ['169.254.0.0/16', 'fe80::1'],
      federationSearchMiB: 64,
      dnsListen: '[::1]:5353',
      dnsZone: 'example.com',
      federationName: 'ours',
      serviceResolver: { 'policies/webhook': '127.0.0.1:8443', 'a/b': '[::1]:1' },
      logLevel: 'silent',
      logFormat: 'json',
      accessLog: 'access.log',
      slowRequestThresholdMs: 250,
      otlpEndpoint: 'https://collector.example.com/otel',
      otlpSampleRatio: 0.25,
      allowAnyHost: true,
      allowedHosts: ['api.example.com', '*.test', '::1'],
      requestHeaderClientCaFile: 'proxies.pem',
      requestHeaderAllowedNames: ['front-proxy-client', 'other'],
      requestHeaderUsernameHeaders: ['X-Remote-User'],
      requestHeaderUidHeaders: ['X-Remote-Uid'],
      requestHeaderGroupHeaders: ['X-Remote-Group'],
      requestHeaderExtraHeadersPrefix: ['X-Remote-Extra-'],
      proxyClientCertFile: 'proxy.pem',
      proxyClientKeyFile: 'proxy.key',
      tokenAuthFile: 'tokens.csv',
      anonymousAuth: true,
      authorizationMode: ['RBAC', 'Webhook'],
      oidcIssuerUrl: 'https://id.example.com',
      oidcClientId: 'me',
      oidcUsernameClaim: 'email',
      oidcUsernamePrefix: '-',
      oidcGroupsClaim: 'roles',
      oidcGroupsPrefix: 'id:',
      oidcRequiredClaims: { hd: 'example.com', tier: 'a=b' },
      oidcSigningAlgs: ['ES256', 'RS256'],
      oidcCaFile: 'id.pem',
      authenticationConfig: 'issuers.yaml',
      serviceAccountIssuer: ['https://api.example.com', 'kubernetes'],
      serviceAccountKeyFiles: ['sa.pub', 'older.pub'],
      serviceAccountSigningKeyFile: 'sa.key',
      apiAudiences: ['api', 'https://b'],
      serviceAccountMaxTokenExpirationMs: 2 * 60 * 60_000,
      serviceAccountExtendTokenExpiration: true,
      serviceAccountJwksUri: 'https://keys.example.com/jwks',
      enableBootstrapTokenAuth: true,
      tokenWebhookConfigFile: 'hook.yaml',
      tokenWebhookVersion: 'v1',
      tokenWebhookCacheTtlMs: 5000,
      authorizationConfig: '',
      authorizationWebhookConfigFile: 'authorizer.yaml',
      authorizationWebhookVersion: 'v1',
      authorizationWebhookCacheAuthorizedTtlMs: 60_000,
      authorizationWebhookCacheUnauthorizedTtlMs: 6000,
      auditLog: '-',
      auditLogMaxSize: 5,
      auditLogMaxAge: 7,
      auditLogMaxBackups: 0,
      auditPolicyFile: 'policy.yaml',
      auditOnFull: 'drop',
      enablePriorityAndFairness: true,
      maxRequestsInflight: 10,
      maxMutatingRequestsInflight: 0,
      maxWatchesPerUser: 100,
      corsAllowedOrigins: ['https://a.example', '//b\\.example(:|$)'],
      tlsCertFile: 'server.pem',
      tlsMinVersion: 'VersionTLS13',
      tlsCipherSuites: ['TLS_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
      tlsKeyFile: 'server.key',
      tlsSelfSigned: false,
      clientCaFile: 'clients.pem',
    }
    const flags = {
      '--host': '::1',
      '--port': '0',
      '--advertise-address': '192.0.2.7',
      '--shutdown-delay': '20s',
      '--data-dir': '/data',
      '--storage': 'memory',
      '--allow-empty': undefined,
      '--etcd-endpoints': 'http://a:2379,https://[::1]:2379/',
      '--etcd-prefix': '/binnacle',
      '--etcd-cacert': 'ca.pem',
      '--etcd-cert': 'me.pem',
      '--etcd-key': 'me.key',
      '--upgrade-etcd': undefined,
      '--identity-key-file': 'identity.key',
      '--encryption-config': 'encryption.yaml',
      '--archive': '/archive',
      '--archive-keep': '1d12h',
      '--archive-recipient-file': 'archive.pub',
      '--from': 'cluster.recording',
      '--history-window': '1h30m',
      '--event-ttl': '2h',
      '--namespaces': 'strict',
      '--enable-admission-plugins': 'NodeRestriction,AlwaysPullImages',
      '--admission-control-config-file': 'admission.yaml',
      '--default-not-ready-toleration-seconds': '60',
      '--default-unreachable-toleration-seconds': '0',
      '--disable-admission-plugins': 'Priority',
      '--controllers': '*,-revision-history',
      '--feature-gates': 'AllAlpha=false,kube:RemoteRequestHeaderUID=T',
      '--runtime-config': 'api/alpha=false,batch/v1/jobs,/v1=T',
      '--service-cluster-ip-range': '10.10.0.0/16,fd00:10::/112',
      '--service-node-port-range': '20000-20999',
      '--simulate-workloads': undefined,
      '--connect-to-nodes': undefined,
      '--kubelet-preferred-address-types': 'InternalIP,Hostname',
      '--kubelet-client-certificate': 'kubelet.pem',
      '--kubelet-client-key': 'kubelet.key',
      '--kubelet-certificate-authority': 'kubelets.pem',
      '--kubelet-timeout': '3s',
      '--faults': 'faults.yaml',
      '--allow-faults-on-network': undefined,
      '--federation': undefined,
      '--federation-namespace': 'members',
      '--cluster-probe-interval': '1m',
      '--federation-allow-address': '169.254.0.0/16,fe80::1',
      '--federation-search-memory': '64',
      '--dns-listen': '[::1]:5353',
      '--dns-zone': 'example.com',
      '--federation-name': 'ours',
      '--service-resolver': 'policies/webhook=127.0.0.1:8443,a/b=[::1]:1',
      '--log-level': 'silent',
      '--log-format': 'json',
      '--access-log': 'access.log',
      '--slow-request-threshold': '250ms',
      '--otlp-endpoint': 'https://collector.example.com/otel',
      '--otlp-sample-ratio': '0.25',
      '--insecure-allow-any-host': undefined,
      '--allowed-hosts': 'api.example.com,*.test,::1',
      '--requestheader-client-ca-file': 'proxies.pem',
      '--requestheader-allowed-names': 'front-proxy-client,other',
      '--requestheader-username-headers': 'X-Remote-User',
      '--requestheader-uid-headers': 'X-Remote-Uid',
      '--requestheader-group-headers': 'X-Remote-Group',
      '--requestheader-extra-headers-prefix': 'X-Remote-Extra-',
      '--proxy-client-cert-file': 'proxy.pem',
      '--proxy-client-key-file': 'proxy.key',
      '--token-auth-file': 'tokens.csv',
      '--anonymous-auth': undefined,
      '--authorization-mode': 'RBAC,Webhook',
      '--oidc-issuer-url': 'https://id.example.com',
      '--oidc-client-id': 'me',
      '--oidc-username-claim': 'email',
      '--oidc-username-prefix': '-',
      '--oidc-groups-claim': 'roles',
      '--oidc-groups-prefix': 'id:',
      '--oidc-required-claim': 'hd=example.com,tier=a=b',
      '--oidc-signing-algs': 'ES256,RS256',
      '--oidc-ca-file': 'id.pem',
      '--authentication-config': 'issuers.yaml',
      '--service-account-issuer': 'https://api.example.com,kubernetes',
      '--service-account-key-file': 'sa.pub,older.pub',
      '--service-account-signing-key-file': 'sa.key',
      '--api-audiences': 'api,https://b',
      '--service-account-max-token-expiration': '2h',
      '--service-account-extend-token-expiration': undefined,
      '--service-account-jwks-uri': 'https://keys.example.com/jwks',
      '--enable-bootstrap-token-auth': undefined,
      '--authentication-token-webhook-config-file': 'hook.yaml',
      '--authentication-token-webhook-version': 'v1',
      '--authentication-token-webhook-cache-ttl': '5s',
      '--authorization-webhook-config-file': 'authorizer.yaml',
      '--authorization-webhook-version': 'v1',
      '--authorization-webhook-cache-authorized-ttl': '1m',
      '--authorization-webhook-cache-unauthorized-ttl': '6s',
      '--audit-log': '-',
      '--audit-log-max-size': '5',
      '--audit-log-max-age': '7',
      '--audit-log-max-backups': '0',
      '--audit-policy-file': 'policy.yaml',
      '--audit-on-full': 'drop',
      '--enable-priority-and-fairness': undefined,
      '--max-requests-inflight': '10',
      '--max-mutating-requests-inflight': '0',
      '--max-watches-per-user': '100',
      '--cors-allowed-origins': 'https://a.example,//b\\.example(:|$)',
      '--tls-min-version': 'VersionTLS13',
      '--tls-cipher-suites': 'TLS_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
      '--tls-cert-file': 'server.pem',
      '--tls-key-file': 'server.key',
      '--client-ca-file': 'clients.pem',
    }
    const join = (sign: string) =>
      Object.entries(flags).map(([flag, value]) => (value === undefined ? flag : `${flag}${sign}${value}`))
    assert.deepEqual(await servedConfig(`serve ${join(' ').join(' ')}`), expected)
    assert.deepEqual(await servedConfig(`serve ${join('=').join(' ')}`), expected)
  })

  it('takes each option as a variable, and a flag wins over it', async () => {
    const env = {
      BINNACLE_HOST: 'localhost',
      BINNACLE_TLS_MIN_VERSION: 'VersionTLS12',
      BINNACLE_TLS_CIPHER_SUITES: 'TLS_RSA_WITH_AES_128_CBC_SHA',
      BINNACLE_PORT: '9000',
      BINNACLE_ADVERTISE_ADDRESS: '2001:db8::7',
      BINNACLE_SHUTDOWN_DELAY: '1s',
      BINNACLE_DATA_DIR: 'data',
      BINNACLE_STORAGE: 'memory',
      BINNACLE_ALLOW_EMPTY: 'yes',
      BINNACLE_ETCD_ENDPOINTS: 'http://127.0.0.1:2379',
      BINNACLE_ETCD_PREFIX: '/x/y',
      BINNACLE_ETCD_CACERT: 'a',
      BINNACLE_ETCD_CERT: 'b',
      BINNACLE_ETCD_KEY: 'c',
      BINNACLE_UPGRADE_ETCD: 'yes',
      BINNACLE_IDENTITY_KEY_FILE: 'd',
      BINNACLE_ENCRYPTION_CONFIG: 'g',
      BINNACLE_ARCHIVE: '/archive',
      BINNACLE_ARCHIVE_KEEP: '36h',
      BINNACLE_ARCHIVE_RECIPIENT_FILE: 'e',
      BINNACLE_FROM: 'cluster.recording',
      BINNACLE_HISTORY_WINDOW: '2s',
      BINNACLE_EVENT_TTL: '0',
      BINNACLE_LOG_FORMAT: 'text',
      BINNACLE_ACCESS_LOG: '-',
      BINNACLE_SLOW_REQUEST_THRESHOLD: '0',
      BINNACLE_OTLP_ENDPOINT: 'http://localhost:4318',
      BINNACLE_OTLP_SAMPLE_RATIO: '1',
      BINNACLE_LOG_LEVEL: 'trace',
      BINNACLE_INSECURE_ALLOW_ANY_HOST: 'true',
      BINNACLE_NAMESPACES: 'strict',
      BINNACLE_ENABLE_ADMISSION_PLUGINS: 'AlwaysDeny',
      BINNACLE_ADMISSION_CONTROL_CONFIG_FILE: 'f',
      BINNACLE_DEFAULT_NOT_READY_TOLERATION_SECONDS: '1',
      BINNACLE_DEFAULT_UNREACHABLE_TOLERATION_SECONDS: '2',
      BINNACLE_DISABLE_ADMISSION_PLUGINS: 'LimitRanger, ResourceQuota',
      BINNACLE_CONTROLLERS: 'system-objects, definitions',
      BINNACLE_FEATURE_GATES: 'HPAScaleToZero=true',
      BINNACLE_RUNTIME_CONFIG: 'batch/v1=false',
      BINNACLE_SERVICE_CLUSTER_IP_RANGE: 'fd00:10::/112',
      BINNACLE_SERVICE_NODE_PORT_RANGE: '20000+999',
      BINNACLE_SIMULATE_WORKLOADS: '1',
      BINNACLE_CONNECT_TO_NODES: 'true',
      BINNACLE_KUBELET_PREFERRED_ADDRESS_TYPES: 'ExternalIP',
      BINNACLE_KUBELET_CLIENT_CERTIFICATE: 'p',
      BINNACLE_KUBELET_CLIENT_KEY: 'q',
      BINNACLE_KUBELET_CERTIFICATE_AUTHORITY: 'r',
      BINNACLE_KUBELET_TIMEOUT: '1m',
      BINNACLE_FEDERATION: 'true',
      BINNACLE_FEDERATION_NAMESPACE: 'm',
      BINNACLE_CLUSTER_PROBE_INTERVAL: '100ms',
      BINNACLE_FEDERATION_ALLOW_ADDRESS: '169.254.1.1',
      BINNACLE_FEDERATION_SEARCH_MEMORY: '128',
      BINNACLE_DNS_LISTEN: '127.0.0.1:53',
      BINNACLE_DNS_ZONE: 'example.org',
      BINNACLE_FEDERATION_NAME: 'theirs',
      BINNACLE_FAULTS: 'o',
      BINNACLE_ALLOW_FAULTS_ON_NETWORK: 'true',
      BINNACLE_ALLOWED_HOSTS: 'one, two',
      BINNACLE_REQUESTHEADER_CLIENT_CA_FILE: 't',
      BINNACLE_REQUESTHEADER_ALLOWED_NAMES: 'u',
      BINNACLE_REQUESTHEADER_USERNAME_HEADERS: 'v',
      BINNACLE_REQUESTHEADER_UID_HEADERS: 'w',
      BINNACLE_REQUESTHEADER_GROUP_HEADERS: 'x, y',
      BINNACLE_REQUESTHEADER_EXTRA_HEADERS_PREFIX: 'z-',
      BINNACLE_PROXY_CLIENT_CERT_FILE: 'a1',
      BINNACLE_PROXY_CLIENT_KEY_FILE: 'b1',
      BINNACLE_TOKEN_AUTH_FILE: 'd',
      BINNACLE_ANONYMOUS_AUTH: 'false',
      BINNACLE_OIDC_ISSUER_URL: 'https://e',
      BINNACLE_OIDC_CLIENT_ID: 'f',
      BINNACLE_OIDC_USERNAME_CLAIM: 'g',
      BINNACLE_OIDC_USERNAME_PREFIX: 'h',
      BINNACLE_OIDC_GROUPS_CLAIM: 'i',
      BINNACLE_OIDC_GROUPS_PREFIX: 'j',
      BINNACLE_OIDC_REQUIRED_CLAIM: 'l=m',
      BINNACLE_OIDC_SIGNING_ALGS: 'PS512',
      BINNACLE_OIDC_CA_FILE: 'k',
      BINNACLE_AUTHENTICATION_CONFIG: 'n',
      BINNACLE_SERVICE_ACCOUNT_ISSUER: 'https://x',
      BINNACLE_SERVICE_ACCOUNT_KEY_FILE: 'p',
      BINNACLE_SERVICE_ACCOUNT_SIGNING_KEY_FILE: 'q',
      BINNACLE_API_AUDIENCES: 'r, s',
      BINNACLE_SERVICE_ACCOUNT_MAX_TOKEN_EXPIRATION: '3h',
      BINNACLE_SERVICE_ACCOUNT_EXTEND_TOKEN_EXPIRATION: 'false',
      BINNACLE_SERVICE_ACCOUNT_JWKS_URI: 'https://t',
      BINNACLE_ENABLE_BOOTSTRAP_TOKEN_AUTH: 'true',
      BINNACLE_AUTHENTICATION_TOKEN_WEBHOOK_CONFIG_FILE: 'hook',
      BINNACLE_AUTHENTICATION_TOKEN_WEBHOOK_VERSION: 'v1',
      BINNACLE_AUTHENTICATION_TOKEN_WEBHOOK_CACHE_TTL: '3s',
      BINNACLE_AUTHORIZATION_CONFIG: 'authorizers',
      BINNACLE_AUTHORIZATION_WEBHOOK_VERSION: 'v1',
      BINNACLE_AUTHORIZATION_WEBHOOK_CACHE_AUTHORIZED_TTL: '4s',
      BINNACLE_AUTHORIZATION_WEBHOOK_CACHE_UNAUTHORIZED_TTL: '5s',
      BINNACLE_SERVICE_RESOLVER: 'c/d=localhost:2',
      BINNACLE_AUDIT_LOG: 'e',
      BINNACLE_AUDIT_LOG_MAX_SIZE: '1',
      BINNACLE_AUDIT_LOG_MAX_AGE: '2',
      BINNACLE_AUDIT_LOG_MAX_BACKUPS: '3',
      BINNACLE_AUDIT_POLICY_FILE: 'f',
      BINNACLE_AUDIT_ON_FULL: 'block',
      BINNACLE_ENABLE_PRIORITY_AND_FAIRNESS: 'false',
      BINNACLE_MAX_REQUESTS_INFLIGHT: '1',
      BINNACLE_MAX_MUTATING_REQUESTS_INFLIGHT: '2',
      BINNACLE_MAX_WATCHES_PER_USER: '3',
      BINNACLE_CORS_ALLOWED_ORIGINS: 'https://*.example',
      BINNACLE_TLS_SELF_SIGNED: 'true',
      BINNACLE_CLIENT_CA_FILE: 'd',
    }
    const fromVariables: ServerConfig = {
      host: 'localhost',
      port: 9000,
      advertiseAddress: '2001:db8::7',
      shutdownDelayMs: 1000,
      dataDir: 'data',
      storage: 'memory',
      allowEmpty: true,
      etcdEndpoints: ['http://127.0.0.1:2379'],
      etcdPrefix: '/x/y',
      etcdCacert: 'a',
      etcdCert: 'b',
      etcdKey: 'c',
      upgradeEtcd: true,
      identityKeyFile: 'd',
      encryptionConfig: 'g',
      archive: '/archive',
      archiveKeepMs: 129_600_000,
      archiveRecipientFile: 'e',
      from: 'cluster.recording',
      historyWindowMs: 2000,
      eventTtlMs: 0,
      namespaces: 'strict',
      enableAdmissionPlugins: ['AlwaysDeny'],
      admissionControlConfigFile: 'f',
      defaultNotReadyTolerationSeconds: 1,
      defaultUnreachableTolerationSeconds: 2,
      disableAdmissionPlugins: ['LimitRanger', 'ResourceQuota'],
      controllers: ['system-objects', 'definitions'],
      featureGates: { HPAScaleToZero: true },
      runtimeConfig: { 'batch/v1': false },
      serviceClusterIpRange: ['fd00:10::/112'],
      serviceNodePortRange: '20000+999',
      simulateWorkloads: true,
      connectToNodes: true,
      kubeletPreferredAddressTypes: ['ExternalIP'],
      kubeletClientCertificate: 'p',
      kubeletClientKey: 'q',
      kubeletCertificateAuthority: 'r',
      kubeletTimeoutMs: 60_000,
      faultsFile: 'o',
      allowFaultsOnNetwork: true,
      federation: true,
      federationNamespace: 'm',
      clusterProbeIntervalMs: 100,
      federationAllowedAddresses: ['169.254.1.1'],
      federationSearchMiB: 128,
      dnsListen: '127.0.0.1:53',
      dnsZone: 'example.org',
      federationName: 'theirs',
      serviceResolver: { 'c/d': 'localhost:2' },
      logLevel: 'trace',
      logFormat: 'text',
      accessLog: '-',
      slowRequestThresholdMs: 0,
      otlpEndpoint: 'http://localhost:4318',
      otlpSampleRatio: 1,
      allowAnyHost: true,
      allowedHosts: ['one', 'two'],
      requestHeaderClientCaFile: 't',
      requestHeaderAllowedNames: ['u'],
      requestHeaderUsernameHeaders: ['v'],
      requestHeaderUidHeaders: ['w'],
      requestHeaderGroupHeaders: ['x', 'y'],
      requestHeaderExtraHeadersPrefix: ['z-'],
      proxyClientCertFile: 'a1',
      proxyClientKeyFile: 'b1',
      tokenAuthFile: 'd',
      anonymousAuth: false,
      authorizationMode: [],
      oidcIssuerUrl: 'https://e',
      oidcClientId: 'f',
      oidcUsernameClaim: 'g',
      oidcUsernamePrefix: 'h',
      oidcGroupsClaim: 'i',
      oidcGroupsPrefix: 'j',
      oidcRequiredClaims: { l: 'm' },
      oidcSigningAlgs: ['PS512'],
      oidcCaFile: 'k',
      authenticationConfig: 'n',
      serviceAccountIssuer: ['https://x'],
      serviceAccountKeyFiles: ['p'],
      serviceAccountSigningKeyFile: 'q',
      apiAudiences: ['r', 's'],
      serviceAccountMaxTokenExpirationMs: 3 * 60 * 60_000,
      serviceAccountExtendTokenExpiration: false,
      serviceAccountJwksUri: 'https://t',
      enableBootstrapTokenAuth: true,
      tokenWebhookConfigFile: 'hook',
      tokenWebhookVersion: 'v1',
      tokenWebhookCacheTtlMs: 3000,
      authorizationConfig: 'authorizers',
      authorizationWebhookConfigFile: '',
      authorizationWebhookVersion: 'v1',
      authorizationWebhookCacheAuthorizedTtlMs: 4000,
      authorizationWebhookCacheUnauthorizedTtlMs: 5000,
      auditLog: 'e',
      auditLogMaxSize: 1,
      auditLogMaxAge: 2,
      auditLogMaxBackups: 3,
      auditPolicyFile: 'f',
      auditOnFull: 'block',
      enablePriorityAndFairness: false,
      maxRequestsInflight: 1,
      maxMutatingRequestsInflight: 2,
      maxWatchesPerUser: 3,
      corsAllowedOrigins: ['https://*.example'],
      tlsCertFile: '',
      tlsMinVersion: 'VersionTLS12',
      tlsCipherSuites: ['TLS_RSA_WITH_AES_128_CBC_SHA'],
      tlsKeyFile: '',
      tlsSelfSigned: true,
      clientCaFile: 'd',
    }
    assert.deepEqual(await servedConfig('serve', env), fromVariables)
    assert.deepEqual(
      await servedConfig('serve --port 1 --event-ttl 1s --insecure-allow-any-host=false', env),
      {
        ...fromVariables,
        port: 1,
        eventTtlMs: 1000,
        allowAnyHost: false,
      },
    )
    assert.equal((await servedConfig('serve --port 1', { BINNACLE_PORT: 'nonsense' })).port, 1)
  })

  it('takes an empty variable as none', async () => {
    assert.deepEqual(await servedConfig('serve', { BINNACLE_PORT: '', BINNACLE_HOST: '' }), defaultConfig)
  })

  it('takes the last of several values, unless they add up', async () => {
    assert.equal((await servedConfig('serve --port 1 --port=2')).port, 2)
    const issuer = 'serve --oidc-issuer-url https://a --oidc-client-id b'
    assert.deepEqual(
      (await servedConfig(`${issuer} --oidc-required-claim a=1,b=2 --oidc-required-claim=c=3`))
        .oidcRequiredClaims,
      { a: '1', b: '2', c: '3' },
    )
  })

  it('rejects invalid values, and names what it expects and where the value comes from', async () => {
    assert.equal(
      await usageError('serve --port 99999'),
      '--port: expected a number from 0 to 65535, got "99999"',
    )
    assert.equal(await usageError('serve --port='), '--port: expected a number from 0 to 65535, got ""')
    assert.equal(
      await usageError('serve', { BINNACLE_PORT: '8o80' }),
      'BINNACLE_PORT: expected a number from 0 to 65535, got "8o80"',
    )
    assert.equal(
      await usageError('serve --storage disk'),
      '--storage: expected one of embedded, memory, etcd, got "disk"',
    )
    assert.equal(
      await usageError('serve --history-window 15'),
      '--history-window: expected a duration such as 15m, 90s or 1h30m, got "15"',
    )
    assert.match(
      await usageError('serve --log-level loud'),
      /^--log-level: expected one of trace, .*silent, got "loud"$/,
    )
    assert.match(await usageError('serve --insecure-allow-any-host=maybe'), /expected true or false/)
    assert.match(await usageError('serve --host http://x'), /expected an address or a host name/)
    assert.match(await usageError('serve --data-dir='), /expected a folder/)
    for (const hosts of ['a:80', 'http://a', 'a,,b', '*.', 'a*', 'a b']) {
      const rejection = await usageError('serve', { BINNACLE_ALLOWED_HOSTS: hosts })
      assert.match(rejection, /expected one or more host names without ports, separated by commas/, hosts)
    }
    assert.match(await usageError('serve', { BINNACLE_HOST: 'a\nb' }), /got "a\\nb"$/)
  })

  it('rejects unknown controllers, and lists the known ones', async () => {
    for (const names of ['*,gc', '-*', '=', 'namespaces,,definitions', '--namespaces']) {
      const rejection = await usageError(`serve --controllers=${names}`)
      assert.match(
        rejection,
        /^--controllers: expected .* of authentication-info, .*, system-objects, /,
        names,
      )
    }
    const repeated = 'serve --controllers=* --controllers=-revision-history,-namespaces'
    assert.deepEqual((await servedConfig(repeated)).controllers, ['*', '-revision-history', '-namespaces'])
  })

  it('rejects a runtime configuration that cannot be read', async () => {
    for (const text of ['api/all', 'batch/v1=yes', 'batch/v1=true=true', '=true', 'batch/v1=true,']) {
      assert.match(
        await usageError(`serve --runtime-config=${text}`),
        /^--runtime-config: expected one or more group\/version=boolean, /,
        text,
      )
    }
    assert.match(await usageError('serve --runtime-config=v1=true'), /^--runtime-config: invalid key "v1", /)
    const kept = 'serve --runtime-config batch/v1,api/all=true --runtime-config=apps/v1=false'
    assert.deepEqual((await servedConfig(kept)).runtimeConfig, {
      'batch/v1': true,
      'api/all': true,
      'apps/v1': false,
    })
  })

  it('rejects feature gates that are unknown or locked', async () => {
    const cases: readonly [gates: string, error: string][] = [
      ['NoSuchGate=true', '--feature-gates: unrecognized feature gate: NoSuchGate'],
      [
        'SidecarContainers=false',
        '--feature-gates: cannot set feature gate SidecarContainers to false, feature is locked to true',
      ],
      [
        'AllowServiceLBStatusOnNonLB=true',
        '--feature-gates: cannot set feature gate AllowServiceLBStatusOnNonLB to true, feature is locked to false',
      ],
    ]
    for (const [gates, error] of cases)
      assert.equal(await usageError(`serve --feature-gates=${gates}`), error)
    for (const text of [
      'SidecarContainers',
      'SidecarContainers=yes',
      'other:SidecarContainers=true',
      'a=true,',
    ]) {
      assert.match(
        await usageError(`serve --feature-gates=${text}`),
        /^--feature-gates: expected one or more/,
        text,
      )
    }
    const kept = 'serve --feature-gates SidecarContainers=true --feature-gates=AllBeta=true,WatchList=false'
    assert.deepEqual((await servedConfig(kept)).featureGates, {
      SidecarContainers: true,
      AllBeta: true,
      WatchList: false,
    })
  })

  it('rejects ranges that services cannot be allocated from', async () => {
    const cases: readonly [range: string, error: RegExp][] = [
      ['10.0.0.0', /^--service-cluster-ip-range\[0\]: "10\.0\.0\.0" is not a range$/],
      ['10.0.0.0/8', /too large; for 32-bit addresses, the mask must be >= 12$/],
      [
        '10.0.0.0/16,fd00::/64',
        /\[1\]: fd00::\/64 is too large; for 128-bit addresses, the mask must be >= 108$/,
      ],
      ['10.0.0.0/30', /too small; the service cluster IP range must be at least 8 IP addresses$/],
      [
        '10.0.0.0/16,10.1.0.0/16',
        /\[0\] and --service-cluster-ip-range\[1\] must be of different IP family$/,
      ],
      ['10.0.0.0/16,fd00::/112,10.1.0.0/16', /must not contain more than two entries$/],
    ]
    for (const [range, error] of cases) {
      assert.match(await usageError(`serve --service-cluster-ip-range ${range}`), error)
    }
    for (const ports of ['0-10', '2-1', '60000-70000', '60000+6000', 'a-b', '1-']) {
      const rejection = await usageError(`serve --service-node-port-range=${ports}`)
      assert.match(rejection, /^--service-node-port-range: ".*" is not a range of ports$/, ports)
    }
  })

  it('rejects a federation that cannot act', async () => {
    assert.match(await usageError('serve --federation-namespace a/b'), /expected the name of a namespace/)
    for (const interval of ['0', '99ms', '10']) {
      const rejection = await usageError(`serve --cluster-probe-interval ${interval}`)
      assert.match(rejection, /expected a duration of at least 100ms/, interval)
    }
    for (const address of ['nowhere', '10.0.0.0/', '10.0.0.0/33', '10.0.0.1,']) {
      const rejection = await usageError(`serve --federation --federation-allow-address ${address}`)
      assert.match(rejection, /expected one or more addresses, or ranges/, address)
    }
    const repeated = '--federation-allow-address 169.254.1.1 --federation-allow-address fe80::/10'
    assert.equal(await usageError(`serve ${repeated}`), '--federation-allow-address needs --federation')
    assert.deepEqual((await servedConfig(`serve --federation ${repeated}`)).federationAllowedAddresses, [
      '169.254.1.1',
      'fe80::/10',
    ])
    for (const listen of ['127.0.0.1', 'localhost:53', '::1:53', '[127.0.0.1]:53', '127.0.0.1:65536']) {
      assert.match(
        await usageError(`serve --dns-listen ${listen}`),
        /expected an IP address and a port/,
        listen,
      )
    }
    assert.match(await usageError('serve --dns-zone -a.com'), /expected a domain/)
    assert.equal(await usageError('serve --dns-listen [::1]:53'), '--dns-listen needs --federation')
    const dns = 'serve --federation --dns-listen [::1]:53'
    assert.equal(await usageError(dns), '--dns-listen needs --dns-zone')
    assert.equal(await usageError('serve --federation --dns-zone a.com'), '--dns-zone needs --dns-listen')
    assert.equal((await servedConfig(`${dns} --dns-zone a.com`)).federationName, 'federation')
  })

  it('rejects unknown admission plugins, and lists the known ones', async () => {
    for (const flag of ['--enable-admission-plugins', '--disable-admission-plugins']) {
      assert.match(
        await usageError(`serve ${flag} LimitRanger,NodeRestrictions`),
        /expected one or more of AlwaysAdmit, .*NodeRestriction, .*AlwaysDeny, .*got "LimitRanger,NodeRestrictions"$/,
      )
    }
    assert.equal(
      await usageError(
        'serve --enable-admission-plugins AlwaysDeny,Priority --disable-admission-plugins Priority',
      ),
      'Priority is in both --enable-admission-plugins and --disable-admission-plugins',
    )
  })

  it('rejects flags without their value', async () => {
    assert.equal(await usageError('serve --port'), '--port needs a value: a number from 0 to 65535')
    assert.equal(await usageError('serve --data-dir --port 1'), '--data-dir needs a value: a folder')
  })

  it('rejects unknown flags, and suggests a known one', async () => {
    assert.equal(await usageError('serve --prot 1'), 'unknown flag "--prot", did you mean --port?')
    assert.equal(await usageError('serve --datadir=x'), 'unknown flag "--datadir", did you mean --data-dir?')
    assert.equal(await usageError('serve --xyzzy'), 'unknown flag "--xyzzy"')
    assert.equal(await usageError('serve -p 1'), 'unknown flag "-p"')
    assert.equal(await usageError('serve 8080'), 'unexpected argument "8080"')
  })

  it('serves a recording from memory, and rejects another storage for it', async () => {
    assert.equal((await servedConfig('serve --from cluster.recording')).storage, 'memory')
    assert.equal((await servedConfig('serve')).storage, 'embedded')
    const expected =
      /^--from serves a recording from memory, not from the embedded storage; leave --storage out$/
    assert.match(await usageError('serve --from cluster.recording --storage embedded'), expected)
    assert.match(
      await usageError('serve --from cluster.recording', { BINNACLE_STORAGE: 'embedded' }),
      expected,
    )
  })

  it('rejects a storage on etcd that cannot work, and says what is missing', async () => {
    const etcd = 'serve --storage etcd --etcd-endpoints'
    assert.match(await usageError('serve --storage etcd'), /needs --etcd-endpoints/)
    assert.match(await usageError(`${etcd} 127.0.0.1:2379`), /^--etcd-endpoints: expected one or more http:/)
    assert.match(await usageError(`${etcd} http://a:2379,,http://b:2379`), /^--etcd-endpoints: expected/)
    assert.match(await usageError(`${etcd} http://a:2379/path`), /^--etcd-endpoints: expected/)
    assert.match(await usageError(`${etcd} https://a:2379 --etcd-cert x`), /set together/)
    assert.match(await usageError(`${etcd} http://a:2379 --etcd-cacert x`), /needs? https/)
    assert.match(await usageError('serve --etcd-prefix registry'), /expected a path such as/)
    assert.match(await usageError('serve --etcd-prefix /registry/'), /expected a path such as/)
    assert.deepEqual((await servedConfig(`${etcd} https://a:2379,https://b:2379`)).etcdEndpoints, [
      'https://a:2379',
      'https://b:2379',
    ])
  })

  it('rejects invalid options of an OIDC issuer', async () => {
    const issuer = 'serve --oidc-client-id me --oidc-issuer-url'
    for (const url of ['http://a', 'a', 'https://a?b', 'https://a#b', 'https://u:p@a', 'ftp://a']) {
      assert.match(
        await usageError(`${issuer} ${url}`),
        /^--oidc-issuer-url: expected a URL that begins with https/,
        url,
      )
    }
    assert.match(await usageError('serve --oidc-issuer-url https://a'), /must be set together$/)
    assert.match(await usageError('serve --oidc-client-id a'), /must be set together$/)
    assert.match(await usageError('serve --oidc-groups-claim a'), /^--oidc-groups-claim needs/)
    assert.match(
      await usageError(`${issuer} https://a --oidc-signing-algs HS256`),
      /expected one or more of RS256, /,
    )
    assert.match(
      await usageError(`${issuer} https://a --oidc-signing-algs none`),
      /expected one or more of RS256, /,
    )
    assert.match(
      await usageError(`${issuer} https://a --oidc-required-claim a`),
      /expected one or more claim=text/,
    )
  })

  it('rejects reachable hosts without the flag', async () => {
    assert.match(await usageError('serve --host 0.0.0.0'), /^the host 0\.0\.0\.0 is reachable by others/)
    assert.match(await usageError('serve', { BINNACLE_HOST: '::' }), /^the host :: is reachable by others/)
    assert.equal((await servedConfig('serve --host 0.0.0.0 --insecure-allow-any-host')).host, '0.0.0.0')
  })
})
