import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig, StartError } from '#server/config.js'
import { configOf, type ServerOptions } from './index.js'
import { OPTIONS } from './table.js'

/** The one line with which options are rejected. */
function optionsError(options: unknown): string {
  try {
    configOf(options as ServerOptions)
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return error.message
  }
  assert.fail(`accepted: ${JSON.stringify(options)}`)
}

/** How a wrong value is rejected; an option that belongs to a group is not known by the name of its flag. */
const rejection = (name: string) =>
  new RegExp(`^(${name}: expected .*, got |unknown option ${name}, did you mean )`)

describe('the options of an embedded server', () => {
  it('leave everything as on the command line that they do not name', () => {
    assert.deepEqual(configOf({}), defaultConfig)
    const nothing = { port: undefined, authentication: { tokens: undefined }, authorization: undefined }
    assert.deepEqual(configOf(nothing), defaultConfig)
    assert.deepEqual(configOf({ port: 1, dataDir: 'a' }), { ...defaultConfig, port: 1, dataDir: 'a' })
  })

  it('set authentication and authorization', () => {
    const tokens = [{ token: 'a', user: 'ann', uid: '1', groups: ['dev'], extra: { a: ['b'] } }]
    const oidc = [{ issuerUrl: 'https://id.example.com', clientId: ['a', 'b'], requiredClaims: { a: 'b' } }]
    const authentication = {
      tokens,
      tokenFile: 'tokens.csv',
      oidc,
      configFile: 'issuers.yaml',
      anonymous: false,
      serviceAccountIssuer: 'https://api.example.com',
      serviceAccountKeyFiles: ['sa.pub'],
      serviceAccountSigningKeyFile: 'sa.key',
      apiAudiences: ['api'],
    }
    assert.deepEqual(configOf({ authentication, authorization: 'AlwaysAllow' }), {
      ...defaultConfig,
      tokens,
      tokenAuthFile: 'tokens.csv',
      issuers: oidc,
      authenticationConfig: 'issuers.yaml',
      anonymousAuth: false,
      serviceAccountIssuer: ['https://api.example.com'],
      serviceAccountKeyFiles: ['sa.pub'],
      serviceAccountSigningKeyFile: 'sa.key',
      apiAudiences: ['api'],
      authorizationMode: ['AlwaysAllow'],
    })
  })

  it('configure TLS in one of three ways', () => {
    const chosen = (tls: ServerOptions['tls'], authentication = {}) => configOf({ tls, authentication })
    assert.deepEqual(chosen(undefined), defaultConfig)
    assert.deepEqual(chosen({ cert: 'a', key: 'b' }, { clientCa: 'c' }), {
      ...defaultConfig,
      tlsCert: 'a',
      tlsKey: 'b',
      clientCa: 'c',
    })
    assert.deepEqual(chosen({ certFile: 'a', keyFile: 'b' }, { clientCaFile: 'c' }), {
      ...defaultConfig,
      tlsCertFile: 'a',
      tlsKeyFile: 'b',
      clientCaFile: 'c',
    })
    assert.deepEqual(chosen({ selfSigned: true }), { ...defaultConfig, tlsSelfSigned: true })
    const ways = 'tls: expected cert and key, certFile and keyFile, or selfSigned'
    for (const tls of [
      {},
      { cert: 'a' },
      { cert: 'a', keyFile: 'b' },
      { certFile: 'a', keyFile: 'b', selfSigned: true },
    ])
      assert.equal(optionsError({ tls }), ways)
    assert.equal(optionsError({ tls: { selfSigned: false } }), 'tls.selfSigned: expected true, got false')
    assert.equal(
      optionsError({ tls: { certfile: 'a' } }),
      'unknown option tls.certfile, did you mean certFile?',
    )
    assert.equal(optionsError({ tls: 'yes' }), 'tls: expected an object, got a string')
  })

  it('say whether the server acts for clusters, and how', () => {
    assert.deepEqual(configOf({ federation: false }), defaultConfig)
    assert.deepEqual(configOf({ federation: true }), { ...defaultConfig, federation: true })
    assert.deepEqual(configOf({ federation: {} }), { ...defaultConfig, federation: true })
    const federation = { namespace: 'a', probeIntervalMs: 500, allowAddresses: ['169.254.1.1'] }
    assert.deepEqual(configOf({ federation }), {
      ...defaultConfig,
      federation: true,
      federationNamespace: 'a',
      clusterProbeIntervalMs: 500,
      federationAllowedAddresses: ['169.254.1.1'],
    })
    assert.equal(
      optionsError({ federation: 'yes' }),
      'federation: expected true, false or an object, got "yes"',
    )
    assert.equal(
      optionsError({ federation: { probeInterval: 1 } }),
      'unknown option federation.probeInterval, did you mean probeIntervalMs?',
    )
    assert.equal(
      optionsError({ federation: { allowAddresses: [1] } }),
      'federation.allowAddresses: expected a list of addresses, or ranges such as 169.254.0.0/16, got [ 1 ]',
    )
  })

  it('have one spelling: grouped options have no flat name', () => {
    const cases: [object, string][] = [
      [{ anonymousAuth: 'false' }, 'unknown option anonymousAuth, did you mean authentication.anonymous?'],
      [{ tlsSelfSigned: true }, 'unknown option tlsSelfSigned, did you mean tls.selfSigned?'],
      [{ authorizationMode: ['RBAC'] }, 'unknown option authorizationMode, did you mean authorization?'],
      [{ oidcClientId: 'a' }, 'unknown option oidcClientId, did you mean authentication.oidc?'],
      [{ auditLog: '-' }, 'unknown option auditLog, did you mean audit.log?'],
    ]
    for (const [options, message] of cases) assert.equal(optionsError(options), message)
  })

  it('are rejected if they are unknown, which would leave a server open', () => {
    assert.equal(
      optionsError({ authentcation: {} }),
      'unknown option authentcation, did you mean authentication?',
    )
    assert.equal(optionsError({ prot: 1 }), 'unknown option prot, did you mean port?')
    assert.equal(
      optionsError({ authentication: { token: [] } }),
      'unknown option authentication.token, did you mean tokens?',
    )
    assert.equal(
      optionsError({ authentication: { tokens: [{ token: 'a', user: 'b', group: ['c'] }] } }),
      'unknown option authentication.tokens[0].group, did you mean groups?',
    )
    const issuer = { issuerUrl: 'https://a', clientId: 'b' }
    assert.equal(
      optionsError({ authentication: { oidc: [issuer, { ...issuer, xyzzy: 1 }] } }),
      'unknown option authentication.oidc[1].xyzzy',
    )
  })

  it('are rejected when they are of another type', () => {
    assert.equal(optionsError(null), 'the options: expected an object, got null')
    for (const authentication of [null, [], 'tokens', true]) {
      assert.match(
        optionsError({ authentication }),
        /^authentication: expected an object, got (null|a list|a string|a boolean)$/,
      )
    }
    for (const authorization of [null, 'rbac', '', true]) {
      const got = JSON.stringify(authorization)
      assert.equal(
        optionsError({ authorization }),
        `authorization: expected one of AlwaysAllow, AlwaysDeny, Node, RBAC, Webhook, or a list of authorizers, in which AlwaysAllow is alone, got ${got}`,
      )
    }
    assert.equal(
      optionsError({ authentication: { anonymous: 'no' } }),
      'authentication.anonymous: expected true or false, got "no"',
    )
    assert.equal(
      optionsError({ authentication: { tokens: {} } }),
      'authentication.tokens: expected a list, got an object',
    )
    assert.equal(
      optionsError({ authentication: { tokens: ['a'] } }),
      'authentication.tokens[0]: expected an object, got a string',
    )
    assert.equal(
      optionsError({ authentication: { tokens: [{ token: 'a' }] } }),
      'authentication.tokens[0].user is missing',
    )
    assert.equal(
      optionsError({ authentication: { tokens: [{ token: 'a', user: 'b', groups: 'c' }] } }),
      'authentication.tokens[0].groups: expected a list of strings, got "c"',
    )
    assert.equal(
      optionsError({ authentication: { oidc: [{ issuerUrl: 'https://a' }] } }),
      'authentication.oidc[0].clientId is missing',
    )
    assert.equal(
      optionsError({
        authentication: { oidc: [{ issuerUrl: 'https://a', clientId: 'b', requiredClaims: { c: 1 } }] },
      }),
      'authentication.oidc[0].requiredClaims: expected an object of strings by claims, got { c: 1 }',
    )
  })

  it('are checked as flags are, every one of them and whatever its type', () => {
    const cases: [ServerOptions | object, string][] = [
      [{ host: '0.0.0.0', allowAnyHost: 'false' }, 'allowAnyHost: expected true or false, got "false"'],
      [{ storage: 'Memory' }, 'storage: expected one of embedded, memory, etcd, got "Memory"'],
      [{ port: '8080' }, 'port: expected a number from 0 to 65535, got "8080"'],
      [{ port: 80.5 }, 'port: expected a number from 0 to 65535, got 80.5'],
      [{ port: 65_536 }, 'port: expected a number from 0 to 65535, got 65536'],
      [{ eventTtlMs: -1 }, 'eventTtlMs: expected a whole number of milliseconds from 0 on, got -1'],
      [
        { historyWindowMs: '15m' },
        'historyWindowMs: expected a whole number of milliseconds from 0 on, got "15m"',
      ],
      [
        { allowedHosts: 'a.example.com' },
        'allowedHosts: expected a list of host names without ports, got "a.example.com"',
      ],
      [
        { allowedHosts: ['a:80'] },
        "allowedHosts: expected a list of host names without ports, got [ 'a:80' ]",
      ],
      [{ dataDir: '' }, 'dataDir: expected the path of a folder, got ""'],
      [
        { authentication: { tokenFile: null } },
        'authentication.tokenFile: expected the path of a file, or an empty string for none, got null',
      ],
      [
        { maxWatchesPerUser: '5' },
        'maxWatchesPerUser: expected a number from 0 to 1000000, or \'usual\', got "5"',
      ],
      [
        { authentication: { oidc: [{ issuerUrl: 'http://a', clientId: 'b' }] } },
        'authentication.oidc[0].issuerUrl: expected a URL that begins with https://, without a query, a fragment or a user, or an empty string for none, got "http://a"',
      ],
      [
        { serviceResolver: { a: 'b' } },
        "serviceResolver: expected an object of host:port by namespace/name, got { a: 'b' }",
      ],
      [
        { audit: { log: '-', maxSize: '1' } },
        'audit.maxSize: expected a whole number from 0 to 999999, got "1"',
      ],
      [
        { federation: { probeIntervalMs: 1 } },
        'federation.probeIntervalMs: expected a whole number of milliseconds from 100 on, got 1',
      ],
      [
        { logLevel: () => 'info' },
        'logLevel: expected one of trace, debug, info, warn, error, silent, got a function',
      ],
    ]
    for (const [options, message] of cases) assert.equal(optionsError(options), message)
    for (const [name, { value }] of Object.entries(OPTIONS)) {
      const byDefault = defaultConfig[name as keyof typeof defaultConfig]
      assert.ok(value.fits(byDefault), name)
      for (const wrong of [null, Number.NaN, Symbol('a'), 1n, [{}], { a: 1 }, () => 1]) {
        // The group of the same name is an object.
        if (name === 'federation' && !Array.isArray(wrong) && typeof wrong === 'object') continue
        assert.ok(!value.fits(wrong), name)
        assert.match(optionsError({ [name]: wrong }), rejection(name))
      }
      for (const wrong of ['', 'yes', 1, true].filter((wrong) => typeof wrong !== typeof byDefault)) {
        if (byDefault !== 'usual') assert.match(optionsError({ [name]: wrong }), rejection(name))
      }
    }
  })

  it('are not shown in errors if they may be secret', () => {
    const secret = 94_021
    for (const options of [
      { authentication: { tokens: [{ token: secret, user: 'a' }] } },
      { authentication: { tokens: { [secret]: 'a' } } },
      { tls: { cert: 'a', key: secret } },
      { tls: [secret] },
    ])
      assert.doesNotMatch(optionsError(options), /94/)
  })
})
