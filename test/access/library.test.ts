import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type ServerOptions, StartError } from '#index.js'
import { startTestServer, type TestServerOptions } from '#testing.js'
import type { Json } from '../support/client.js'

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'

async function start(t: TestContext, options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return server
}

type Started = Awaited<ReturnType<typeof start>>

async function who(server: Started, token: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await server.as(token)(WHO, { method: 'POST', body: '{}', headers })
  return response.status === 201 ? ((await response.json()) as Json).status.userInfo : response.status
}

const statusOf = async (server: Started, user: string | undefined, path: string) =>
  (await (user === undefined ? fetch(server.url + path) : server.as(user)(path))).status

describe('a server in the same process', () => {
  it('allows everything by default', async (t) => {
    const server = await start(t)
    assert.equal(await statusOf(server, undefined, '/api/v1/namespaces'), 200)
    assert.equal(await statusOf(server, 'whoever', '/api/v1/namespaces'), 200)
  })

  it('authenticates tokens in memory, and supports roles for their users', async (t) => {
    const tokens = [
      { token: 'one', user: 'ann', uid: '7', groups: ['dev'], extra: { 'example.com/team': ['a', 'b'] } },
      { token: 'two', user: 'root', groups: ['system:masters'] },
    ]
    const server = await start(t, { authentication: { tokens } })
    assert.deepEqual(await who(server, 'one'), {
      username: 'ann',
      uid: '7',
      groups: ['dev', 'system:authenticated'],
      extra: { 'example.com/team': ['a', 'b'] },
    })
    assert.equal(await who(server, 'three'), 401)
    assert.equal(await statusOf(server, 'one', '/api/v1/namespaces'), 403)
    assert.equal(await statusOf(server, 'two', '/api/v1/namespaces'), 200)
    assert.equal(await statusOf(server, undefined, '/api/v1/namespaces'), 403)
    assert.equal(await statusOf(server, undefined, '/livez'), 200)
  })

  it('forbids anonymous access if the list of tokens is empty', async (t) => {
    const server = await start(t, { authentication: { tokens: [] } })
    assert.equal(await statusOf(server, undefined, '/api/v1/namespaces'), 403)
  })

  it('rejects anonymous requests if they are disabled', async (t) => {
    const authentication = { tokens: [{ token: 'one', user: 'ann' }], anonymous: false }
    const server = await start(t, { authentication })
    assert.equal(await statusOf(server, undefined, '/livez'), 401)
    assert.equal(await statusOf(server, 'one', '/livez'), 200)
  })

  it('authenticates users and allows everything with AlwaysAllow', async (t) => {
    const authentication = { tokens: [{ token: 'one', user: 'ann' }] }
    const server = await start(t, { authentication, authorization: 'AlwaysAllow' })
    assert.equal(await statusOf(server, 'one', '/api/v1/namespaces'), 200)
    assert.equal(await statusOf(server, 'two', '/api/v1/namespaces'), 401)
  })

  it('is set up with users in one line', async (t) => {
    const server = await start(t, { users: { admin: ['system:masters'], ann: [] } })
    assert.equal(await statusOf(server, 'admin', '/api/v1/namespaces'), 200)
    assert.equal(await statusOf(server, 'ann', '/api/v1/namespaces'), 403)
    assert.equal(await statusOf(server, 'ben', '/api/v1/namespaces'), 401)
    const authentication = { tokens: [{ token: 'one', user: 'eve' }], anonymous: false }
    const more = await start(t, { users: { ann: ['dev'] }, authentication })
    assert.deepEqual([(await who(more, 'one')).username, (await who(more, 'ann')).username], ['eve', 'ann'])
    assert.equal(await statusOf(more, undefined, '/livez'), 401)
  })

  it('may listen on any host with authentication', async (t) => {
    await assert.rejects(createServer({ storage: 'memory', port: 0, host: '0.0.0.0' }), StartError)
    const server = await start(t, { host: '0.0.0.0', users: { ann: [] } })
    assert.ok(server.url.startsWith('http://0.0.0.0:'))
  })

  it('does not start with invalid options', async () => {
    const reject = (options: ServerOptions, words: RegExp) =>
      assert.rejects(
        createServer({ storage: 'memory', port: 0, logLevel: 'silent', ...options }),
        (error) => {
          assert.ok(error instanceof StartError)
          assert.match(error.message, words)
          return true
        },
      )
    const token = { token: 'secret', user: 'ann' }
    const cases: readonly (readonly [ServerOptions, RegExp])[] = [
      [
        { authentication: { tokens: [token, { ...token, token: '' }] } },
        /^token 1 cannot be used: it has no token$/,
      ],
      [
        { authentication: { tokens: [{ ...token, token: 'a b' }] } },
        /^token 0 .*: its token contains whitespace$/,
      ],
      [{ authentication: { tokens: [{ ...token, user: '' }] } }, /^token 0 .*: it has no user$/],
      [{ authentication: { tokenFile: '/no/such/file' } }, /^the tokens in \/no\/such\/file cannot be used/],
      [
        { authentication: { oidc: [{ issuerUrl: 'http://a', clientId: 'b' }] } },
        /a URL that begins with https/,
      ],
      [{ authentication: { oidc: [{ issuerUrl: 'https://a', clientId: [] }] } }, /has no audience/],
      [
        { authentication: { oidc: [{ issuerUrl: 'https://a', clientId: 'b', ca: 'c' }] } },
        /no PEM certificate found$/,
      ],
      // @ts-expect-error The types forbid it, too.
      [{ authentication: { user: [] } }, /^unknown option authentication\.user/],
      // @ts-expect-error The types forbid it, too.
      [{ authorization: 'ABAC' }, /^authorization: expected one of/],
    ]
    for (const [options, words] of cases) await reject(options, words)
  })
})
