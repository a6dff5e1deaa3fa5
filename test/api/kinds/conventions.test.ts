import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }
const STORAGE = '/apis/storage.k8s.io/v1'
const ADMISSION = '/apis/admissionregistration.k8s.io/v1'
const FLOW = '/apis/flowcontrol.apiserver.k8s.io/v1'

const ATTACHMENT = {
  spec: { attacher: 'disk.example.com', nodeName: 'n', source: { persistentVolumeName: 'p' } },
}
const RULE = {
  apiGroups: ['example.com'],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['probes'],
}
const POLICY = {
  spec: { validations: [{ expression: 'true' }], matchConstraints: { resourceRules: [RULE] } },
}

/** Kinds that do not allow unconditional updates. */
const BY_VERSION: readonly (readonly [string, object])[] = [
  [`${STORAGE}/csidrivers`, { spec: {} }],
  [`${STORAGE}/csinodes`, { spec: { drivers: [] } }],
  [`${STORAGE}/volumeattachments`, ATTACHMENT],
  [`${STORAGE}/namespaces/default/csistoragecapacities`, { storageClassName: 'fast' }],
  ['/apis/node.k8s.io/v1/runtimeclasses', { handler: 'runc' }],
  ['/apis/coordination.k8s.io/v1/namespaces/default/leases', {}],
  ['/apis/policy/v1/namespaces/default/poddisruptionbudgets', { spec: { minAvailable: 1, selector: {} } }],
  [`${ADMISSION}/validatingwebhookconfigurations`, {}],
  [`${ADMISSION}/mutatingwebhookconfigurations`, {}],
  [`${ADMISSION}/validatingadmissionpolicies`, POLICY],
  [
    `${ADMISSION}/validatingadmissionpolicybindings`,
    { spec: { policyName: 'p', validationActions: ['Deny'] } },
  ],
]

/** Kinds whose status subresource changes only the status. */
const STATUS_ALONE: readonly (readonly [string, object])[] = [
  [`${STORAGE}/volumeattachments`, ATTACHMENT],
  ['/apis/networking.k8s.io/v1/servicecidrs', { spec: { cidrs: ['10.7.0.0/24'] } }],
  [`${ADMISSION}/validatingadmissionpolicies`, POLICY],
  [`${FLOW}/flowschemas`, { spec: { priorityLevelConfiguration: { name: 'p' } } }],
  [
    `${FLOW}/prioritylevelconfigurations`,
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
  ],
]

onEveryEngine('conventions of single kinds', (client) => {
  it('some kinds require a resourceVersion, also in patches that remove it', async () => {
    for (const [path, content] of BY_VERSION) {
      const made = await client.post(path, { ...content, metadata: { name: 'versioned' } })
      assert.equal(made.status, 201, made.text)
      const { resourceVersion: _, ...metadata } = made.body.metadata
      const at = `${path}/versioned`
      const unversioned = await client.put(at, { ...made.body, metadata })
      assert.equal(unversioned.status, 422, path)
      assert.match(unversioned.body.message, /metadata\.resourceVersion: .*must be specified for an update$/)
      for (const version of [null, '0']) {
        const patch = { metadata: { resourceVersion: version, labels: { a: 'b' } } }
        assert.equal((await client.send('PATCH', at, patch, MERGE)).status, 422, path)
      }
      const versioned = { metadata: { labels: { a: 'b' } } }
      assert.equal((await client.send('PATCH', at, versioned, MERGE)).status, 200)
    }
  })

  it('other kinds are patched unconditionally if the patch removes the resourceVersion or sets it to 0', async () => {
    const path = '/api/v1/namespaces/default/configmaps'
    await client.post(path, { metadata: { name: 'patched' } })
    for (const version of [null, '', '0']) {
      const patch = { metadata: { resourceVersion: version }, data: { version: String(version) } }
      const { status, body } = await client.send('PATCH', `${path}/patched`, patch, MERGE)
      assert.deepEqual([status, body.data], [200, patch.data])
    }
  })

  it('a PUT creates a runtime class', async () => {
    const path = '/apis/node.k8s.io/v1/runtimeclasses/replaced'
    const { status, text } = await client.put(path, { metadata: { name: 'replaced' }, handler: 'runc' })
    assert.equal(status, 201, text)
  })

  it('some kinds return the deleted object', async () => {
    for (const plural of ['csidrivers', 'csinodes', 'volumeattachments']) {
      const { body: made } = await client.get(`${STORAGE}/${plural}/versioned`)
      const { body } = await client.delete(`${STORAGE}/${plural}/versioned`)
      assert.deepEqual([body.kind, body.metadata.uid], [made.kind, made.metadata.uid])
    }
  })

  it('the status subresource of some kinds changes the status and nothing else', async () => {
    for (const [path, content] of STATUS_ALONE) {
      const labels = { old: 'label' }
      const made = await client.post(path, { ...content, metadata: { name: 'reported', labels } })
      assert.equal(made.status, 201, made.text)
      const metadata = {
        labels: { new: 'label' },
        annotations: { new: 'annotation' },
        finalizers: ['example.com/new'],
      }
      const report = `${path}/reported/status`
      const { status, body, text } = await client.send('PATCH', report, { metadata }, MERGE)
      assert.equal(status, 200, text)
      assert.deepEqual(body.metadata.labels, labels, path)
      assert.deepEqual([body.metadata.annotations, body.metadata.finalizers], [undefined, undefined])
    }
  })

  it('cluster-scoped kinds with their own selectable fields do not support metadata.namespace', async () => {
    const query = `fieldSelector=${encodeURIComponent('metadata.namespace=one')}`
    const certificates = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    for (const path of ['/api/v1/nodes', '/api/v1/namespaces', certificates]) {
      const { status, body } = await client.get(`${path}?${query}`)
      assert.deepEqual([status, body.message], [400, 'field label not supported: metadata.namespace'])
    }
    for (const path of ['/api/v1/pods', '/api/v1/persistentvolumes']) {
      const { status, body } = await client.get(`${path}?${query}`)
      assert.deepEqual([status, body.items], [200, []])
    }
  })

  it('deprecated settings are accepted with a warning', async () => {
    const zone = 'failure-domain.beta.kubernetes.io/zone'
    const renamed = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'fast' }
    const annotated =
      'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead'
    const term = { matchExpressions: [{ key: zone, operator: 'Exists' }] }
    const volume = {
      capacity: { storage: '0.5' },
      accessModes: ['ReadWriteOnce'],
      hostPath: { path: '/x' },
      persistentVolumeReclaimPolicy: 'Recycle',
      nodeAffinity: { required: { nodeSelectorTerms: [term] } },
    }
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0.5' } } }
    const expression = { key: zone, values: ['a'] }
    const fraction = 'fractional byte value "500m" is invalid, must be an integer'
    const cases: readonly (readonly [string, object, readonly string[]])[] = [
      [
        '/api/v1/persistentvolumes',
        { metadata: { annotations }, spec: volume },
        [
          annotated,
          'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
          `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: ${zone} is ${renamed}`,
        ],
      ],
      [
        '/api/v1/namespaces/default/persistentvolumeclaims',
        { metadata: { annotations }, spec: claim },
        [annotated, `spec.resources.requests[storage]: ${fraction}`],
      ],
      [
        `${STORAGE}/storageclasses`,
        { provisioner: 'a.b/c', allowedTopologies: [{ matchLabelExpressions: [expression] }] },
        [`allowedTopologies[0].matchLabelExpressions[0].key: ${renamed}`],
      ],
      [
        `${STORAGE}/namespaces/default/csistoragecapacities`,
        { storageClassName: 'x', nodeTopology: { matchLabels: { [zone]: 'a' } } },
        [`nodeTopology.matchLabels.${zone}: ${renamed}`],
      ],
      [
        '/apis/node.k8s.io/v1/runtimeclasses',
        { handler: 'x', scheduling: { nodeSelector: { [zone]: 'a' } } },
        [`scheduling.nodeSelector: ${renamed}`],
      ],
      [
        '/api/v1/namespaces/default/pods',
        { spec: { containers: [{ name: 'c', image: 'i' }] } },
        [
          "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
        ],
      ],
    ]
    for (const [path, content, warnings] of cases) {
      const body = { ...content, metadata: { name: 'old.days', ...(content as Json).metadata } }
      const { status, text, headers } = await client.post(`${path}?dryRun=All`, body)
      assert.equal(status, 201, text)
      const expected = warnings.map((warning) => `299 - ${JSON.stringify(warning)}`)
      assert.equal(headers.get('warning'), expected.join(', '), path)
    }
  })
})
