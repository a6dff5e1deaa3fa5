import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { etcdMissing } from '#test/support/etcd/member.js'
import { sized } from '#test/support/scope.js'
import { eventually } from '../clusters-of-servers.js'
import { LeaderHistory } from './leaders.js'
import { runChaos } from './run-chaos.js'
import { Stage } from './stage.js'

describe('two hosts on one etcd that fail at random', { skip: etcdMissing, timeout: 500_000 }, () => {
  it('agree in the end, and only the one that leads writes to members', async (t) => {
    const stage = await Stage.open(t, 2)
    const leaders = new LeaderHistory()
    assert.ok(stage.etcd)
    await leaders.start(stage.etcd)
    t.after(() => leaders.close())
    await runChaos(t, stage, sized(60_000, 20_000))
    await eventually('the history is complete', async () => {
      for (const { writers } of stage.lines.values()) leaders.expectOneActs(writers)
    })
    t.diagnostic(`${leaders.pids.length} leaders, writers of east ${stage.lines.get('east')?.writers}`)
  })
})
