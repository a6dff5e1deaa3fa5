import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { changed, isLike, lackOf, pathOf, type Sample, samples } from './support/samples.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const APPLY = { 'content-type': 'application/apply-patch+yaml' }
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

const expectAll = (actual: Json, expected: Json) => assert.equal(lackOf(actual, expected), undefined)

const expectRefusal = ({ status, body }: { status: number; body: Json }, error: string) => {
  assert.equal(status, 422, JSON.stringify(body))
  assert.ok(isLike(body.message, error), `${body.message}\nis not like\n${error}`)
}

describe('objects of well-known definitions', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  await client.post('/api/v1/namespaces', { metadata: { name: 'real' } })

  for (const sample of samples()) {
    const { definition, good, bad, refused = [], life } = sample
    const [first] = good
    const objects = pathOf(sample, 'real', first)
    const path = `${objects}/${first.metadata.name}`

    describe(definition.metadata.name, () => {
      it('are served as soon as the definition is acknowledged', async () => {
        const created = await client.post(DEFINITIONS, definition)
        assert.equal(created.status, 201, JSON.stringify(created.body))
        const { status } = (await client.get(`${DEFINITIONS}/${definition.metadata.name}`)).body
        expectAll(status.conditions, [
          { type: 'NamesAccepted', status: 'True' },
          { type: 'Established', status: 'True' },
        ])
        assert.deepEqual((await client.get(objects)).body.items, [])
      })

      it('are created with defaults if valid', async () => {
        for (const object of good) {
          const created = await client.post(pathOf(sample, 'real', object), object, {
            'field-validation': 'Strict',
          })
          assert.equal(created.status, 201, JSON.stringify(created.body))
          assert.equal(created.body.metadata.generation, 1)
          expectAll(created.body.spec, object.spec)
        }
        const read = await client.get(path)
        expectAll(read.body, life.becomes)
      })

      it('are rejected with the reason if invalid', async () => {
        for (const { change, error } of bad) {
          const wrong = changed(first, { metadata: { name: 'wrong' }, ...change })
          expectRefusal(await client.post(objects, wrong), error)
        }
        for (const { change, error } of refused) {
          expectRefusal(await client.send('PATCH', path, change, MERGE), error)
        }
      })

      it('have a status, columns and selectable fields', async () => {
        const before = (await client.get(path)).body
        const isApart = life.status !== undefined
        if (isApart) {
          const written = await client.send('PATCH', `${path}/status`, { status: life.status }, MERGE)
          assert.equal(written.status, 200, JSON.stringify(written.body))
          expectAll(written.body.status, life.status)
          assert.equal(written.body.metadata.generation, before.metadata.generation)
        } else if (life.change !== undefined) await client.send('PATCH', path, life.change, MERGE)
        await expectColumns(sample, path)
        if (life.selects === undefined) return
        const { field, value } = life.selects
        const { items } = (await client.get(`${objects}?fieldSelector=${field}=${value}`)).body
        assert.deepEqual(
          items.map(({ metadata }: Json) => metadata.name),
          [first.metadata.name],
        )
      })

      it('are patched and scaled', async () => {
        const before = (await client.get(path)).body
        const patched = await client.send('PATCH', path, life.patch, MERGE)
        assert.equal(patched.status, 200, JSON.stringify(patched.body))
        expectAll(patched.body, life.patched)
        assert.equal(patched.body.metadata.generation, before.metadata.generation + 1)
        if (life.scale === undefined) return
        const { replicas, selector } = life.scale
        const scaled = await client.send('PATCH', `${path}/scale`, { spec: { replicas } }, MERGE)
        expectAll(scaled.body, { kind: 'Scale', spec: { replicas }, status: { selector } })
        assert.equal((await client.get(path)).body.spec.replicas, replicas)
      })

      it('are applied by several managers, with conflicts', async () => {
        const applied = changed(first, { metadata: { name: 'applied', finalizers: null } })
        const apply = (manager: string, object: Json, force = false) =>
          client.send('PATCH', `${objects}/applied?fieldManager=${manager}&force=${force}`, object, APPLY)
        const created = await apply('one', applied)
        assert.equal(created.status, 201, JSON.stringify(created.body))
        const again = await apply('one', applied)
        assert.equal(again.body.metadata.resourceVersion, created.body.metadata.resourceVersion)
        const other = changed(applied, life.patch)
        const conflict = await apply('two', other)
        assert.equal(conflict.status, 409, JSON.stringify(conflict.body))
        assert.match(conflict.body.message, /conflict.* with "one"/)
        const forced = await apply('two', other, true)
        assert.equal(forced.status, 200, JSON.stringify(forced.body))
        expectAll(forced.body, life.patched)
      })

      it('are deleted with their definition, whose name is free again', async () => {
        assert.equal((await client.delete(path)).status, 200)
        assert.equal((await client.get(path)).status, 404)
        const { name } = definition.metadata
        assert.equal((await client.delete(`${DEFINITIONS}/${name}`)).status, 200)
        await server.settled()
        assert.equal((await client.get(`${DEFINITIONS}/${name}`)).status, 404)
        assert.equal((await client.get(objects)).status, 404)
        assert.equal((await client.post(DEFINITIONS, definition)).status, 201)
        assert.deepEqual((await client.get(objects)).body.items, [])
      })

      if (life.deprecated !== undefined) {
        const { version, warning } = life.deprecated
        it('have warnings in deprecated versions', async () => {
          const older = { apiVersion: `${definition.spec.group}/${version}` }
          const { headers } = await client.get(pathOf(sample, 'real', older))
          assert.equal(headers.get('warning'), `299 - ${JSON.stringify(warning)}`)
        })
      }
    })
  }

  async function expectColumns({ definition, life, good: [first] }: Sample, path: string): Promise<void> {
    const { columnDefinitions, rows } = (await client.get(path, TABLE)).body
    const titles: string[] = columnDefinitions.map(({ name }: Json) => name)
    const { apiVersion } = first
    const version = definition.spec.versions.find(({ name }: Json) => apiVersion.endsWith(`/${name}`))
    const declared = (version.additionalPrinterColumns ?? [{ name: 'Age' }]).map(({ name }: Json) => name)
    assert.deepEqual(titles, ['Name', ...declared])
    for (const [title, cell] of Object.entries(life.columns)) {
      const shown = String(rows[0].cells[titles.indexOf(title)])
      assert.ok(isLike(shown, cell), `${title}: ${shown}`)
    }
  }
})
