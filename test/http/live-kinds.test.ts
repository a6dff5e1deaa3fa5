import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NAME } from '#registry/serialize/column.js'
import type { Client, Json } from '../support/client.js'
import { type Something, widget } from '../support/custom-kinds.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { startLiveServer } from '../support/servers/live-server.js'

const GROUP = '/apis/example.com/v1'
const WIDGETS = `${GROUP}/namespaces/test/widgets`
const AGGREGATED = { accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' }
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' }

const make = (name: string, spec: Json = {}, metadata: Json = {}): Json => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, ...metadata },
  spec,
})

describe('a kind that is added while the server runs', () => {
  it('is served from then on', async (t) => {
    const { registry, client } = await startLiveServer(t)
    assert.equal((await client.get(WIDGETS)).status, 404)
    registry.add(widget())
    assert.deepEqual((await client.get(WIDGETS)).body.items, [])
    assert.equal((await client.post(WIDGETS, make('one', { colour: 'red' }))).status, 201)
    assert.equal((await client.get(`${WIDGETS}/one`)).body.spec.colour, 'red')
    assert.equal((await client.get(`${WIDGETS}/one/status`)).body.metadata.selfLink, undefined)
    const invalid = (await client.post(WIDGETS, make('two', { colour: 'blue' }))).body
    assert.match(invalid.message, /^Widget\.example\.com "two" is invalid: spec\.colour/)
    const [added] = await client.watch(`${GROUP}/widgets?watch=true`, 1)
    assert.equal(added.object.metadata.name, 'one')
  })

  it('is in all discovery documents, and in none after its removal', async (t) => {
    const { registry, client } = await startLiveServer(t)
    const kind = widget()
    const before = await mentions(client)
    assert.deepEqual(Object.values(before), [false, false, false, false, false, false, false, false])
    registry.add(kind)
    const during = await mentions(client)
    assert.deepEqual(during, Object.fromEntries(Object.keys(before).map((where) => [where, true])))
    registry.remove(kind)
    assert.deepEqual(await mentions(client), before)
  })

  it('changes the ETag of the documents that list it', async (t) => {
    const { registry, client } = await startLiveServer(t)
    const tags = async () =>
      Promise.all(
        [
          ['/apis', AGGREGATED],
          ['/openapi/v2', {}],
          ['/openapi/v3', {}],
        ].map(async ([path, headers]) =>
          (await client.get(path as string, headers as Record<string, string>)).headers.get('etag'),
        ),
      )
    const before = await tags()
    const kind = widget()
    registry.add(kind)
    const during = await tags()
    for (const [index, tag] of during.entries()) assert.notEqual(tag, before[index])
    registry.remove(kind)
    assert.deepEqual(await tags(), before)
  })

  it('is in the change feed like the others', async (t) => {
    const { registry, feed, client } = await startLiveServer(t)
    const received: string[] = []
    feed.follow(({ kind, after }) => received.push(`${kind.storageVersion.kind} ${after?.name}`))
    const kind = widget()
    registry.add(kind)
    await client.post(WIDGETS, make('followed'))
    await client.post(INGRESSES, ingress('other'))
    assert.deepEqual(received, ['Widget followed', 'Ingress other'])
    assert.equal(feed.objectsOf(kind).length, 1)
    assert.deepEqual(
      [...feed.current()].map((entry) => entry.object.name),
      ['other', 'followed'],
    )
  })
})

describe('a kind that is removed while the server runs', () => {
  it('is no longer served, but its objects stay', async (t) => {
    const { registry, feed, client } = await startLiveServer(t)
    const kind = widget()
    registry.add(kind)
    const { body } = await client.post(WIDGETS, make('kept'))
    registry.remove(kind)
    for (const path of [WIDGETS, `${WIDGETS}/kept`, `${GROUP}/widgets`, GROUP, '/apis/example.com']) {
      assert.equal((await client.get(path)).status, 404, path)
    }
    assert.equal((await client.post(WIDGETS, make('more'))).status, 404)
    assert.deepEqual([...feed.current()], [])
    registry.add(widget())
    assert.deepEqual((await client.get(`${WIDGETS}/kept`)).body, body)
  })

  it('is served by its new definition when it is added again, not by cached parts of the old one', async (t) => {
    const { registry, client } = await startLiveServer(t)
    const columnsOf = async () => {
      const { columnDefinitions, rows } = (await client.get(WIDGETS, TABLE)).body
      return [columnDefinitions.map(({ name }: Json) => name), rows[0].cells]
    }
    const first = widget([NAME])
    registry.add(first)
    await client.post(WIDGETS, make('shown', { colour: 'red' }))
    assert.deepEqual(await columnsOf(), [['Name'], ['shown']])
    registry.remove(first)
    const colour = { name: 'Colour', type: 'string', description: '', cell } as const
    registry.add(widget([NAME, colour]))
    assert.deepEqual(await columnsOf(), [
      ['Name', 'Colour'],
      ['shown', 'red'],
    ])
  })
})

const cell = ({ spec }: Something) => spec.colour ?? ''

describe('the garbage collector', () => {
  it('ignores dependents of an unknown kind until the kind is added', async (t) => {
    const { registry, collector, client } = await startLiveServer(t)
    const kind = widget()
    registry.add(kind)
    const { body: owner } = await client.post(WIDGETS, make('owner'))
    registry.remove(kind)
    await createOwned(client, 'of-owner', owner)
    await createOwned(client, 'of-absent', { ...owner, metadata: { ...owner.metadata, name: 'absent' } })
    await collector.settled()
    assert.deepEqual(await ingresses(client), ['of-absent', 'of-owner'])

    registry.add(kind)
    await collector.settled()
    assert.deepEqual(await ingresses(client), ['of-owner'])
    await client.delete(`${WIDGETS}/owner`)
    await collector.settled()
    assert.deepEqual(await ingresses(client), [])
  })

  it('keeps dependents of owners whose kind is removed', async (t) => {
    const { registry, collector, client } = await startLiveServer(t)
    const kind = widget()
    registry.add(kind)
    const { body: owner } = await client.post(WIDGETS, make('owner'))
    await createOwned(client, 'dependent', owner)
    registry.remove(kind)
    await client.send(
      'PATCH',
      `${INGRESSES}/dependent`,
      { metadata: { labels: { touched: 'yes' } } },
      MERGE_PATCH,
    )
    await collector.settled()
    assert.deepEqual(await ingresses(client), ['dependent'])
    const { ownerReferences } = (await client.get(`${INGRESSES}/dependent`)).body.metadata
    assert.equal(ownerReferences.length, 1)
  })

  it('does not wait for dependents of a removed kind', async (t) => {
    const { registry, collector, client } = await startLiveServer(t)
    const kind = widget()
    registry.add(kind)
    const { body: owner } = await client.post(INGRESSES, ingress('owner'))
    const held = { finalizers: ['example.com/hold'], ownerReferences: [referenceTo(owner)] }
    await client.post(WIDGETS, make('dependent', {}, held))
    await client.delete(`${INGRESSES}/owner`, { propagationPolicy: 'Foreground' })
    await collector.settled()
    assert.deepEqual(await ingresses(client), ['owner'])
    registry.remove(kind)
    await collector.settled()
    assert.deepEqual(await ingresses(client), [])
  })

  it('ignores objects whose kind is removed while they wait for deletion', async (t) => {
    const { registry, collector, feed, client } = await startLiveServer(t)
    const kind = widget()
    registry.add(kind)
    const { body: owner } = await client.post(WIDGETS, make('owner'))
    const dependent = ingress('dependent')
    Object.assign(dependent.metadata, {
      ownerReferences: [referenceTo(owner)],
      finalizers: ['example.com/hold'],
    })
    await client.post(INGRESSES, dependent)
    await client.delete(`${WIDGETS}/owner`, { propagationPolicy: 'Foreground' })
    await collector.settled()
    const waiting = feed.find('example.com/widgets/test/owner')
    assert.deepEqual(waiting?.metadata().finalizers, ['foregroundDeletion'])
    registry.remove(kind)
    await collector.settled()
    assert.equal(feed.find('example.com/widgets/test/owner'), waiting)

    registry.add(kind)
    const release = { metadata: { finalizers: null } }
    await client.send('PATCH', `${INGRESSES}/dependent`, release, MERGE_PATCH)
    await collector.settled()
    assert.deepEqual(await ingresses(client), [])
    assert.equal((await client.get(`${WIDGETS}/owner`)).status, 404)
  })
})

/** Whether each document mentions widgets. */
async function mentions(client: Client): Promise<Record<string, boolean>> {
  const has = async (path: string, text: string, headers: Record<string, string> = {}) =>
    (await client.get(path, headers)).text.includes(text)
  return {
    groups: await has('/apis', '"example.com"'),
    group: await has('/apis/example.com', '"example.com/v1"'),
    resources: await has(GROUP, '"widgets/status"'),
    aggregated: await has('/apis', '"widgets"', AGGREGATED),
    paths: await has('/', `"${GROUP}"`),
    v2: await has('/openapi/v2', `"${GROUP}/namespaces/{namespace}/widgets/{name}/status"`),
    v3: await has('/openapi/v3', '"apis/example.com/v1"'),
    part: await has('/openapi/v3/apis/example.com/v1', '"listExampleComV1NamespacedWidget"'),
  }
}

const ingresses = async (client: Client): Promise<string[]> =>
  (await client.get(INGRESSES)).body.items.map(({ metadata }: Json) => metadata.name)

function referenceTo({ apiVersion, kind, metadata: { name, uid } }: Json): Json {
  return { apiVersion, kind, name, uid, blockOwnerDeletion: true }
}

async function createOwned(client: Client, name: string, owner: Json): Promise<void> {
  const dependent = ingress(name)
  dependent.metadata.ownerReferences = [referenceTo(owner)]
  assert.equal((await client.post(INGRESSES, dependent)).status, 201)
}
