import assert from 'node:assert/strict'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { binnacle, failing } from '../backup/support.js'
import {
  aesgcm,
  configure,
  createSecret,
  ENGINES,
  type Home,
  isOnDisk,
  key,
  MAPS,
  mapOf,
  markerIn,
  newMarker,
  SECRETS,
  start,
} from './support.js'

const DB = `${SECRETS}/db`
const EMBEDDED = ENGINES[0] as (typeof ENGINES)[number]

async function unpacked(path: string): Promise<string> {
  const content = await readFile(path)
  return (content[0] === 0x1f ? gunzipSync(content) : content).toString('latin1')
}

const withMarker = (text: string, marker: string) =>
  text.includes(marker) || text.includes(Buffer.from(marker).toString('base64'))

for (const { name: engine, skip, make } of ENGINES) {
  describe(`a backup of an encrypted store on ${engine}`, { skip }, () => {
    it('holds values as they are stored, and needs the configuration after its restore', async (t) => {
      const home = await make(t)
      const config = await configure(home.file('config'), aesgcm(key('one')))
      const marker = newMarker()
      const open = newMarker()
      const server = await start(t, home, config)
      await createSecret(server.client, 'db', marker)
      await server.client.post(MAPS, mapOf('open', open))
      const file = home.file('backup')
      await binnacle('backup', '--out', file, '--server', server.url)
      const content = await unpacked(file)
      assert.equal(withMarker(content, marker), false)
      assert.equal(withMarker(content, open), true)
      assert.ok(content.includes('k8s:enc:aesgcm:v1:one:'))
      await binnacle('backup', 'check', '--from', file)
      // A store of another kind has the same keys.
      const restored = await EMBEDDED.make(t)
      await binnacle('restore', '--from', file, '--data-dir', restored.folder)
      assert.equal(await isOnDisk(restored.folder, marker), false)
      await binnacle('verify', '--data-dir', restored.folder)
      const again = await start(t, restored, config)
      assert.equal(markerIn(await again.client.get(DB)), marker)
      await again.stop()
      const without = await start(t, restored)
      assert.equal((await without.client.get(DB)).status, 500)
    })
  })
}

describe('an encrypted data folder', () => {
  it('is exported and imported as it is stored', async (t) => {
    const home = await EMBEDDED.make(t)
    const config = await configure(home.file('config'), aesgcm(key('one')))
    const marker = newMarker()
    const server = await start(t, home, config)
    await createSecret(server.client, 'db', marker)
    await server.stop()
    await binnacle('export', '--file', home.file('export'), '--data-dir', home.folder)
    assert.equal(withMarker(await unpacked(home.file('export')), marker), false)
    const other = await EMBEDDED.make(t)
    await binnacle('import', '--file', home.file('export'), '--data-dir', other.folder)
    const again = await start(t, other, config)
    assert.equal(markerIn(await again.client.get(DB)), marker)
  })

  it('has an archive without plaintext, from which it can be restored', async (t) => {
    const home = await EMBEDDED.make(t)
    const config = await configure(home.file('config'), aesgcm(key('one')))
    const marker = newMarker()
    const archive = home.file('archive')
    const server = await start(t, home, config, '--archive', archive)
    await createSecret(server.client, 'db', marker)
    while (!(await readdir(archive)).some((name) => name.includes('snapshot'))) await pause(50)
    await server.stop()
    assert.equal(await isInFiles(archive, marker), false)
    const other = await EMBEDDED.make(t)
    await binnacle('restore', '--from', archive, '--data-dir', other.folder)
    const again = await start(t, other, config)
    assert.equal(markerIn(await again.client.get(DB)), marker)
  })

  it('and all that a server writes are for their owner only', async (t) => {
    const home = await EMBEDDED.make(t)
    const config = await configure(home.file('config'), aesgcm(key('one')))
    const archive = home.file('archive')
    const server = await start(t, home, config, '--archive', archive, '--tls-self-signed')
    while (!(await readdir(archive)).some((name) => name.includes('snapshot'))) await pause(50)
    const kubeconfig = join(home.folder, 'admin.kubeconfig')
    await binnacle('backup', '--out', home.file('backup'), '--kubeconfig', kubeconfig)
    await binnacle('rewrite', '--kubeconfig', kubeconfig)
    await server.stop()
    for (const folder of [home.folder, archive, home.file('.')]) {
      assert.equal((await stat(folder)).mode & 0o777, 0o700, folder)
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        assert.equal((await stat(path)).mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, path)
      }
    }
  })
})

async function isInFiles(folder: string, marker: string): Promise<boolean> {
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => unpacked(join(folder, name)).catch(() => '')),
  )
  return texts.some((text) => withMarker(text, marker))
}

describe('the file of --encryption-config', () => {
  const refused = async (home: Home, path: string) => {
    const { code, stderr } = await failing('serve', '--port', '0', ...home.flags, '--encryption-config', path)
    assert.equal(code, 1)
    return stderr
  }

  it('must be there, readable and right', async (t) => {
    const home = await EMBEDDED.make(t)
    assert.match(await refused(home, home.file('none')), /^binnacle: --encryption-config: ENOENT/m)
    await writeFile(home.file('text'), 'resources: [', { mode: 0o600 })
    assert.match(await refused(home, home.file('text')), /^binnacle: --encryption-config: .*\/text: .*line/m)
    const wrong = await configure(home.file('wrong'), { aesgcm: { keys: [{ name: 'one', secret: 'YWJj' }] } })
    const said = await refused(home, wrong)
    assert.match(
      said,
      /--encryption-config: .*\/wrong: resources\[0\]\.providers\[0\]\.aesgcm\.keys\[0\]\.secret: Invalid value: must be 16, 24 or 32 bytes in base64, has 3/,
    )
    assert.ok(!said.includes('YWJj'))
  })

  it('must not be readable by everyone', { skip: process.platform === 'win32' }, async (t) => {
    const home = await EMBEDDED.make(t)
    const config = await configure(home.file('config'), aesgcm(key('one')))
    await chmod(config, 0o644)
    assert.match(
      await refused(home, config),
      /everyone may read .*\/config, and it holds the keys of the store: chmod 600/,
    )
    await chmod(config, 0o640)
    await start(t, home, config)
  })
})
