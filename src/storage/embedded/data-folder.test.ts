import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import { StorageDamaged, StorageUnusable } from '#storage/contract.js'
import { openEmbeddedStorage } from './storage.js'
import { testFolder, testStore } from './test-folder.fixture.js'

describe('the data folder', () => {
  it('is created with its parent folders', async (t) => {
    const directory = join(await testFolder(t), 'some', 'where.d')
    const storage = await testStore(t, { directory })
    await put(storage, create('a'))
    assert.deepEqual((await readdir(directory)).toSorted(), ['binnacle-format', 'data.mdb', 'lock.mdb'])
  })

  it('is not created when `create` is false', async (t) => {
    const folder = await testFolder(t)
    const open = (name: string) => openEmbeddedStorage({ directory: join(folder, name), create: false })
    await assert.rejects(open('absent'), { name: 'StorageUnusable', message: /^there is no data folder at / })
    await mkdir(join(folder, 'empty'))
    await assert.rejects(open('empty'), {
      name: 'StorageUnusable',
      message: /no data folder at .*: it is empty$/,
    })
    assert.deepEqual(await readdir(folder), ['empty'])
    assert.deepEqual(await readdir(join(folder, 'empty')), [])
    await (await testStore(t, { directory: join(folder, 'full') })).close()
    await (await open('full')).close()
  })

  it('may be the root of a file system, which is never empty', async (t) => {
    const directory = await testFolder(t)
    await mkdir(join(directory, 'lost+found'))
    await testStore(t, { directory })
  })

  it('is not usable when it is a file or below one', async (t) => {
    const file = join(await testFolder(t), 'file')
    await writeFile(file, 'text')
    await rejected(file, /^.*\/file is not a folder$/)
    await rejected(join(file, 'below'), /cannot be used as a data folder: ENOTDIR/)
    assert.equal(await readFile(file, 'utf8'), 'text')
  })

  it('is rejected and left alone when it contains other files', async (t) => {
    const directory = await testFolder(t)
    await writeFile(join(directory, 'data.mdb'), 'text')
    await rejected(directory, /is not a data folder: it holds other files$/)
    assert.deepEqual(await readdir(directory), ['data.mdb'])
  })

  it('is rejected and left alone when its format is unknown', async (t) => {
    const directory = await testFolder(t)
    await (await openEmbeddedStorage({ directory })).close()
    await writeFile(join(directory, 'binnacle-format'), '5\n')
    const before = await readFile(join(directory, 'data.mdb'))
    await rejected(
      directory,
      /has data of format 5, written by a later release; this version reads formats up to 4: start a later release, or /,
    )
    assert.ok((await readFile(join(directory, 'data.mdb'))).equals(before))
  })

  it('is rejected and left alone when its data file is not a database', async (t) => {
    const directory = await testFolder(t)
    await (await openEmbeddedStorage({ directory })).close()
    for (const content of ['short', 'long '.repeat(10_000)]) {
      await writeFile(join(directory, 'data.mdb'), content)
      await rejected(directory, /data\.mdb is damaged: it is not a database; /, StorageDamaged)
      assert.equal(await readFile(join(directory, 'data.mdb'), 'utf8'), content)
    }
  })

  for (const [what, lose] of [
    ['missing', (file: string) => rm(file)],
    ['empty', (file: string) => truncate(file)],
  ] as const) {
    it(`is rejected when its data file is ${what}, unless an empty store is allowed`, async (t) => {
      const directory = await testFolder(t)
      const storage = await openEmbeddedStorage({ directory })
      await put(storage, create('a'))
      await storage.close()
      await lose(join(directory, 'data.mdb'))
      await rejected(
        directory,
        /data\.mdb is missing or empty, though .* says that there was a store: .*--allow-empty/,
      )

      const empty = await openEmbeddedStorage({ directory, allowEmpty: true })
      assert.deepEqual((await empty.range('')).values, [])
      const written = await put(empty, create('b'))
      await empty.close()
      const again = await testStore(t, { directory })
      assert.equal((await again.get('b'))?.revision, written)
    })
  }

  it('is not emptied by allowEmpty', async (t) => {
    const directory = await testFolder(t)
    const storage = await openEmbeddedStorage({ directory })
    await put(storage, create('a'))
    await storage.close()
    const again = await openEmbeddedStorage({ directory, allowEmpty: true })
    assert.equal((await again.get('a'))?.value.toString(), 'a')
    await again.close()
    await truncate(join(directory, 'data.mdb'), 100)
    await assert.rejects(openEmbeddedStorage({ directory, allowEmpty: true }), StorageDamaged)
  })

  it('is usable when its first process ended before creating the store', async (t) => {
    const folder = await testFolder(t)
    const leftovers: Record<string, string>[] = [
      { 'binnacle-format.new': '' },
      { 'binnacle-format.new': '4\n', 'data.mdb': '', 'lock.mdb.77': '' },
    ]
    for (const [index, files] of leftovers.entries()) {
      const directory = join(folder, String(index))
      await mkdir(directory)
      for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content)
      await (await openEmbeddedStorage({ directory })).close()
      assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '4\n')
      await (await openEmbeddedStorage({ directory })).close()
    }
  })

  it('is rejected when it is read-only', {
    skip: process.getuid?.() === 0 && 'root may always',
  }, async (t) => {
    const directory = await testFolder(t)
    await chmod(directory, 0o500)
    await rejected(directory, /cannot be used as a data folder: EACCES/)
  })

  it('serves one store at a time within a process', async (t) => {
    const directory = await testFolder(t)
    const storage = await openEmbeddedStorage({ directory })
    await rejected(directory, /^the data folder .* is in use by this process already$/)
    const link = join(await testFolder(t), 'link')
    await symlink(directory, link)
    await rejected(link, /is in use by this process already$/)
    await put(storage, create('a'))
    await storage.close()
    await (await openEmbeddedStorage({ directory })).close()
  })

  it('is opened by at most one of two concurrent openers', async (t) => {
    const directory = await testFolder(t)
    const results = await Promise.allSettled([
      openEmbeddedStorage({ directory }),
      openEmbeddedStorage({ directory }),
    ])
    const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    assert.ok(opened.length <= 1)
    for (const storage of opened) await storage.close()
  })

  it('serves one process at a time, and is released when that is killed', async (t) => {
    const directory = await testFolder(t)
    const holder = fork(new URL('./folder-holder.fixture.js', import.meta.url), [directory])
    t.after(() => holder.kill('SIGKILL'))
    await once(holder, 'message')
    await rejected(directory, new RegExp(`^the data folder .* is in use by process ${holder.pid}$`))
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const storage = await testStore(t, { directory })
    assert.equal((await storage.get('held'))?.value.toString(), 'held')
  })
})

async function rejected(
  directory: string,
  message: RegExp,
  kind: typeof StorageUnusable | typeof StorageDamaged = StorageUnusable,
): Promise<void> {
  await assert.rejects(openEmbeddedStorage({ directory }), (error: Error) => {
    assert.ok(error instanceof kind, error.stack)
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })
}
