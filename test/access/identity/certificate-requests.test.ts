import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CERTIFICATE_REQUEST,
  MASTERS_REQUEST,
  REQUEST_PEM,
  WIDE_MASTERS_REQUEST,
} from '#test/support/certificates/certificate-request.js'
import { Client, type Json } from '#test/support/client.js'
import {
  created,
  MERGE,
  RBAC,
  type RuleLike,
  startAccessServer,
  type UserClient,
} from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const GROUP = 'certificates.k8s.io'

const request = (name: string, spec: Json = {}): Json => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: { request: CERTIFICATE_REQUEST, signerName: 'example.com/signer', usages: ['client auth'], ...spec },
})

async function grantEverywhere(admin: UserClient, user: string, name: string, rules: readonly RuleLike[]) {
  await created(admin.post(`${RBAC}/clusterroles`, { metadata: { name }, rules }))
  const subjects = [{ kind: 'User', name: user }]
  const roleRef = { kind: 'ClusterRole', name }
  await created(admin.post(`${RBAC}/clusterrolebindings`, { metadata: { name }, roleRef, subjects }))
}

const ALL_REQUESTS: RuleLike = {
  apiGroups: [GROUP],
  resources: [
    'certificatesigningrequests',
    'certificatesigningrequests/approval',
    'certificatesigningrequests/status',
  ],
  verbs: ['*'],
}
const signers = (verb: string, ...resourceNames: string[]): RuleLike => ({
  apiGroups: [GROUP],
  resources: ['signers'],
  verbs: [verb],
  ...(resourceNames.length > 0 && { resourceNames }),
})
const patch = (client: Client, path: string, body: Json) =>
  client.send('PATCH', `${REQUESTS}/${path}`, body, MERGE)
const APPROVED = { status: { conditions: [{ type: 'Approved', status: 'True', reason: 'Fine' }] } }
const FAILED = { status: { conditions: [{ type: 'Failed', status: 'True', reason: 'Broken' }] } }
const CLAIMS = { username: 'mallory', uid: 'x', groups: ['system:masters'], extra: { a: ['b'] } }

describe('a request for a certificate', () => {
  it('records its user, whatever the body says, and cannot change it', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grantEverywhere(admin, 'ann', 'requests', [ALL_REQUESTS])
    const user = { username: 'ann', uid: '2', groups: ['dev', 'system:authenticated'] }
    const expectTold = ({ body: { spec } }: { body: Json }) => {
      const { username, uid, groups, extra } = spec
      assert.deepEqual({ username, uid, groups, extra }, { ...user, extra: undefined })
    }
    const response = await ann.post(REQUESTS, request('one', CLAIMS))
    assert.equal(response.status, 201)
    expectTold(response)
    expectTold(await ann.get(`${REQUESTS}/one`))
    for (const path of ['one', 'one/status']) {
      assert.equal((await patch(admin, path, { spec: CLAIMS })).status, 200)
    }
    assert.equal((await patch(admin, 'one/approval', { ...APPROVED, spec: CLAIMS })).status, 200)
    expectTold(await ann.get(`${REQUESTS}/one`))
  })

  it('records the impersonated user', async (t) => {
    const { as } = await startAccessServer(t)
    const response = await as('admin').send('POST', REQUESTS, request('one', CLAIMS), {
      'impersonate-user': 'cat',
      'impersonate-group': 'system:masters',
      'impersonate-extra-reason': 'test',
    })
    const { username, uid, groups, extra } = response.body.spec
    assert.deepEqual(
      { username, uid, groups, extra },
      {
        username: 'cat',
        uid: undefined,
        groups: ['system:masters', 'system:authenticated'],
        extra: { reason: ['test'] },
      },
    )
  })

  it('records system:anonymous without authentication, also for an apply', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const response = await new Client(server.url).send(
      'PATCH',
      `${REQUESTS}/one?fieldManager=me`,
      request('one', CLAIMS),
      { 'content-type': 'application/apply-patch+yaml' },
    )
    assert.equal(response.status, 201)
    assert.equal(response.body.spec.username, 'system:anonymous')
    assert.deepEqual(response.body.spec.groups, ['system:unauthenticated'])
  })

  it('must be signed with its own key', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    const errorOf = async (pem: string) => {
      const body = request('bad', { request: Buffer.from(pem).toString('base64') })
      const { status, body: response } = await client.post(REQUESTS, body)
      assert.equal(status, 422)
      return response.message.slice(response.message.lastIndexOf('": ') + 3)
    }
    assert.equal(await errorOf('text'), 'PEM block type must be CERTIFICATE REQUEST')
    assert.equal(
      await errorOf(REQUEST_PEM.replaceAll(' REQUEST', '')),
      'PEM block type must be CERTIFICATE REQUEST',
    )
    assert.equal(
      await errorOf('-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n'),
      'asn1: syntax error: data truncated',
    )
    // The subject is ben instead of ann.
    assert.equal(
      await errorOf(REQUEST_PEM.replace('DANhbm4w', 'DANiZW4w')),
      'x509: ECDSA verification failure',
    )
  })
})

describe('a request for a client certificate of the server', () => {
  it('is rejected for system:masters, for every user and encoding', async (t) => {
    const { as } = await startAccessServer(t)
    const admin = as('admin')
    const signerName = 'kubernetes.io/kube-apiserver-client'
    for (const wanted of [MASTERS_REQUEST, WIDE_MASTERS_REQUEST]) {
      const refused = await admin.post(REQUESTS, request('masters', { request: wanted, signerName }))
      assert.equal(refused.status, 403)
      assert.equal(
        refused.body.message,
        `certificatesigningrequests.${GROUP} "masters" is forbidden: use of ${signerName} signer with system:masters group is not allowed`,
      )
    }
    assert.equal((await admin.post(REQUESTS, request('dev', { signerName }))).status, 201)
    assert.equal((await admin.post(REQUESTS, request('other', { request: MASTERS_REQUEST }))).status, 201)
  })
})

describe('a decision about a request for a certificate', () => {
  it('needs the verb approve on its signer, by name or by domain', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grantEverywhere(admin, 'ann', 'requests', [
      ALL_REQUESTS,
      signers('sign'),
      signers('approve', 'other.com/*'),
    ])
    for (const name of ['one', 'two']) await created(ann.post(REQUESTS, request(name)))
    const refused = await patch(ann, 'one/approval', APPROVED)
    assert.equal(refused.status, 403)
    assert.equal(
      refused.body.message,
      `certificatesigningrequests.${GROUP} "one" is forbidden: user not permitted to approve requests with signerName "example.com/signer"`,
    )
    const other = { ...APPROVED, spec: { signerName: 'other.com/signer' } }
    assert.equal((await patch(ann, 'one/approval', other)).status, 403)
    await grantEverywhere(admin, 'ann', 'by-name', [signers('approve', 'example.com/signer')])
    assert.equal((await patch(ann, 'one/approval', APPROVED)).status, 200)
    await admin.delete(`${RBAC}/clusterroles/by-name`)
    assert.equal((await patch(ann, 'two/approval', APPROVED)).status, 403)
    await grantEverywhere(admin, 'ann', 'by-domain', [signers('approve', 'example.com/*')])
    assert.equal((await patch(ann, 'two/approval', APPROVED)).status, 200)
  })

  it('needs the verb sign on its signer', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grantEverywhere(admin, 'ann', 'requests', [ALL_REQUESTS, signers('approve')])
    await created(ann.post(REQUESTS, request('one')))
    const refused = await patch(ann, 'one/status', FAILED)
    assert.equal(refused.status, 403)
    assert.match(
      refused.body.message,
      /user not permitted to sign requests with signerName "example.com\/signer"$/,
    )
    // The server does not sign certificates.
    assert.equal((await patch(ann, 'one/status', { metadata: { labels: { a: 'b' } } })).status, 200)
    await grantEverywhere(admin, 'ann', 'signing', [signers('sign', 'example.com/*')])
    assert.equal((await patch(ann, 'one/status', FAILED)).status, 200)
  })
})
