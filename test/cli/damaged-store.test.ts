import assert from 'node:assert/strict'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createServer } from '#index.js'
import { Client } from '../support/client.js'
import { runCommand } from '../support/command.js'
import { INGRESSES, ingress } from '../support/objects.js'
import { ServerProcess } from '../support/servers/server-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** A data folder with the ingresses a, b and c. b has two revisions. */
async function filledFolder(t: TestContext): Promise<{ folder: string; file: string }> {
  const { path: folder, remove } = await temporaryFolder()
  t.after(remove)
  const server = await createServer({ port: 0, dataDir: folder, logLevel: 'silent' })
  const client = new Client(server.url)
  for (const name of ['a', 'b', 'c']) assert.equal((await client.post(INGRESSES, ingress(name))).status, 201)
  const { body } = await client.get(`${INGRESSES}/b`)
  body.metadata.labels = { changed: 'yes' }
  assert.equal((await client.put(`${INGRESSES}/b`, body)).status, 200)
  await server.close()
  return { folder, file: join(folder, 'data.mdb') }
}

/** Flips a bit in all copies of both revisions of the ingress b, also in free pages. */
async function damageB(file: string): Promise<void> {
  const bytes = await readFile(file)
  // The key, a zero byte, and all but the last byte of a small revision.
  const key = Buffer.from(`extensions/ingresses/test/b${'\0'.repeat(1 + 7)}`, 'latin1')
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
    const inValue = at + key.length + 60
    bytes[inValue] = (bytes[inValue] as number) ^ 4
  }
  await writeFile(file, bytes)
}

const serve = (folder: string, ...flags: string[]) =>
  runCommand('serve', '--port', '0', '--log-level', 'silent', '--data-dir', folder, ...flags)

describe('binnacle verify', () => {
  it('exits with 0 and a one-line summary for a sound store', async (t) => {
    const { folder, file } = await filledFolder(t)
    const before = await readFile(file)
    const { code, stdout, stderr } = await runCommand('verify', '--data-dir', folder)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.match(stdout, /^\S+data\.mdb is sound: \d+ keys, \d+ versions\n$/)
    assert.ok((await readFile(file)).equals(before))
  })

  it('works while a server uses the store', async (t) => {
    const { folder } = await filledFolder(t)
    const server = await ServerProcess.start(['--data-dir', folder])
    t.after(() => server.stop())
    const { code, stdout } = await runCommand('verify', '--data-dir', folder)
    assert.equal(code, 0, stdout)
  })

  it('exits with 1 and names every damaged key, and changes nothing', async (t) => {
    const { folder, file } = await filledFolder(t)
    await damageB(file)
    const before = await readFile(file)
    const { code, stdout, stderr } = await runCommand('verify', '--data-dir', folder)
    assert.equal(code, 1)
    assert.match(
      stdout,
      /^(extensions\/ingresses\/test\/b: its value at revision \d+ is not what was written\n){2}$/,
    )
    assert.match(
      stderr,
      /^binnacle: \S+data\.mdb is damaged: 2 problems; restore a backup into a new folder\n$/,
    )
    assert.ok((await readFile(file)).equals(before))
  })

  it('reports a truncated or missing file', async (t) => {
    const { folder, file } = await filledFolder(t)
    const { length } = await readFile(file)
    await truncate(file, length / 2)
    const { code, stdout } = await runCommand('verify', '--data-dir', folder)
    assert.equal(code, 1)
    assert.match(stdout, /is beyond the end of the file/)
    await rm(file)
    assert.equal((await runCommand('verify', '--data-dir', folder)).stdout, 'it is missing or empty\n')
  })

  it('exits with 1 and one line if there is no store', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const { code, stderr } = await runCommand('verify', '--data-dir', path)
    assert.equal(code, 1)
    assert.match(stderr, /^binnacle: there is no data folder at \S+\n$/)
    assert.equal((await runCommand('verify', '--port', '1')).code, 2)
  })
})

describe('a damaged store', () => {
  it('is not served; a one-line error has the file, the key and the remedy', async (t) => {
    const { folder, file } = await filledFolder(t)
    await damageB(file)
    const { code, stdout, stderr } = await serve(folder)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(
      stderr,
      /^binnacle: \S+data\.mdb is damaged: extensions\/ingresses\/test\/b: [^\n]+ "binnacle verify --data-dir \S+" [^\n]+ "binnacle restore" [^\n]+\n$/,
    )
  })

  it('is not exported', async (t) => {
    const { folder, file } = await filledFolder(t)
    await damageB(file)
    const { code, stderr } = await runCommand('export', '--data-dir', folder, '--file', join(folder, 'out'))
    assert.equal(code, 1)
    assert.match(stderr, /^binnacle: \S+data\.mdb is damaged: extensions\/ingresses\/test\/b: [^\n]+\n$/)
  })

  it('is not served if its file is truncated, and does not crash the process', async (t) => {
    const { folder, file } = await filledFolder(t)
    const { length } = await readFile(file)
    for (const fraction of [0.4, 0.2, 0.01]) {
      await truncate(file, Math.floor(fraction * length))
      const { code, stdout, stderr } = await serve(folder)
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr)
      assert.match(stderr, /^binnacle: \S+data\.mdb is damaged: [^\n]+\n$/)
    }
  })

  it('is not replaced by an empty one without the flag', async (t) => {
    const { folder, file } = await filledFolder(t)
    await rm(file)
    const { code, stderr } = await serve(folder)
    assert.equal(code, 1)
    assert.match(stderr, /^binnacle: \S+data\.mdb is missing or empty[^\n]+--allow-empty[^\n]+\n$/)
    await assert.rejects(createServer({ port: 0, dataDir: folder, logLevel: 'silent' }), {
      name: 'StartError',
    })

    const server = await createServer({ port: 0, dataDir: folder, logLevel: 'silent', allowEmpty: true })
    assert.deepEqual((await new Client(server.url).get(INGRESSES)).body.items, [])
    await server.close()
    const again = await ServerProcess.start(['--data-dir', folder])
    assert.equal(await again.stop(), 0)
  })
})
