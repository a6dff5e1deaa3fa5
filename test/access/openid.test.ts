import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type AccessServer, startAccessServer } from '../support/access-server.js'
import { OpenIdIssuer } from './openid-issuer.js'

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'

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

  const who = async (server: AccessServer, token: string) => {
    const { status, body } = await server.as(token).post(WHO, {})
    return status === 201 ? body.status.userInfo : status
  }

  it('name users and groups, under names that only this issuer gives', async (t) => {
    const server = await start(t, { oidcGroupsPrefix: 'id:' })
    assert.deepEqual(await who(server, await issuer.token({ sub: 'ann', groups: ['dev', 'ops'] })), {
      username: `${issuer.url}#ann`,
      groups: ['id:dev', 'id:ops', 'system:authenticated'],
    })
    assert.deepEqual((await who(server, await issuer.token({ sub: 'ben', groups: 'dev' }))).groups, [
      'id:dev',
      'system:authenticated',
    ])
  })

  it('name users by another claim, and addresses of mail only when they are verified', async (t) => {
    const server = await start(t, { oidcUsernameClaim: 'email' })
    const name = async (claims: object) =>
      (await who(server, await issuer.token({ sub: 'x', ...claims }))).username
    assert.equal(await name({ email: 'ann@example.com', email_verified: true }), 'ann@example.com')
    assert.equal(
      await who(server, await issuer.token({ email: 'b@example.com', email_verified: false })),
      401,
    )
    assert.equal(await who(server, await issuer.token({ sub: 'nobody' })), 401)
    const plain = await start(t, { oidcUsernamePrefix: '-' })
    assert.equal((await who(plain, await issuer.token({ sub: 'ann' }))).username, 'ann')
  })

  it('are rejected when they are old, for others, of others or not signed', async (t) => {
    const server = await start(t)
    const now = Math.floor(Date.now() / 1000)
    const good = await issuer.token({ sub: 'ann' })
    assert.equal((await who(server, good)).username, `${issuer.url}#ann`)
    const [, body = ''] = good.split('.')
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad = [
      await issuer.token({ sub: 'ann', exp: now - 1 }),
      await issuer.token({ sub: 'ann', nbf: now + 600 }),
      await issuer.token({ sub: 'ann', aud: 'somebody-else' }),
      await issuer.token({ sub: 'ann', iss: 'https://other.example.com' }),
      await issuer.token({ sub: 'ann', groups: [1] }),
      await issuer.token({}),
      `${header({ alg: 'none' })}.${body}.`,
      `${header({ alg: 'none' })}.${body}.AAAA`,
      `${header({ alg: 'HS256', kid: 'key-1' })}.${body}.AAAA`,
    ]
    for (const [index, token] of bad.entries()) assert.equal(await who(server, token), 401, `token ${index}`)
  })

  it('are known by a new key, and by the keys that are known while the issuer is down', async (t) => {
    const server = await start(t)
    assert.notEqual(await who(server, await issuer.token({ sub: 'one' })), 401)
    await issuer.down()
    assert.notEqual(await who(server, await issuer.token({ sub: 'two' })), 401)
    await issuer.up()
    await issuer.rotate()
    const token = await issuer.token({ sub: 'three' })
    // The issuer is not asked again at once: it may take a moment until the new key is known.
    while ((await who(server, token)) === 401) await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal((await who(server, token)).username, `${issuer.url}#three`)
  })

  it('with keys that nobody has do not become as many requests to the issuer', async (t) => {
    const server = await start(t)
    assert.notEqual(await who(server, await issuer.token({ sub: 'one' })), 401)
    const { requests } = issuer
    const [, body, signature] = (await issuer.token({ sub: 'x' })).split('.')
    for (let count = 0; count < 50; count++) {
      const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: `made-up-${count}` })).toString(
        'base64url',
      )
      assert.equal(await who(server, `${head}.${body}.${signature}`), 401)
    }
    assert.ok(issuer.requests - requests <= 10, `${issuer.requests - requests} requests`)
  })
})
