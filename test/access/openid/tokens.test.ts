import assert from 'node:assert/strict'
import { createHmac, createPublicKey } from 'node:crypto'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type AccessServer, grant, startAccessServer } from '#test/support/servers/access-server.js'
import { assembled, makeSigningKey, OpenIdIssuer } from './issuer.js'

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews'
const now = () => Math.floor(Date.now() / 1000)

/** The user of a token, or the status if the server rejects it. */
async function who(server: AccessServer, token: string) {
  const { status, body } = await server.as(token).post(WHO, {})
  return status === 201 ? body.status.userInfo : status
}

describe('tokens of an OpenID issuer', () => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await OpenIdIssuer.start()
  })
  after(() => issuer.remove())

  const start = (t: TestContext, options: object = {}) =>
    startAccessServer(t, {
      oidcIssuerUrl: issuer.url,
      oidcClientId: 'binnacle',
      oidcGroupsClaim: 'groups',
      oidcCaFile: issuer.caFile,
      ...options,
    })

  it('name users and groups, prefixed with the issuer', async (t) => {
    const server = await start(t, { oidcGroupsPrefix: 'id:' })
    const groupsOf = async (groups: unknown) =>
      (await who(server, await issuer.token({ sub: 'ann', groups }))).groups
    assert.deepEqual(
      await who(server, await issuer.token({ sub: 'ann', groups: ['dev', 'ops'], jti: '7' })),
      {
        username: `${issuer.url}#ann`,
        groups: ['id:dev', 'id:ops', 'system:authenticated'],
        extra: { 'authentication.kubernetes.io/credential-id': ['JTI=7'] },
      },
    )
    assert.deepEqual(await groupsOf('dev'), ['id:dev', 'system:authenticated'])
    for (const none of [undefined, null, []]) assert.deepEqual(await groupsOf(none), ['system:authenticated'])
    for (const wrong of [1, [1], { a: 1 }, ['dev', null], true]) {
      assert.equal(await who(server, await issuer.token({ sub: 'ann', groups: wrong })), 401)
    }
  })

  it('name users by another claim, and by email only if it is verified', async (t) => {
    const server = await start(t, { oidcUsernameClaim: 'email' })
    const name = async (claims: object) => {
      const user = await who(server, await issuer.token({ sub: 'x', email: 'ann@example.com', ...claims }))
      return user.username ?? user
    }
    assert.equal(await name({ email_verified: true }), 'ann@example.com')
    assert.equal(await name({}), 'ann@example.com')
    for (const email_verified of [false, null, 'true', 1]) assert.equal(await name({ email_verified }), 401)
    for (const email of ['', null, 1, ['ann@example.com']]) assert.equal(await name({ email }), 401)
  })

  it('name users with a configured prefix, or none', async (t) => {
    const token = await issuer.token({ sub: 'ann', mail: 'm' })
    const name = async (options: object) => (await who(await start(t, options), token)).username
    assert.equal(await name({ oidcUsernamePrefix: '-' }), 'ann')
    assert.equal(await name({ oidcUsernamePrefix: 'id:' }), 'id:ann')
    assert.equal(await name({ oidcUsernameClaim: 'mail' }), `${issuer.url}#m`)
  })

  it('may have further audiences and required claims', async (t) => {
    const server = await start(t, { oidcRequiredClaims: { hd: 'example.com', tier: 'one' } })
    const status = async (claims: object) => {
      const found = await who(
        server,
        await issuer.token({ sub: 'ann', hd: 'example.com', tier: 'one', ...claims }),
      )
      return found.username === undefined ? found : 201
    }
    assert.equal(await status({ aud: ['other', 'binnacle'] }), 201)
    for (const claims of [{ tier: 'two' }, { tier: undefined }, { tier: ['one'] }, { hd: null }]) {
      assert.equal(await status(claims), 401, JSON.stringify(claims))
    }
  })

  it('are rejected if expired, not yet valid, for another audience, of another issuer or without a user', async (t) => {
    const server = await start(t)
    const stranger = await makeSigningKey('RS256', issuer.current.kid)
    const bad: Record<string, Promise<string>> = {
      expired: issuer.token({ sub: 'ann', exp: now() - 1 }),
      'without an end': issuer.token({ sub: 'ann', exp: undefined }),
      'with an end that is a text': issuer.token({ sub: 'ann', exp: `${now() + 600}` }),
      'not yet valid': issuer.token({ sub: 'ann', nbf: now() + 600 }),
      'for others': issuer.token({ sub: 'ann', aud: 'somebody-else' }),
      'for none': issuer.token({ sub: 'ann', aud: undefined }),
      'of another issuer': issuer.token({ sub: 'ann', iss: 'https://other.example.com' }),
      'of nearly this issuer': issuer.token({ sub: 'ann', iss: `${issuer.url}/` }),
      'of no issuer': issuer.token({ sub: 'ann', iss: undefined }),
      'without a user': issuer.token({}),
      'with an empty user': issuer.token({ sub: '' }),
      'with a kid that is not known': issuer.token({ sub: 'ann' }, { kid: 'other' }),
      'by another key of the same kid': issuer.token({ sub: 'ann' }, {}, stranger),
      'by another key without a kid': issuer.token({ sub: 'ann' }, { kid: undefined }, stranger),
    }
    for (const [what, token] of Object.entries(bad)) assert.equal(await who(server, await token), 401, what)
    assert.equal((await who(server, await issuer.token({ sub: 'ann' }))).username, `${issuer.url}#ann`)
    const aBitAhead = await issuer.token({ sub: 'ann', nbf: now() + 60, iat: now() + 60 })
    assert.equal((await who(server, aBitAhead)).username, `${issuer.url}#ann`, 'clocks differ')
  })

  it('are rejected if their times are invalid or missing', async (t) => {
    const server = await start(t)
    const end = `"exp":${now() + 600}`
    assert.equal((await who(server, await issuer.writtenToken(end))).username, `${issuer.url}#ann`)
    assert.equal(
      (await who(server, await issuer.writtenToken(`${end}.5,"nbf":0.5`))).username,
      `${issuer.url}#ann`,
    )
    const bad = [
      '"exp":1e400',
      '"exp":1e300',
      '"exp":253402300800',
      '"exp":null',
      '"exp":true',
      '"exp":[1e10]',
    ]
    for (const time of ['-1e400', '-1e300', '1e400', '"1"', 'null', '{}']) {
      bad.push(`${end},"nbf":${time}`, `${end},"iat":${time}`)
    }
    for (const claims of bad) {
      assert.equal(await who(server, await issuer.writtenToken(claims)), 401, claims)
    }
  })

  it('cannot choose how they are verified', async (t) => {
    const server = await start(t)
    const { kid, jwk } = issuer.current
    const claims = { iss: issuer.url, aud: 'binnacle', sub: 'ann', exp: now() + 600 }
    const publicKey = createPublicKey({ key: jwk as Record<string, string>, format: 'jwk' })
    const secrets = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      publicKey.export({ type: 'pkcs1', format: 'pem' }),
      JSON.stringify(jwk),
      jwk.n as string,
    ]
    for (const secret of secrets) {
      const signed = assembled({ alg: 'HS256', kid }, claims).slice(0, -1)
      const token = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
      assert.equal(await who(server, token), 401)
    }
    for (const alg of ['none', 'None', 'nOnE', '', 'HS256', 'RS1', 'EdDSA']) {
      for (const signature of ['', 'AA', 'A'.repeat(342)]) {
        assert.equal(await who(server, assembled({ alg, kid }, claims, signature)), 401, alg)
      }
    }
    const own = await makeSigningKey('RS256', kid)
    assert.equal(await who(server, await issuer.token({ sub: 'ann' }, { jwk: own.jwk }, own)), 401)
    await issuer.rotate('ES256')
    assert.equal(await who(server, await issuer.token({ sub: 'ann' })), 401, 'another algorithm')
    await issuer.rotate('RS256')
  })

  it('must use a configured signature algorithm', async (t) => {
    for (const alg of ['ES256', 'ES384', 'PS256', 'RS512']) {
      await issuer.rotate(alg)
      const server = await start(t, { oidcSigningAlgs: ['RS512', 'ES256', 'ES384', 'PS256'] })
      assert.equal((await who(server, await issuer.token({ sub: 'ann' }))).username, `${issuer.url}#ann`, alg)
    }
    await issuer.rotate('RS256')
  })

  it('are authenticated by a review, for this server only', async (t) => {
    const server = await start(t)
    const token = await issuer.token({ sub: 'ann', groups: 'dev' })
    const review = async (spec: object) => (await server.as('admin').post(REVIEWS, { spec })).body.status
    assert.deepEqual(await review({ token }), {
      authenticated: true,
      user: { username: `${issuer.url}#ann`, groups: ['dev', 'system:authenticated'] },
      audiences: ['https://kubernetes.default.svc'],
    })
    assert.deepEqual(await review({ token, audiences: ['other'] }), {
      user: {},
      error: 'invalid bearer token',
    })
    const expired = await issuer.token({ sub: 'ann', exp: now() - 1 })
    for (const bad of [expired, `${token}x`, token.slice(0, -1)]) {
      assert.deepEqual(await review({ token: bad }), { user: {}, error: 'invalid bearer token' })
    }
  })

  it('get permissions by bindings, and their watches end when they expire', async (t) => {
    const server = await start(t, { oidcUsernamePrefix: 'id:' })
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }]
    await grant(server.as('admin'), 'web', 'reader', rules, 'id:ann')
    const path = '/api/v1/namespaces/web/configmaps'
    assert.equal((await server.as(await issuer.token({ sub: 'ben' })).get(path)).status, 403)
    const token = await issuer.token({ sub: 'ann', exp: now() + 5 })
    const watch = await server.as(token).open(`${path}?watch=true`)
    assert.equal(watch.status, 200)
    // The text is complete when the server has ended the watch.
    await watch.text()
    assert.equal((await server.as(token).get(path)).status, 401)
  })
})
