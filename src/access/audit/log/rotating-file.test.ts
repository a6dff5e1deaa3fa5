import assert from 'node:assert/strict'
import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { ManualClock } from '#util/clock.js'
import { RotatingFile, type RotationOptions } from './rotating-file.js'

const DAY_MS = 24 * 60 * 60_000
const NO_LIMITS: RotationOptions = { maxBytes: 0, maxAgeMs: 0, maxBackups: 0 }

async function folder(t: TestContext): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return path
}

async function writeAll(file: RotatingFile, text: string): Promise<void> {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes))
}

const contents = async (path: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(path)).sort().map(async (name) => [name, await readFile(join(path, name), 'utf8')]),
    ),
  )

describe('the file of an audit log', () => {
  it('is appended to, in a folder that is created, readable by its owner only', async (t) => {
    const path = join(await folder(t), 'deep', 'audit.log')
    for (const line of ['one\n', 'two\n']) {
      const file = await RotatingFile.open(path, NO_LIMITS, new ManualClock())
      await writeAll(file, line)
      await file.close()
    }
    assert.equal(await readFile(path, 'utf8'), 'one\ntwo\n')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
  })

  it('is rotated before it becomes too large, under the time of the rotation', async (t) => {
    const path = await folder(t)
    const clock = new ManualClock(Date.UTC(2026, 10, 16, 7, 0, 0))
    const file = await RotatingFile.open(join(path, 'audit.log'), { ...NO_LIMITS, maxBytes: 10 }, clock)
    await writeAll(file, 'first\n')
    await writeAll(file, 'abc\n')
    clock.advance(1_001)
    await writeAll(file, 'second, which is long\n')
    await writeAll(file, 'third\n')
    await file.close()
    assert.deepEqual(await contents(path), {
      'audit-2026-11-16T07-00-01.001.log': 'first\nabc\n',
      // The same millisecond: the name of the next one is free.
      'audit-2026-11-16T07-00-01.002.log': 'second, which is long\n',
      'audit.log': 'third\n',
    })
    for (const name of await readdir(path)) assert.equal((await stat(join(path, name))).mode & 0o777, 0o600)
  })

  it('counts its size from before it was opened', async (t) => {
    const path = await folder(t)
    await writeFile(join(path, 'log'), 'from before\n')
    const clock = new ManualClock(Date.UTC(2026, 0, 1))
    const file = await RotatingFile.open(join(path, 'log'), { ...NO_LIMITS, maxBytes: 20 }, clock)
    await writeAll(file, 'new, and too much\n')
    await file.close()
    assert.deepEqual(await contents(path), {
      log: 'new, and too much\n',
      'log-2026-01-01T00-00-00.000': 'from before\n',
    })
  })

  it('is rotated when its first event is too old', async (t) => {
    const path = await folder(t)
    const clock = new ManualClock(Date.UTC(2026, 0, 1))
    const file = await RotatingFile.open(join(path, 'a.log'), { ...NO_LIMITS, maxAgeMs: DAY_MS }, clock)
    await writeAll(file, 'monday\n')
    clock.advance(DAY_MS)
    await writeAll(file, 'still monday\n')
    clock.advance(1)
    await writeAll(file, 'tuesday\n')
    await file.close()
    assert.deepEqual(await contents(path), {
      'a-2026-01-02T00-00-00.001.log': 'monday\nstill monday\n',
      'a.log': 'tuesday\n',
    })
  })

  it('is not rotated within an event', async (t) => {
    const path = await folder(t)
    const clock = new ManualClock(Date.UTC(2026, 0, 1))
    const file = await RotatingFile.open(join(path, 'a.log'), { ...NO_LIMITS, maxBytes: 8 }, clock)
    for (const part of ['begin', 'middle', 'end\n', 'next\n']) await writeAll(file, part)
    await file.close()
    assert.deepEqual(await contents(path), {
      'a-2026-01-01T00-00-00.000.log': 'beginmiddleend\n',
      'a.log': 'next\n',
    })
  })

  it('keeps as many rotated files as configured and none that is too old, and leaves other files alone', async (t) => {
    const path = await folder(t)
    const others = ['audit-2026.log', 'audit-x.log', 'other-2020-01-01T00-00-00.000.log', 'audit.log.gz']
    for (const name of others) await writeFile(join(path, name), '')
    const old = ['audit-2020-01-01T00-00-00.000.log', 'audit-2025-12-30T00-00-00.000.log']
    for (const name of old) await writeFile(join(path, name), '')
    const clock = new ManualClock(Date.UTC(2026, 0, 1))
    const options = { maxBytes: 1, maxAgeMs: 5 * DAY_MS, maxBackups: 2 }
    const file = await RotatingFile.open(join(path, 'audit.log'), options, clock)
    assert.deepEqual((await readdir(path)).sort(), [...others, 'audit.log', old[1]].sort())
    for (const line of ['1\n', '2\n', '3\n', '4\n']) {
      clock.advance(1)
      await writeAll(file, line)
    }
    await file.close()
    const kept = ['audit-2026-01-01T00-00-00.003.log', 'audit-2026-01-01T00-00-00.004.log']
    assert.deepEqual((await readdir(path)).sort(), [...others, ...kept, 'audit.log'].sort())
  })

  it('continues in a new file after it was renamed', async (t) => {
    const path = await folder(t)
    const file = await RotatingFile.open(
      join(path, 'a.log'),
      { ...NO_LIMITS, maxBytes: 4 },
      new ManualClock(),
    )
    await writeAll(file, 'one\n')
    await rename(join(path, 'a.log'), join(path, 'taken'))
    await writeAll(file, 'two\n')
    await file.close()
    assert.deepEqual(await contents(path), { 'a.log': 'two\n', taken: 'one\n' })
  })

  it('is created again when it was deleted with its folder, and appends to a file that replaced it', async (t) => {
    const path = join(await folder(t), 'logs')
    const file = await RotatingFile.open(join(path, 'a.log'), NO_LIMITS, new ManualClock())
    await writeAll(file, 'one\n')
    await rm(join(path, 'a.log'))
    await writeAll(file, 'two\n')
    assert.deepEqual(await contents(path), { 'a.log': 'two\n' })
    assert.equal((await stat(join(path, 'a.log'))).mode & 0o777, 0o600)
    await rm(path, { recursive: true })
    await writeAll(file, 'three\n')
    assert.deepEqual(await contents(path), { 'a.log': 'three\n' })
    await writeFile(join(path, 'new'), 'begun\n')
    await rename(join(path, 'new'), join(path, 'a.log'))
    await writeAll(file, 'four\n')
    await file.close()
    assert.deepEqual(await contents(path), { 'a.log': 'begun\nfour\n' })
  })

  it('is never renamed if it is a device', async (t) => {
    const path = await folder(t)
    // A device by another name, which is all that could be lost.
    await symlink('/dev/null', join(path, 'audit.log'))
    const clock = new ManualClock()
    const limits = { maxBytes: 4, maxAgeMs: DAY_MS, maxBackups: 1 }
    const file = await RotatingFile.open(join(path, 'audit.log'), limits, clock)
    for (const line of ['first\n', 'second\n']) {
      await writeAll(file, line)
      clock.advance(2 * DAY_MS)
    }
    await file.close()
    assert.deepEqual(await readdir(path), ['audit.log'])
    assert.ok((await stat(join(path, 'audit.log'))).isCharacterDevice())
  })

  it('is rejected if it cannot be created', async (t) => {
    const path = await folder(t)
    await assert.rejects(RotatingFile.open(path, NO_LIMITS, new ManualClock()), /EISDIR/)
  })
})
