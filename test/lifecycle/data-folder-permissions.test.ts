import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type ServerOptions } from '#index.js'
import { defaultConfig } from '#server/config.js'
import { exportToFile } from '#server/transfer.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const skip = process.platform === 'win32' && 'there are no such rights'

async function dataFolder(t: TestContext): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return join(path, 'data')
}

async function serveOnce(options: ServerOptions, meanwhile?: () => Promise<unknown>): Promise<void> {
  const server = await createServer({ port: 0, logLevel: 'silent', ...options })
  try {
    await meanwhile?.()
  } finally {
    await server.close()
  }
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

/** The permissions of a folder and its content, by relative path. */
async function rights(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true })
  const modes = await Promise.all(
    ['.', ...names.sort()].map(async (name) => [name, await modeOf(join(folder, name))]),
  )
  return Object.fromEntries(modes)
}

const OF_CERTIFICATES = {
  'admin.kubeconfig': '600',
  pki: '700',
  'pki/ca.crt': '600',
  'pki/ca.key': '600',
  'pki/server.pem': '600',
}
const OF_ALL = {
  '.': '700',
  ...OF_CERTIFICATES,
  'audit.log': '600',
  'binnacle-format': '600',
  'binnacle-version': '600',
  'data.mdb': '600',
  'lock.mdb': '600',
}

describe('the data folder and its files', { skip }, () => {
  for (const umask of [0o000, 0o022, 0o277]) {
    it(`are private from the start, with a umask of ${umask.toString(8)}`, async (t) => {
      const dataDir = await dataFolder(t)
      const before = process.umask(umask)
      t.after(() => process.umask(before))
      const options = {
        dataDir,
        tls: { selfSigned: true },
        audit: { log: join(dataDir, 'audit.log') },
      } as const
      await serveOnce(options, async () => assert.deepEqual(await rights(dataDir), OF_ALL))
    })
  }

  it('become private if others had access, with everything in the folder', async (t) => {
    const dataDir = await dataFolder(t)
    const options = {
      dataDir,
      tls: { selfSigned: true },
      audit: { log: join(dataDir, 'audit.log') },
    } as const
    await serveOnce(options)
    await mkdir(join(dataDir, 'older'))
    await writeFile(join(dataDir, 'older', 'audit-2026-01-01T00-00-00.000.log'), '')
    await writeFile(join(dataDir, 'tokens.csv'), '')
    for (const name of await readdir(dataDir, { recursive: true })) await chmod(join(dataDir, name), 0o777)
    await chmod(dataDir, 0o755)
    await chmod(join(dataDir, 'data.mdb'), 0o644)
    await serveOnce(options, async () => {
      const { '.': folder, 'data.mdb': data, ...others } = await rights(dataDir)
      assert.deepEqual([folder, data], ['700', '600'])
      for (const [name, mode] of Object.entries(others)) assert.match(mode, /^[67]00$/, name)
    })
  })

  it('become private before an export reads them, and so is the exported file', async (t) => {
    const dataDir = await dataFolder(t)
    await serveOnce({ dataDir })
    await chmod(dataDir, 0o755)
    await chmod(join(dataDir, 'data.mdb'), 0o644)
    const file = join(dataDir, '..', 'export')
    const course = { onProgress: () => undefined, signal: new AbortController().signal }
    await writeFile(file, '')
    await chmod(file, 0o644)
    await exportToFile({ ...defaultConfig, dataDir }, { path: file, replace: true }, course)
    assert.equal(await modeOf(file), '600')
    assert.deepEqual(await rights(dataDir), {
      '.': '700',
      'binnacle-format': '600',
      'binnacle-version': '600',
      'data.mdb': '600',
      'lock.mdb': '600',
    })
  })

  it('become private if the folder has only certificates', async (t) => {
    const dataDir = await dataFolder(t)
    const options = { dataDir, storage: 'memory', tls: { selfSigned: true } } as const
    await serveOnce(options)
    for (const name of ['.', ...(await readdir(dataDir, { recursive: true }))])
      await chmod(join(dataDir, name), 0o755)
    await serveOnce(options)
    const { '.': folder, ...others } = await rights(dataDir)
    assert.equal(folder, '700')
    for (const [name, mode] of Object.entries(others)) assert.match(mode, /^[67]00$/, name)
  })

  it('do not include files of other users or targets of links', async (t) => {
    const dataDir = await dataFolder(t)
    await mkdir(dataDir)
    await chmod(dataDir, 0o755)
    const shared = join(dataDir, '..', 'shared')
    await writeFile(shared, '')
    await chmod(shared, 0o644)
    await writeFile(join(dataDir, 'page.html'), '')
    await chmod(join(dataDir, 'page.html'), 0o644)
    await mkdir(join(dataDir, 'pki'), { mode: 0o755 })
    await symlink(shared, join(dataDir, 'pki', 'link'))
    await serveOnce({ dataDir, storage: 'memory', tls: { selfSigned: true } })
    assert.deepEqual(await rights(dataDir), {
      '.': '755',
      ...OF_CERTIFICATES,
      'page.html': '644',
      'pki/link': '644',
    })
  })
})
