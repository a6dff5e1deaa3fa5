import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import { FORMAT_VERSION } from '#storage/embedded/format/layout.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { testFolder, testStore } from '#storage/embedded/test-folder.fixture.js'
import { backUp } from './backup.js'
import { MIGRATIONS, migrationsFrom } from './migrations.js'
import type { Upgrade } from './upgrade.js'

const backupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('backup-')).toSorted()

/** A store that says that it has format 3. */
async function olderStore(directory: string, key = 'g/p/a'): Promise<void> {
  const storage = await openEmbeddedStorage({ directory })
  await put(storage, create(key))
  await storage.close()
  await writeFile(join(directory, 'binnacle-format'), '3\n')
}

describe('the migrations of the data folder', () => {
  it('lead from every format to the newest, one step at a time', () => {
    for (const [index, { from, to }] of MIGRATIONS.entries())
      assert.deepEqual([from, to], [index + 1, index + 2])
    assert.equal(MIGRATIONS.at(-1)?.to, FORMAT_VERSION)
    assert.deepEqual(
      migrationsFrom(2).map(({ to }) => to),
      [3, 4],
    )
    assert.deepEqual(migrationsFrom(FORMAT_VERSION), [])
  })
})

describe('the upgrade of a data folder', () => {
  it('makes a backup first, which is a data folder of the older format', async (t) => {
    const directory = await testFolder(t)
    await olderStore(directory)
    const before = await readFile(join(directory, 'data.mdb'))
    const upgrades: Upgrade[] = []
    const storage = await openEmbeddedStorage({
      directory,
      version: '9.9.9',
      onUpgrade: (upgrade) => upgrades.push(upgrade),
    })
    await put(storage, create('g/p/b'))
    await storage.close()
    const [{ from, to, backup } = assert.fail()] = upgrades
    assert.deepEqual([from, to, upgrades.length], [3, FORMAT_VERSION, 1])
    assert.deepEqual(await backupsIn(directory), ['backup-of-format-3-to-4'])
    assert.ok((await readFile(join(backup, 'data.mdb'))).equals(before))
    assert.equal(await readFile(join(backup, 'binnacle-format'), 'utf8'), '3\n')
    assert.equal(await readFile(join(directory, 'binnacle-version'), 'utf8'), '9.9.9\n')
    assert.equal((await stat(backup)).mode & 0o077, 0)
    assert.equal((await stat(join(backup, 'data.mdb'))).mode & 0o077, 0)

    const old = await testStore(t, { directory: backup })
    assert.ok(await old.get('g/p/a'))
    assert.equal(await old.get('g/p/b'), undefined)
  })

  it('uses the backup again that an unfinished upgrade has left', async (t) => {
    const directory = await testFolder(t)
    await olderStore(directory)
    await (await openEmbeddedStorage({ directory })).close()
    await writeFile(join(directory, 'binnacle-format'), '3\n')
    await (await openEmbeddedStorage({ directory })).close()
    assert.deepEqual(await backupsIn(directory), ['backup-of-format-3-to-4'])
  })

  it('makes another backup after a downgrade, and keeps the first', async (t) => {
    const directory = await testFolder(t)
    await olderStore(directory)
    const storage = await openEmbeddedStorage({ directory })
    await put(storage, create('g/p/later'))
    await storage.close()
    await writeFile(join(directory, 'binnacle-format'), '3\n')
    await (await openEmbeddedStorage({ directory })).close()
    assert.deepEqual(await backupsIn(directory), ['backup-of-format-3-to-4', 'backup-of-format-3-to-4-2'])
  })

  it('needs space for the backup', async (t) => {
    const directory = await testFolder(t)
    await olderStore(directory)
    const free = async () => 1024 ** 2
    await assert.rejects(
      backUp({ path: directory, format: 3 }, free),
      /is not upgraded from format 3 to 4: the backup that comes first needs 2 MiB, and 1 MiB are free$/,
    )
    assert.deepEqual(await backupsIn(directory), [])
  })

  it('does not happen where the backup cannot be written', async (t) => {
    const directory = await testFolder(t)
    await olderStore(directory)
    const data = await readFile(join(directory, 'data.mdb'))
    // Not a file that can be copied.
    await mkdir(join(directory, 'binnacle-version'))
    await assert.rejects(openEmbeddedStorage({ directory }), /is not upgraded, because its backup failed: /)
    assert.ok((await readFile(join(directory, 'data.mdb'))).equals(data))
    assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '3\n')
    assert.deepEqual(await backupsIn(directory), [])
  })
})

describe('a data folder of a newer format', () => {
  it('is refused with the version that wrote it and what to do', async (t) => {
    const directory = await testFolder(t)
    await olderStore(directory)
    await writeFile(join(directory, 'binnacle-format'), '17\n')
    await assert.rejects(
      openEmbeddedStorage({ directory }),
      /of format 17, written by a later release; .* formats up to 4: start a later release, or go back to a backup/,
    )
    await writeFile(join(directory, 'binnacle-version'), '2.3.0\n')
    await assert.rejects(
      openEmbeddedStorage({ directory }),
      /of format 17, written by version 2\.3\.0; .* start version 2\.3\.0 or later/,
    )
    assert.equal(await readFile(join(directory, 'binnacle-format'), 'utf8'), '17\n')
  })
})
