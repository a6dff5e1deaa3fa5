import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { NODE_REQUEST } from '#test/support/certificates/certificate-request.js'
import {
  created,
  MERGE,
  RBAC,
  startAccessServer,
  type UserClient,
} from '#test/support/servers/access-server.js'

const SECRETS = '/api/v1/namespaces/kube-system/secrets'
const WHO_AM_I = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const TOKEN = 'abcdef.0123456789abcdef'

const secretOf = (changes: Record<string, string> = {}, type = 'bootstrap.kubernetes.io/token') => ({
  metadata: { name: 'bootstrap-token-abcdef' },
  type,
  stringData: {
    'token-id': 'abcdef',
    'token-secret': '0123456789abcdef',
    'usage-bootstrap-authentication': 'true',
    'auth-extra-groups': 'system:bootstrappers:kubeadm:default-node-token',
    ...changes,
  },
})

async function start(t: TestContext, enableBootstrapTokenAuth = true) {
  const { as } = await startAccessServer(t, { enableBootstrapTokenAuth })
  return { as, admin: as('admin') }
}

const statusOf = async (client: UserClient) => (await client.post(WHO_AM_I, {})).status

describe('a bootstrap token', () => {
  it('authenticates as a bootstrapper, until its Secret is deleted', async (t) => {
    const { as, admin } = await start(t)
    const node = as(TOKEN)
    assert.equal(await statusOf(node), 401)
    await created(admin.post(SECRETS, secretOf()))
    const { userInfo } = (await node.post(WHO_AM_I, {})).body.status
    assert.equal(userInfo.username, 'system:bootstrap:abcdef')
    assert.deepEqual(userInfo.groups, [
      'system:bootstrappers',
      'system:bootstrappers:kubeadm:default-node-token',
      'system:authenticated',
    ])
    assert.equal(await statusOf(as('abcdef.0123456789abcdee')), 401)
    await admin.delete(`${SECRETS}/bootstrap-token-abcdef`)
    assert.equal(await statusOf(node), 401)
  })

  it('must be valid in every field of its Secret', async (t) => {
    const { as, admin } = await start(t)
    const node = as(TOKEN)
    const path = `${SECRETS}/bootstrap-token-abcdef`
    const past = new Date(Date.now() - 1000).toISOString()
    const cases: [Record<string, string>, number][] = [
      [{ 'usage-bootstrap-authentication': 'false' }, 401],
      [{ 'token-id': 'fedcba' }, 401],
      [{ expiration: past }, 401],
      [{ expiration: 'soon' }, 401],
      [{ expiration: new Date(Date.now() + 3_600_000).toISOString() }, 201],
      [{ 'auth-extra-groups': 'system:masters' }, 401],
      [{ 'auth-extra-groups': '' }, 201],
    ]
    for (const [changes, status] of cases) {
      await created(admin.post(SECRETS, secretOf(changes)))
      assert.equal(await statusOf(node), status, JSON.stringify(changes))
      await admin.delete(path)
    }
    await created(admin.post(SECRETS, secretOf({}, 'Opaque')))
    assert.equal(await statusOf(node), 401)
  })

  it('is refused by a server that does not know the flag', async (t) => {
    const { as, admin } = await start(t, false)
    await created(admin.post(SECRETS, secretOf()))
    assert.equal(await statusOf(as(TOKEN)), 401)
  })

  it('ends its watches with its Secret', async (t) => {
    const { as, admin } = await start(t)
    await created(admin.post(SECRETS, secretOf()))
    const subject = { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'system:bootstrappers' }
    await created(
      admin.post(`${RBAC}/clusterrolebindings`, {
        metadata: { name: 'join' },
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: 'ClusterRole',
          name: 'system:node-bootstrapper',
        },
        subjects: [subject],
      }),
    )
    const watch = await as(TOKEN).open('/apis/certificates.k8s.io/v1/certificatesigningrequests?watch=1')
    assert.equal(watch.status, 200)
    await admin.delete(`${SECRETS}/bootstrap-token-abcdef`)
    await watch.text()
  })

  it('lets a node join: it asks for a certificate, and may not approve it', async (t) => {
    const { as, admin } = await start(t)
    await created(admin.post(SECRETS, secretOf()))
    const group = {
      kind: 'Group',
      apiGroup: 'rbac.authorization.k8s.io',
      name: 'system:bootstrappers:kubeadm:default-node-token',
    }
    for (const role of [
      'system:node-bootstrapper',
      'system:certificates.k8s.io:certificatesigningrequests:nodeclient',
    ]) {
      await created(
        admin.post(`${RBAC}/clusterrolebindings`, {
          metadata: { name: `join-${role.split(':').at(-1)}` },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
          subjects: [group],
        }),
      )
    }
    const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const node = as(TOKEN)
    const asked = await node.post(requests, {
      metadata: { generateName: 'node-csr-' },
      spec: {
        request: NODE_REQUEST,
        signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
        usages: ['digital signature', 'client auth'],
      },
    })
    assert.equal(asked.status, 201, asked.text)
    assert.equal(asked.body.spec.username, 'system:bootstrap:abcdef')
    const path = `${requests}/${asked.body.metadata.name}`
    assert.equal((await node.get(path)).status, 200)
    // What an approver asks first.
    const { body } = await admin.post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec: {
        user: asked.body.spec.username,
        groups: asked.body.spec.groups,
        resourceAttributes: {
          verb: 'create',
          group: 'certificates.k8s.io',
          resource: 'certificatesigningrequests',
          subresource: 'nodeclient',
        },
      },
    })
    assert.equal(body.status.allowed, true)
    assert.equal((await node.send('PATCH', `${path}/approval`, {}, MERGE)).status, 403)
  })
})
