import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { folderOf } from '#transfer/transfer.fixture.js'
import { backupName, pruneBackups } from './schedule.js'

const DAY = 86_400_000

describe('scheduled backups', () => {
  it('are named by their time, and the oldest go first', async (t) => {
    const folder = await folderOf(t)
    const start = Date.parse('2026-12-30T12:00:00.500Z')
    const names = [0, 1, 2, 3].map((day) => backupName(start + day * DAY))
    assert.equal(names[0], 'backup-2026-12-30T12-00-00Z.binnacle.gz')
    for (const name of names) await writeFile(join(folder, name), '')
    await writeFile(join(folder, 'backup-of-mine.gz'), '')
    assert.deepEqual(await pruneBackups(folder, 3), names.slice(0, 1))
    assert.deepEqual(await pruneBackups(folder, 3), [])
    assert.deepEqual(await pruneBackups(folder, 0), names.slice(1, 3))
    assert.deepEqual(await readdir(folder), [names[3], 'backup-of-mine.gz'])
  })
})
