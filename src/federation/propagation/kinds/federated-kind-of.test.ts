import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copyOf } from '#federation/propagation/copies/desired-object.js'
import { FEDERATED_KINDS, type FederatedKind } from '#federation/propagation/federated-kinds.js'
import { kinds } from '#kinds/index.js'
import type { ApiObject } from '#meta/object-meta.js'
import { federatedKindOf, isDefaultKind } from './federated-kind-of.js'

const kindOf = (prefix: string) => {
  const stored = kinds.find((kind) => kind.prefix === prefix)
  assert.ok(stored, prefix)
  return federatedKindOf(stored)
}
const copied = (prefix: string, content: object, metadata: object = {}) => {
  const object = { apiVersion: 'v1', kind: 'K', metadata: { name: 'a', ...metadata }, ...content }
  return copyOf(kindOf(prefix) as FederatedKind, object as ApiObject)
}

describe('the federated form of a kind', () => {
  it('is the same for each call, and that of the table for default kinds', () => {
    for (const kind of FEDERATED_KINDS) {
      assert.equal(kindOf(kind.prefix), kind)
      assert.ok(isDefaultKind(kind))
    }
    const role = kindOf('rbac.authorization.k8s.io/roles/')
    assert.equal(role, kindOf('rbac.authorization.k8s.io/roles/'))
    assert.ok(role && !isDefaultKind(role))
  })

  it('is undefined for kinds that describe one cluster, and for reviews', () => {
    const none = kinds.filter((kind) => federatedKindOf(kind) === undefined).map(({ prefix }) => prefix)
    const [reviews, others] = [
      none.filter((prefix) => prefix.startsWith('auth')),
      none.filter((prefix) => !prefix.startsWith('auth') && !prefix.startsWith('federation')),
    ]
    assert.equal(reviews.length, 6)
    assert.deepEqual(others.sort(), [
      'apps/controllerrevisions/',
      'certificates.k8s.io/certificatesigningrequests/',
      'coordination.k8s.io/leases/',
      'core/bindings/',
      'core/componentstatuses/',
      'core/endpoints/',
      'core/events/',
      'core/nodes/',
      'discovery.k8s.io/endpointslices/',
      'networking.k8s.io/ipaddresses/',
      'networking.k8s.io/servicecidrs/',
      'resource.k8s.io/resourceslices/',
      'storage.k8s.io/csinodes/',
      'storage.k8s.io/csistoragecapacities/',
      'storage.k8s.io/volumeattachments/',
    ])
  })

  it('copies everything but metadata and status', () => {
    const { kind, metadata, ...content } = copied(
      'rbac.authorization.k8s.io/roles/',
      { rules: [], status: {}, odd: { a: null, b: 1 } },
      { labels: { a: 'b' }, finalizers: ['f'], uid: 'u' },
    )
    assert.deepEqual(metadata, { name: 'a', namespace: undefined, labels: { a: 'b' }, annotations: {} })
    assert.deepEqual(content, { apiVersion: 'v1', rules: [], odd: { b: 1 } })
    assert.equal(kind, 'K')
  })

  it('compares contents where the generation does not cover them', () => {
    const compares = (prefix: string) => kindOf(prefix)?.comparesContent
    assert.deepEqual(
      ['scheduling.k8s.io/priorityclasses/', 'core/persistentvolumeclaims/', 'batch/cronjobs/'].map(compares),
      [true, true, false],
    )
  })

  it('leaves out what belongs to the member', () => {
    const claim = copied(
      'core/persistentvolumeclaims/',
      { spec: { volumeName: 'v', storageClassName: 's' } },
      { annotations: { 'pv.kubernetes.io/bind-completed': 'yes', mine: 'too' } },
    )
    assert.deepEqual([claim.spec, claim.metadata.annotations], [{ storageClassName: 's' }, { mine: 'too' }])
    const account = copied('core/serviceaccounts/', {
      secrets: [{ name: 't' }],
      imagePullSecrets: [{ name: 'p' }],
    })
    assert.deepEqual([account.secrets, account.imagePullSecrets], [undefined, [{ name: 'p' }]])
    const roles = 'rbac.authorization.k8s.io/clusterroles/'
    const rules = [{ verbs: ['get'] }]
    assert.deepEqual(copied(roles, { rules }).rules, rules)
    assert.equal(copied(roles, { rules, aggregationRule: {} }).rules, undefined)
    const { spec } = copied('core/pods/', {
      spec: {
        nodeName: 'n',
        volumes: [{ name: 'kube-api-access-x' }, { name: 'v' }],
        containers: [{ volumeMounts: [{ name: 'kube-api-access-x' }, { name: 'v' }] }],
      },
    })
    assert.deepEqual(spec, { volumes: [{ name: 'v' }], containers: [{ volumeMounts: [{ name: 'v' }] }] })
  })

  it('refuses definitions whose versions a webhook converts', () => {
    const prefix = 'apiextensions.k8s.io/customresourcedefinitions/'
    const spec = { conversion: { strategy: 'Webhook' }, versions: [{}, {}] }
    const refusal = (versions: readonly object[]) =>
      kindOf(prefix)?.refusal?.({ spec: { ...spec, versions } } as unknown as ApiObject)?.reason
    assert.deepEqual([refusal([{}]), refusal([{}, {}])], [undefined, 'ConversionWebhook'])
    assert.deepEqual(copied(prefix, { spec: { ...spec, versions: [{}] } }).spec, { versions: [{}] })
  })
})
