import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { Client, Json } from '#test/support/client.js'
import {
  type AccessOptions,
  type AccessServer,
  created,
  MERGE,
  startAccessServer,
} from '#test/support/servers/access-server.js'
import { EVERYTHING } from '#test/support/servers/audited-server.js'
import { metric, until } from '#test/support/servers/held-requests.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const CORE = '/api/v1/namespaces/one'
const ACCOUNTS = `${CORE}/serviceaccounts`
const SECRETS = `${CORE}/secrets`
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews'
const TRACKING =
  '/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking'
const TYPE = 'kubernetes.io/service-account-token'
const NAME = 'kubernetes.io/service-account.name'
const UID = 'kubernetes.io/service-account.uid'
const LAST_USED = 'kubernetes.io/legacy-token-last-used'
const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since'

const secretFor = (account: string, name = 'robot-token', annotations: Json = {}): Json => ({
  metadata: { name, annotations: { [NAME]: account, ...annotations } },
  type: TYPE,
})

const text = (base64: string) => Buffer.from(base64, 'base64').toString()

async function filled(admin: Client, name = 'robot-token'): Promise<Json> {
  let found: Json = {}
  await until(async () => {
    found = (await admin.get(`${SECRETS}/${name}`)).body
    return found.data?.token !== undefined
  })
  return found
}

const patch = (admin: Client, path: string, body: object) => admin.send('PATCH', path, body, MERGE)

const isGone = async (admin: Client, path: string) => (await admin.get(path)).status === 404

/** A server with an account and a token of it in a Secret. */
async function withToken(t: TestContext, options: AccessOptions = {}) {
  const server = await startAccessServer(t, options)
  const admin = server.as('admin')
  const account = await created(admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
  await created(admin.post(SECRETS, secretFor('robot')))
  const secret = await filled(admin)
  return { ...server, admin, account, secret, token: text(secret.data.token) }
}

const who = async (server: Pick<AccessServer, 'as'>, token: string) =>
  (await server.as(token).post(WHO, {})).status

const today = () => new Date().toISOString().slice(0, 10)

describe('a Secret for the token of a service account', () => {
  it('gets the token, the namespace and the uid of the account', async (t) => {
    const { account, secret, token } = await withToken(t)
    const { uid } = account.metadata
    assert.equal(secret.metadata.annotations[UID], uid)
    assert.deepEqual(Object.keys(secret.data).sort(), ['namespace', 'token'])
    assert.equal(text(secret.data.namespace), 'one')
    assert.deepEqual(Object.keys(decodeProtectedHeader(token)).sort(), ['alg', 'kid'])
    assert.deepEqual(decodeJwt(token), {
      iss: 'kubernetes/serviceaccount',
      'kubernetes.io/serviceaccount/namespace': 'one',
      'kubernetes.io/serviceaccount/secret.name': 'robot-token',
      'kubernetes.io/serviceaccount/service-account.name': 'robot',
      'kubernetes.io/serviceaccount/service-account.uid': uid,
      sub: 'system:serviceaccount:one:robot',
    })
  })

  it('gets the CA certificate of a server that has one', async (t) => {
    const { path: dataDir, remove } = await temporaryFolder()
    t.after(remove)
    const server = await startTestServer({ tls: { selfSigned: true }, dataDir, users: { ann: [] } })
    t.after(() => server.close())
    const metadata = { name: 'robot', namespace: 'default', annotations: { [NAME]: 'robot' } }
    await server.client.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } })
    await server.client.create({ apiVersion: 'v1', kind: 'Secret', metadata, type: TYPE })
    await server.settled()
    const { data } = (await server.get('v1', 'Secret', 'default', 'robot')) as Json
    const { fingerprint256 } = new X509Certificate(text(data['ca.crt']))
    assert.equal(fingerprint256, server.selfSignedAuthority?.fingerprint)
  })

  it('keeps the rest of its data, and gets a removed token again', async (t) => {
    const { admin, token } = await withToken(t)
    await patch(admin, `${SECRETS}/robot-token`, { data: { token: null, more: 'eA==' } })
    const again = await filled(admin)
    assert.equal(text(again.data.more), 'x')
    assert.notEqual(text(again.data.token), token)
  })

  it('is deleted with its account, also if another one gets the name', async (t) => {
    const { admin, account } = await withToken(t)
    await created(admin.post(SECRETS, { metadata: { name: 'other' }, type: 'Opaque' }))
    await admin.delete(`${ACCOUNTS}/robot`)
    await created(admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
    await until(() => isGone(admin, `${SECRETS}/robot-token`))
    await admin.post(SECRETS, secretFor('robot', 'stale', { [UID]: account.metadata.uid }))
    await until(() => isGone(admin, `${SECRETS}/stale`))
    await admin.post(SECRETS, secretFor('nobody', 'lost'))
    await until(() => isGone(admin, `${SECRETS}/lost`))
    assert.equal((await admin.get(`${SECRETS}/other`)).status, 200)
  })

  it('is no longer named by its account when it is gone', async (t) => {
    const { admin } = await withToken(t)
    const secrets = [{ name: 'robot-token' }, { name: 'another' }]
    await patch(admin, `${ACCOUNTS}/robot`, { secrets })
    await admin.delete(`${SECRETS}/robot-token`)
    await until(async () => (await admin.get(`${ACCOUNTS}/robot`)).body.secrets.length === 1)
    assert.deepEqual((await admin.get(`${ACCOUNTS}/robot`)).body.secrets, [{ name: 'another' }])
  })
})

describe('a token in a Secret', () => {
  it('authenticates its bearer as the account, for this server', async (t) => {
    const server = await withToken(t)
    const { body } = await server.as(server.token).post(WHO, {})
    assert.deepEqual(body.status.userInfo, {
      username: 'system:serviceaccount:one:robot',
      uid: server.account.metadata.uid,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:one', 'system:authenticated'],
    })
    const review = await created(server.admin.post(REVIEWS, { spec: { token: server.token } }))
    assert.deepEqual(review.status.audiences, ['https://kubernetes.default.svc'])
    const elsewhere = { spec: { token: server.token, audiences: ['vault'] } }
    assert.equal((await created(server.admin.post(REVIEWS, elsewhere))).status.authenticated, undefined)
  })

  it('ends with the Secret', async (t) => {
    const server = await withToken(t)
    assert.equal(await who(server, server.token), 201)
    await server.admin.delete(`${SECRETS}/robot-token`)
    assert.equal(await who(server, server.token), 401)
    await created(server.admin.post(SECRETS, secretFor('robot')))
    await filled(server.admin)
    // A token of the same account and Secret: only what is in the Secret counts.
    const { body } = await server.admin.get(`${SECRETS}/robot-token`)
    assert.equal(await who(server, text(body.data.token)), 201)
    const data = { token: Buffer.from('another').toString('base64') }
    await patch(server.admin, `${SECRETS}/robot-token`, { data })
    assert.equal(await who(server, text(body.data.token)), 401)
  })

  it('ends with the account', async (t) => {
    const server = await withToken(t)
    assert.equal(await who(server, server.token), 201)
    await server.admin.delete(`${ACCOUNTS}/robot`)
    assert.equal(await who(server, server.token), 401)
    await created(server.admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
    assert.equal(await who(server, server.token), 401)
  })

  it('is rejected while the Secret is marked as invalid', async (t) => {
    const server = await withToken(t)
    const mark = (since: string | null) =>
      patch(server.admin, `${SECRETS}/robot-token`, {
        metadata: { labels: { [INVALID_SINCE]: since, [LAST_USED]: null } },
      })
    await mark('2024-01-01')
    assert.equal(await who(server, server.token), 401)
    assert.equal(await metric(server, 'serviceaccount_invalid_legacy_auto_token_uses_total'), 1)
    const labels = async () => (await server.admin.get(`${SECRETS}/robot-token`)).body.metadata.labels
    await until(async () => (await labels())[LAST_USED] === today())
    await mark(null)
    assert.equal(await who(server, server.token), 201)
  })

  it('is invalid without its signature, and with other claims', async (t) => {
    const server = await withToken(t)
    const [head = '', body = '', signature = ''] = server.token.split('.')
    const claims = { ...decodeJwt(server.token), sub: 'system:serviceaccount:one:default' }
    const other = Buffer.from(JSON.stringify(claims)).toString('base64url')
    for (const forged of [`${head}.${other}.${signature}`, `${head}.${body}.`, `${head}.${body}`]) {
      assert.equal(await who(server, forged), 401, forged)
    }
  })
})

describe('the use of a token in a Secret', () => {
  it('is noted in a label, with the day', async (t) => {
    const server = await withToken(t)
    const secret = async () => (await server.admin.get(`${SECRETS}/robot-token`)).body
    assert.equal((await secret()).metadata.labels, undefined)
    await who(server, server.token)
    await until(async () => (await secret()).metadata.labels?.[LAST_USED] === today())
    const { resourceVersion } = (await secret()).metadata
    await who(server, server.token)
    assert.equal((await secret()).metadata.resourceVersion, resourceVersion)
  })

  it('is counted and audited, and warned of if the account names the Secret', async (t) => {
    const events: Json[] = []
    const log = (event: object) => void events.push(event)
    const server = await withToken(t, { audit: { log, policy: EVERYTHING } })
    const use = async () => {
      const { headers } = await server.as(server.token).get(`${CORE}/configmaps`)
      return headers.get('warning')
    }
    const annotationsOf = (requestId: number) =>
      events.filter(
        ({ user, stage }) =>
          user.username === 'system:serviceaccount:one:robot' && stage === 'ResponseComplete',
      )[requestId]?.annotations
    assert.equal(await use(), null)
    await until(async () => annotationsOf(0) !== undefined)
    assert.equal(annotationsOf(0)['authentication.k8s.io/legacy-token'], 'system:serviceaccount:one:robot')
    assert.equal(annotationsOf(0)['authentication.k8s.io/legacy-token-manual-secret'], 'robot-token')
    await patch(server.admin, `${ACCOUNTS}/robot`, { secrets: [{ name: 'robot-token' }] })
    assert.equal(
      await use(),
      '299 - "Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens."',
    )
    await until(async () => annotationsOf(1) !== undefined)
    assert.equal(annotationsOf(1)['authentication.k8s.io/legacy-token-autogenerated-secret'], 'robot-token')
    const counts = ['legacy_tokens', 'legacy_manual_token_uses', 'legacy_auto_token_uses'].map((name) =>
      metric(server, `serviceaccount_${name}_total`),
    )
    assert.deepEqual(await Promise.all(counts), [2, 1, 1])
  })

  it('is noted since a day that a ConfigMap has, which is restored', async (t) => {
    const { as } = await startAccessServer(t)
    const admin = as('admin')
    const since = async () => (await admin.get(TRACKING)).body.data?.since
    await until(async () => (await since()) === today())
    await patch(admin, TRACKING, { data: { since: '2024-02-03' } })
    assert.equal(await since(), '2024-02-03')
    await patch(admin, TRACKING, { data: { since: '2024-02-30', more: 'kept' } })
    await until(async () => (await since()) === today())
    assert.equal((await admin.get(TRACKING)).body.data.more, 'kept')
    await admin.delete(TRACKING)
    await until(async () => (await since()) === today())
  })
})
