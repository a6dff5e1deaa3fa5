import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const CORE = '/api/v1/namespaces/default'
const COMPONENTS = '/api/v1/componentstatuses'

describe('kinds of v1 that are not stored', () => {
  let server: RunningServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  const bind = (name: string | undefined, more: Json = {}, query = '') =>
    client.post(`${CORE}/bindings${query}`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, ...more },
      target: { kind: 'Node', name: 'n1' },
    })

  it('a Binding binds the pod of its name, once', async () => {
    const container = { name: 'main', image: 'registry.example/web:1.0' }
    await client.post(`${CORE}/pods`, { metadata: { name: 'web' }, spec: { containers: [container] } })
    assert.equal((await bind('web', {}, '?dryRun=All')).status, 201)
    assert.equal((await bind('web', { uid: 'other' })).status, 409)
    const { status, body } = await bind('web', { annotations: { a: 'b' } })
    assert.deepEqual([status, body.kind, body.status], [201, 'Status', 'Success'])
    const { spec, metadata } = (await client.get(`${CORE}/pods/web`)).body
    assert.deepEqual([spec.nodeName, metadata.annotations], ['n1', { a: 'b' }])
    assert.match((await bind('web')).body.message, /pod web is already assigned to node "n1"$/)
    assert.equal((await bind('none')).body.message, 'pods "none" not found')
    const nameless = await bind(undefined)
    assert.deepEqual([nameless.status, nameless.body.message], [400, 'Name parameter required.'])
    assert.equal((await client.get(`${CORE}/bindings`)).status, 405)
    assert.equal((await client.get(`${CORE}/bindings/web`)).status, 404)
  })

  it('a ComponentStatus says whether a component runs', async () => {
    const { body, headers } = await client.get(COMPONENTS)
    assert.deepEqual([body.kind, body.metadata], ['ComponentStatusList', {}])
    assert.equal(headers.get('warning'), '299 - "v1 ComponentStatus is deprecated in v1.19+"')
    const { metadata, conditions } = (await client.get(`${COMPONENTS}/etcd-0`)).body
    assert.deepEqual(metadata, { name: 'etcd-0', creationTimestamp: null })
    assert.deepEqual(conditions, [{ type: 'Healthy', status: 'True', message: 'ok' }])
    const { columnDefinitions, rows } = (await client.get(COMPONENTS, TABLE)).body
    assert.deepEqual(
      columnDefinitions.map(({ name }: Json) => name),
      ['Name', 'Status', 'Message', 'Error'],
    )
    assert.deepEqual(
      rows.map(({ cells }: Json) => [cells[0], cells[1]]),
      [
        ['controller-manager', 'Unhealthy'],
        ['etcd-0', 'Healthy'],
        ['scheduler', 'Unhealthy'],
      ],
    )
    const selected = await client.get(`${COMPONENTS}?fieldSelector=metadata.name%3Dscheduler`)
    assert.equal(selected.body.items.length, 1)
    const missing = await client.get(`${COMPONENTS}/none`)
    assert.deepEqual([missing.status, missing.body.message], [404, 'componentstatus "none" not found'])
    assert.equal((await client.delete(`${COMPONENTS}/scheduler`)).status, 405)
  })

  it('neither has a hash of a stored version', async () => {
    const { resources } = (await client.get('/api/v1')).body
    for (const name of ['bindings', 'componentstatuses']) {
      const { storageVersionHash } = resources.find((resource: Json) => resource.name === name)
      assert.equal(storageVersionHash, undefined)
    }
  })

  it('health checks have the names and the forms of Kubernetes', async () => {
    const checks = async (path: string) => (await client.get(`${path}?verbose`)).text.split('\n')
    const names = (await checks('/readyz')).slice(0, 5)
    assert.deepEqual(
      names,
      ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync'].map((name) => `[+]${name} ok`),
    )
    assert.deepEqual((await checks('/livez')).slice(-2), ['livez check passed', ''])
    for (const path of ['/healthz', '/livez', '/readyz']) {
      const found = await checks(path)
      for (const name of STARTED) assert.ok(found.includes(`[+]${name} ok`), `${path}: ${name}`)
    }
    const excluding = (await client.get('/livez?verbose&exclude=etcd&exclude=none')).text
    assert.match(excluding, /^\[\+\]etcd excluded: ok$/m)
    assert.match(excluding, /^warn: some health checks cannot be excluded: no matches for "none"$/m)
    for (const path of ['/livez', '/readyz/etcd', '/healthz/poststarthook/crd-informer-synced']) {
      const { status, text, headers } = await client.get(path)
      assert.deepEqual([status, text], [200, 'ok'])
      assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
    assert.equal((await client.get('/livez/none')).status, 404)
  })

  it('reads reject options that Kubernetes rejects', async () => {
    for (const [path, message] of [
      ['?resourceVersion=x', /^invalid resource version: resourceVersion: Invalid value: "x": strconv/],
      ['/none?export=true', /^the export parameter, deprecated since v1\.14, is no longer supported$/],
    ] as const) {
      const { status, body } = await client.get(`${CORE}/configmaps${path}`)
      assert.equal(status, 400)
      assert.match(body.message, message)
    }
  })
})

/** The checks that end-to-end tests of Kubernetes 1.33 look for. */
const STARTED = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'bootstrap-controller',
  'start-system-namespaces-controller',
  'scheduling/bootstrap-system-priority-classes',
  'start-cluster-authentication-info-controller',
  'start-kube-aggregator-informers',
  'apiservice-registration-controller',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'kube-apiserver-autoregistration',
  'apiservice-openapi-controller',
]
  .map((hook) => `poststarthook/${hook}`)
  .concat('autoregister-completion')
