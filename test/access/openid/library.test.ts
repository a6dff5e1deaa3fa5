import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Json } from '#test/support/client.js'
import { startTestServer, type TestServer, type TestServerOptions } from '#testing.js'
import { OpenIdIssuer } from './issuer.js'

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'

async function start(t: TestContext, options: TestServerOptions): Promise<TestServer> {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return server
}

async function who(server: TestServer, token: string): Promise<Json> {
  const headers = { 'content-type': 'application/json' }
  const response = await server.as(token)(WHO, { method: 'POST', body: '{}', headers })
  return response.status === 201 ? ((await response.json()) as Json).status.userInfo : response.status
}

describe('issuers of a server in the same process', () => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await OpenIdIssuer.start('ES256')
  })
  after(() => issuer.remove())

  it('are trusted like those of flags', async (t) => {
    const named = { issuerUrl: issuer.url, clientId: ['binnacle', 'other'], signingAlgs: ['ES256'] }
    const more = { groupsClaim: 'groups', groupsPrefix: 'id:', uidClaim: 'oid' }
    const oidc = [
      { ...named, ...more, ca: await readFile(issuer.caFile, 'utf8') },
      { issuerUrl: 'https://127.0.0.1:1', clientId: 'nobody-is-there' },
    ]
    const server = await start(t, { authentication: { oidc } })
    assert.deepEqual(await who(server, await issuer.token({ sub: 'ann', groups: 'dev', oid: '7' })), {
      username: `${issuer.url}#ann`,
      uid: '7',
      groups: ['id:dev', 'system:authenticated'],
    })
    assert.equal(await who(server, await issuer.token({ sub: 'ann' })), 401, 'without the claim of the uid')
    const fromFile = await start(t, { authentication: { oidc: [{ ...named, caFile: issuer.caFile }] } })
    assert.equal(
      (await who(fromFile, await issuer.token({ sub: 'ann', aud: 'other' }))).username,
      `${issuer.url}#ann`,
    )
    const twice = { oidc: [named, named] }
    await assert.rejects(startTestServer({ authentication: twice }), /there is another issuer with its URL/)
  })
})
