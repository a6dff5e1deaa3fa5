import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig, type ServerConfig } from '#server/config.js'
import { parse, usageError } from './arguments.fixture.js'
import type { Environment } from './arguments.js'

function config(line: string, env: Environment = {}): ServerConfig {
  const invocation = parse(line, env)
  assert.ok(invocation.command === 'serve', JSON.stringify(invocation))
  return invocation.config
}

describe('binnacle serve', () => {
  it('has a default for everything', () => {
    assert.deepEqual(config('serve'), defaultConfig)
  })

  it('takes each option as a flag, with its value behind a blank or an equals sign', () => {
    const expected: ServerConfig = {
      host: '::1',
      port: 0,
      dataDir: '/data',
      storage: 'memory',
      allowEmpty: true,
      etcdEndpoints: ['http://a:2379', 'https://[::1]:2379'],
      etcdPrefix: '/binnacle',
      etcdCacert: 'ca.pem',
      etcdCert: 'me.pem',
      etcdKey: 'me.key',
      from: 'cluster.recording',
      historyWindowMs: 5_400_000,
      eventTtlMs: 7_200_000,
      namespaces: 'strict',
      simulateWorkloads: true,
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
      allowAnyHost: true,
      allowedHosts: ['api.example.com', '*.test', '::1'],
      tokenAuthFile: 'tokens.csv',
      anonymousAuth: true,
      authorizationMode: 'AlwaysAllow',
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
      serviceAccountIssuer: 'https://api.example.com',
      auditLog: '-',
      auditLogMaxSize: 5,
      auditLogMaxAge: 7,
      auditLogMaxBackups: 0,
      auditPolicyFile: 'policy.yaml',
      auditOnFull: 'drop',
      maxRequestsInflight: 10,
      maxMutatingRequestsInflight: 0,
      maxWatchesPerUser: 100,
      corsAllowedOrigins: ['https://a.example', '//b\\.example(:|$)'],
      tlsCertFile: 'server.pem',
      tlsKeyFile: 'server.key',
      tlsSelfSigned: false,
      clientCaFile: 'clients.pem',
    }
    const flags = {
      '--host': '::1',
      '--port': '0',
      '--data-dir': '/data',
      '--storage': 'memory',
      '--allow-empty': undefined,
      '--etcd-endpoints': 'http://a:2379,https://[::1]:2379/',
      '--etcd-prefix': '/binnacle',
      '--etcd-cacert': 'ca.pem',
      '--etcd-cert': 'me.pem',
      '--etcd-key': 'me.key',
      '--from': 'cluster.recording',
      '--history-window': '1h30m',
      '--event-ttl': '2h',
      '--namespaces': 'strict',
      '--simulate-workloads': undefined,
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
      '--insecure-allow-any-host': undefined,
      '--allowed-hosts': 'api.example.com,*.test,::1',
      '--token-auth-file': 'tokens.csv',
      '--anonymous-auth': undefined,
      '--authorization-mode': 'AlwaysAllow',
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
      '--service-account-issuer': 'https://api.example.com',
      '--audit-log': '-',
      '--audit-log-max-size': '5',
      '--audit-log-max-age': '7',
      '--audit-log-max-backups': '0',
      '--audit-policy-file': 'policy.yaml',
      '--audit-on-full': 'drop',
      '--max-requests-inflight': '10',
      '--max-mutating-requests-inflight': '0',
      '--max-watches-per-user': '100',
      '--cors-allowed-origins': 'https://a.example,//b\\.example(:|$)',
      '--tls-cert-file': 'server.pem',
      '--tls-key-file': 'server.key',
      '--client-ca-file': 'clients.pem',
    }
    const join = (sign: string) =>
      Object.entries(flags).map(([flag, value]) => (value === undefined ? flag : `${flag}${sign}${value}`))
    assert.deepEqual(config(`serve ${join(' ').join(' ')}`), expected)
    assert.deepEqual(config(`serve ${join('=').join(' ')}`), expected)
  })

  it('takes each option as a variable, and a flag wins over it', () => {
    const env = {
      BINNACLE_HOST: 'localhost',
      BINNACLE_PORT: '9000',
      BINNACLE_DATA_DIR: 'data',
      BINNACLE_STORAGE: 'memory',
      BINNACLE_ALLOW_EMPTY: 'yes',
      BINNACLE_ETCD_ENDPOINTS: 'http://127.0.0.1:2379',
      BINNACLE_ETCD_PREFIX: '/x/y',
      BINNACLE_ETCD_CACERT: 'a',
      BINNACLE_ETCD_CERT: 'b',
      BINNACLE_ETCD_KEY: 'c',
      BINNACLE_FROM: 'cluster.recording',
      BINNACLE_HISTORY_WINDOW: '2s',
      BINNACLE_EVENT_TTL: '0',
      BINNACLE_LOG_LEVEL: 'trace',
      BINNACLE_INSECURE_ALLOW_ANY_HOST: 'true',
      BINNACLE_NAMESPACES: 'strict',
      BINNACLE_SIMULATE_WORKLOADS: '1',
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
      BINNACLE_TOKEN_AUTH_FILE: 'd',
      BINNACLE_ANONYMOUS_AUTH: 'false',
      BINNACLE_AUTHORIZATION_MODE: 'RBAC',
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
      BINNACLE_SERVICE_RESOLVER: 'c/d=localhost:2',
      BINNACLE_AUDIT_LOG: 'e',
      BINNACLE_AUDIT_LOG_MAX_SIZE: '1',
      BINNACLE_AUDIT_LOG_MAX_AGE: '2',
      BINNACLE_AUDIT_LOG_MAX_BACKUPS: '3',
      BINNACLE_AUDIT_POLICY_FILE: 'f',
      BINNACLE_AUDIT_ON_FULL: 'block',
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
      dataDir: 'data',
      storage: 'memory',
      allowEmpty: true,
      etcdEndpoints: ['http://127.0.0.1:2379'],
      etcdPrefix: '/x/y',
      etcdCacert: 'a',
      etcdCert: 'b',
      etcdKey: 'c',
      from: 'cluster.recording',
      historyWindowMs: 2000,
      eventTtlMs: 0,
      namespaces: 'strict',
      simulateWorkloads: true,
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
      allowAnyHost: true,
      allowedHosts: ['one', 'two'],
      tokenAuthFile: 'd',
      anonymousAuth: false,
      authorizationMode: 'RBAC',
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
      serviceAccountIssuer: 'https://x',
      auditLog: 'e',
      auditLogMaxSize: 1,
      auditLogMaxAge: 2,
      auditLogMaxBackups: 3,
      auditPolicyFile: 'f',
      auditOnFull: 'block',
      maxRequestsInflight: 1,
      maxMutatingRequestsInflight: 2,
      maxWatchesPerUser: 3,
      corsAllowedOrigins: ['https://*.example'],
      tlsCertFile: '',
      tlsKeyFile: '',
      tlsSelfSigned: true,
      clientCaFile: 'd',
    }
    assert.deepEqual(config('serve', env), fromVariables)
    assert.deepEqual(config('serve --port 1 --event-ttl 1s --insecure-allow-any-host=false', env), {
      ...fromVariables,
      port: 1,
      eventTtlMs: 1000,
      allowAnyHost: false,
    })
    assert.equal(config('serve --port 1', { BINNACLE_PORT: 'nonsense' }).port, 1)
  })

  it('takes an empty variable as none', () => {
    assert.deepEqual(config('serve', { BINNACLE_PORT: '', BINNACLE_HOST: '' }), defaultConfig)
  })

  it('takes the last of several values, unless they add up', () => {
    assert.equal(config('serve --port 1 --port=2').port, 2)
    const issuer = 'serve --oidc-issuer-url https://a --oidc-client-id b'
    assert.deepEqual(
      config(`${issuer} --oidc-required-claim a=1,b=2 --oidc-required-claim=c=3`).oidcRequiredClaims,
      { a: '1', b: '2', c: '3' },
    )
  })

  it('rejects invalid values, and names what it expects and where the value comes from', () => {
    assert.equal(usageError('serve --port 99999'), '--port: expected a number from 0 to 65535, got "99999"')
    assert.equal(usageError('serve --port='), '--port: expected a number from 0 to 65535, got ""')
    assert.equal(
      usageError('serve', { BINNACLE_PORT: '8o80' }),
      'BINNACLE_PORT: expected a number from 0 to 65535, got "8o80"',
    )
    assert.equal(
      usageError('serve --storage disk'),
      '--storage: expected one of embedded, memory, etcd, got "disk"',
    )
    assert.equal(
      usageError('serve --history-window 15'),
      '--history-window: expected a duration such as 15m, 90s or 1h30m, got "15"',
    )
    assert.match(
      usageError('serve --log-level loud'),
      /^--log-level: expected one of trace, .*silent, got "loud"$/,
    )
    assert.match(usageError('serve --insecure-allow-any-host=maybe'), /expected true or false/)
    assert.match(usageError('serve --host http://x'), /expected an address or a host name/)
    assert.match(usageError('serve --data-dir='), /expected a folder/)
    for (const hosts of ['a:80', 'http://a', 'a,,b', '*.', 'a*', 'a b']) {
      const rejection = usageError('serve', { BINNACLE_ALLOWED_HOSTS: hosts })
      assert.match(rejection, /expected one or more host names without ports, separated by commas/, hosts)
    }
    assert.match(usageError('serve', { BINNACLE_HOST: 'a\nb' }), /got "a\\nb"$/)
  })

  it('rejects a federation that cannot act', () => {
    assert.match(usageError('serve --federation-namespace a/b'), /expected the name of a namespace/)
    for (const interval of ['0', '99ms', '10']) {
      const rejection = usageError(`serve --cluster-probe-interval ${interval}`)
      assert.match(rejection, /expected a duration of at least 100ms/, interval)
    }
    for (const address of ['nowhere', '10.0.0.0/', '10.0.0.0/33', '10.0.0.1,']) {
      const rejection = usageError(`serve --federation --federation-allow-address ${address}`)
      assert.match(rejection, /expected one or more addresses, or ranges/, address)
    }
    const repeated = '--federation-allow-address 169.254.1.1 --federation-allow-address fe80::/10'
    assert.equal(usageError(`serve ${repeated}`), '--federation-allow-address needs --federation')
    assert.deepEqual(config(`serve --federation ${repeated}`).federationAllowedAddresses, [
      '169.254.1.1',
      'fe80::/10',
    ])
    for (const listen of ['127.0.0.1', 'localhost:53', '::1:53', '[127.0.0.1]:53', '127.0.0.1:65536']) {
      assert.match(usageError(`serve --dns-listen ${listen}`), /expected an IP address and a port/, listen)
    }
    assert.match(usageError('serve --dns-zone -a.com'), /expected a domain/)
    assert.equal(usageError('serve --dns-listen [::1]:53'), '--dns-listen needs --federation')
    const dns = 'serve --federation --dns-listen [::1]:53'
    assert.equal(usageError(dns), '--dns-listen needs --dns-zone')
    assert.equal(usageError('serve --federation --dns-zone a.com'), '--dns-zone needs --dns-listen')
    assert.equal(config(`${dns} --dns-zone a.com`).federationName, 'federation')
  })

  it('rejects flags without their value', () => {
    assert.equal(usageError('serve --port'), '--port needs a value: a number from 0 to 65535')
    assert.equal(usageError('serve --data-dir --port 1'), '--data-dir needs a value: a folder')
  })

  it('rejects unknown flags, and suggests a known one', () => {
    assert.equal(usageError('serve --prot 1'), 'unknown flag "--prot", did you mean --port?')
    assert.equal(usageError('serve --datadir=x'), 'unknown flag "--datadir", did you mean --data-dir?')
    assert.equal(usageError('serve --xyzzy'), 'unknown flag "--xyzzy"')
    assert.equal(usageError('serve -p 1'), 'unknown flag "-p"')
    assert.equal(usageError('serve 8080'), 'unexpected argument "8080"')
  })

  it('serves a recording from memory, and rejects another storage for it', () => {
    assert.equal(config('serve --from cluster.recording').storage, 'memory')
    assert.equal(config('serve').storage, 'embedded')
    const expected =
      /^--from serves a recording from memory, not from the embedded storage; leave --storage out$/
    assert.match(usageError('serve --from cluster.recording --storage embedded'), expected)
    assert.match(usageError('serve --from cluster.recording', { BINNACLE_STORAGE: 'embedded' }), expected)
  })

  it('rejects a storage on etcd that cannot work, and says what is missing', () => {
    const etcd = 'serve --storage etcd --etcd-endpoints'
    assert.match(usageError('serve --storage etcd'), /needs --etcd-endpoints/)
    assert.match(usageError(`${etcd} 127.0.0.1:2379`), /^--etcd-endpoints: expected one or more http:/)
    assert.match(usageError(`${etcd} http://a:2379,,http://b:2379`), /^--etcd-endpoints: expected/)
    assert.match(usageError(`${etcd} http://a:2379/path`), /^--etcd-endpoints: expected/)
    assert.match(usageError(`${etcd} https://a:2379 --etcd-cert x`), /set together/)
    assert.match(usageError(`${etcd} http://a:2379 --etcd-cacert x`), /needs? https/)
    assert.match(usageError('serve --etcd-prefix registry'), /expected a path such as/)
    assert.match(usageError('serve --etcd-prefix /registry/'), /expected a path such as/)
    assert.deepEqual(config(`${etcd} https://a:2379,https://b:2379`).etcdEndpoints, [
      'https://a:2379',
      'https://b:2379',
    ])
  })

  it('rejects invalid options of an OIDC issuer', () => {
    const issuer = 'serve --oidc-client-id me --oidc-issuer-url'
    for (const url of ['http://a', 'a', 'https://a?b', 'https://a#b', 'https://u:p@a', 'ftp://a']) {
      assert.match(
        usageError(`${issuer} ${url}`),
        /^--oidc-issuer-url: expected a URL that begins with https/,
        url,
      )
    }
    assert.match(usageError('serve --oidc-issuer-url https://a'), /must be set together$/)
    assert.match(usageError('serve --oidc-client-id a'), /must be set together$/)
    assert.match(usageError('serve --oidc-groups-claim a'), /^--oidc-groups-claim needs/)
    assert.match(
      usageError(`${issuer} https://a --oidc-signing-algs HS256`),
      /expected one or more of RS256, /,
    )
    assert.match(
      usageError(`${issuer} https://a --oidc-signing-algs none`),
      /expected one or more of RS256, /,
    )
    assert.match(usageError(`${issuer} https://a --oidc-required-claim a`), /expected one or more claim=text/)
  })

  it('rejects reachable hosts without the flag', () => {
    assert.match(usageError('serve --host 0.0.0.0'), /^the host 0\.0\.0\.0 is reachable by others/)
    assert.match(usageError('serve', { BINNACLE_HOST: '::' }), /^the host :: is reachable by others/)
    assert.equal(config('serve --host 0.0.0.0 --insecure-allow-any-host').host, '0.0.0.0')
  })
})
