import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { etcdMissing } from '#test/support/etcd/member.js'
import { REPLICASETS, replicaSet } from '#test/support/objects.js'
import { Stage } from './stage.js'

/** While a server is disconnected from etcd, every write waits for its deadline. */
const FEW = 12

describe('one of two servers on etcd, under load', { skip: etcdMissing }, () => {
  let stage: Stage
  before(async () => {
    stage = await Stage.open()
  })
  after(() => stage.close())

  it('is killed and restarts', async () => {
    stage.startWriting()
    await stage.progress()
    const player = stage.player(0)
    await player.server.stop('SIGKILL')
    await stage.progress()
    await stage.restart(player)
    await stage.progress()
    await stage.agree()
  })

  it('loses its connections to etcd, and reconnects', async () => {
    stage.startWriting()
    await stage.progress()
    for (const wire of stage.player(0).wires) wire.cut()
    await stage.progress(FEW)
    for (const wire of stage.player(0).wires) wire.heal()
    await stage.progress()
    await stage.agree()
  })

  it('receives nothing from etcd over open connections', async () => {
    stage.startWriting()
    await stage.progress()
    const { wires, client } = stage.player(1)
    for (const wire of wires) wire.silence()
    const { status } = await client.send('GET', '/apis/extensions/v1beta1/ingresses')
    assert.ok(status === 503 || status === 504, `what cannot be known is not served: ${status}`)
    await stage.progress(FEW)
    for (const wire of wires) wire.heal()
    await stage.progress()
    await stage.agree()
  })

  it('loses its member, and continues with another', async () => {
    stage.startWriting()
    await stage.progress()
    const { wires, client } = stage.player(0)
    for (const wire of wires) {
      wire.silence()
      for (;;) {
        const { status } = await client.send('GET', '/apis/extensions/v1beta1/ingresses')
        if (status === 200) break
        await pause(50)
      }
      wire.heal()
    }
    await stage.progress()
    await stage.agree()
  })

  it('is killed while it collects garbage, and the other takes over', async () => {
    stage.startWriting()
    await stage.progress()
    const collector = await stage.collector()
    const other = stage.players.find((player) => player !== collector)
    if (other === undefined) throw new Error('there is only one server')
    const { body: owner } = await other.client.send('POST', REPLICASETS, replicaSet('owner'))
    const dependent = replicaSet('dependent')
    const { uid } = owner.metadata
    dependent.metadata.ownerReferences = [
      { apiVersion: 'extensions/v1beta1', kind: 'ReplicaSet', name: 'owner', uid },
    ]
    await other.client.send('POST', REPLICASETS, dependent)
    await collector.server.stop('SIGKILL')
    const options = { propagationPolicy: 'Background' }
    assert.equal((await other.client.send('DELETE', `${REPLICASETS}/owner`, options)).status, 200)
    assert.equal(await stage.collector(), other)
    while ((await other.client.send('GET', `${REPLICASETS}/dependent`)).status !== 404) await pause(50)
    await stage.restart(collector)
    await stage.progress()
    await stage.agree()
  })

  it('is disconnected while etcd compacts its history, and lists everything again', async () => {
    stage.startWriting()
    await stage.progress()
    const { wires, watcher } = stage.player(1)
    for (const wire of wires) wire.cut()
    await stage.progress(FEW)
    await stage.storage.compact(0)
    await stage.progress(FEW)
    for (const wire of wires) wire.heal()
    await stage.progress()
    await stage.agree()
    while (watcher.expired === 0) await pause(50)
  })
})
