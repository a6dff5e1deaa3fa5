import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { collectionPath } from '#test/support/object-paths.js'
import { startTestServer, type TestServer } from '#testing.js'
import { cellsExamples } from './cells/index.js'

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
const HELD = 'example.com/hold'
const MERGE = { 'content-type': 'application/merge-patch+json' }

describe('the row in the table of', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
  })
  after(() => server.close())

  for (const { object, cells, conditions, isDeleted = false, subresource } of cellsExamples) {
    const name = object.metadata?.name ?? 'example'
    const values = Object.entries(cells).filter(([column]) => column !== 'Name' && column !== 'Age')
    const what = values.map(([column, value]) => `${column} ${value}`).join(', ')
    it(`${subresource ?? 'a'} ${object.kind} with ${what}`, async () => {
      const at = `${collectionPath(object)}/${name}`
      await store(at, object, isDeleted)
      try {
        const { body, text } = await client.get(
          subresource === undefined ? at : `${at}/${subresource}`,
          TABLE,
        )
        assert.equal(body.kind, 'Table', text)
        const [row] = body.rows
        const columns = body.columnDefinitions.map(({ name }: Json) => name)
        assert.deepEqual(
          columns,
          Object.keys(cells).filter((column) => column !== ''),
        )
        assert.equal(row.cells.length, Object.keys(cells).length)
        for (const [index, [column, expected]] of Object.entries(cells).entries()) {
          const cell = row.cells[index]
          if (expected instanceof RegExp) assert.match(String(cell), expected, column)
          else assert.deepEqual(cell, expected, column)
        }
        assert.deepEqual(row.conditions, conditions)
      } finally {
        await remove(at)
      }
    })
  }

  async function store(at: string, { status, ...object }: Json, isDeleted: boolean): Promise<void> {
    const metadata = { name: 'example', ...object.metadata, ...(isDeleted && { finalizers: [HELD] }) }
    const withStatus = object.kind === 'Node' ? { status } : {}
    const path = at.slice(0, at.lastIndexOf('/'))
    const made = await client.post(path, { ...object, ...withStatus, metadata })
    assert.equal(made.status, 201, made.text)
    if (status !== undefined && object.kind !== 'Node') {
      const reported = { ...made.body, status: { ...made.body.status, ...status } }
      const { status: code, text } = await client.put(`${at}/status`, reported)
      assert.equal(code, 200, text)
    }
    if (isDeleted) await client.delete(at)
  }

  async function remove(at: string): Promise<void> {
    await client.delete(`${at}?gracePeriodSeconds=0&propagationPolicy=Background`)
    await client.send('PATCH', at, { metadata: { finalizers: null } }, MERGE)
    await server.settled()
  }
})
