import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  created,
  RBAC,
  startAccessServer,
  TOKENS,
  type UserClient,
} from '#test/support/servers/access-server.js'

const CORE = '/api/v1'
const ONE = `${CORE}/namespaces/one`
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const CSI_NODES = '/apis/storage.k8s.io/v1/csinodes'
const NODES = 'n1,system:node:n1,10,system:nodes\nn2,system:node:n2,11,system:nodes\n'
const NAMELESS = 'nameless,system:node:,12,system:nodes\n'
const NOT_A_NODE = 'outside,system:node:n1,13,dev\n'

const REFERENCES = {
  serviceAccountName: 'runner',
  imagePullSecrets: [{ name: 'pull' }],
  containers: [
    {
      name: 'c',
      image: 'i',
      envFrom: [{ configMapRef: { name: 'env' } }],
      env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'key', key: 'k' } } }],
    },
  ],
  volumes: [
    { name: 'a', secret: { secretName: 'file' } },
    { name: 'b', projected: { sources: [{ configMap: { name: 'projected' } }] } },
    { name: 'c', persistentVolumeClaim: { claimName: 'data' } },
  ],
}

const podOn = (nodeName: string | undefined, name = 'web') => ({
  metadata: { name },
  spec: { ...REFERENCES, nodeName },
})

async function cluster(t: TestContext) {
  const { as } = await startAccessServer(
    t,
    { authorizationMode: ['Node', 'RBAC'] },
    TOKENS + NODES + NAMELESS + NOT_A_NODE,
  )
  const admin = as('admin')
  await created(admin.post(`${ONE}/serviceaccounts`, { metadata: { name: 'runner' } }))
  return { as, admin, n1: as('n1'), n2: as('n2') }
}

/** The message of a refusal, behind the user's name. */
async function refusalOf(sent: ReturnType<UserClient['get']>): Promise<string> {
  const { status, body } = await sent
  assert.equal(status, 403, JSON.stringify(body))
  return body.message
}

/** A read that passed the authorizer may find nothing. */
async function assertMayGet(client: UserClient, path: string): Promise<void> {
  const { status } = await client.get(path)
  assert.ok(status === 200 || status === 404, `GET ${path}: ${status}`)
}

describe('the node authorizer', () => {
  const NEEDED = ['secrets/pull', 'secrets/key', 'secrets/file', 'configmaps/env', 'configmaps/projected']

  it('allows a node to read what its pods refer to, from the binding to the deletion of the pod', async (t) => {
    const { admin, n1, n2 } = await cluster(t)
    await created(admin.post(`${ONE}/pods`, podOn(undefined)))
    for (const name of NEEDED) await refusalOf(n1.get(`${ONE}/${name}`))
    const binding = { metadata: { name: 'web' }, target: { kind: 'Node', name: 'n1' } }
    await created(admin.post(`${ONE}/pods/web/binding`, binding))
    for (const name of [...NEEDED, 'persistentvolumeclaims/data', 'pods/web']) {
      await assertMayGet(n1, `${ONE}/${name}`)
      assert.match(
        await refusalOf(n2.get(`${ONE}/${name}`)),
        /: no relationship found between node 'n2' and this object$/,
      )
      await refusalOf(n1.get(`${CORE}/namespaces/two/${name}`))
    }
    await admin.send('DELETE', `${ONE}/pods/web`, { gracePeriodSeconds: 0 })
    for (const name of NEEDED) await refusalOf(n1.get(`${ONE}/${name}`))
    await created(admin.post(`${ONE}/pods`, podOn('n2')))
    for (const name of NEEDED) {
      await assertMayGet(n2, `${ONE}/${name}`)
      await refusalOf(n1.get(`${ONE}/${name}`))
    }
  })

  it('allows a list and a watch of a single secret, and of no others', async (t) => {
    const { admin, n1 } = await cluster(t)
    await created(admin.post(`${ONE}/pods`, podOn('n1')))
    const single = `${ONE}/secrets?fieldSelector=metadata.name%3Dkey`
    assert.equal((await n1.get(single)).status, 200)
    assert.match(await refusalOf(n1.get(`${ONE}/secrets`)), /: No Object name found$/)
    assert.match(
      await refusalOf(n1.get(`${CORE}/secrets?fieldSelector=metadata.name%3Dkey`)),
      /: can only read namespaced object of this type$/,
    )
    assert.match(await refusalOf(n1.delete(`${ONE}/secrets/key`)), /: can only read resources of this type$/)
  })

  it('follows a claim to its volume, and to the secrets of its driver', async (t) => {
    const { admin, n1, n2 } = await cluster(t)
    await created(admin.post(`${ONE}/pods`, podOn('n1')))
    const secretRef = (name: string) => ({ name, namespace: 'drivers' })
    await created(
      admin.post(`${CORE}/persistentvolumes`, {
        metadata: { name: 'v' },
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          claimRef: { namespace: 'one', name: 'data' },
          csi: {
            driver: 'd',
            volumeHandle: 'h',
            nodeStageSecretRef: secretRef('stage'),
            controllerPublishSecretRef: secretRef('controller'),
          },
        },
      }),
    )
    await created(
      admin.post(`${ONE}/persistentvolumeclaims`, {
        metadata: { name: 'data' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          volumeName: 'v',
          resources: { requests: { storage: '1Gi' } },
        },
      }),
    )
    await assertMayGet(n1, `${CORE}/persistentvolumes/v`)
    await refusalOf(n2.get(`${CORE}/persistentvolumes/v`))
    await assertMayGet(n1, `${CORE}/namespaces/drivers/secrets/stage`)
    await refusalOf(n1.get(`${CORE}/namespaces/drivers/secrets/controller`))
    await refusalOf(n2.get(`${CORE}/namespaces/drivers/secrets/stage`))
    await refusalOf(n1.get(`${CORE}/persistentvolumes`))
  })

  it('gives a mirror pod no rights on what it refers to', async (t) => {
    const { admin, n1 } = await cluster(t)
    const pod = {
      metadata: { name: 'static', annotations: { 'kubernetes.io/config.mirror': 'x' } },
      spec: {
        nodeName: 'n1',
        containers: [{ name: 'c', image: 'i' }],
        imagePullSecrets: [{ name: 'stolen' }],
      },
    }
    await created(admin.post(`${ONE}/pods`, pod))
    await assertMayGet(n1, `${ONE}/pods/static`)
    await refusalOf(n1.get(`${ONE}/secrets/stolen`))
  })

  it('allows tokens of the accounts of its pods', async (t) => {
    const { admin, n1, n2 } = await cluster(t)
    await created(admin.post(`${ONE}/pods`, podOn('n1')))
    const path = `${ONE}/serviceaccounts/runner/token`
    assert.equal((await n1.post(path, { spec: {} })).status, 201)
    await refusalOf(n2.post(path, { spec: {} }))
    await refusalOf(n1.post(`${ONE}/serviceaccounts/other/token`, { spec: {} }))
    assert.match(
      await refusalOf(n1.get(`${ONE}/serviceaccounts/runner`)),
      /: can only create tokens for individual service accounts$/,
    )
  })

  it('allows a list of pods only by the name of the node', async (t) => {
    const { n1 } = await cluster(t)
    const listed = (selector: string) => n1.get(`${CORE}/pods?fieldSelector=${encodeURIComponent(selector)}`)
    assert.equal((await listed('spec.nodeName=n1')).status, 200)
    assert.equal((await listed('status.phase=Running,spec.nodeName=n1')).status, 200)
    for (const selector of ['spec.nodeName=n2', 'spec.nodeName!=n1', 'status.phase=Running', '=']) {
      assert.match(
        await refusalOf(listed(selector)),
        /can only list\/watch pods with spec.nodeName/,
        selector,
      )
    }
    await refusalOf(n1.get(`${CORE}/pods`))
  })

  it('allows its own Node, Lease and CSINode', async (t) => {
    const { n1, n2 } = await cluster(t)
    await created(n1.post(`${CORE}/nodes`, { metadata: { name: 'n1' } }))
    assert.equal((await n1.get(`${CORE}/nodes/n1`)).status, 200)
    assert.equal((await n1.get(`${CORE}/nodes?fieldSelector=metadata.name%3Dn1`)).status, 200)
    assert.match(
      await refusalOf(n2.get(`${CORE}/nodes/n1`)),
      /: node 'n2' cannot read 'n1', only its own Node object$/,
    )
    assert.match(await refusalOf(n2.get(`${CORE}/nodes`)), /cannot read all nodes/)
    await refusalOf(n1.delete(`${CORE}/nodes/n1`))
    await created(n1.post(LEASES, { metadata: { name: 'n1' }, spec: { holderIdentity: 'n1' } }))
    assert.equal((await n1.get(`${LEASES}/n1`)).status, 200)
    await refusalOf(n2.get(`${LEASES}/n1`))
    await refusalOf(n1.get(LEASES))
    await refusalOf(n1.get('/apis/coordination.k8s.io/v1/namespaces/one/leases/n1'))
    await created(n1.post(CSI_NODES, { metadata: { name: 'n1' }, spec: { drivers: [] } }))
    await refusalOf(n2.delete(`${CSI_NODES}/n1`))
    assert.equal((await n1.delete(`${CSI_NODES}/n1`)).status, 200)
  })

  it('allows what is the same for all nodes, and nothing else', async (t) => {
    const { n1, as } = await cluster(t)
    for (const path of [`${CORE}/services`, '/apis/node.k8s.io/v1/runtimeclasses', '/version', '/apis']) {
      assert.equal((await n1.get(path)).status, 200, path)
    }
    for (const path of [`${ONE}/serviceaccounts`, `${RBAC}/clusterroles`, '/metrics', `${CORE}/endpoints`]) {
      await refusalOf(n1.get(path))
    }
    assert.match(
      await refusalOf(as('nameless').get(`${CORE}/services`)),
      /unknown node for user "system:node:"$/,
    )
    await refusalOf(as('outside').get(`${CORE}/services`))
    assert.equal((await as('admin').get(`${CORE}/secrets`)).status, 200)
  })

  it('is asked by reviews, with field selectors', async (t) => {
    const { n1, admin } = await cluster(t)
    await created(admin.post(`${ONE}/pods`, podOn('n1')))
    const ask = async (resourceAttributes: object) => {
      const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
      const { body } = await n1.post(path, { spec: { resourceAttributes } })
      return body.status.allowed
    }
    const secret = { verb: 'get', resource: 'secrets', namespace: 'one' }
    assert.equal(await ask({ ...secret, name: 'key' }), true)
    assert.equal(await ask({ ...secret, name: 'other' }), false)
    const pods = { verb: 'list', resource: 'pods' }
    const requirements = [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }]
    assert.equal(await ask(pods), false)
    assert.equal(await ask({ ...pods, fieldSelector: { requirements } }), true)
    assert.equal(await ask({ ...pods, fieldSelector: { rawSelector: 'spec.nodeName=n1' } }), true)
  })
})

describe('the default roles', () => {
  const bound = async (admin: UserClient, path: string) => (await admin.get(`${RBAC}/${path}`)).body

  it('include those of the components and controllers of a cluster', async (t) => {
    const { as, admin } = await cluster(t)
    const [role, binding] = ['clusterroles', 'clusterrolebindings'] as const
    for (const name of [
      'system:node',
      'system:node-bootstrapper',
      'system:controller:deployment-controller',
    ]) {
      assert.ok((await bound(admin, `${role}/${name}`)).rules.length > 0, name)
    }
    const controller = await bound(admin, `${binding}/system:controller:job-controller`)
    assert.deepEqual(controller.subjects, [
      { kind: 'ServiceAccount', name: 'job-controller', namespace: 'kube-system' },
    ])
    assert.equal((await bound(admin, `${binding}/system:node`)).subjects, undefined)
    const reader = await bound(
      admin,
      'namespaces/kube-system/rolebindings/system::extension-apiserver-authentication-reader',
    )
    assert.deepEqual(reader.roleRef.name, 'extension-apiserver-authentication-reader')
    assert.ok(as)
  })

  it('let a scheduler bind pods, and not read secrets', async (t) => {
    const { as } = await startAccessServer(t, {}, `${TOKENS}scheduler,system:kube-scheduler,20\n`)
    const [admin, scheduler] = [as('admin'), as('scheduler')]
    await created(
      admin.post(`${ONE}/pods`, {
        metadata: { name: 'p' },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      }),
    )
    assert.equal((await scheduler.get(`${CORE}/pods`)).status, 200)
    const binding = { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n1' } }
    await created(scheduler.post(`${ONE}/pods/p/binding`, binding))
    await refusalOf(scheduler.get(`${CORE}/secrets`))
  })
})
