import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import { daemonSet } from '#kinds/apps/daemonset/index.js'
import { deployment } from '#kinds/apps/deployment/index.js'
import { job } from '#kinds/batch/job/index.js'
import { namespace } from '#kinds/core/namespace/index.js'
import { secret } from '#kinds/core/secret/index.js'
import { service } from '#kinds/core/service/index.js'
import { ingress } from '#kinds/networking/ingress/index.js'
import type { ApiObject } from '#meta/object-meta.js'
import { fromStored } from '#registry/conversion.js'
import type { StoredKind } from '#registry/kind.js'
import { copyOf } from './desired-object.js'

/** The copy of a stored object in the version of current members. */
function copied(kind: StoredKind, object: object) {
  const federated = FEDERATED_KINDS.find(({ prefix }) => prefix === kind.prefix) as FederatedKind
  const stored = kind.storageVersion.decode(object) as ApiObject
  const [best] = federated.candidates
  const version = kind.versions.find((served) => served.group === best?.group) ?? kind.storageVersion
  return copyOf(federated, version.decode(fromStored(version, stored)))
}

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
}
const ORIGIN = {
  uid: 'u',
  resourceVersion: '7',
  generation: 3,
  finalizers: ['orphan'],
  creationTimestamp: '2024-01-01T00:00:00Z',
}

describe('the copy of an object for members', () => {
  it('has only the name, labels, annotations and spec of the object', () => {
    const { metadata, spec, ...rest } = copied(deployment, {
      apiVersion: 'extensions/v1beta1',
      kind: 'Deployment',
      metadata: {
        ...ORIGIN,
        name: 'web',
        namespace: 'shop',
        labels: { app: 'web' },
        annotations: {
          note: 'kept',
          'deployment.kubernetes.io/revision': '4',
          'federation.kubernetes.io/deployment-preferences': '{}',
          'federation.binnacle.dev/clusters': 'a',
          'federation.binnacle.dev/cluster-status': '{}',
          'federation.alpha.kubernetes.io/cluster-selector': '[]',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
        },
      },
      spec: { replicas: 3, template, rollbackTo: { revision: 1 } },
      status: { replicas: 3 },
    })
    assert.deepEqual(rest, { apiVersion: 'apps/v1', kind: 'Deployment' })
    assert.deepEqual(metadata, {
      name: 'web',
      namespace: 'shop',
      labels: { app: 'web' },
      annotations: {
        note: 'kept',
        'federation.kubernetes.io/deployment-preferences': '{}',
        'federation.alpha.kubernetes.io/cluster-selector': '[]',
      },
    })
    assert.deepEqual(spec.strategy, {
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 1, maxSurge: 1 },
    })
    assert.deepEqual(spec.selector, { matchLabels: { app: 'web' } })
    assert.equal(spec.rollbackTo, undefined)
    assert.ok(!JSON.stringify(spec).includes('null'))
  })

  it('has no template generation', () => {
    const { metadata, spec } = copied(daemonSet, {
      metadata: { ...ORIGIN, name: 'agent', namespace: 'shop' },
      spec: { template, templateGeneration: 5 },
    })
    assert.deepEqual(metadata.annotations, {})
    assert.equal(spec.templateGeneration, undefined)
    assert.equal(spec.updateStrategy.type, 'OnDelete')
  })

  it('is a current Ingress', () => {
    const backend = { serviceName: 'web', servicePort: 80 }
    const { spec } = copied(ingress, {
      metadata: { ...ORIGIN, name: 'web', namespace: 'shop' },
      spec: { backend, rules: [{ host: 'a.example', http: { paths: [{ path: '/', backend }] } }] },
    })
    const service = { name: 'web', port: { number: 80 } }
    assert.deepEqual(spec, {
      defaultBackend: { service },
      rules: [
        {
          host: 'a.example',
          http: { paths: [{ path: '/', pathType: 'ImplementationSpecific', backend: { service } }] },
        },
      ],
    })
  })

  it('leaves cluster IPs and node ports to the member', () => {
    const { spec } = copied(service, {
      metadata: { ...ORIGIN, name: 'web', namespace: 'shop' },
      spec: {
        type: 'NodePort',
        clusterIP: '10.0.0.7',
        clusterIPs: ['10.0.0.7'],
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        ports: [{ port: 80, nodePort: 30_080 }],
      },
    })
    assert.equal(spec.clusterIP, undefined)
    assert.equal(spec.clusterIPs, undefined)
    assert.deepEqual(spec.ports, [{ protocol: 'TCP', port: 80, targetPort: 80 }])
    const headless = copied(service, {
      metadata: { ...ORIGIN, name: 'web', namespace: 'shop' },
      spec: { clusterIP: 'None', ports: [{ port: 80 }] },
    })
    assert.equal(headless.spec.clusterIP, 'None')
  })

  it('has data and type of a Secret, and only the name of a Namespace', () => {
    const { data, type } = copied(secret, {
      metadata: { ...ORIGIN, name: 's', namespace: 'shop' },
      data: { a: 'eA==' },
    })
    assert.deepEqual([data, type], [{ a: 'eA==' }, 'Opaque'])
    const made = copied(namespace, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { ...ORIGIN, name: 'shop' },
      spec: { finalizers: ['kubernetes'] },
    })
    assert.deepEqual(made, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', labels: {}, annotations: {} },
    })
  })

  it('of a job has the selector of the host, and no time to live', () => {
    const pod = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } }
    const selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } }
    const { spec } = copied(job, {
      metadata: ORIGIN,
      spec: { completions: 2, selector, template: pod, ttlSecondsAfterFinished: 0 },
    })
    assert.deepEqual(spec.selector, selector)
    assert.equal(spec.manualSelector, true)
    for (const field of ['ttlSecondsAfterFinished', 'suspend', 'completionMode', 'podReplacementPolicy'])
      assert.equal(Object.hasOwn(spec, field), false, field)
  })
})
