import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { CERTIFICATE_REQUEST, NODE_REQUEST } from '#test/support/certificates/certificate-request.js'
import type { ApiResponse, Client, Json } from '#test/support/client.js'
import { created, MERGE, RBAC, startAccessServer } from '#test/support/servers/access-server.js'

const NODES = '/api/v1/nodes'
const PODS = '/api/v1/namespaces/a/pods'
const CLAIMS = '/api/v1/namespaces/a/persistentvolumeclaims'
const ACCOUNTS = '/api/v1/namespaces/a/serviceaccounts'
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const CSI_NODES = '/apis/storage.k8s.io/v1/csinodes'
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'

const TOKENS = [
  'admin,admin,1,system:masters',
  'n1,system:node:n1,2,system:nodes',
  'nobody,system:node:,3,system:nodes',
  'fake,system:node:n1,4,dev',
].join('\n')

interface Cluster {
  readonly admin: Client
  /** The kubelet of the node n1. */
  readonly kubelet: Client
  readonly as: (user: string) => Client
}

/** Everybody may write everything, so that only the plugin restricts kubelets. */
async function start(t: TestContext): Promise<Cluster> {
  const { as } = await startAccessServer(t, { enableAdmissionPlugins: ['NodeRestriction'] }, TOKENS)
  const admin = as('admin')
  const verbs = ['get', 'create', 'update', 'patch', 'delete']
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs }]
  await created(admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'writer' }, rules }))
  const subjects = [{ kind: 'Group', name: 'system:authenticated' }]
  const roleRef = { kind: 'ClusterRole', name: 'writer' }
  await created(admin.post(`${RBAC}/clusterrolebindings`, { metadata: { name: 'w' }, roleRef, subjects }))
  return { admin, kubelet: as('n1'), as }
}

async function rejected(response: Promise<ApiResponse>, message: string): Promise<void> {
  const { status, body, text } = await response
  assert.equal(status, 403, text)
  assert.ok(body.message.endsWith(`is forbidden: ${message}`), body.message)
}

async function accepted(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response
  assert.ok(status === 200 || status === 201, text)
  return body
}

const merge = (client: Client, path: string, body: Json) => client.send('PATCH', path, body, MERGE)
const node = (name: string, labels?: Json, more: Json = {}): Json => ({ metadata: { name, labels }, ...more })

describe('a kubelet', () => {
  it('is a user of the group system:nodes with the name of a node', async (t) => {
    const { kubelet, as } = await start(t)
    const other = 'node "n1" is not allowed to modify node "n2"'
    await rejected(kubelet.post(NODES, node('n2')), other)
    await accepted(as('fake').post(NODES, node('n2')))
    await rejected(as('nobody').post(NODES, node('n3')), 'could not determine node from user "system:node:"')
  })

  it('registers, changes and deletes its own node', async (t) => {
    const { admin, kubelet } = await start(t)
    const { spec } = await accepted(
      kubelet.post(NODES, node('n1', { 'kubernetes.io/os': 'linux', own: 'a' })),
    )
    assert.deepEqual(spec.taints, [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }])
    await accepted(merge(kubelet, `${NODES}/n1/status`, { status: { capacity: { cpu: '4' } } }))
    await accepted(merge(kubelet, `${NODES}/n1`, { spec: { unschedulable: true } }))
    const taints = [{ key: 'a', effect: 'NoSchedule' }]
    const modify = 'node "n1" is not allowed to modify'
    await rejected(merge(kubelet, `${NODES}/n1`, { spec: { taints } }), `${modify} taints`)
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name: 'x', uid: 'x' }]
    await rejected(
      merge(kubelet, `${NODES}/n1`, { metadata: { ownerReferences } }),
      `${modify} ownerReferences`,
    )
    const configSource = { configMap: { name: 'c', namespace: 'a', kubeletConfigKey: 'k' } }
    await rejected(
      merge(kubelet, `${NODES}/n1`, { spec: { configSource } }),
      'node "n1" is not allowed to update configSource to a new non-nil configSource',
    )
    await accepted(admin.post(NODES, node('n2')))
    await rejected(kubelet.delete(`${NODES}/n2`), `${modify} node "n2"`)
    await rejected(merge(kubelet, `${NODES}/n2/status`, { status: {} }), `${modify} node "n2"`)
    await accepted(kubelet.delete(`${NODES}/n1`))
  })

  it('cannot set labels that steer pods to its node', async (t) => {
    const { kubelet } = await start(t)
    const allowed = {
      own: '1',
      'example.com/own': '1',
      'kubernetes.io/hostname': 'n1',
      'topology.kubernetes.io/zone': 'z',
      'node.kubernetes.io/instance-type': 'i',
      'foo.node.kubernetes.io/a': '1',
      'kubelet.kubernetes.io/a': '1',
    }
    const forbidden = {
      'node-restriction.kubernetes.io/a': '1',
      'foo.node-restriction.kubernetes.io/a': '1',
      'kubernetes.io/a': '1',
      'foo.k8s.io/a': '1',
      'node-role.kubernetes.io/master': '',
    }
    const names = Object.keys(forbidden).sort().join(', ')
    await rejected(
      kubelet.post(NODES, node('n1', { ...allowed, ...forbidden })),
      `node "n1" is not allowed to set the following labels: ${names}`,
    )
    await accepted(kubelet.post(NODES, node('n1', allowed)))
    await rejected(
      merge(kubelet, `${NODES}/n1/status`, { metadata: { labels: { 'kubernetes.io/a': 'b' } } }),
      'is not allowed to modify labels: kubernetes.io/a',
    )
    await accepted(merge(kubelet, `${NODES}/n1`, { metadata: { labels: { own: '2' } } }))
  })

  it('cannot remove a restricted label', async (t) => {
    const { admin, kubelet } = await start(t)
    await accepted(admin.post(NODES, node('n1', { 'node-restriction.kubernetes.io/a': '1' })))
    await rejected(
      merge(kubelet, `${NODES}/n1`, { metadata: { labels: { 'node-restriction.kubernetes.io/a': null } } }),
      'is not allowed to modify labels: node-restriction.kubernetes.io/a',
    )
  })

  it('creates mirror pods of its own node only', async (t) => {
    const { kubelet } = await start(t)
    const { uid } = (await accepted(kubelet.post(NODES, node('n1')))).metadata
    const owner = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid, controller: true }
    const containers = [{ name: 'c', image: 'i' }]
    const create = (spec: Json = {}, ownerReferences: Json[] = [owner], annotations?: Json) =>
      kubelet.post(PODS, {
        metadata: {
          name: 'mirror',
          ownerReferences,
          annotations: annotations ?? { 'kubernetes.io/config.mirror': 'x' },
        },
        spec: { nodeName: 'n1', containers, ...spec },
      })
    const creates = 'node "n1" can only create'
    await rejected(
      create({}, [owner], {}),
      `pod does not have "kubernetes.io/config.mirror" annotation, ${creates} mirror pods`,
    )
    await rejected(create({ nodeName: 'n2' }), `${creates} pods with spec.nodeName set to itself`)
    await rejected(create({}, []), `${creates} pods with an owner reference set to itself`)
    await rejected(
      create({}, [owner, { ...owner, uid: 'x' }]),
      `${creates} pods with a single owner reference set to itself`,
    )
    await rejected(
      create({}, [{ ...owner, controller: false }]),
      `${creates} pods with a controller owner reference set to itself`,
    )
    await rejected(
      create({}, [{ ...owner, blockOwnerDeletion: true }]),
      'node "n1" must not set blockOwnerDeletion on an owner reference',
    )
    await rejected(create({}, [{ ...owner, uid: 'x' }]), `node n1 UID mismatch: expected x got ${uid}`)
    const volume = (source: Json) => ({ volumes: [{ name: 'v', ...source }] })
    const withEnv = (env: Json) => ({ containers: [{ name: 'c', image: 'i', ...env }] })
    for (const [spec, what] of [
      [{ serviceAccountName: 's' }, 'a service account'],
      [{ imagePullSecrets: [{ name: 's' }] }, 'secrets'],
      [withEnv({ envFrom: [{ secretRef: { name: 's' } }] }), 'secrets'],
      [volume({ projected: { sources: [{ secret: { name: 's' } }] } }), 'secrets'],
      [volume({ rbd: { image: 'i', monitors: ['m'], secretRef: { name: 's' } } }), 'secrets'],
      [volume({ configMap: { name: 'c' } }), 'configmaps'],
      [
        withEnv({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }] }),
        'configmaps',
      ],
      [
        volume({ projected: { sources: [{ clusterTrustBundle: { name: 'b', path: 'p' } }] } }),
        'clustertrustbundles',
      ],
      [volume({ persistentVolumeClaim: { claimName: 'c' } }), 'persistentvolumeclaims'],
      [{ resourceClaims: [{ name: 'r', resourceClaimName: 'c' }] }, 'resourceclaims'],
    ] as const) {
      await rejected(create(spec), `node "n1" can not create pods that reference ${what}`)
    }
    await accepted(create())
    await accepted(kubelet.delete(`${PODS}/mirror`, { gracePeriodSeconds: 0 }))
  })

  it('reports, evicts and deletes the pods of its node only, and changes none', async (t) => {
    const { admin, kubelet } = await start(t)
    for (const [name, nodeName] of [
      ['own', 'n1'],
      ['gone', 'n1'],
      ['other', 'n2'],
    ]) {
      const spec = { nodeName, containers: [{ name: 'c', image: 'i' }] }
      await accepted(admin.post(PODS, { metadata: { name }, spec }))
    }
    const running = { status: { phase: 'Running' } }
    await accepted(merge(kubelet, `${PODS}/own/status`, running))
    await rejected(
      merge(kubelet, `${PODS}/other/status`, running),
      'node "n1" can only update pod status for pods with spec.nodeName set to itself',
    )
    await rejected(
      merge(kubelet, `${PODS}/own/status`, { metadata: { labels: { a: 'b' } } }),
      'node "n1" cannot update labels through pod status',
    )
    await rejected(
      merge(kubelet, `${PODS}/own/status`, { status: { resourceClaimStatuses: [{ name: 'r' }] } }),
      'node "n1" cannot update resource claim statues',
    )
    await rejected(
      merge(kubelet, `${PODS}/own`, { metadata: { labels: { a: 'b' } } }),
      'unexpected operation "UPDATE", node "n1" can only create and delete mirror pods',
    )
    const unexpected = (name: string) =>
      `unexpected pod subresource "${name}", only 'status' and 'eviction' are allowed`
    const binding = { metadata: { name: 'own' }, target: { name: 'n1' } }
    await rejected(kubelet.post(`${PODS}/own/binding`, binding), unexpected('binding'))
    await rejected(merge(kubelet, `${PODS}/own/resize`, {}), unexpected('resize'))
    const evict = (name: string) => kubelet.post(`${PODS}/${name}/eviction`, { metadata: { name } })
    await rejected(evict('other'), 'node n1 can only evict pods with spec.nodeName set to itself')
    assert.equal((await evict('missing')).status, 404)
    await accepted(evict('gone'))
    await rejected(
      kubelet.delete(`${PODS}/other`),
      'node "n1" can only delete pods with spec.nodeName set to itself',
    )
    await accepted(kubelet.delete(`${PODS}/own`))
  })

  it('reports the expansion of claims', async (t) => {
    const { admin, kubelet } = await start(t)
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    await accepted(admin.post(CLAIMS, { metadata: { name: 'c' }, spec }))
    await rejected(
      merge(kubelet, `${CLAIMS}/c`, { metadata: { labels: { a: 'b' } } }),
      'may only update PVC status',
    )
    await accepted(merge(kubelet, `${CLAIMS}/c/status`, { status: { capacity: { storage: '1Gi' } } }))
    await rejected(
      merge(kubelet, `${CLAIMS}/c/status`, { metadata: { labels: { a: 'b' } }, status: { phase: 'Bound' } }),
      'node "n1" is not allowed to update fields other than status.quantity and status.conditions: metadata.labels, status.phase',
    )
  })

  it('gets tokens that its pods mount', async (t) => {
    const { admin, kubelet } = await start(t)
    await accepted(admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
    const sources = [{ serviceAccountToken: { path: 't', audience: 'vault' } }]
    const pod = async (name: string, nodeName: string, volumes: Json[] = []) => {
      const spec = { nodeName, volumes, serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] }
      const { metadata } = await accepted(admin.post(PODS, { metadata: { name }, spec }))
      return { apiVersion: 'v1', kind: 'Pod', name, uid: metadata.uid }
    }
    const plain = { name: 'p', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }
    const own = await pod('own', 'n1', [{ name: 'v', projected: { sources } }, plain])
    const other = await pod('other', 'n2')
    const ask = (spec: Json) => kubelet.post(`${ACCOUNTS}/robot/token`, { spec })
    await rejected(ask({}), 'node requested token not bound to a pod')
    await rejected(
      ask({ boundObjectRef: { ...own, uid: undefined } }),
      'node requested token with a pod binding without a uid',
    )
    await rejected(
      ask({ boundObjectRef: { ...own, uid: 'x' } }),
      'the UID in the bound object reference (x) does not match the UID in record. The object might have been deleted and then recreated',
    )
    await rejected(
      ask({ boundObjectRef: other }),
      'node requested token bound to a pod scheduled on a different node',
    )
    await rejected(
      ask({ boundObjectRef: own, audiences: ['a', 'b'] }),
      'node may only request 0 or 1 audiences',
    )
    const unknown = (audience: string) =>
      `audience "${audience}" not found in pod spec volume, system:node:n1 is not authorized to request tokens for this audience`
    await rejected(ask({ boundObjectRef: own, audiences: ['bank'] }), unknown('bank'))
    await accepted(ask({ boundObjectRef: own, audiences: ['vault'] }))
    await accepted(ask({ boundObjectRef: own }))
    const rules = [
      { apiGroups: [''], resources: ['bank'], verbs: ['request-serviceaccounts-token-audience'] },
    ]
    await accepted(admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'bank' }, rules }))
    const subjects = [{ kind: 'Group', name: 'system:nodes' }]
    const roleRef = { kind: 'ClusterRole', name: 'bank' }
    await accepted(admin.post(`${RBAC}/clusterrolebindings`, { metadata: { name: 'b' }, roleRef, subjects }))
    await accepted(ask({ boundObjectRef: own, audiences: ['bank'] }))
  })

  it('gets tokens that the CSI drivers of its pods want', async (t) => {
    const { admin, kubelet } = await start(t)
    await accepted(admin.post(ACCOUNTS, { metadata: { name: 'robot' } }))
    const tokenRequests = [{ audience: 'disk' }]
    const driver = { metadata: { name: 'csi.example.com' }, spec: { tokenRequests } }
    await accepted(admin.post('/apis/storage.k8s.io/v1/csidrivers', driver))
    const csi = { driver: 'csi.example.com', volumeHandle: 'h' }
    const accessModes = ['ReadWriteOnce']
    const volume = { metadata: { name: 'pv' }, spec: { csi, accessModes, capacity: { storage: '1Gi' } } }
    await accepted(admin.post('/api/v1/persistentvolumes', volume))
    const resources = { requests: { storage: '1Gi' } }
    const claim = { metadata: { name: 'c' }, spec: { volumeName: 'pv', accessModes, resources } }
    await accepted(admin.post(CLAIMS, claim))
    const ask = async (name: string, source: Json) => {
      const spec = {
        ...{ nodeName: 'n1', serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }] },
        volumes: [{ name: 'v', ...source }],
      }
      const { metadata } = await accepted(admin.post(PODS, { metadata: { name }, spec }))
      const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name, uid: metadata.uid }
      return kubelet.post(`${ACCOUNTS}/robot/token`, { spec: { boundObjectRef, audiences: ['disk'] } })
    }
    await accepted(ask('inline', { csi: { driver: 'csi.example.com' } }))
    await accepted(ask('claimed', { persistentVolumeClaim: { claimName: 'c' } }))
    await rejected(
      ask('missing', { persistentVolumeClaim: { claimName: 'x' } }),
      'error validating audience "disk": persistentvolumeclaim "x" not found',
    )
  })

  it('keeps the lease and the CSINode of its node', async (t) => {
    const { kubelet } = await start(t)
    const lease = (name: string) => ({ metadata: { name }, spec: { holderIdentity: name } })
    await accepted(kubelet.post(LEASES, lease('n1')))
    await accepted(merge(kubelet, `${LEASES}/n1`, { spec: { leaseDurationSeconds: 40 } }))
    const sameName = 'with the same name as the requesting node'
    await rejected(kubelet.post(LEASES, lease('n2')), `can only access node lease ${sameName}`)
    await rejected(
      kubelet.post('/apis/coordination.k8s.io/v1/namespaces/a/leases', lease('n1')),
      'can only access leases in the "kube-node-lease" system namespace',
    )
    await accepted(kubelet.post(CSI_NODES, { metadata: { name: 'n1' }, spec: { drivers: [] } }))
    await rejected(
      kubelet.post(CSI_NODES, { metadata: { name: 'n2' }, spec: { drivers: [] } }),
      `can only access CSINode ${sameName}`,
    )
  })

  it('asks for certificates of its node', async (t) => {
    const { kubelet } = await start(t)
    const ask = (name: string, request: string, signerName: string) => {
      const usages = ['digital signature', 'client auth']
      return kubelet.post(REQUESTS, { metadata: { name }, spec: { request, signerName, usages } })
    }
    const signer = 'kubernetes.io/kube-apiserver-client-kubelet'
    await accepted(ask('own', NODE_REQUEST, signer))
    await rejected(
      ask('other', CERTIFICATE_REQUEST, signer),
      'can only create a node CSR with CN=system:node:n1',
    )
    const { body } = await ask('broken', Buffer.from('x').toString('base64'), signer)
    assert.match(
      body.message,
      /is forbidden: unable to parse csr: PEM block type must be CERTIFICATE REQUEST$/,
    )
    await accepted(ask('elsewhere', CERTIFICATE_REQUEST, 'example.com/signer'))
  })

  it('changes the objects of other kinds as its rights allow', async (t) => {
    const { kubelet } = await start(t)
    await accepted(kubelet.post('/api/v1/namespaces/a/configmaps', { metadata: { name: 'c' } }))
  })
})
