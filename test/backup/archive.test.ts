import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallDisk } from '../faults/small-disk.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { binnacle, failing, MapWriter, mapsIn, privateFolder, serve, sorted } from './support.js'

const KILLS = 3
const RESTORES = 2

/** Restores random states, by revision and by time, and compares them with what was acknowledged. */
async function compare(t: TestContext, writer: MapWriter, archive: string): Promise<void> {
  const folder = await privateFolder(t)
  const known = writer.states.slice(1)
  for (let round = 0; round < RESTORES; round++) {
    const state = known[Math.floor((known.length - 1) * Math.random())] as (typeof known)[number]
    const byTime = state.until - state.from > 4 && state.until !== Number.POSITIVE_INFINITY
    const to = byTime ? new Date(state.from + 2).toISOString() : String(state.revision)
    const dataDir = folder(`restored-${round}`)
    const said = await binnacle('restore', '--from', archive, '--to', to, '--data-dir', dataDir)
    assert.deepEqual(sorted(await mapsIn(dataDir)), sorted(state.maps), `at ${to}: ${said}`)
  }
  const dataDir = folder('newest')
  await binnacle('restore', '--from', archive, '--data-dir', dataDir)
  assert.deepEqual(sorted(await mapsIn(dataDir)), sorted(writer.states.at(-1)?.maps ?? new Map()))
}

describe('the archive of a server', () => {
  it(`has every acknowledged state after ${KILLS} kills at random moments`, async (t) => {
    const folder = await privateFolder(t)
    const flags = ['--data-dir', folder('data'), '--archive', folder('archive')]
    let server = await serve(t, ...flags)
    const writer = new MapWriter(() => server.client)
    for (let kill = 0; kill < KILLS; kill++) {
      writer.start()
      await writer.progress()
      await sleep(Math.random() * 1200)
      await server.stop('SIGKILL')
      await writer.stop()
      server = await serve(t, ...flags)
    }
    writer.start()
    await writer.progress()
    await writer.stop()
    assert.equal(await server.stop(), 0)
    await compare(t, writer, folder('archive'))
    assert.match(await binnacle('backup', 'check', '--from', folder('archive')), /is complete: \d+ records/)
  })

  it('on etcd is written by the leader, and continued by the next one', { skip: etcdMissing }, async (t) => {
    const folder = await privateFolder(t)
    const cluster = await EtcdCluster.start()
    t.after(() => cluster.remove())
    const archive = folder('archive')
    const flags = ['--storage', 'etcd', '--etcd-endpoints', cluster.endpoints.join(), '--archive', archive]
    const servers = [await serve(t, ...flags), await serve(t, ...flags)]
    const writer = new MapWriter(() => (servers[0] as (typeof servers)[number]).client)
    writer.start()
    await writer.progress(20)
    await servers[0]?.stop('SIGKILL')
    await writer.stop()
    servers.shift()
    writer.start()
    await writer.progress(20)
    servers.push(await serve(t, ...flags))
    await writer.progress(20)
    await servers[0]?.stop()
    await writer.stop()
    servers.shift()
    writer.start()
    await writer.progress(20)
    await writer.stop()
    const last = writer.states.at(-1)?.revision ?? 0
    const { client } = servers[0] as (typeof servers)[number]
    for (;;) {
      const { text } = await client.get('/metrics')
      if (Number(/^binnacle_archive_revision (\d+)/m.exec(text)?.[1]) >= last) break
      await sleep(50)
    }
    await servers[0]?.stop()
    await compare(t, writer, archive)
  })

  it('does not stop the server when its disk is full, and goes on when there is room', async (t) => {
    const folder = await privateFolder(t)
    const disk = await smallDisk(96 * 1024)
    if (disk.means !== 'a tmpfs') {
      await disk.remove()
      t.skip('needs a file system of its own')
      return
    }
    t.after(() => disk.remove())
    execFileSync('chmod', ['700', disk.directory])
    const flags = ['--data-dir', folder('data'), '--archive', disk.directory, '--log-level', 'silent']
    const server = await serve(t, ...flags)
    const writer = new MapWriter(() => server.client)
    writer.start()
    const ready = () => server.client.get('/readyz?verbose')
    while (!/\[\+\]archive ok: the archive in .* cannot be written: ENOSPC/.test((await ready()).text)) {
      await writer.progress()
    }
    assert.equal((await server.client.get('/readyz')).status, 200)
    assert.match((await server.client.get('/metrics')).text, /^binnacle_archive_failures_total [1-9]/m)
    await writer.progress()
    disk.makeRoom()
    while ((await ready()).text.includes('cannot be written')) await writer.progress()
    await writer.stop()
    assert.equal(await server.stop(), 0)
    await compare(t, writer, disk.directory)
  })

  it('is only made in a folder that nobody else can read', async (t) => {
    const folder = await privateFolder(t)
    execFileSync('mkdir', ['-m', '755', folder('open')])
    const { code, stderr } = await failing(
      ...['serve', '--port', '0', '--storage', 'memory', '--archive', folder('open')],
    )
    assert.equal(code, 1)
    assert.match(stderr, /^binnacle: --archive: other users may read .*: chmod 700 /m)
  })
})
