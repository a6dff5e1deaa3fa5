import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigDocumentError, readConfigDocument } from '#access/config-document.js'
import { anonymousPathsOf, authenticationDocument, issuersOf } from './authentication-document.js'

const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthenticationConfiguration' }
const ISSUER = { url: 'https://id.example.com', audiences: ['me'] }
const MAPPINGS = { username: { claim: 'sub', prefix: '' } }
const JWT = { issuer: ISSUER, claimMappings: MAPPINGS }

const read = (value: unknown) =>
  readConfigDocument(
    authenticationDocument,
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  )

/** The one line with which a file is rejected. */
async function message(value: unknown): Promise<string> {
  try {
    await read(value)
  } catch (error) {
    assert.ok(error instanceof ConfigDocumentError, String(error))
    assert.ok(!error.message.includes('\n'), error.message)
    return error.message
  }
  assert.fail(`accepted: ${JSON.stringify(value)}`)
}

const withIssuer = (more: object) => ({ ...HEAD, jwt: [{ ...JWT, issuer: { ...ISSUER, ...more } }] })
const withMappings = (more: object) => ({
  ...HEAD,
  jwt: [{ ...JWT, claimMappings: { ...MAPPINGS, ...more } }],
})

describe('a file that names issuers', () => {
  it('is read as YAML', async () => {
    const read = await readConfigDocument(
      authenticationDocument,
      Buffer.from(`
apiVersion: apiserver.config.k8s.io/v1beta1
kind: AuthenticationConfiguration
jwt:
- issuer:
    url: https://one.example.com/
    audiences: [a, b]
    audienceMatchPolicy: MatchAny
  claimValidationRules:
  - claim: hd
    requiredValue: example.com
  - claim: empty
  claimMappings:
    username: {claim: email, prefix: "mail:"}
    groups: {claim: roles, prefix: ""}
    uid: {claim: oid}
- issuer:
    url: https://two.example.com
    discoveryURL: https://elsewhere.example.com/discovery
    audiences: [c]
  claimMappings:
    username: {claim: sub, prefix: "two:"}
anonymous:
  enabled: true
  conditions:
  - path: /livez
`),
    )
    const [one, two] = issuersOf(read)
    assert.deepEqual(one, {
      url: 'https://one.example.com/',
      discoveryUrl: 'https://one.example.com/.well-known/openid-configuration',
      certificateAuthority: undefined,
      audiences: ['a', 'b'],
      algorithms: ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'],
      requiredClaims: { hd: 'example.com', empty: '' },
      username: { claim: 'email', prefix: 'mail:' },
      groups: { claim: 'roles', prefix: '' },
      uidClaim: 'oid',
    })
    assert.equal(two?.discoveryUrl, 'https://elsewhere.example.com/discovery')
    assert.equal(two?.groups, undefined)
    assert.deepEqual(anonymousPathsOf(read), new Set(['/livez']))
  })

  it('may name none', async () => {
    for (const jwt of [[], undefined, null]) assert.deepEqual(issuersOf(await read({ ...HEAD, jwt })), [])
    assert.equal(anonymousPathsOf(await read(HEAD)), undefined)
    assert.equal(anonymousPathsOf(await read({ ...HEAD, anonymous: { enabled: true } })), undefined)
    assert.deepEqual(anonymousPathsOf(await read({ ...HEAD, anonymous: { enabled: false } })), new Set())
  })

  it('is rejected when it is of another kind, or nothing that can be read', async () => {
    assert.match(await message(''), /^expected an object of kind AuthenticationConfiguration$/)
    assert.match(await message('[]'), /^expected an object/)
    assert.match(await message('a: [b'), /line 1/)
    assert.equal(await message('{}'), 'kind: expected AuthenticationConfiguration, got nothing')
    assert.match(await message({ ...HEAD, kind: 'Pod' }), /^kind: expected .*, got "Pod"$/)
    assert.match(
      await message({ ...HEAD, apiVersion: 'v1' }),
      /^apiVersion: expected apiserver\S+\/v1 or .*"v1"$/,
    )
    assert.match(await message({ ...HEAD, apiVersion: 1 }), /^apiVersion: expected/)
  })

  it('is rejected with the path of a structural error', async () => {
    assert.equal(await message({ ...HEAD, jtw: [] }), 'jtw: unknown field')
    assert.equal(await message(withIssuer({ uri: 'x' })), 'jwt[0].issuer.uri: unknown field')
    assert.equal(await message(withIssuer({ URL: 'x' })), 'jwt[0].issuer.URL: unknown field')
    assert.match(await message({ ...HEAD, jwt: {} }), /^jwt: /)
    assert.match(await message(withIssuer({ audiences: 'me' })), /^jwt\[0\]\.issuer\.audiences: /)
    assert.match(await message(withIssuer({ url: 1 })), /^jwt\[0\]\.issuer\.url: /)
    assert.match(await message(withMappings({ username: 'sub' })), /^jwt\[0\]\.claimMappings\.username: /)
    const twice = `${JSON.stringify(HEAD).slice(0, -1)},"jwt":[],"jwt":[]}`
    assert.match(await message(twice), /"jwt" already set/)
  })

  it('is rejected with the path of an invalid value', async () => {
    const place = async (value: unknown) => (await message(value)).split(': ', 2).join(': ')
    const urls = ['http://a', 'ftp://a', 'a', 'https://a?b=c', 'https://a#b', 'https://u:p@a', 'https://a b']
    for (const url of urls)
      assert.equal(await place(withIssuer({ url })), 'jwt[0].issuer.url: Invalid value', url)
    assert.equal(await place(withIssuer({ url: '' })), 'jwt[0].issuer.url: Required value')
    for (const discoveryURL of ['http://a', 'https://a?b', `${ISSUER.url}/`]) {
      assert.equal(await place(withIssuer({ discoveryURL })), 'jwt[0].issuer.discoveryURL: Invalid value')
    }
    assert.equal(await place(withIssuer({ audiences: [] })), 'jwt[0].issuer.audiences: Required value')
    assert.equal(await place(withIssuer({ audiences: [''] })), 'jwt[0].issuer.audiences[0]: Required value')
    const any = { audienceMatchPolicy: 'MatchAny' }
    assert.equal(
      await place(withIssuer({ audiences: ['a', 'a'], ...any })),
      'jwt[0].issuer.audiences[1]: Duplicate value',
    )
    for (const more of [{ audiences: ['a', 'b'] }, { audienceMatchPolicy: 'MatchAll' }]) {
      assert.equal(await place(withIssuer(more)), 'jwt[0].issuer.audienceMatchPolicy: Invalid value')
    }
    const certificateAuthority = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    for (const ca of ['x', certificateAuthority]) {
      const rejection = await message(withIssuer({ certificateAuthority: ca }))
      assert.match(rejection, /^jwt\[0\]\.issuer\.certificateAuthority: Invalid value: /)
    }
    assert.equal(await place({ ...HEAD, jwt: [JWT, JWT] }), 'jwt[1].issuer.url: Duplicate value')
    const many = Array.from({ length: 65 }, (_, index) => ({
      ...JWT,
      issuer: { ...ISSUER, url: `https://a${index}` },
    }))
    assert.equal(await place({ ...HEAD, jwt: many }), 'jwt: Too many')
    assert.equal(
      await place(withMappings({ username: { claim: 'sub' } })),
      'jwt[0].claimMappings.username.prefix: Required value',
    )
    assert.equal(
      await place(withMappings({ username: {} })),
      'jwt[0].claimMappings.username.claim: Required value',
    )
    assert.equal(
      await place(withMappings({ groups: { prefix: 'a' } })),
      'jwt[0].claimMappings.groups.prefix: Invalid value',
    )
    const withRules = (...claimValidationRules: object[]) => ({
      ...HEAD,
      jwt: [{ ...JWT, claimValidationRules }],
    })
    assert.equal(await place(withRules({})), 'jwt[0].claimValidationRules[0].claim: Required value')
    assert.equal(
      await place(withRules({ claim: 'a' }, { claim: 'a' })),
      'jwt[0].claimValidationRules[1].claim: Duplicate value',
    )
    assert.equal(
      await place({ ...HEAD, anonymous: { enabled: false, conditions: [{ path: '/' }] } }),
      'anonymous.conditions: Invalid value',
    )
  })

  it('is rejected where it needs CEL, and says so', async () => {
    const expression = 'claims.sub'
    const needy: Record<string, object> = {
      'claimMappings.username.expression': { claimMappings: { username: { expression } } },
      'claimMappings.groups.expression': { claimMappings: { ...MAPPINGS, groups: { expression } } },
      'claimMappings.uid.expression': { claimMappings: { ...MAPPINGS, uid: { expression } } },
      'claimMappings.extra[0].valueExpression': {
        claimMappings: { ...MAPPINGS, extra: [{ key: 'a/b', valueExpression: expression }] },
      },
      'claimValidationRules[0].expression': { claimValidationRules: [{ expression, message: 'no' }] },
      'userValidationRules[0].expression': { userValidationRules: [{ expression }] },
    }
    for (const [path, more] of Object.entries(needy)) {
      const rejection = await message({ ...HEAD, jwt: [{ ...JWT, ...more }] })
      assert.ok(
        rejection.startsWith(`jwt[0].${path}: Forbidden: expressions in CEL are not supported`),
        rejection,
      )
    }
  })
})
