import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Revision } from '#storage/contract.js'
import { ExportWriter } from '#transfer/export-writer.js'
import { OutputFile } from '#transfer/files/output-file.js'
import { FORMAT } from '#transfer/format.js'
import type { Progress } from '#transfer/progress.js'
import type { Client, Json } from '../support/client.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { exitOf } from '../support/exit-of.js'
import { credentialsOf, sendHttps } from './https.js'
import { binnacle, failing, MAPS, MapWriter, mapsIn, privateFolder, serve, sorted } from './support.js'

async function put(client: Client, name: string, value: string): Promise<number> {
  const map = { metadata: { name }, data: { value } }
  const { status, body, text } = await client.post(MAPS, map)
  assert.equal(status, 201, text)
  return Number(body.metadata.resourceVersion)
}

/** What clients of the lost server know is no longer valid, and they notice. */
async function expectExpired(client: Client, lastKnown: number, continueToken: string): Promise<void> {
  const { body: list } = await client.get(MAPS)
  assert.ok(Number(list.metadata.resourceVersion) > lastKnown)
  for (const map of list.items) assert.ok(Number(map.metadata.resourceVersion) > lastKnown)
  for (const path of [MAPS, '/api/v1/namespaces/default/secrets', '/api/v1/pods']) {
    for (const version of [1, lastKnown - 1, lastKnown, lastKnown + 1000]) {
      const [event] = await client.watch(`${path}?watch=true&resourceVersion=${version}`, 1)
      assert.deepEqual([event.type, event.object.code], ['ERROR', 410], `${path} at ${version}`)
    }
  }
  const exact = await client.get(`${MAPS}?resourceVersion=${lastKnown}&resourceVersionMatch=Exact`)
  assert.equal(exact.status, 410)
  assert.equal((await client.get(`${MAPS}?limit=1&continue=${continueToken}`)).status, 410)
  const stale = {
    ...list.items[0],
    metadata: { ...list.items[0].metadata, resourceVersion: String(lastKnown) },
  }
  assert.equal((await client.put(`${MAPS}/${stale.metadata.name}`, stale)).status, 409)
}

describe('a restored store', () => {
  it('never uses a resource version twice: clients of the lost one read again', async (t) => {
    const folder = await privateFolder(t)
    const lost = await serve(t, '--data-dir', folder('lost'))
    await put(lost.client, 'a', '1')
    await put(lost.client, 'b', '1')
    const token = (await lost.client.get(`${MAPS}?limit=1`)).body.metadata.continue
    await binnacle('backup', '--server', lost.url, '--out', folder('backup'))
    const lastKnown = await put(lost.client, 'lost', '1')
    await lost.stop('SIGKILL')

    await binnacle('restore', '--from', folder('backup'), '--data-dir', folder('first'))
    const first = await serve(t, '--data-dir', folder('first'))
    await expectExpired(first.client, lastKnown, token)
    const later = await put(first.client, 'later', '1')
    await first.stop()
    const again = await serve(t, '--data-dir', folder('first'))
    await expectExpired(again.client, lastKnown, token)

    // The same backup once more: clients of the first restored store notice, too.
    await binnacle('restore', '--from', folder('backup'), '--data-dir', folder('second'))
    const second = await serve(t, '--data-dir', folder('second'))
    await expectExpired(second.client, later, token)
  })

  it('on another etcd, too', { skip: etcdMissing }, async (t) => {
    const folder = await privateFolder(t)
    const clusters = [await EtcdCluster.start(), await EtcdCluster.start()] as const
    for (const cluster of clusters) t.after(() => cluster.remove())
    const on = ({ endpoints }: EtcdCluster) => ['--storage', 'etcd', '--etcd-endpoints', endpoints.join()]
    const lost = await serve(t, ...on(clusters[0]))
    const writer = new MapWriter(() => lost.client)
    writer.start()
    await writer.progress(20)
    await writer.stop()
    const token = (await lost.client.get(`${MAPS}?limit=1`)).body.metadata.continue
    await binnacle('backup', '--server', lost.url, '--out', folder('backup'))
    const lastKnown = await put(lost.client, 'lost', '1')
    const restore = ['restore', '--from', folder('backup')]
    const { stderr } = await failing(...restore, ...on(clusters[0]))
    assert.match(stderr, /^binnacle: the store is not empty; a restore makes a new one\n$/)
    await binnacle(...restore, ...on(clusters[1]))
    const servers = [await serve(t, ...on(clusters[1])), await serve(t, ...on(clusters[1]))]
    for (const { client } of servers) await expectExpired(client, lastKnown, token)
    const [one, other] = servers as [(typeof servers)[number], (typeof servers)[number]]
    const version = await put(one.client, 'later', '1')
    const { body } = await other.client.get(`${MAPS}/later`)
    assert.equal(Number(body.metadata.resourceVersion), version)
    const { body: list } = await other.client.get(MAPS)
    const maps = new Map(list.items.map(({ metadata, data }: Json) => [metadata.name, data.value]))
    maps.delete('later')
    assert.deepEqual([...maps].sort(), sorted(writer.states.at(-1)?.maps ?? new Map()))
    // And from there to a data folder.
    await binnacle('backup', '--server', one.url, '--out', folder('again'))
    await binnacle('restore', '--from', folder('again'), '--data-dir', folder('data'))
    assert.ok((await mapsIn(folder('data'))).has('later'))
  })

  it('accepts the kubeconfigs and tokens of the lost server', async (t) => {
    const folder = await privateFolder(t)
    const lost = await serve(t, '--data-dir', folder('lost'), '--tls-self-signed')
    const port = new URL(lost.url).port
    const kubeconfig = folder('old.kubeconfig')
    await writeFile(kubeconfig, await binnacle('kubeconfig', '--data-dir', folder('lost')))
    const admin = await credentialsOf(kubeconfig)
    const account = '/api/v1/namespaces/default/serviceaccounts'
    assert.equal((await sendHttps(port, 'POST', account, admin, { metadata: { name: 'robot' } })).status, 201)
    const issued = await sendHttps(port, 'POST', `${account}/robot/token`, admin, {})
    const bearer = `Bearer ${issued.body.status.token}`
    const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
    const robot = () =>
      sendHttps(port, 'POST', whoami, { ca: admin.ca, headers: { authorization: bearer } }, {})
    assert.equal((await robot()).status, 201)
    await writeFile(folder('passphrase'), 'open sesame')
    const sealed = ['--passphrase-file', folder('passphrase')]
    await binnacle('backup', '--kubeconfig', kubeconfig, '--out', folder('backup'), ...sealed)
    await lost.stop()

    await binnacle('restore', '--from', folder('backup'), '--data-dir', folder('data'), ...sealed)
    const restored = await serve(t, '--data-dir', folder('data'), '--tls-self-signed', '--port', port)
    assert.equal((await sendHttps(port, 'GET', account, admin)).status, 200)
    const { status, body } = await robot()
    assert.equal(status, 201)
    assert.equal(body.status.userInfo.username, 'system:serviceaccount:default:robot')
    await restored.stop()

    const without = ['restore', '--from', folder('backup'), '--without-identity', ...sealed]
    assert.match(await binnacle(...without, '--data-dir', folder('other')), /WARNING: no keys were restored/)
    const stranger = await serve(t, '--data-dir', folder('other'), '--tls-self-signed', '--port', port)
    await assert.rejects(sendHttps(port, 'GET', account, admin), /certificate|self.signed/i)
    await stranger.stop()
  })

  it('is not served before it is complete, and a killed restore can be finished', async (t) => {
    const folder = await privateFolder(t)
    await writeBackup(folder('backup'))
    const command = ['--from', folder('backup'), '--data-dir', folder('data')]
    let done = 0
    for (let kill = 0; kill < 2; kill++) {
      await killedAfter(folder('backup'), folder('data'), done + 1)
      const { stderr } = await failing('serve', '--port', '0', '--data-dir', folder('data'))
      const [, records] =
        /^binnacle: a restore of this store is unfinished \((\d+) of 6000 records\); if it is not running, run "binnacle restore" again with the same file\n$/m.exec(
          stderr,
        ) ?? []
      assert.ok(Number(records) > done, stderr)
      done = Number(records)
    }
    const other = await failing('import', '--file', folder('backup'), '--data-dir', folder('data'))
    assert.match(other.stderr, /; finish that restore first\n$/)
    const said = await binnacle('restore', ...command)
    assert.match(said, /^restored 6,000 records .*, [\d,]+ of them by an earlier, interrupted restore\n/)
    assert.equal((await mapsIn(folder('data'))).size, RECORDS)
  })
})

const RECORDS = 6000

async function writeBackup(path: string): Promise<void> {
  const output = await OutputFile.create(path, { replace: false, compress: true })
  const created = new Date().toISOString()
  const writer = new ExportWriter(output, {
    format: FORMAT,
    created,
    version: '1.2.3',
    revision: RECORDS + 2,
  })
  for (let index = 0; index < RECORDS; index++) {
    const key = `core/configmaps/default/map-${String(index).padStart(5, '0')}`
    const revision = (2 + ((index * 7919) % RECORDS)) as Revision
    await writer.add({ key, revision, value: Buffer.from(JSON.stringify({ data: { value: `${index}` } })) })
  }
  await writer.finish()
  await output.finish()
}

/** Restores, and is killed some time after this many records. */
async function killedAfter(from: string, dataDir: string, records: number): Promise<void> {
  const script = fileURLToPath(new URL('./restorer.js', import.meta.url))
  const child = spawn(process.execPath, [script, from, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = exitOf(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const { step, done } = JSON.parse(line) as Progress
    if (step !== 'writing' || done < records) continue
    await sleep(Math.random() * 10)
    child.kill('SIGKILL')
    break
  }
  const [, signal] = await exited
  assert.equal(signal, 'SIGKILL', 'the restore was over before it could be killed')
}

describe('binnacle restore', () => {
  it('writes nothing unless the backup is complete, and the folder empty', async (t) => {
    const folder = await privateFolder(t)
    const lost = await serve(t, '--data-dir', folder('lost'))
    await put(lost.client, 'a', 'x'.repeat(50_000))
    await binnacle('backup', '--server', lost.url, '--out', folder('backup'))
    await lost.stop()
    const bytes = await readFile(folder('backup'))
    await writeFile(folder('short'), bytes)
    await truncate(folder('short'), bytes.length - 10)
    await writeFile(
      folder('damaged'),
      Buffer.concat([bytes.subarray(0, 400), Buffer.alloc(4), bytes.subarray(404)]),
    )
    for (const name of ['short', 'damaged']) {
      const { code, stderr } = await failing('restore', '--from', folder(name), '--data-dir', folder('data'))
      assert.equal(code, 1)
      assert.match(stderr, /^binnacle: .* is (truncated|damaged): [^\n]*\n$/)
      assert.match((await failing('verify', '--data-dir', folder('data'))).stderr, /there is no data folder/)
    }
    const used = await failing('restore', '--from', folder('backup'), '--data-dir', folder('lost'))
    assert.match(used.stderr, /^binnacle: the store is not empty; a restore makes a new one\n$/)
    await mkdir(folder('other'))
    await writeFile(folder('other/file'), 'mine')
    const foreign = await failing('restore', '--from', folder('backup'), '--data-dir', folder('other'))
    assert.match(foreign.stderr, /is not a data folder: it holds other files\n$/)
    const to = ['--to', '2026-01-01T00:00:00Z']
    const single = await failing('restore', '--from', folder('backup'), '--data-dir', folder('data'), ...to)
    assert.match(single.stderr, /^binnacle: --to needs the folder of an archive: /)
    await mkdir(folder('empty'))
    assert.match((await failing('backup', 'check', '--from', folder('empty'))).stderr, /is not an archive/)
  })
})
