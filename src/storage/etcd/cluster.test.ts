import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { ChangeRecorder, create, put, replace, revision } from '#storage/contract.fixture.js'
import {
  INITIAL_REVISION,
  MAX_VALUE_LENGTH,
  StorageUnavailable,
  StorageUnusable,
  WriteTooLarge,
  WriteUncertain,
} from '#storage/contract.js'
import { Wire } from '#test/faults/etcd/proxy.js'
import { EtcdCluster, etcdMissing, type MemberOptions } from '#test/support/etcd/member.js'
import { EtcdClient } from './client.js'
import { openEtcdStorage } from './storage.js'

/** A single-member cluster for a test, a function to open stores on it, and an independent client. */
async function stage(t: TestContext, options?: MemberOptions) {
  const cluster = await EtcdCluster.start(1, options)
  t.after(() => cluster.remove())
  const open = async (prefix = '/registry', endpoints = cluster.endpoints) => {
    const storage = await openEtcdStorage({ endpoints, prefix })
    t.after(() => storage.close())
    return storage
  }
  const stranger = new EtcdClient({ endpoints: cluster.endpoints })
  t.after(() => stranger.close())
  const [member] = cluster.members
  if (member === undefined) throw new Error('a cluster without members')
  return { member, open, stranger }
}

describe('a store on etcd', { skip: etcdMissing }, () => {
  it('is shared by all who open it, and separate per prefix', async (t) => {
    const { open } = await stage(t)
    const [one, same, other] = [await open(), await open(), await open('/elsewhere')]
    const recorder = new ChangeRecorder()
    await same.follow(INITIAL_REVISION, recorder.listen)
    const at = await put(one, create('g/things/a'))
    await recorder.reached(at)
    assert.equal(await same.currentRevision(), at)
    assert.equal((await same.get('g/things/a'))?.revision, at)
    assert.equal(await other.currentRevision(), INITIAL_REVISION)
    assert.deepEqual((await other.range('')).values, [])
  })

  it('is independent of other clients of the cluster', async (t) => {
    const { open, stranger } = await stage(t)
    const storage = await open()
    const at = await put(storage, create('g/things/a'))
    let foreign = 0
    for (let index = 0; index < 10; index++) {
      const { header } = await stranger.write({
        success: [{ put: { key: 'foreign', value: Buffer.from('x') } }],
      })
      foreign = header?.revision ?? 0
    }
    await stranger.compact(foreign)
    assert.equal(await storage.currentRevision(), at)
    assert.equal(
      (await storage.range('', { at })).values.length,
      1,
      'the current state is there under its revision',
    )
    assert.equal(await storage.compact(60_000), at, 'history goes back to the current state')
    await assert.rejects(storage.get('g/things/a', revision(at + 1000)), /still to come/)
    const recorder = new ChangeRecorder()
    await storage.follow(at, recorder.listen)
    const next = await put(storage, replace('g/things/a', at))
    await recorder.reached(next)
    assert.equal(recorder.changes.length, 1)
  })

  it('continues its feeds when its member comes back', async (t) => {
    const { member, open } = await stage(t)
    const storage = await open()
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    const first = await put(storage, create('a'))
    await recorder.reached(first)
    await member.kill()
    member.start()
    await member.ready()
    const second = await put(storage, create('b'))
    await recorder.reached(second)
    assert.deepEqual(
      recorder.changes.map(({ key }) => key),
      ['a', 'b'],
    )
  })

  it('reports an unanswered write as uncertain', async (t) => {
    const { member, open } = await stage(t)
    const wire = await Wire.to(member.url)
    t.after(() => wire.close())
    const storage = await open('/registry', [wire.url])
    const at = await put(storage, create('a'))
    wire.silence()
    await assert.rejects(storage.write([replace('a', at)]), WriteUncertain)
  })

  it('reports a write as not done when no member is reachable', async (t) => {
    const { member, open } = await stage(t)
    const storage = await open()
    await member.kill()
    while (storage.health().writable) await new Promise((resolve) => setTimeout(resolve, 50))
    await assert.rejects(storage.write([create('a')]), StorageUnavailable)
    await assert.rejects(storage.currentRevision(), StorageUnavailable)
    member.start()
    await member.ready()
    assert.equal(await storage.get('a'), undefined)
    while (!storage.health().writable) await new Promise((resolve) => setTimeout(resolve, 50))
  })

  it('rejects writes that are too large for its cluster', async (t) => {
    const { open } = await stage(t, { 'max-request-bytes': '1000000', 'max-txn-ops': '5' })
    const storage = await open()
    const large = { type: 'create', key: 'large', value: Buffer.alloc(MAX_VALUE_LENGTH) } as const
    await assert.rejects(storage.write([large]), WriteTooLarge)
    await assert.rejects(
      storage.write(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => create(key))),
      WriteTooLarge,
    )
    await put(storage, create('small'))
  })

  it('reports an exhausted quota', async (t) => {
    const { open } = await stage(t, { 'quota-backend-bytes': '500000' })
    const storage = await open()
    const fill = async () => {
      for (let index = 0; ; index++) {
        await storage.write([{ type: 'create', key: `k${index}`, value: Buffer.alloc(50_000) }])
      }
    }
    await assert.rejects(
      fill(),
      (error) => error instanceof StorageUnavailable && /space/.test(error.message),
    )
    const health = storage.health()
    assert.ok(!health.writable && /space/.test(health.reason), JSON.stringify(health))
    // Known without a write.
    while (!/NOSPACE/.test(JSON.stringify(storage.health()))) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })

  it('cannot be opened when no member answers', async () => {
    const open = openEtcdStorage({ endpoints: ['http://127.0.0.1:1'], prefix: '/registry' })
    await assert.rejects(
      open,
      (error) => error instanceof StorageUnusable && /127\.0\.0\.1:1/.test(error.message),
    )
  })
})
