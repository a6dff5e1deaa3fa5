import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultConfig, StartError } from '../config.js'
import { configOf, type ServerOptions } from './index.js'

/** The one line with which options are rejected. */
function problem(options: unknown): string {
  try {
    configOf(options as ServerOptions)
  } catch (error) {
    assert.ok(error instanceof StartError, String(error))
    return error.message
  }
  assert.fail(`accepted: ${JSON.stringify(options)}`)
}

describe('the options of an embedded server', () => {
  it('leave everything as on the command line that they do not name', () => {
    assert.deepEqual(configOf({}), defaultConfig)
    const nothing = { port: undefined, authentication: { tokens: undefined }, authorization: undefined }
    assert.deepEqual(configOf(nothing), defaultConfig)
    assert.deepEqual(configOf({ port: 1, tokenAuthFile: 'a' }), {
      ...defaultConfig,
      port: 1,
      tokenAuthFile: 'a',
    })
  })

  it('say by what users are known, and who decides what they may do', () => {
    const tokens = [{ token: 'a', user: 'ann', uid: '1', groups: ['dev'], extra: { a: ['b'] } }]
    const oidc = [{ issuerUrl: 'https://id.example.com', clientId: ['a', 'b'], requiredClaims: { a: 'b' } }]
    const authentication = {
      tokens,
      tokenFile: 'tokens.csv',
      oidc,
      configFile: 'issuers.yaml',
      anonymous: false,
      serviceAccountIssuer: 'https://api.example.com',
    }
    assert.deepEqual(configOf({ authentication, authorization: 'AlwaysAllow' }), {
      ...defaultConfig,
      tokens,
      tokenAuthFile: 'tokens.csv',
      issuers: oidc,
      authenticationConfig: 'issuers.yaml',
      anonymousAuth: false,
      serviceAccountIssuer: 'https://api.example.com',
      authorizationMode: 'AlwaysAllow',
    })
  })

  it('say how connections are encrypted, in one of three ways', () => {
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
      assert.equal(problem({ tls }), ways)
    assert.equal(problem({ tls: { selfSigned: false } }), 'tls.selfSigned: expected true')
    assert.equal(problem({ tls: { certfile: 'a' } }), 'unknown option tls.certfile, did you mean certFile?')
    assert.equal(problem({ tls: 'yes' }), 'tls: expected an object')
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
    assert.equal(problem({ federation: 'yes' }), 'federation: expected true, false or an object')
    assert.equal(
      problem({ federation: { probeInterval: 1 } }),
      'unknown option federation.probeInterval, did you mean probeIntervalMs?',
    )
    assert.equal(
      problem({ federation: { allowAddresses: [1] } }),
      'federation.allowAddresses: expected a list of texts',
    )
  })

  it('win in groups over the same in the words of the command line', () => {
    const options = {
      tokenAuthFile: 'a',
      authentication: { tokenFile: 'b' },
      authorizationMode: 'RBAC',
    } as const
    assert.equal(configOf(options).tokenAuthFile, 'b')
    assert.equal(configOf({ ...options, authorization: 'AlwaysAllow' }).authorizationMode, 'AlwaysAllow')
  })

  it('are rejected when they are not known, which would leave a server open', () => {
    assert.equal(problem({ authentcation: {} }), 'unknown option authentcation, did you mean authentication?')
    assert.equal(problem({ prot: 1 }), 'unknown option prot, did you mean port?')
    assert.equal(
      problem({ authentication: { token: [] } }),
      'unknown option authentication.token, did you mean tokens?',
    )
    assert.equal(
      problem({ authentication: { tokens: [{ token: 'a', user: 'b', group: ['c'] }] } }),
      'unknown option authentication.tokens[0].group, did you mean groups?',
    )
    const issuer = { issuerUrl: 'https://a', clientId: 'b' }
    assert.equal(
      problem({ authentication: { oidc: [issuer, { ...issuer, xyzzy: 1 }] } }),
      'unknown option authentication.oidc[1].xyzzy',
    )
  })

  it('are rejected when they are of another type', () => {
    assert.equal(problem(null), 'the options: expected an object')
    for (const authentication of [null, [], 'tokens', true]) {
      assert.equal(problem({ authentication }), 'authentication: expected an object')
    }
    for (const authorization of [null, 'rbac', '', true]) {
      assert.equal(problem({ authorization }), 'authorization: expected one of AlwaysAllow, RBAC')
    }
    assert.equal(
      problem({ authentication: { anonymous: 'no' } }),
      'authentication.anonymous: expected true or false',
    )
    assert.equal(problem({ authentication: { tokens: {} } }), 'authentication.tokens: expected a list')
    assert.equal(
      problem({ authentication: { tokens: ['a'] } }),
      'authentication.tokens[0]: expected an object',
    )
    assert.equal(
      problem({ authentication: { tokens: [{ token: 'a' }] } }),
      'authentication.tokens[0].user is missing',
    )
    assert.equal(
      problem({ authentication: { tokens: [{ token: 'a', user: 'b', groups: 'c' }] } }),
      'authentication.tokens[0].groups: expected a list of texts',
    )
    assert.equal(
      problem({ authentication: { oidc: [{ issuerUrl: 'https://a' }] } }),
      'authentication.oidc[0].clientId is missing',
    )
    assert.equal(
      problem({
        authentication: { oidc: [{ issuerUrl: 'https://a', clientId: 'b', requiredClaims: { c: 1 } }] },
      }),
      'authentication.oidc[0].requiredClaims: expected an object of texts',
    )
  })
})
