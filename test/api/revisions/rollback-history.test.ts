import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Operation, type StoredValue, type WriteOutcome, WriteTooLarge } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { alteredStorage } from '#test/support/altered-storage.js'
import type { Client } from '#test/support/client.js'
import { DEPLOYMENTS, deployment } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'
import { serverOn } from '#test/support/servers/server-on.js'

const KB = 1024

/** A deployment with a different template each time, of about this size. */
function revised(name: string, revision: number, bytes: number) {
  const body = deployment(name, { revisionHistoryLimit: 1000 })
  const env = [{ name: 'FILLER', value: `${revision} ${'x'.repeat(bytes)}` }]
  body.spec.template.spec.containers[0].env = env
  return body
}

/** Creates a deployment and changes its template until it has `count` revisions. */
async function revise(client: Client, name: string, count: number, bytes: number) {
  assert.equal((await client.post(DEPLOYMENTS, revised(name, 1, bytes))).status, 201)
  for (let revision = 2; revision <= count; revision++) {
    const { status, text } = await client.put(`${DEPLOYMENTS}/${name}`, revised(name, revision, bytes))
    assert.equal(status, 200, `revision ${revision}: ${text.slice(0, 200)}`)
  }
}

const rollBack = (client: Client, name: string, revision: number) =>
  client.post(`${DEPLOYMENTS}/${name}/rollback`, { name, rollbackTo: { revision } })

const fillerOf = async (client: Client, name: string): Promise<string> =>
  (await client.get(`${DEPLOYMENTS}/${name}`)).body.spec.template.spec.containers[0].env[0].value.slice(0, 3)

onEveryEngine('the history of a deployment with large templates', (client) => {
  it('drops its oldest templates first, and no update fails', async () => {
    await revise(client, 'large', 24, 400 * KB)
    const { status, body } = await rollBack(client, 'large', 1)
    assert.equal(status, 422)
    assert.match(body.message, /the revisions there are: 22, 23/)
    assert.equal((await rollBack(client, 'large', 0)).status, 201)
    assert.match(await fillerOf(client, 'large'), /^23 /)
  })

  it('never blocks an update, however large the template', async () => {
    await revise(client, 'huge', 10, 1400 * KB)
    assert.match(await fillerOf(client, 'huge'), /^10 /)
    assert.equal((await client.put(`${DEPLOYMENTS}/huge`, revised('huge', 11, 10))).status, 200)
    assert.equal((await client.put(`${DEPLOYMENTS}/huge`, revised('huge', 12, 10))).status, 200)
    assert.equal((await rollBack(client, 'huge', 0)).status, 201)
    assert.match(await fillerOf(client, 'huge'), /^11 /)
    const { status } = await client.delete(`${DEPLOYMENTS}/huge`, { propagationPolicy: 'Background' })
    assert.equal(status, 200)
  })

  it('keeps small templates while there is room, whatever their number', async () => {
    await revise(client, 'small', 60, 10)
    assert.equal((await rollBack(client, 'small', 1)).status, 201)
    assert.match(await fillerOf(client, 'small'), /^1 /)
  })
})

describe('the record of the revisions of a deployment', () => {
  const RECORD = '~/revisions/test/bounded'

  it('is at most 1 MiB, so that it fits in one write with the deployment', async (t) => {
    const storage = openMemoryStorage()
    const { client } = await serverOn(storage, t)
    const sizes = async () => {
      const record = (await storage.get(RECORD)) as StoredValue
      const object = (await storage.get('extensions/deployments/test/bounded')) as StoredValue
      return { record: record.value.length, object: object.value.length }
    }
    await revise(client, 'bounded', 20, 100 * KB)
    const many = await sizes()
    assert.ok(many.record <= 1024 * KB, String(many.record))
    assert.ok(many.record > 900 * KB, 'what fits is kept')

    await client.put(`${DEPLOYMENTS}/bounded`, revised('bounded', 21, 1000 * KB))
    const large = await sizes()
    assert.ok(large.record + large.object < 1536 * KB, `${large.record} + ${large.object}`)
    assert.ok(large.record > 300 * KB, 'what fits is kept')
  })

  it('keeps only the last template, if the store accepts it', async (t) => {
    const storage = openMemoryStorage()
    const { client } = await serverOn(storage, t)
    await revise(client, 'bounded', 5, 1200 * KB)
    assert.equal((await rollBack(client, 'bounded', 0)).status, 201)
    assert.match(await fillerOf(client, 'bounded'), /^4 /)
  })

  it('does not change if the store accepts the deployment but not both', async (t) => {
    const inner = openMemoryStorage()
    let limit = Number.POSITIVE_INFINITY
    const write = async (operations: readonly Operation[]): Promise<WriteOutcome> => {
      const sizes = operations.map((operation) => (operation.type === 'delete' ? 0 : operation.value.length))
      if (sizes.reduce((sum, size) => sum + size) > limit) throw new WriteTooLarge('too large')
      return inner.write(operations)
    }
    const { client } = await serverOn(alteredStorage(inner, { write }), t)
    await revise(client, 'bounded', 3, 10 * KB)
    const before = await inner.get(RECORD)
    limit = 24 * KB
    assert.equal((await client.put(`${DEPLOYMENTS}/bounded`, revised('bounded', 4, 10 * KB))).status, 200)
    assert.deepEqual(await inner.get(RECORD), before)
    assert.equal((await client.put(`${DEPLOYMENTS}/bounded`, revised('bounded', 5, 30 * KB))).status, 413)
    assert.match(await fillerOf(client, 'bounded'), /^4 /)
    limit = Number.POSITIVE_INFINITY
    assert.equal((await rollBack(client, 'bounded', 2)).status, 201)
    assert.match(await fillerOf(client, 'bounded'), /^2 /)
  })
})
