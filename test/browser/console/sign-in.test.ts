import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { OpenIdIssuer } from '#test/access/openid/issuer.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { browserMissing, openBrowser } from '../chromium.js'
import { pageTests } from '../page-test.js'
import { MAP_LIST } from './objects.js'

const READER = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name: 'reader', namespace: 'default' },
  rules: [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['configmaps'] }],
}
const BINDING = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name: 'reader', namespace: 'default' },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ann' }],
  roleRef: { kind: 'Role', apiGroup: 'rbac.authorization.k8s.io', name: 'reader' },
}
const MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'hers', namespace: 'default' } }

describe('the sign-in of the console', { skip: browserMissing }, () => {
  const test = pageTests({
    expected: /40[13]/,
    users: { admin: ['system:masters'], ann: [] },
    authentication: { anonymous: false },
    objects: [READER, BINDING, MAP],
  })

  test('a token opens the page that the URL names, and is never in the URL', async ({ page, url }) => {
    await page.goto(`${url}/console${MAP_LIST}`)
    await page.getByLabel('Token').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('does not accept this token').waitFor()
    await page.getByLabel('Token').fill('admin')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('grid').getByRole('link', { name: 'hers' }).waitFor()
    await page.getByTitle('admin').waitFor()
    assert.equal(page.url(), `${url}/console${MAP_LIST}`)
    await page.reload()
    await page.getByRole('grid').getByRole('link', { name: 'hers' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Token').waitFor()
    await page.reload()
    await page.getByLabel('Token').waitFor()
  })

  test('who may not see something reads which right is missing', async ({ page, url }) => {
    await page.goto(`${url}/console${MAP_LIST}?ns=default`)
    await page.getByLabel('Token').fill('ann')
    await page.keyboard.press('Enter')
    await page.getByRole('grid').getByRole('link', { name: 'hers' }).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const remove = page.getByRole('button', { name: 'Delete' })
    await page.getByTitle('You may not delete configmaps here').waitFor()
    assert.equal(await remove.isDisabled(), true)
    await page.goto(`${url}/console#/list/_/v1/secrets?ns=default`)
    const message = 'User "ann" cannot list resource "secrets" in API group "" in the namespace "default"'
    await page.getByText(message, { exact: false }).waitFor()
  })
})

describe('the sign-in of a console that nobody in particular may read', { skip: browserMissing }, () => {
  const test = pageTests({ expected: /403/, users: { admin: ['system:masters'] }, objects: [MAP] })

  test('asks at once', async ({ page, url }) => {
    await page.goto(`${url}/console${MAP_LIST}`)
    await page.getByLabel('Token').fill('admin')
    await page.keyboard.press('Enter')
    await page.getByRole('grid').getByRole('link', { name: 'hers' }).waitFor()
  })
})

describe('the sign-in of the console with a client certificate', { skip: browserMissing }, () => {
  it('is done when the page comes, and the page says who the user is', async (t) => {
    const [servers, clients] = [newAuthority(), newAuthority()]
    const folder = await temporaryFolder()
    t.after(folder.remove)
    const file = async (name: string, text: string) => {
      await writeFile(join(folder.path, name), text)
      return join(folder.path, name)
    }
    const { cert, key } = servers.issueServer(LOCAL_HOSTS)
    const server = await startTestServer({
      tls: { certFile: await file('cert.pem', cert), keyFile: await file('key.pem', key) },
      authentication: { anonymous: false, clientCaFile: await file('clients.pem', clients.cert) },
      users: { tom: ['system:masters'] },
      objects: [READER, BINDING, MAP],
    })
    t.after(() => server.close())
    const { url } = server
    const browser = await openBrowser({ origin: url, ...clients.issueClient('ann', ['sailors']) })
    t.after(() => browser.close())
    const page = await browser.context.newPage()
    await page.goto(`${url}/console${MAP_LIST}?ns=default`)
    await page.getByRole('grid').getByRole('link', { name: 'hers' }).waitFor()
    await page.getByTitle('Signed in with a client certificate').click()
    const facts = page.locator('.facts')
    for (const fact of ['ann', 'sailors, system:authenticated', 'a client certificate']) {
      await facts.getByText(fact, { exact: true }).waitFor()
    }
    assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 0)
  })
})

describe('the sign-in of the console with OpenID', { skip: browserMissing }, () => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await OpenIdIssuer.start('ES256')
    issuer.respond = (path, response) => {
      if (path.endsWith('/keys')) return false
      const { url } = issuer
      const endpoints = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys`, ...endpoints }))
      return true
    }
  })
  after(() => issuer.remove())

  it('sends the user to the issuer, and back to the same page with a token', async (t) => {
    const ca = await readFile(issuer.caFile, 'utf8')
    const oidc = [{ issuerUrl: issuer.url, clientId: 'binnacle', signingAlgs: ['ES256'], ca }]
    const server = await startTestServer({
      users: {},
      authentication: { anonymous: false, oidc },
      objects: [MAP],
    })
    t.after(() => server.close())
    const browser = await openBrowser()
    t.after(() => browser.close())
    const page = await browser.context.newPage()
    let challenge = ''
    let exchanged = new URLSearchParams()
    await page.route(`${issuer.url}/authorize*`, (route) => {
      const asked = new URL(route.request().url()).searchParams
      challenge = asked.get('code_challenge') ?? ''
      const back = `${asked.get('redirect_uri')}?code=letmein&state=${asked.get('state')}`
      return route.fulfill({ contentType: 'text/html', body: `<a href="${back}">I am ann</a>` })
    })
    await page.route(`${issuer.url}/token`, async (route) => {
      exchanged = new URLSearchParams(route.request().postData() ?? '')
      const headers = { 'access-control-allow-origin': '*' }
      await route.fulfill({ headers, json: { id_token: await issuer.token({ sub: 'ann' }) } })
    })
    await page.goto(`${server.url}/console${MAP_LIST}?ns=default`)
    await page.getByRole('button', { name: 'Continue with' }).click()
    await page.getByText('I am ann').click()
    await page.getByTitle(`${issuer.url}#ann`).waitFor()
    assert.equal(page.url(), `${server.url}/console${MAP_LIST}?ns=default`)
    const { code, code_verifier: verifier = '', client_id: client } = Object.fromEntries(exchanged)
    assert.deepEqual([code, client], ['letmein', 'binnacle'])
    assert.equal(createHash('sha256').update(verifier).digest('base64url'), challenge)

    await page.goto(`${server.url}/console/callback?code=stolen&state=other`)
    await page.getByText('does not belong to this tab').waitFor()
    assert.equal(new URL(page.url()).search, '')
  })
})
