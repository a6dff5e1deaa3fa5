import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { readEnvelope } from '#codec/protobuf/envelope.js'
import { operationsOf, servedDocuments } from '../openapi/served-documents.js'
import type { Json } from '../support/client.js'
import { note, something } from '../support/custom-kinds.js'
import { sumOf } from '../support/metrics.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { startLiveServer } from '../support/servers/live-server.js'

const NAMESPACES = '/api/v1/namespaces'
const NOTES = `${NAMESPACES}/here/notes`
const AGGREGATED = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' }
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' }

const make = (kind: string, name: string, spec: Json = {}): Json => ({
  apiVersion: 'v1',
  kind,
  metadata: { name },
  spec,
})

describe('the core group', async () => {
  const server = await startLiveServer({ after })
  const { registry, client, feed, collector } = server
  registry.add(note)

  it('has its collections and objects below /api/v1', async () => {
    assert.equal((await client.post(NOTES, make('Note', 'one', { colour: 'red' }))).status, 201)
    assert.equal((await client.get(`${NOTES}/one`)).body.apiVersion, 'v1')
    assert.equal((await client.get('/api/v1/notes')).body.items.length, 1)
    assert.equal((await client.get(NOTES)).body.kind, 'NoteList')
    const status = await client.send(
      'PATCH',
      `${NOTES}/one/status`,
      { status: { phase: 'New' } },
      MERGE_PATCH,
    )
    assert.equal(status.body.status.phase, 'New')
    assert.equal(status.body.metadata.selfLink, undefined)
    assert.equal((await client.watch(`${NOTES}?watch=true`, 1))[0].object.metadata.name, 'one')
    assert.equal((await client.watch('/api/v1/watch/notes', 1))[0].object.apiVersion, 'v1')
    const protobuf = await client.get(`${NOTES}/one`, { accept: 'application/vnd.kubernetes.protobuf' })
    assert.equal(readEnvelope(protobuf.bytes).apiVersion, 'v1')
    assert.ok(feed.find('core/notes/here/one'))
    for (const path of ['/apis/v1/notes', '/api/v2/notes', '/apis//v1/notes', '/api/notes']) {
      assert.equal((await client.get(path)).status, 404, path)
    }
  })

  it('serves a namespace at the path above its objects', async () => {
    assert.equal((await client.get(`${NAMESPACES}/here`)).status, 404)
    assert.equal((await client.post(NAMESPACES, make('Namespace', 'here'))).status, 201)
    for (const path of [`${NAMESPACES}/here`, `${NAMESPACES}/here/`, `${NAMESPACES}/h%65re`]) {
      const { status, body } = await client.get(path)
      assert.equal(status, 200, path)
      assert.equal(body.kind, 'Namespace')
    }
    for (const path of [NAMESPACES, `${NAMESPACES}/`]) {
      assert.equal((await client.get(path)).body.kind, 'NamespaceList', path)
    }
    const report = { status: { phase: 'Active' } }
    const reported = await client.send('PATCH', `${NAMESPACES}/here/status`, report, MERGE_PATCH)
    assert.equal(reported.body.status.phase, 'Active')
    assert.equal((await client.get(NOTES)).body.kind, 'NoteList')
    assert.equal((await client.get(`${NOTES}/one`)).body.kind, 'Note')
    const watched = '/api/v1/watch/namespaces'
    assert.equal((await client.watch(`${watched}/here`, 1))[0].object.metadata.name, 'here')
    assert.equal((await client.watch(watched, 1))[0].object.metadata.name, 'here')
    for (const path of [
      `${NAMESPACES}/here/none`,
      `${NAMESPACES}/here/status/more`,
      `${NAMESPACES}//notes`,
    ]) {
      assert.equal((await client.get(path)).status, 404, path)
    }
    assert.ok(feed.find('core/namespaces/here'))
  })

  it('is listed at /api, not among the groups', async () => {
    assert.deepEqual((await client.get('/api')).body.versions, ['v1'])
    const { resources, groupVersion } = (await client.get('/api/v1')).body
    assert.equal(groupVersion, 'v1')
    const names = resources.map(({ name }: Json) => name)
    for (const name of ['namespaces', 'namespaces/status', 'notes', 'notes/status']) {
      assert.ok(names.includes(name), name)
    }
    const [core, ...others] = (await client.get('/api', AGGREGATED)).body.items
    assert.deepEqual(others, [])
    assert.equal(core.metadata.name, undefined)
    const groupsOf = new Map(
      core.versions[0].resources.map(({ resource, responseKind }: Json) => [resource, responseKind.group]),
    )
    assert.equal(groupsOf.get('notes'), '')
    assert.equal(groupsOf.get('namespaces'), '')
    const groups = (await client.get('/apis')).body.groups.map(({ name }: Json) => name)
    assert.ok(groups.includes('extensions') && !groups.includes(''))
    assert.deepEqual(
      (await client.get('/apis', AGGREGATED)).body.items.map(({ metadata }: Json) => metadata.name),
      groups,
    )
    assert.equal((await client.get('/apis/')).status, 200)
    const { paths } = (await client.get('/')).body
    assert.deepEqual(
      paths.filter((path: string) => path.startsWith('/api/') || path === '/apis/'),
      ['/api/v1'],
    )
  })

  it('is described below /api/v1, with the operation names of client generators', async () => {
    const { v2, v3 } = await servedDocuments(server.url)
    assert.ok('api/v1' in v3)
    assert.ok(!Object.keys(v3).some((name) => name === 'apis/' || name.startsWith('apis/v1')))
    for (const document of [v2, v3['api/v1']]) {
      const operations = new Map(
        operationsOf(document)
          .filter(({ path }) => path.startsWith('/api/v1/'))
          .map(({ path, method, operation }) => [operation.operationId, { path, method, operation }]),
      )
      for (const [id, path] of [
        ['getCoreV1APIResources', '/api/v1/'],
        ['listCoreV1NamespacedNote', '/api/v1/namespaces/{namespace}/notes'],
        ['listCoreV1NoteForAllNamespaces', '/api/v1/notes'],
        ['readCoreV1Namespace', '/api/v1/namespaces/{name}'],
        ['replaceCoreV1NamespaceStatus', '/api/v1/namespaces/{name}/status'],
        ['watchCoreV1NamespaceList', '/api/v1/watch/namespaces'],
      ] as const) {
        assert.equal(operations.get(id)?.path, path, id)
        assert.deepEqual(operations.get(id)?.operation.tags, ['core_v1'])
      }
      const read = operations.get('readCoreV1Namespace')?.operation
      assert.deepEqual(read['x-kubernetes-group-version-kind'], {
        group: '',
        version: 'v1',
        kind: 'Namespace',
      })
    }
    const options = v2.definitions['io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions']
    const kinds = options['x-kubernetes-group-version-kind'].map(({ group }: Json) => group)
    assert.equal(kinds.filter((group: string) => group === '').length, 1)
  })

  it('is omitted where responses name the group', async () => {
    const missing = (await client.get(`${NAMESPACES}/nowhere`)).body
    assert.equal(missing.message, 'namespaces "nowhere" not found')
    assert.deepEqual(missing.details, { name: 'nowhere', kind: 'namespaces' })
    const invalid = (await client.post(NOTES, make('Note', 'two', { colour: 'blue' }))).body
    assert.match(invalid.message, /^Note "two" is invalid: spec\.colour/)
    assert.equal('group' in invalid.details, false)
    const taken = (await client.post(NAMESPACES, make('Namespace', 'here'))).body
    assert.equal(taken.message, 'namespaces "here" already exists')
    const { body } = await client.get(`${NOTES}/one`)
    const stale = await client.put(`${NOTES}/one`, {
      ...body,
      metadata: { ...body.metadata, resourceVersion: '1' },
    })
    assert.match(stale.body.message, /^Operation cannot be fulfilled on notes "one"/)
    const conflict = await client.delete(`${NOTES}/one`, { preconditions: { uid: 'other' } })
    assert.match(conflict.body.message, /^Operation cannot be fulfilled on Note "one"/)
    assert.deepEqual(conflict.body.details, { name: 'one', kind: 'Note' })
    const { details } = (await client.delete(`${NOTES}/one`)).body
    assert.deepEqual(details, { name: 'one', kind: 'notes', uid: body.metadata.uid })
    assert.equal((await client.delete(NOTES)).body.kind, 'NoteList')
  })

  it('has metrics by the names of its resources', async () => {
    const { text } = await client.get('/metrics', { accept: '*/*' })
    const gets = { verb: 'GET', group: '', version: 'v1', resource: 'namespaces', scope: 'resource' }
    assert.ok(sumOf(text, 'apiserver_request_total', { ...gets, code: '404' }) > 0)
    assert.ok(sumOf(text, 'apiserver_request_total', { verb: 'LIST', resource: 'notes', code: '200' }) > 0)
  })

  it('supports owner references like the others', async () => {
    const { body: owner } = await client.post('/api/v1/namespaces/test/notes', make('Note', 'owner'))
    const dependent = ingress('owned')
    const { uid } = owner.metadata
    dependent.metadata.ownerReferences = [{ apiVersion: 'v1', kind: 'Note', name: 'owner', uid }]
    await client.post(INGRESSES, dependent)
    await collector.settled()
    assert.equal((await client.get(`${INGRESSES}/owned`)).status, 200)
    await client.delete('/api/v1/namespaces/test/notes/owner')
    await collector.settled()
    assert.equal((await client.get(`${INGRESSES}/owned`)).status, 404)
  })
})

describe('a kind called namespaces in another group', async () => {
  const { registry, client } = await startLiveServer({ after })
  const group = 'example.com'
  const path = `/apis/${group}/v1/namespaces`
  registry.add(something({ group, kind: 'Widget', plural: 'widgets', namespaced: true }))

  it('has its own paths, and others keep theirs', async () => {
    const body = { metadata: { name: 'a' } }
    assert.equal((await client.get(`${path}/a`)).status, 404)
    registry.add(something({ group, kind: 'Namespace', plural: 'namespaces', namespaced: false }))
    assert.equal((await client.post(path, body)).status, 201)
    assert.equal((await client.get(`${path}/a`)).body.kind, 'Namespace')
    assert.equal((await client.get(`${path}/a/status`)).body.kind, 'Namespace')
    assert.equal((await client.get(`${path}/a/widgets`)).body.kind, 'WidgetList')
    assert.equal((await client.get('/api/v1/namespaces/a')).status, 404)
  })
})
