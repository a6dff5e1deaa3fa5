import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import { openEtcdStorage } from './storage.js'

/** A candidate that records when it leads. */
class Candidate {
  readonly story: string[] = []
  leads = false

  readonly start = () => {
    this.leads = true
    this.story.push('leads')
  }

  readonly stop = () => {
    this.leads = false
    this.story.push('stops')
  }
}

describe('an election over a lease', { skip: etcdMissing }, () => {
  let cluster: EtcdCluster
  before(async () => {
    cluster = await EtcdCluster.start()
  })
  after(() => cluster.remove())

  async function stand(t: TestContext) {
    const storage = await openEtcdStorage({ endpoints: cluster.endpoints, prefix: `/${t.name.length}` })
    t.after(() => storage.close())
    const candidate = new Candidate()
    storage.election.whenLeading(candidate.start, candidate.stop)
    return { storage, candidate }
  }

  it('has one winner, and another one when that is gone', async (t) => {
    const all = [await stand(t), await stand(t), await stand(t)]
    const leaders = () => all.filter(({ candidate }) => candidate.leads)
    for (let remaining = all.length; remaining > 1; remaining--) {
      await until(() => leaders().length > 0)
      // Long enough for each to try again.
      await pause(1500)
      assert.equal(leaders().length, 1)
      await leaders()[0]?.storage.close()
      assert.equal(leaders().length, 0, 'who closes its store stops')
    }
    await until(() => leaders().length === 1)
    for (const { candidate } of all) assert.ok(candidate.story.length <= 2, candidate.story.join())
  })

  it('is lost by a leader that cannot renew its lease, and won again later', async (t) => {
    const { candidate } = await stand(t)
    await until(() => candidate.leads)
    const [member] = cluster.members
    await member?.kill()
    await until(() => !candidate.leads)
    member?.start()
    await member?.ready()
    await until(() => candidate.leads)
    assert.deepEqual(candidate.story, ['leads', 'stops', 'leads'])
  })

  it('is lost by a leader that was suspended, before it does anything else', async (t) => {
    const { storage, candidate } = await stand(t)
    await until(() => candidate.leads)
    assert.ok(storage.election.isLeading)
    // Longer than the lease is certain to hold; no timer runs meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5000)
    assert.ok(candidate.leads, 'who has not been told yet')
    assert.ok(!storage.election.isLeading)
    await until(() => candidate.story.length > 1)
    assert.equal(candidate.story[1], 'stops')
  })

  it('is reported to later candidates, too, and not to those that were removed', async (t) => {
    const { storage, candidate } = await stand(t)
    await until(() => candidate.leads)
    const [late, removed] = [new Candidate(), new Candidate()]
    storage.election.whenLeading(late.start, late.stop)
    assert.ok(late.leads)
    storage.election.whenLeading(removed.start, removed.stop)()
    await storage.close()
    assert.deepEqual(late.story, ['leads', 'stops'])
    assert.deepEqual(removed.story, ['leads'])
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20)
}
