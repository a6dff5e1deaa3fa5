import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { TEMPLATE } from './support/examples.js'
import { rejection } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

const COUNT = 60
const NAMES = Array.from({ length: COUNT }, (_, index) => `template-${String(index).padStart(4, '0')}`)
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io, application/json'

withTypedClients('lists in chunks and as tables', (client) => {
  const templates = client.resource('v1', 'podtemplates').in('chunks')
  const made = Promise.all(
    NAMES.map((name) =>
      templates.create({ apiVersion: 'v1', kind: 'PodTemplate', metadata: { name }, template: TEMPLATE }),
    ),
  )

  it('pages of any size make up one list at one version', async () => {
    await made
    for (const limit of [1, 7, 17, COUNT - 1, COUNT, COUNT + 1]) {
      const names: string[] = []
      let version: string | undefined
      let token: string | undefined
      do {
        const list: Json = await templates.list({ limit, ...(token && { continue: token }) })
        version ??= list.metadata.resourceVersion
        assert.equal(list.metadata.resourceVersion, version)
        names.push(...list.items.map(({ metadata }: Json) => metadata.name))
        const left = COUNT - names.length
        assert.equal(Number(list.metadata.remainingItemCount ?? 0), left)
        assert.equal(Boolean(list.metadata.continue), left > 0)
        token = list.metadata.continue
      } while (token)
      assert.deepEqual(names, NAMES)
    }
  })

  it('a list without a limit is complete, and a list at a version returns that version', async () => {
    await made
    const whole = await templates.list()
    assert.equal(whole.items.length, COUNT)
    assert.equal(whole.metadata.continue, undefined)
    const { resourceVersion } = whole.metadata
    const exact = await templates.list({ resourceVersion, resourceVersionMatch: 'Exact' })
    assert.equal(exact.metadata.resourceVersion, resourceVersion)
    assert.equal((await templates.list({ resourceVersion: '0' })).items.length, COUNT)
    assert.equal(
      (await templates.list({ resourceVersion, resourceVersionMatch: 'NotOlderThan' })).items.length,
      COUNT,
    )
    await rejection(templates.list({ resourceVersionMatch: 'Exact' }), 422)
    await rejection(templates.list({ resourceVersion: '0', resourceVersionMatch: 'Exact' }), 422)
    await rejection(
      templates.list({ resourceVersion: '1000000', resourceVersionMatch: 'NotOlderThan', timeoutSeconds: 1 }),
      504,
    )
  })

  it('tables are paged, and every row has a cell for each column', async () => {
    await made
    const rows: Json[] = []
    let token: string | undefined
    do {
      const query = { limit: 10, ...(token && { continue: token }) }
      const { object } = await client.send('GET', templates.path(), query, undefined, TABLE)
      assert.equal(object.kind, 'Table')
      assert.equal(object.apiVersion, 'meta.k8s.io/v1')
      assert.ok(object.metadata.resourceVersion)
      assert.ok(object.columnDefinitions.length >= 2)
      for (const { cells, object: shown } of object.rows) {
        assert.equal(cells.length, object.columnDefinitions.length)
        assert.equal(shown.kind, 'PartialObjectMetadata')
      }
      rows.push(...object.rows)
      token = object.metadata.continue
    } while (token)
    assert.deepEqual(
      rows.map(({ cells }) => cells[0]),
      NAMES,
    )
  })
})
