import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KindDescription } from '#registry/kind.js'
import type { Json } from '../support/client.js'
import { type Something, something } from '../support/custom-kinds.js'
import { startLiveServer } from '../support/servers/live-server.js'

const WIDGETS = '/apis/example.com/v1/namespaces/test/widgets'
const make = (name: string, spec: Json = {}, metadata: Json = {}): Json => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, ...metadata },
  spec,
})

type Version = Partial<KindDescription<Something>['storageVersion']>

/** A server with a kind of a current API group, and further options. */
async function start(t: Parameters<typeof startLiveServer>[0], version: Version = {}) {
  const server = await startLiveServer(t)
  const names = { group: 'example.com', kind: 'Widget', plural: 'widgets', namespaced: true }
  server.registry.add(something({ ...names, version }))
  return server.client
}

describe('conventions of current API groups', () => {
  it('a deletion returns a Status, or the object while finalizers remain', async (t) => {
    const client = await start(t)
    await client.post(WIDGETS, make('free'))
    await client.post(WIDGETS, make('held', {}, { finalizers: ['example.com/hold'] }))
    const free = await client.delete(`${WIDGETS}/free`)
    assert.deepEqual([free.status, free.body.kind, free.body.status], [200, 'Status', 'Success'])
    const held = await client.delete(`${WIDGETS}/held`)
    assert.deepEqual([held.status, held.body.kind, held.body.metadata.name], [200, 'Widget', 'held'])
    assert.ok(held.body.metadata.deletionTimestamp)
  })

  it('some kinds always return the deleted object', async (t) => {
    const client = await start(t, { returnDeletedObject: true })
    const { body: created } = await client.post(WIDGETS, make('one'))
    const { status, body } = await client.delete(`${WIDGETS}/one`)
    // Its resource version is that of the deletion, so that a watch can continue after it.
    assert.ok(Number(body.metadata.resourceVersion) > Number(created.metadata.resourceVersion))
    body.metadata.resourceVersion = created.metadata.resourceVersion
    assert.deepEqual([status, body], [200, created])
  })

  it('the deletion of a collection returns the list of its objects', async (t) => {
    const client = await start(t)
    await client.post(WIDGETS, make('a'))
    await client.post(WIDGETS, make('b'))
    const { status, body } = await client.delete(WIDGETS)
    assert.deepEqual([status, body.kind], [200, 'WidgetList'])
    assert.deepEqual(
      body.items.map(({ metadata }: Json) => metadata.name),
      ['a', 'b'],
    )
    assert.deepEqual((await client.get(WIDGETS)).body.items, [])
  })

  it('a PUT creates an object only of kinds that allow it', async (t) => {
    const client = await start(t, { allowCreateOnUpdate: true })
    const created = await client.put(`${WIDGETS}/new`, make('new', { colour: 'red' }))
    assert.deepEqual([created.status, created.body.spec.colour], [201, 'red'])
    assert.equal((await client.put(`${WIDGETS}/new`, make('new', { colour: 'green' }))).status, 200)
    const others = await start(t)
    assert.equal((await others.put(`${WIDGETS}/new`, make('new'))).status, 404)
  })

  it('kinds without unconditional updates reject a PUT without a resource version', async (t) => {
    const client = await start(t, { allowUnconditionalUpdate: false })
    const { body: created } = await client.post(WIDGETS, make('one'))
    const { status, body } = await client.put(`${WIDGETS}/one`, make('one'))
    assert.equal(status, 422)
    assert.match(body.message, /metadata\.resourceVersion: .*must be specified for an update/)
    assert.equal((await client.put(`${WIDGETS}/one`, created)).status, 200)
  })

  it('unsupported verbs of a kind are not allowed', async (t) => {
    const client = await start(t, { verbs: ['create', 'get', 'list', 'watch'] })
    assert.equal((await client.post(WIDGETS, make('one'))).status, 201)
    assert.equal((await client.delete(`${WIDGETS}/one`)).status, 405)
    assert.equal((await client.delete(WIDGETS)).status, 405)
    assert.equal((await client.put(`${WIDGETS}/one`, make('one'))).status, 405)
  })

  it('a valid object may cause warnings, each once', async (t) => {
    const rules = {
      warnings: ({ spec }: Something) => (spec.colour === 'red' ? ['red fades', 'red fades'] : []),
    }
    const client = await start(t, { rules })
    const red = await client.post(WIDGETS, make('red', { colour: 'red' }))
    assert.deepEqual([red.status, red.headers.get('warning')], [201, '299 - "red fades"'])
    const green = await client.post(WIDGETS, make('green', { colour: 'green' }))
    assert.deepEqual([green.status, green.headers.get('warning')], [201, null])
  })

  it('a deletion without a propagation policy may cause a warning', async (t) => {
    const client = await start(t, { rules: { deletionWarning: 'dependents stay' } })
    await client.post(WIDGETS, make('one'))
    await client.post(WIDGETS, make('two'))
    assert.equal((await client.delete(`${WIDGETS}/one`)).headers.get('warning'), '299 - "dependents stay"')
    const explicit = await client.delete(`${WIDGETS}/two?propagationPolicy=Background`)
    assert.equal(explicit.headers.get('warning'), null)
  })

  it('field selectors of a kind apply to lists and watches', async (t) => {
    const client = await start(t, {
      selectableFields: { 'spec.colour': ({ spec }: Something) => spec.colour ?? '' },
    })
    await client.post(WIDGETS, make('a', { colour: 'red' }))
    await client.post(WIDGETS, make('b', { colour: 'green' }))
    const names = async (selector: string) =>
      (await client.get(`${WIDGETS}?fieldSelector=${encodeURIComponent(selector)}`)).body.items.map(
        ({ metadata }: Json) => metadata.name,
      )
    assert.deepEqual(await names('spec.colour=red'), ['a'])
    assert.deepEqual(await names('spec.colour!=red'), ['b'])
    assert.deepEqual(await names('spec.colour=red,metadata.name=b'), [])
    const [event] = await client.watch(`${WIDGETS}?watch=true&fieldSelector=spec.colour%3Dgreen`, 1)
    assert.equal(event.object.metadata.name, 'b')
    const { status, body } = await client.get(`${WIDGETS}?fieldSelector=spec.size%3D1`)
    assert.deepEqual([status, body.message], [400, 'field label not supported: spec.size'])
  })
})
