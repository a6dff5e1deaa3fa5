import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { eventually, type Federation } from './clusters-of-servers.js'
import {
  ANNOTATION,
  CASCADE,
  CORE,
  inClusters,
  NAMES,
  sharedFederation,
  statesOf,
} from './federated-objects.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const PROPAGATE = `${ANNOTATION}/propagate`
const SELECTED = { [PROPAGATE]: 'true' }
const SYNCED = { east: 'Synced', north: 'Synced', west: 'Synced' }

const version = (name: string, isStored: boolean) => ({
  name,
  served: true,
  storage: isStored,
  subresources: { status: {} },
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
})
/** A definition of `plural` in the group `example.com`. */
const definition = (plural: string, kind: string, spec: Json = {}, annotations: Json = {}) => ({
  metadata: { name: `${plural}.example.com`, annotations },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, kind },
    versions: [version('v1', true)],
    ...spec,
  },
})
const collectionOf = (plural: string) => `/apis/example.com/v1/namespaces/shop/${plural}`
const custom = (kind: string, name: string, spec: Json, annotations: Json = SELECTED) => ({
  apiVersion: 'example.com/v1',
  kind,
  metadata: { name, annotations },
  spec,
})
const clustersIn = ({ metadata }: Json) => JSON.parse(metadata.annotations[`${ANNOTATION}/cluster-status`])

const synced = ({ host }: Federation, path: string) =>
  eventually(`${path} is in sync`, async () => {
    const object = await host.get(path)
    assert.deepEqual(statesOf(object), SYNCED, JSON.stringify(object.metadata))
    return object
  })

const gone = (federation: Federation, path: string) =>
  eventually(`${path} is gone`, async () => {
    assert.equal(await federation.host.find(path), undefined)
    assert.deepEqual(await federation.copies(path), {})
  })

describe('objects of any kind', { timeout: 300_000 }, () => {
  const shared = sharedFederation()
  before(() => shared().host.create('/api/v1/namespaces', { metadata: { name: 'shop' } }))

  it('are propagated with their definition, and their status is gathered', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${collectionOf('gadgets')}/one`
    await host.create(DEFINITIONS, definition('gadgets', 'Gadget'))
    await host.create(collectionOf('gadgets'), custom('Gadget', 'one', { size: 1, unset: null }))
    await host.create(collectionOf('gadgets'), custom('Gadget', 'stays', { size: 1 }, {}))
    const copies = await inClusters(federation, path, NAMES)
    for (const { spec, metadata } of Object.values(copies)) {
      assert.deepEqual(spec, { size: 1, unset: null })
      assert.equal(metadata.annotations[PROPAGATE], undefined)
    }
    await synced(federation, path)
    assert.deepEqual(await federation.copies(`${collectionOf('gadgets')}/stays`), {})
    await synced(federation, `${DEFINITIONS}/gadgets.example.com`)
    const east = federation.member('east')
    await east.change(`${path}/status`, { status: { phase: 'Ready', observedGeneration: 1 } })
    await eventually('the status is gathered', async () => {
      const { east: reported, west } = clustersIn(await host.get(path))
      assert.deepEqual(reported, { state: 'Synced', status: { phase: 'Ready', observedGeneration: 1 } })
      assert.deepEqual(west, { state: 'Synced' })
    })
    await east.change(path, { spec: { size: 7, theirs: true } })
    await eventually('the drift is repaired', async () => {
      assert.deepEqual((await east.get(path)).spec, { size: 1, theirs: true, unset: null })
    })
    // Its controller has not observed the repaired generation yet.
    await eventually('the gathered generation counts', async () => {
      assert.equal(clustersIn(await host.get(path)).east.state, 'Progressing')
    })
    await east.delete(path, CASCADE)
    await synced(federation, path)
    await host.delete(path, CASCADE)
    await gone(federation, path)
  })

  it('follow changes of their definition', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(DEFINITIONS, definition('levers', 'Lever'))
    await host.create(collectionOf('levers'), custom('Lever', 'one', { size: 1 }))
    await synced(federation, `${collectionOf('levers')}/one`)
    await host.change(`${DEFINITIONS}/levers.example.com`, {
      spec: { versions: [version('v1', false), version('v2', true)] },
    })
    const path = '/apis/example.com/v2/namespaces/shop/levers/one'
    await eventually('members serve the new version', async () => {
      assert.deepEqual(Object.keys(await federation.copies(path)).sort(), NAMES)
    })
    await host.change(path, { spec: { size: 2 } })
    await eventually('the change arrives', async () => {
      for (const { spec } of Object.values(await federation.copies(path))) assert.equal(spec.size, 2)
    })
    await synced(federation, path)
  })

  it('stay in members when their definition is deleted on the host', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${collectionOf('widgets')}/one`
    await host.create(DEFINITIONS, definition('widgets', 'Widget'))
    await host.create(collectionOf('widgets'), custom('Widget', 'one', { size: 1 }))
    await synced(federation, path)
    await host.delete(`${DEFINITIONS}/widgets.example.com`, CASCADE)
    await eventually('the definition is gone', async () => {
      assert.equal(await host.find(`${DEFINITIONS}/widgets.example.com`), undefined)
    })
    for (const left of [path, `${DEFINITIONS}/widgets.example.com`]) {
      const copies = await federation.copies(left)
      assert.deepEqual(Object.keys(copies).sort(), NAMES)
      for (const { metadata } of Object.values(copies)) {
        assert.equal(metadata.labels?.[`${ANNOTATION}/managed`], undefined)
        assert.equal(metadata.annotations?.[`${ANNOTATION}/owned-by`], undefined)
      }
    }
    // The kind can come back. Its definition in members is their own now, and serves copies.
    await host.create(DEFINITIONS, definition('widgets', 'Widget'))
    await host.create(
      collectionOf('widgets'),
      custom('Widget', 'one', { size: 2 }, { ...SELECTED, [`${ANNOTATION}/adopt`]: 'true' }),
    )
    const { metadata } = await synced(federation, path)
    assert.ok(metadata.finalizers.length > 0)
    for (const { spec } of Object.values(await federation.copies(path))) assert.equal(spec.size, 2)
  })

  it('are deleted with a definition that is selected itself', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${collectionOf('sprockets')}/one`
    await host.create(DEFINITIONS, definition('sprockets', 'Sprocket', {}, SELECTED))
    await inClusters(federation, `${DEFINITIONS}/sprockets.example.com`, NAMES)
    await host.create(collectionOf('sprockets'), custom('Sprocket', 'one', { size: 1 }))
    await synced(federation, path)
    await host.delete(`${DEFINITIONS}/sprockets.example.com`, CASCADE)
    await gone(federation, `${DEFINITIONS}/sprockets.example.com`)
  })

  it('report why their definition cannot be copied', async () => {
    const federation = shared()
    const { host } = federation
    const conversion = {
      strategy: 'Webhook',
      webhook: { clientConfig: { url: 'https://127.0.0.1:1/convert' }, conversionReviewVersions: ['v1'] },
    }
    const versions = [version('v1', true), version('v2', false)]
    const path = `${collectionOf('bolts')}/one`
    await host.create(DEFINITIONS, definition('bolts', 'Bolt', { versions, conversion }))
    await host.create(collectionOf('bolts'), custom('Bolt', 'one', { size: 1 }))
    await eventually('the webhook is the reason', async () => {
      const { east, north } = clustersIn(await host.get(path))
      assert.deepEqual([east.state, east.reason], ['Failed', 'ConversionWebhook'])
      assert.match(north.message, /^the definition bolts\.example\.com: /)
    })
    await federation.member('east').create(DEFINITIONS, definition('bolts', 'Bolt'))
    await eventually("the member's own definition is used", async () => {
      assert.equal(clustersIn(await host.get(path)).east.state, 'Synced')
    })
    await host.delete(path, CASCADE)
    await gone(federation, path)
  })

  it('can be built in', async () => {
    const federation = shared()
    const { host } = federation
    const metadata = (name: string) => ({ name, annotations: SELECTED })
    const template = { spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' } }
    const objects: readonly (readonly [string, Json])[] = [
      [`${CORE}/serviceaccounts`, { metadata: metadata('a'), imagePullSecrets: [{ name: 'pull' }] }],
      [
        `${RBAC}/namespaces/shop/roles`,
        { metadata: metadata('a'), rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
      ],
      [
        `${RBAC}/namespaces/shop/rolebindings`,
        {
          metadata: metadata('a'),
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
          subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: 'shop' }],
        },
      ],
      [`${RBAC}/clusterroles`, { metadata: metadata('shop-a'), rules: [] }],
      [
        `${RBAC}/clusterrolebindings`,
        {
          metadata: metadata('shop-a'),
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'shop-a' },
          subjects: [{ kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }],
        },
      ],
      [
        '/apis/networking.k8s.io/v1/namespaces/shop/networkpolicies',
        { metadata: metadata('a'), spec: { podSelector: {} } },
      ],
      [
        '/apis/policy/v1/namespaces/shop/poddisruptionbudgets',
        {
          metadata: metadata('a'),
          spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'a' } } },
        },
      ],
      [
        `${CORE}/persistentvolumeclaims`,
        {
          metadata: metadata('a'),
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: '1Gi' } },
            volumeName: 'v',
          },
        },
      ],
      [
        '/apis/batch/v1/namespaces/shop/cronjobs',
        { metadata: metadata('a'), spec: { schedule: '0 0 1 1 *', jobTemplate: { spec: { template } } } },
      ],
      [
        `${CORE}/limitranges`,
        { metadata: metadata('a'), spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] } },
      ],
      [
        `${CORE}/resourcequotas`,
        { metadata: metadata('a'), spec: { hard: { 'count/widgets.example.com': '9' } } },
      ],
      [
        '/apis/scheduling.k8s.io/v1/priorityclasses',
        { metadata: metadata('shop-a'), value: 7, description: 'first' },
      ],
    ]
    for (const [collection, object] of objects) await host.create(collection, object)
    for (const [collection, object] of objects)
      await synced(federation, `${collection}/${object.metadata.name}`)
    const claims = await federation.copies(`${CORE}/persistentvolumeclaims/a`)
    for (const { spec } of Object.values(claims)) assert.notEqual(spec.volumeName, 'v')
    // Their generation does not change with the description or the rules.
    await host.change('/apis/scheduling.k8s.io/v1/priorityclasses/shop-a', { description: 'second' })
    await host.change(`${RBAC}/namespaces/shop/roles/a`, {
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }],
    })
    await federation.member('east').change(`${CORE}/serviceaccounts/a`, { secrets: [{ name: 'own' }] })
    await eventually('changes arrive', async () => {
      const classes = await federation.copies('/apis/scheduling.k8s.io/v1/priorityclasses/shop-a')
      for (const { description } of Object.values(classes)) assert.equal(description, 'second')
      const roles = await federation.copies(`${RBAC}/namespaces/shop/roles/a`)
      for (const { rules } of Object.values(roles)) assert.deepEqual(rules[0].verbs, ['get', 'list'])
    })
    const { secrets, imagePullSecrets } = await federation.member('east').get(`${CORE}/serviceaccounts/a`)
    assert.deepEqual([secrets, imagePullSecrets], [[{ name: 'own' }], [{ name: 'pull' }]])
    for (const [collection, object] of objects)
      await host.delete(`${collection}/${object.metadata.name}`, CASCADE)
    for (const [collection, object] of objects)
      await gone(federation, `${collection}/${object.metadata.name}`)
  })

  it('lose their copies when they are no longer selected', async () => {
    const federation = shared()
    const { host } = federation
    const role = `${RBAC}/namespaces/shop/roles/b`
    await host.create(`${RBAC}/namespaces/shop/roles`, {
      metadata: { name: 'b', annotations: SELECTED },
      rules: [],
    })
    const config = `${CORE}/configmaps/b`
    await host.create(`${CORE}/configmaps`, { metadata: { name: 'b' }, data: {} })
    await inClusters(federation, role, NAMES)
    await inClusters(federation, config, NAMES)
    await host.change(role, { metadata: { annotations: { [PROPAGATE]: null } } })
    await host.change(config, { metadata: { annotations: { [PROPAGATE]: 'false' } } })
    await inClusters(federation, role, [])
    await inClusters(federation, config, [])
    await eventually('no traces are left', async () => {
      const { metadata } = await host.get(role)
      assert.deepEqual([metadata.finalizers, metadata.annotations], [undefined, undefined])
      const { metadata: own } = await host.get(config)
      assert.deepEqual([own.finalizers, own.annotations], [undefined, { [PROPAGATE]: 'false' }])
    })
    await host.change(config, { metadata: { annotations: { [PROPAGATE]: null } } })
    await inClusters(federation, config, NAMES)
  })
})
