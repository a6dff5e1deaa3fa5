import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type AccessServer, startAccessServer } from '#test/support/servers/access-server.js'
import { OpenIdIssuer } from './issuer.js'

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'

async function isKnown(server: AccessServer, token: string): Promise<boolean> {
  const { status } = await server.as(token).post(WHO, {})
  assert.ok(status === 201 || status === 401, `${status}`)
  return status === 201
}

/** Fetches have a minimum interval, so a new key is known after a moment. */
async function becomes(server: AccessServer, token: string, wanted: boolean): Promise<void> {
  while ((await isKnown(server, token)) !== wanted) await new Promise((resolve) => setTimeout(resolve, 100))
}

describe('the keys of an issuer', () => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await OpenIdIssuer.start('ES256')
  })
  after(() => issuer.remove())

  const start = (t: TestContext) =>
    startAccessServer(t, {
      oidcIssuerUrl: issuer.url,
      oidcClientId: 'binnacle',
      oidcSigningAlgs: ['ES256'],
      oidcCaFile: issuer.caFile,
    })

  it('stay cached while the issuer is down, and are replaced by new ones', async (t) => {
    const server = await start(t)
    assert.ok(await isKnown(server, await issuer.token({ sub: 'one' })))
    const old = issuer.current
    await issuer.down()
    assert.ok(await isKnown(server, await issuer.token({ sub: 'two' })))
    await issuer.rotate()
    assert.ok(!(await isKnown(server, await issuer.token({ sub: 'three' }))))
    await issuer.up()
    await becomes(server, await issuer.token({ sub: 'three' }), true)
    assert.ok(
      !(await isKnown(server, await issuer.token({ sub: 'four' }, {}, old))),
      'a key that was withdrawn',
    )
    assert.ok(!(await isKnown(server, await issuer.token({ sub: 'one' }, {}, old))))
  })

  it('are fetched when the issuer starts after the server', async (t) => {
    await issuer.down()
    const server = await start(t)
    assert.ok(!(await isKnown(server, await issuer.token({ sub: 'ann' }))))
    assert.equal((await server.as('admin').get('/api/v1/namespaces')).status, 200)
    await issuer.up()
    await becomes(server, await issuer.token({ sub: 'ann' }), true)
  })
})
