import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import { StorageUnusable } from '#storage/contract.js'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import { EtcdClient } from './client.js'
import type { EtcdMigration } from './format.js'
import { Keyspace } from './keyspace.js'
import { type EtcdStorageOptions, openEtcdStorage } from './storage.js'

describe('the format of a store on etcd', { skip: etcdMissing }, () => {
  let cluster: EtcdCluster
  let client: EtcdClient
  let count = 0
  before(async () => {
    cluster = await EtcdCluster.start()
    client = new EtcdClient({ endpoints: cluster.endpoints })
  })
  after(async () => {
    client.close()
    await cluster.remove()
  })

  /** A prefix of its own, with what a test does there. */
  const stage = (t: TestContext) => {
    const prefix = `/store-${++count}`
    const keyspace = new Keyspace(prefix)
    const { endpoints } = cluster
    return {
      open: async (options: Partial<EtcdStorageOptions> = {}) => {
        const storage = await openEtcdStorage({ endpoints, prefix, ...options })
        t.after(() => storage.close())
        return storage
      },
      record: async () => {
        const { responses } = await client.read({ success: [{ range: { key: keyspace.format } }] })
        return responses[0]?.range?.kvs[0]?.value.toString()
      },
      setRecord: (value: string) =>
        client.write({ success: [{ put: { key: keyspace.format, value: Buffer.from(value) } }] }),
    }
  }
  const runs: string[] = []
  const migrations: readonly EtcdMigration[] = ['first', 'second'].map((adds, index) => ({
    from: index + 1,
    to: index + 2,
    adds,
    run: async (_, { head }) => {
      runs.push(`${adds} of ${head}`)
    },
  }))

  it('is the first one without a record', async (t) => {
    const { open, record } = stage(t)
    await put(await open(), create('g/p/a'))
    await open()
    assert.equal(await record(), undefined)
  })

  it('is recorded when a later release makes the store, and then refused by this one', async (t) => {
    const { open, record } = stage(t)
    await put(await open({ migrations, version: '7.1.0' }), create('g/p/a'))
    assert.deepEqual(JSON.parse((await record()) ?? ''), { format: 3, version: '7.1.0' })
    assert.equal(runs.length, 0)
    await assert.rejects(open(), (error: Error) => {
      assert.ok(error instanceof StorageUnusable)
      assert.match(
        error.message,
        /format 3, written by version 7\.1\.0; .* up to 1: start version 7\.1\.0 or later, or restore/,
      )
      return true
    })
  })

  it('is upgraded only on request, by one server, one step after the other', async (t) => {
    const { open, record } = stage(t)
    const storage = await open()
    await put(storage, create('g/p/a'))
    await storage.close()
    await assert.rejects(
      open({ migrations }),
      /format 1, and this version needs format 3 \(first, second\): save a snapshot .* --upgrade-etcd$/,
    )
    assert.equal(runs.length, 0)
    const upgraded = await open({ migrations, upgrade: true, version: '7.1.0' })
    assert.ok(await upgraded.get('g/p/a'))
    assert.deepEqual(
      runs.map((run) => run.split(' ')[0]),
      ['first', 'second'],
    )
    assert.deepEqual(JSON.parse((await record()) ?? ''), { format: 3, version: '7.1.0' })
    await open({ migrations, upgrade: true })
    assert.equal(runs.length, 2)
  })

  it('is not upgraded while another server leads', async (t) => {
    const { open, record } = stage(t)
    const leader = await open()
    await put(leader, create('g/p/a'))
    await new Promise<void>((resolve) => leader.election.whenLeading(resolve, () => undefined))
    await assert.rejects(open({ migrations, upgrade: true }), /another server leads the store/)
    assert.equal(await record(), undefined)
  })

  it('is refused when its record is damaged', async (t) => {
    const { open, setRecord } = stage(t)
    for (const value of ['', 'x', '{}', '{"format":"2"}']) {
      await setRecord(value)
      await assert.rejects(open(), /~format in etcd is damaged/, value)
    }
  })
})
