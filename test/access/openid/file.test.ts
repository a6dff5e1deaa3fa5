import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { StartError } from '#index.js'
import { replaceFile } from '#test/support/replace-file.js'
import { type AccessServer, startAccessServer } from '#test/support/servers/access-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { OpenIdIssuer } from './issuer.js'

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'AuthenticationConfiguration' }

/** The user name of a token; undefined if the token is rejected. */
async function nameOf(server: AccessServer, token: string): Promise<string | undefined> {
  const { status, body } = await server.as(token).post(WHO, {})
  assert.ok(status === 201 || status === 401, `${status}`)
  return body.status.userInfo?.username
}

describe('issuers in a file', () => {
  let one: OpenIdIssuer
  let two: OpenIdIssuer
  before(async () => {
    one = await OpenIdIssuer.start('ES256')
    two = await OpenIdIssuer.start('RS256')
  })
  after(async () => {
    await one.remove()
    await two.remove()
  })

  const section = async (issuer: OpenIdIssuer, prefix: string, more: object = {}) => ({
    issuer: {
      url: issuer.url,
      audiences: ['binnacle', 'other'],
      audienceMatchPolicy: 'MatchAny',
      certificateAuthority: await readFile(issuer.caFile, 'utf8'),
    },
    claimMappings: { username: { claim: 'sub', prefix } },
    ...more,
  })

  /** A server with a configuration file, and a function that replaces the file. */
  async function start(t: TestContext, content: object, options: object = {}) {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const authenticationConfig = join(path, 'issuers.yaml')
    const write = (content: object | string) =>
      replaceFile(authenticationConfig, typeof content === 'string' ? content : JSON.stringify(content))
    await write(content)
    const server = await startAccessServer(t, { authenticationConfig, ...options })
    return { server, write }
  }

  it('are selected by the issuer of a token', async (t) => {
    const mapping = {
      claimMappings: {
        username: { claim: 'name', prefix: '' },
        groups: { claim: 'roles', prefix: 'two:' },
        uid: { claim: 'oid' },
      },
      claimValidationRules: [{ claim: 'hd', requiredValue: 'example.com' }],
    }
    const { server } = await start(t, {
      ...HEAD,
      jwt: [await section(one, 'one:'), await section(two, '', mapping)],
    })
    assert.equal(await nameOf(server, await one.token({ sub: 'ann' })), 'one:ann')
    assert.equal(await nameOf(server, await one.token({ sub: 'ann', aud: 'other' })), 'one:ann')
    const claims = { name: 'ben', roles: ['a'], oid: '7', hd: 'example.com' }
    const { body } = await server.as(await two.token(claims)).post(WHO, {})
    assert.deepEqual(body.status.userInfo, {
      username: 'ben',
      uid: '7',
      groups: ['two:a', 'system:authenticated'],
    })
    for (const more of [{ hd: 'x' }, { oid: 7 }, { oid: undefined }, { name: undefined }, { aud: 'x' }]) {
      assert.equal(await nameOf(server, await two.token({ ...claims, ...more })), undefined)
    }
    const swapped = await one.token({ ...claims, iss: two.url }, { kid: two.current.kid })
    assert.equal(await nameOf(server, swapped), undefined, 'signed by one, as if by the other')
    assert.equal(await nameOf(server, 'admin'), 'admin', 'tokens of a file go on to be known')
  })

  it('are reloaded when the file changes, and stay while it has an error', async (t) => {
    const first = { ...HEAD, jwt: [await section(one, 'one:')] }
    const { server, write } = await start(t, first)
    const [ofOne, ofTwo] = [await one.token({ sub: 'ann' }), await two.token({ sub: 'ben' })]
    assert.equal(await nameOf(server, ofOne), 'one:ann')
    assert.equal(await nameOf(server, ofTwo), undefined)
    for (const mistake of ['jwt: [', { ...HEAD, jtw: [] }, { ...HEAD, jwt: [{}] }]) {
      await write(mistake)
      // Longer than the interval at which the file is checked.
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      assert.equal(await nameOf(server, ofOne), 'one:ann')
    }
    await write({ ...HEAD, jwt: [await section(one, 'uno:'), await section(two, 'two:')] })
    while ((await nameOf(server, ofTwo)) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(await nameOf(server, ofOne), 'uno:ann')
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    assert.equal((await server.as(ofOne).post(path, { spec: { nonResourceAttributes: {} } })).status, 201)
    await write({ ...HEAD, jwt: [] })
    while ((await nameOf(server, ofOne)) !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(await nameOf(server, ofTwo), undefined)
  })

  it('configure which requests may be anonymous', async (t) => {
    const conditions = [{ path: '/livez' }, { path: '/version' }]
    const { server } = await start(t, { ...HEAD, jwt: [], anonymous: { enabled: true, conditions } })
    const status = async (path: string) => (await server.anonymous.get(path)).status
    assert.deepEqual([await status('/livez'), await status('/version?a=b')], [200, 200])
    for (const path of ['/readyz', '/livez/', '/livez/ping', '/api', '/'])
      assert.equal(await status(path), 401, path)
    const { server: closed } = await start(t, { ...HEAD, anonymous: { enabled: false } })
    assert.equal((await closed.anonymous.get('/livez')).status, 401)
    const { server: shut } = await start(
      t,
      { ...HEAD, anonymous: { enabled: true } },
      { anonymousAuth: false },
    )
    assert.equal((await shut.anonymous.get('/livez')).status, 401, 'both have to take them')
  })

  it('prevent the server from starting if the file is invalid, with a one-line error', async (t) => {
    const reject = async (content: object, options: object, words: RegExp) =>
      assert.rejects(start(t, content, options), (error: Error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, words)
        return !error.message.includes('\n')
      })
    await reject(
      { ...HEAD, jtw: [] },
      {},
      /^the issuers in .*issuers\.yaml cannot be used: jtw: unknown field$/,
    )
    await reject(
      HEAD,
      { authenticationConfig: '/no/such/file' },
      /^the issuers in \/no\/such\/file cannot be used: ENOENT/,
    )
    const jwt = [await section(one, '')]
    await reject(
      { ...HEAD, jwt },
      { serviceAccountIssuer: [one.url] },
      /jwt\[0\]\.issuer\.url: is the issuer of service account tokens/,
    )
    const flags = { oidcIssuerUrl: 'https://a', oidcClientId: 'b' }
    await reject({ ...HEAD, jwt }, flags, /--authentication-config or by --oidc-issuer-url, not by both/)
    for (const [options, words] of [
      [{ oidcCaFile: '/no/such/file' }, /^the certificates in \/no\/such\/file cannot be read: ENOENT/],
      [{ oidcCaFile: import.meta.filename }, /no PEM certificate found/],
      [{ serviceAccountIssuer: ['https://a'] }, /there is another issuer with its URL/],
    ] as const) {
      await reject(HEAD, { authenticationConfig: '', ...flags, ...options }, words)
    }
  })
})
