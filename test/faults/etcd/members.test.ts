import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { etcdMissing } from '#test/support/etcd/member.js'
import { Stage } from './stage.js'

describe('two servers on three members of etcd, under load', { skip: etcdMissing }, () => {
  let stage: Stage
  before(async () => {
    stage = await Stage.open()
  })
  after(() => stage.close())

  it('survive the kill and restart of a follower', async () => {
    stage.startWriting()
    await stage.progress()
    const leader = await stage.leader()
    const member = stage.cluster.members.find((candidate) => candidate !== leader)
    await member?.kill()
    await stage.progress()
    member?.start()
    await member?.ready()
    await stage.progress()
    await stage.agree()
  })

  it('survive the kill and restart of the leader', async () => {
    stage.startWriting()
    await stage.progress()
    const leader = await stage.leader()
    await leader.kill()
    await stage.progress()
    leader.start()
    await leader.ready()
    await stage.progress()
    await stage.agree()
  })

  it('survive a suspended leader', async () => {
    stage.startWriting()
    await stage.progress()
    const leader = await stage.leader()
    leader.freeze()
    await stage.progress()
    leader.thaw()
    await stage.progress()
    await stage.agree()
  })

  it('reject writes and linearizable reads without a quorum, and recover', async () => {
    stage.startWriting()
    await stage.progress()
    const leader = await stage.leader()
    const others = stage.cluster.members.filter((member) => member !== leader)
    const lost = [leader, ...others.slice(1)]
    for (const member of lost) await member.kill()
    for (const { client, server } of stage.players) {
      // Reads from the cache still work.
      const path = '/apis/extensions/v1beta1/namespaces/test/ingresses'
      assert.equal((await client.send('GET', `${path}?resourceVersion=0`)).status, 200)
      const create = await client.send('POST', path, {
        metadata: { name: 'never' },
        spec: { backend: BACKEND },
      })
      assert.ok([503, 504].includes(create.status), JSON.stringify(create.body))
      const read = await client.send('GET', path)
      assert.ok([503, 504].includes(read.status), JSON.stringify(read.body))
      for (;;) {
        const ready = await fetch(`${server.url}/readyz`)
        const text = await ready.text()
        if (ready.status !== 200) {
          assert.match(text, /\[-\]store failed: etcd/)
          break
        }
        await pause(50)
      }
    }
    for (const member of lost) member.start()
    for (const member of lost) await member.ready()
    await stage.progress()
    for (const { server } of stage.players) while (!(await fetch(`${server.url}/readyz`)).ok) await pause(50)
    await stage.agree()
  })
})

const BACKEND = { serviceName: 'web', servicePort: 80 }
