import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Json } from '../support/client.js'
import { MAIN } from '../support/command.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { exitOf } from '../support/exit-of.js'
import { grant, RBAC, startAccessServer } from '../support/servers/access-server.js'
import { binnacle, failing, MAPS, MapWriter, mapsIn, privateFolder, serve, sorted } from './support.js'

const BACKUP = '/binnacle/v1/backup'
const IDENTITY = '/binnacle/v1/identity'

/** The ConfigMaps at a revision, as the server remembers them. */
async function mapsAt(client: Client, revision: number) {
  const { status, body, text } = await client.get(
    `${MAPS}?resourceVersion=${revision}&resourceVersionMatch=Exact`,
  )
  assert.equal(status, 200, text)
  return new Map<string, string>(body.items.map(({ metadata, data }: Json) => [metadata.name, data.value]))
}

async function comesBack(t: TestContext, ...flags: string[]): Promise<void> {
  const folder = await privateFolder(t)
  const server = await serve(t, ...flags)
  const writer = new MapWriter(() => server.client)
  writer.start()
  await writer.progress(20)
  const said = await binnacle('backup', '--server', server.url, '--out', folder('backup'))
  const [, records, revision] = /^backed up (\d+) records .*, as of revision (\d+)$/m.exec(said) ?? []
  const expected = await mapsAt(server.client, Number(revision))
  await writer.stop()
  assert.equal((await stat(folder('backup'))).mode & 0o777, 0o600)
  const restored = await binnacle('restore', '--from', folder('backup'), '--data-dir', folder('data'))
  assert.ok(restored.startsWith(`restored ${records} records to `), restored)
  assert.deepEqual(sorted(await mapsIn(folder('data'))), sorted(expected))
}

/** Fills a server with about so many bytes. */
async function fill(client: Client, bytes: number): Promise<void> {
  for (let size = 0, index = 0; size < bytes; size += 100_000) {
    const map = { metadata: { name: `large-${index++}` }, data: { value: 'x'.repeat(100_000) } }
    assert.equal((await client.post(MAPS, map)).status, 201)
  }
}

/** A backup that takes long, once it has begun to write. */
async function slowBackup(
  t: TestContext,
  url: string,
  out: string,
  ...flags: string[]
): Promise<ChildProcess> {
  const command = [MAIN, 'backup', '--server', url, '--out', out, '--rate', '100K', ...flags]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  while (!(await readdir(dirname(out))).some((name) => name.endsWith('.partial'))) await sleep(10)
  await sleep(Math.random() * 1000)
  return child
}

describe('a backup of a running server', () => {
  it('is its state at one revision, in memory', (t) => comesBack(t, '--storage', 'memory'))

  it('is its state at one revision, embedded', async (t) => {
    const folder = await privateFolder(t)
    await comesBack(t, '--data-dir', folder('served'))
  })

  it('is its state at one revision, on etcd', { skip: etcdMissing }, async (t) => {
    const cluster = await EtcdCluster.start()
    t.after(() => cluster.remove())
    await comesBack(t, '--storage', 'etcd', '--etcd-endpoints', cluster.endpoints.join())
  })

  it('is its state although the history window has passed meanwhile', async (t) => {
    const folder = await privateFolder(t)
    const server = await serve(t, '--storage', 'memory', '--history-window', '1s')
    await fill(server.client, 300_000)
    const writer = new MapWriter(() => server.client)
    writer.start()
    const child = await slowBackup(t, server.url, folder('backup'))
    await exitOf(child)
    await writer.stop()
    assert.equal(child.exitCode, 0)
    assert.match(await binnacle('backup', 'check', '--from', folder('backup')), /is complete: /)
  })

  it('leaves nothing when the server is killed', async (t) => {
    const folder = await privateFolder(t)
    const server = await serve(t, '--storage', 'memory')
    await fill(server.client, 2_000_000)
    const child = await slowBackup(t, server.url, folder('backup'))
    const said = text(child.stderr as Readable)
    await server.stop('SIGKILL')
    assert.deepEqual(await exitOf(child), [1, null])
    assert.match(await said, /^binnacle: http:\/\/127\.0\.0\.1:\d+: the response was cut off\n$/)
    assert.deepEqual(await readdir(folder('')), [])
  })

  it('leaves nothing when it is stopped, and no backup when it is killed', async (t) => {
    const folder = await privateFolder(t)
    const server = await serve(t, '--storage', 'memory')
    await fill(server.client, 2_000_000)
    await writeFile(folder('backup'), 'an earlier one')
    const stopped = await slowBackup(t, server.url, folder('backup'), '--force')
    stopped.kill('SIGTERM')
    await exitOf(stopped)
    assert.equal(stopped.exitCode, 143)
    assert.deepEqual(await readdir(folder('')), ['backup'])
    const killed = await slowBackup(t, server.url, folder('backup'), '--force')
    killed.kill('SIGKILL')
    await exitOf(killed)
    assert.equal(await readFile(folder('backup'), 'utf8'), 'an earlier one')
    assert.equal((await server.client.get('/readyz')).status, 200)
  })

  it('is only for those who may get it', async (t) => {
    const { as, anonymous, server } = await startAccessServer(t)
    const admin = as('admin')
    assert.equal((await anonymous.get(BACKUP)).status, 403)
    assert.equal((await as('ann').get(BACKUP)).status, 403)
    const rules = [{ nonResourceURLs: [BACKUP], verbs: ['get'] }]
    assert.equal(
      (await admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'backup' }, rules })).status,
      201,
    )
    const binding = {
      metadata: { name: 'backup' },
      roleRef: { kind: 'ClusterRole', name: 'backup' },
      subjects: [{ kind: 'User', name: 'ann' }],
    }
    assert.equal((await admin.post(`${RBAC}/clusterrolebindings`, binding)).status, 201)
    const { status, text } = await as('ann').get(BACKUP)
    assert.equal(status, 200)
    assert.match(text, /^\{"binnacle":"export","format":2,/)
    assert.match(text, /\n\{"records":\d+,"digest":"sha256:[0-9a-f]{64}"\}\n$/)
    assert.ok(!text.includes('"identity"'))
    assert.equal((await as('ann').get(IDENTITY)).status, 403)
    assert.equal((await admin.get(IDENTITY)).status, 200)
    await grant(admin, 'default', 'none', [])
    assert.ok(server.url)
  })

  it('answers mistakes', async (t) => {
    const { client } = await serve(t, '--storage', 'memory')
    for (const rate of ['', '0', '-1', '9999', '1e9', 'fast']) {
      const { status, body } = await client.get(`${BACKUP}?rate=${rate}`)
      assert.equal(status, 400, rate)
      assert.match(body.message, /^rate: expected a number of bytes per second from 10000 on$/)
    }
    assert.equal((await client.post(BACKUP, {})).status, 405)
    assert.equal((await client.send('HEAD', BACKUP)).status, 200)
  })
})

describe('binnacle backup', () => {
  it('reads a data folder that no server uses', async (t) => {
    const folder = await privateFolder(t)
    const server = await serve(t, '--data-dir', folder('data'))
    await fill(server.client, 200_000)
    const { stderr } = await failing('backup', '--data-dir', folder('data'), '--out', folder('backup'))
    assert.match(stderr, /^binnacle: the data folder .* is in use by process \d+\n$/)
    await server.stop()
    await binnacle('backup', '--data-dir', folder('data'), '--out', folder('backup'))
    await binnacle('restore', '--from', folder('backup'), '--data-dir', folder('again'))
    assert.deepEqual(sorted(await mapsIn(folder('again'))), sorted(await mapsIn(folder('data'))))
  })

  it('repeats, and keeps the newest backups', async (t) => {
    const folder = await privateFolder(t)
    const server = await serve(t, '--storage', 'memory')
    const out = folder('backups')
    const command = [MAIN, 'backup', '--server', server.url, '--out', out, '--every', '1s', '--keep', '2']
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
    t.after(() => child.kill('SIGKILL'))
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const lines = () => said.split('\n').length - 1
    while (lines() < 4) await sleep(20)
    await server.stop()
    while (!said.includes('the next attempt is in')) await sleep(20)
    child.kill('SIGTERM')
    await exitOf(child)
    assert.equal(child.exitCode, 0, said)
    const names = (await readdir(out)).sort()
    assert.equal(names.length, 2, names.join())
    for (const name of names) {
      assert.match(name, /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.binnacle\.gz$/)
      assert.match(await binnacle('backup', 'check', '--from', `${out}/${name}`), /is complete/)
    }
    assert.equal((await stat(out)).mode & 0o777, 0o700)
  })

  it('encrypts for a passphrase or a key', async (t) => {
    const folder = await privateFolder(t)
    const { client, url } = await serve(t, '--storage', 'memory')
    const secret = { metadata: { name: 'secret' }, stringData: { password: 'correct horse' } }
    assert.equal((await client.post('/api/v1/namespaces/default/secrets', secret)).status, 201)
    await writeFile(folder('passphrase'), 'open sesame\n')
    await binnacle('backup', 'keygen', '--out', folder('key'))
    assert.equal((await stat(folder('key'))).mode & 0o777, 0o600)
    for (const [name, seal, open] of [
      ['one', ['--passphrase-file', folder('passphrase')], ['--passphrase-file', folder('passphrase')]],
      ['two', ['--recipient-file', folder('key.pub')], ['--private-key-file', folder('key')]],
    ] as const) {
      const path = folder(name)
      await binnacle('backup', '--server', url, '--out', path, ...seal)
      const { stderr } = await failing('restore', '--from', path, '--data-dir', folder('data'))
      assert.match(stderr, /is encrypted: add --(passphrase|private-key)-file\n$/)
      assert.match(await binnacle('backup', 'check', '--from', path, ...open), /is complete/)
    }
    const { stderr } = await failing(
      ...['backup', '--server', url, '--out', folder('three'), '--recipient-file', folder('key')],
    )
    assert.match(stderr, /holds a private key; use the public key/)
  })

  it('writes keys of a server unencrypted only where nobody else can read them', async (t) => {
    const folder = await privateFolder(t)
    const data = folder('data')
    const server = await serve(t, '--data-dir', data, '--tls-self-signed')
    const flags = ['--kubeconfig', `${data}/admin.kubeconfig`]
    await mkdir(folder('open'))
    await chmod(folder('open'), 0o755)
    const open = folder('open/backup')
    for (const out of [open, '-']) {
      const { code, stderr } = await failing('backup', ...flags, '--out', out)
      assert.equal(code, 1)
      assert.match(stderr, /--passphrase-file or --recipient-file.* --without-identity\n$/)
    }
    assert.deepEqual(await readdir(folder('open')), [])
    const said = await binnacle('backup', ...flags, '--out', open, '--without-identity')
    assert.match(said, /^WARNING: this backup has no keys: /)
    assert.match(await binnacle('backup', 'check', '--from', open), /without keys of the server/)
    await binnacle('backup', ...flags, '--out', folder('backup'))
    assert.match(await binnacle('backup', 'check', '--from', folder('backup')), /with the keys of the server/)
    await server.stop()
  })

  it('ends with 2 when it is not understood', async () => {
    for (const line of [
      'backup',
      'backup --out a --server http://a --kubeconfig b',
      'backup --out a --data-dir b --server http://a',
      'backup --out - --every 1h',
      'backup --out a --every 1ms',
      'backup --out a --rate 1',
      'backup keygen',
      'restore',
      'restore --from a --to yesterday',
      'restore --from a --storage memory',
    ]) {
      assert.equal((await failing(...line.split(' '))).code, 2, line)
    }
  })
})
