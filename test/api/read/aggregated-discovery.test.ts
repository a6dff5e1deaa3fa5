import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const mediaType = (version: string) =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`
/** The Accept header of kubectl since 1.30, and since 1.27. */
const CURRENT = `${mediaType('v2')},${mediaType('v2beta1')},application/json`
const BEFORE = `${mediaType('v2beta1')},application/json`

describe('aggregated discovery over HTTP', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const ask = (path: string, accept: string, headers = {}) => client.get(path, { accept, ...headers })

  it('describes all groups in one document', async () => {
    const { status, headers, body } = await ask('/apis', CURRENT)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), mediaType('v2'))
    assert.equal(body.kind, 'APIGroupDiscoveryList')
    assert.equal(body.apiVersion, 'apidiscovery.k8s.io/v2')
    const resourcesOf = (name: string) =>
      body.items.find(({ metadata }: Json) => metadata.name === name).versions[0].resources
    const namesOf = (group: string) => resourcesOf(group).map(({ resource }: Json) => resource)
    assert.deepEqual(namesOf('federation'), ['clusters'])
    assert.deepEqual(namesOf('extensions'), ['daemonsets', 'deployments', 'ingresses', 'replicasets'])
    assert.deepEqual(namesOf('coordination.k8s.io'), ['leases'])
    const deployments = resourcesOf('extensions')[1]
    assert.deepEqual(deployments.responseKind, { group: '', version: '', kind: 'Deployment' })
    assert.deepEqual(
      deployments.subresources.map(({ subresource, responseKind }: Json) => [subresource, responseKind.kind]),
      [
        ['rollback', 'DeploymentRollback'],
        ['scale', 'Scale'],
        ['status', 'Deployment'],
      ],
    )
  })

  it('lists current groups before deprecated ones', async () => {
    const { body } = await client.get('/apis')
    const names = body.groups.map(({ name }: Json) => name)
    for (const name of ['apps', 'networking.k8s.io']) {
      assert.ok(names.indexOf(name) < names.indexOf('extensions'), names)
    }
    assert.deepEqual(names.slice(0, 2), ['apiregistration.k8s.io', 'apps'])
  })

  it('has short names and categories only in the first group of a kind', async () => {
    const { body } = await ask('/apis', CURRENT)
    const words = new Map<string, string[]>()
    for (const { metadata, versions } of body.items) {
      for (const { resource, shortNames = [], categories = [] } of versions[0].resources) {
        words.set(`${resource}.${metadata.name}`, [...shortNames, ...categories])
      }
    }
    assert.deepEqual(words.get('deployments.apps'), ['deploy', 'all'])
    assert.deepEqual(words.get('deployments.extensions'), [])
    assert.deepEqual(words.get('ingresses.networking.k8s.io'), ['ing'])
    assert.deepEqual(words.get('ingresses.extensions'), [])
    assert.deepEqual(words.get('horizontalpodautoscalers.autoscaling'), ['hpa', 'all'])
  })

  it('equals what Go clients build from the unaggregated lists', async () => {
    const path = '/apis/extensions/v1beta1'
    const words = async (accept: string) => {
      const { body, headers } = await ask(path, accept)
      assert.match(headers.get('vary') ?? '', /Accept\b(?!-)/)
      const { shortNames, categories } = body.resources.find(({ name }: Json) => name === 'deployments')
      return [shortNames, categories]
    }
    assert.deepEqual(await words('application/json, */*'), [undefined, undefined])
    for (const accept of ['*/*', 'application/json'])
      assert.deepEqual(await words(accept), [['deploy'], ['all']])
    const { body } = await ask('/apis/apps/v1', 'application/json, */*')
    const { shortNames } = body.resources.find(({ name }: Json) => name === 'deployments')
    assert.deepEqual(shortNames, ['deploy'])
  })

  it('otherwise has the same content as the unaggregated lists', async () => {
    const { body } = await ask('/apis', CURRENT)
    const { body: plainGroups } = await client.get('/apis')
    assert.deepEqual(
      body.items.map(({ metadata }: Json) => metadata.name),
      plainGroups.groups.map(({ name }: Json) => name),
    )
    for (const { metadata, versions } of body.items) {
      for (const { version, resources } of versions) {
        const { body: plain } = await client.get(`/apis/${metadata.name}/${version}`)
        assert.deepEqual(resources.flatMap(asPlain), plain.resources.map(comparable))
      }
    }
  })

  it('lists the core group in its own document', async () => {
    const { status, headers, body } = await ask('/api', CURRENT)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), mediaType('v2'))
    assert.equal(body.items.length, 1)
    const { resources } = body.items[0].versions[0]
    const names = resources.map(({ resource }: Json) => resource)
    for (const name of ['configmaps', 'namespaces', 'pods', 'services']) assert.ok(names.includes(name), name)
  })

  it('is also served as v2beta1', async () => {
    for (const path of ['/api', '/apis', '/apis/']) {
      const { headers, body } = await ask(path, BEFORE)
      assert.equal(headers.get('content-type'), mediaType('v2beta1'))
      assert.equal(body.apiVersion, 'apidiscovery.k8s.io/v2beta1')
    }
  })

  it('is served to clients that accept nothing else', async () => {
    const { status, body } = await ask('/apis', mediaType('v2'))
    assert.equal(status, 200)
    assert.equal(body.kind, 'APIGroupDiscoveryList')
  })

  it('is replaced by the unaggregated list if the client prefers that', async () => {
    for (const accept of ['application/json', '*/*', `${mediaType('v3')},application/json`]) {
      const { headers, body } = await ask('/apis', accept)
      assert.equal(headers.get('content-type'), 'application/json')
      assert.equal(body.kind, 'APIGroupList')
      assert.equal(headers.get('vary'), 'Accept')
    }
    assert.equal((await ask('/api', `application/json,${mediaType('v2')}`)).body.kind, 'APIVersions')
    assert.equal(
      (await ask('/apis', `${mediaType('v2')};q=0.5,application/yaml`)).text.split('\n')[0],
      'apiVersion: v1',
    )
  })

  it('is rejected if the client accepts neither', async () => {
    for (const accept of [mediaType('v3'), `${mediaType('v2')};q=0`, 'text/html']) {
      const { status, body } = await ask('/apis', accept)
      assert.equal(status, 406)
      assert.equal(body.kind, 'Status')
    }
  })

  it('is not sent again to a client with the current ETag', async () => {
    const first = await ask('/apis', CURRENT)
    const tag = first.headers.get('etag') ?? ''
    assert.match(tag, /^".+"$/)
    assert.equal(first.headers.get('vary'), 'Accept')
    const second = await ask('/apis', CURRENT, { 'if-none-match': tag })
    assert.equal(second.status, 304)
    assert.equal(second.text, '')
    assert.equal(second.headers.get('etag'), tag)
    assert.equal(second.headers.get('vary'), 'Accept')
    const third = await ask('/apis', CURRENT, { 'if-none-match': '"other"' })
    assert.equal(third.status, 200)
    assert.equal(third.text, first.text)
  })

  it('has an ETag for each document', async () => {
    const tags = await Promise.all(
      ['/api', '/apis'].flatMap((path) =>
        [CURRENT, BEFORE].map(async (accept) => (await ask(path, accept)).headers.get('etag')),
      ),
    )
    assert.equal(new Set(tags).size, 4)
  })

  it('supports only GET', async () => {
    assert.equal((await client.send('POST', '/apis', {}, { accept: CURRENT })).status, 405)
  })

  it('does not apply to a single group', async () => {
    assert.equal((await ask('/apis/extensions', CURRENT)).body.kind, 'APIGroup')
  })
})

/** Converts an aggregated resource to entries of an unaggregated list. */
function asPlain({ subresources = [], ...resource }: Json): Json[] {
  const namespaced = resource.scope === 'Namespaced'
  const { kind } = resource.responseKind
  return [
    {
      name: resource.resource,
      singularName: resource.singularResource,
      namespaced,
      kind,
      verbs: resource.verbs,
    },
    ...subresources.map(({ subresource, responseKind, verbs }: Json) => ({
      name: `${resource.resource}/${subresource}`,
      singularName: '',
      namespaced,
      kind: responseKind.kind,
      verbs,
    })),
  ]
}

/** An unaggregated entry without fields that aggregated discovery omits for some or all groups. */
const comparable = ({ name, singularName, namespaced, kind, verbs }: Json): Json => ({
  name,
  singularName,
  namespaced,
  kind,
  verbs,
})
