import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '#index.js'
import { Client } from '#test/support/client.js'
import { startAccessServer, type UserClient } from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'

const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const NAMESPACES = '/api/v1/namespaces'

async function whoIs(client: UserClient, headers: Record<string, string> = {}) {
  const { status, body } = await client.post(WHO, {}, headers)
  return status === 201 ? body.status.userInfo : status
}

/** Polls until the response is as expected, or fails with the last one. */
async function eventually<T>(ask: () => Promise<T>, expected: T): Promise<void> {
  for (let round = 0; round < 200; round++) {
    try {
      assert.deepEqual(await ask(), expected)
      return
    } catch {
      await sleep(50)
    }
  }
  assert.deepEqual(await ask(), expected)
}

describe('tokens of a file', () => {
  it('are reloaded when the file changes, also for open connections', async (t) => {
    const { as, setTokens } = await startAccessServer(t)
    assert.equal((await whoIs(as('ann'))).username, 'ann')
    await setTokens('ann,anna,2,"ops,dev"\nnew,zoe,9\n')
    const anna = { username: 'anna', uid: '2', groups: ['ops', 'dev', 'system:authenticated'] }
    await eventually(() => whoIs(as('ann')), anna)
    assert.equal((await whoIs(as('new'))).username, 'zoe')
    assert.equal(await whoIs(as('ben')), 401)
  })

  it('stay valid while the file has an error', async (t) => {
    const { as, setTokens } = await startAccessServer(t)
    await setTokens('ann')
    await sleep(1_200)
    assert.equal((await whoIs(as('ann'))).username, 'ann')
    await setTokens('ann,anna,2\n')
    await eventually(async () => (await whoIs(as('ann'))).username, 'anna')
  })

  it('prevent the server from starting if the file is invalid', async () => {
    const start = (tokenFile: string) => startTestServer({ authentication: { tokenFile } })
    await assert.rejects(start('/nowhere/tokens.csv'), (error: Error) => {
      assert.ok(error instanceof StartError)
      return /^the tokens in \/nowhere\/tokens\.csv cannot be used: ENOENT/.test(error.message)
    })
  })
})

describe('a request without credentials', () => {
  it('is system:anonymous, or rejected if anonymous requests are disabled', async (t) => {
    const open = await startAccessServer(t)
    assert.equal((await open.anonymous.get('/healthz')).status, 200)
    assert.equal((await open.anonymous.get(NAMESPACES)).status, 403)
    const closed = await startAccessServer(t, { anonymousAuth: false })
    const response = await closed.anonymous.get('/healthz')
    assert.equal(response.status, 401)
    assert.equal(response.headers.get('cache-control'), 'no-cache, private')
    assert.equal((await closed.as('ann').get('/healthz')).status, 200)
  })

  it('is allowed everything on a server without authentication', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    const response = await client.get(NAMESPACES, { authorization: 'Bearer any', 'impersonate-user': 'jane' })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('audit-id'), null)
    const who = await client.post(WHO, {})
    assert.deepEqual(who.body.status.userInfo, {
      username: 'system:anonymous',
      groups: ['system:unauthenticated'],
    })
    const may = await client.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      spec: { resourceAttributes: { verb: 'delete', resource: 'nodes' } },
    })
    assert.deepEqual(may.body.status, { allowed: true })
  })

  it('is allowed everything with AlwaysAllow', async (t) => {
    const { as, anonymous } = await startAccessServer(t, { authorizationMode: ['AlwaysAllow'] })
    assert.equal((await as('ann').get(NAMESPACES)).status, 200)
    assert.equal((await anonymous.get(NAMESPACES)).status, 200)
    assert.equal((await as('nobody').get(NAMESPACES)).status, 401)
    assert.equal((await whoIs(as('ben'), { 'impersonate-user': 'jane' })).username, 'jane')
  })
})

describe('impersonation', () => {
  it('needs a user, whatever else is impersonated', async (t) => {
    const { as } = await startAccessServer(t)
    for (const header of ['impersonate-group', 'impersonate-uid', 'impersonate-extra-scopes']) {
      const { status, body } = await as('admin').post(WHO, {}, { [header]: 'x' })
      assert.equal(status, 400, header)
      assert.match(body.message, /without a user/)
    }
  })

  it('does not happen if the headers are empty', async (t) => {
    const { as } = await startAccessServer(t)
    assert.equal((await whoIs(as('ann'), { 'impersonate-user': '' })).username, 'ann')
  })
})

describe('the review of a token', () => {
  const review = (token: string) => ({ spec: { token } })

  it('returns no user for an unknown token', async (t) => {
    const { as } = await startAccessServer(t)
    const reviews = '/apis/authentication.k8s.io/v1/tokenreviews'
    const good = await as('admin').post(reviews, review('ann'))
    assert.equal(good.body.status.user.username, 'ann')
    const bad = await as('admin').post(reviews, review('nobody-has-this'))
    assert.deepEqual(bad.body.status, { user: {}, error: 'invalid bearer token' })
    assert.equal((await as('ann').post(reviews, review('ben'))).status, 403)
  })
})
