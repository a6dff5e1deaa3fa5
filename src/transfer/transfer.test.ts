import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { IMPORT_MARK } from './import-mark.js'
import type { Progress } from './progress.js'
import {
  embedded,
  exported,
  fileOf,
  fill,
  filledExport,
  folderOf,
  imported,
  ranked,
  silent,
} from './transfer.fixture.js'

describe('an export and import of a store', () => {
  it('keeps all records and their order, between all engines', async (t) => {
    const folder = await folderOf(t)
    const { source, file, result } = await filledExport(folder, 2000)
    const disk = await embedded(t)
    const before = await ranked(source)
    assert.equal(result.records, before.length)
    assert.deepEqual(await imported(disk, file), { records: before.length, resumedAt: 0 })
    assert.deepEqual(await ranked(disk), before)

    const back = openMemoryStorage()
    await imported(back, await fileOf((await exported(disk)).bytes, folder))
    assert.deepEqual(await ranked(back), before)
    assert.equal(await back.get(IMPORT_MARK), undefined)
  })

  it('may be of an empty store', async (t) => {
    const folder = await folderOf(t)
    const { bytes, result } = await exported(openMemoryStorage())
    assert.deepEqual([result.records, result.revision], [0, 1])
    const target = openMemoryStorage()
    assert.equal((await imported(target, await fileOf(bytes, folder))).records, 0)
    assert.deepEqual(await ranked(target), [])
  })

  it('leaves out records about the store itself', async (t) => {
    const folder = await folderOf(t)
    const source = openMemoryStorage()
    await put(source, create('~/server/continue-secret', 'secret'))
    await put(source, create('~/revisions/ns/a'), create('g/things/ns/a'))
    const { bytes } = await exported(source)
    assert.ok(!bytes.includes('secret'))
    const target = openMemoryStorage()
    await put(target, create('~/server/continue-secret', 'its own'))
    await imported(target, await fileOf(bytes, folder))
    assert.equal(String((await target.get('~/server/continue-secret'))?.value), 'its own')
    assert.deepEqual(
      (await ranked(target)).map(({ rank, key }) => `${key}@${rank}`),
      ['g/things/ns/a@0', '~/revisions/ns/a@0'],
    )
  })

  it('reports its progress', async (t) => {
    const folder = await folderOf(t)
    const seen: Progress[] = []
    const course = { ...silent, onProgress: (progress: Progress) => void seen.push(progress) }
    const source = openMemoryStorage()
    await fill(source, 2000)
    const { bytes, result } = await exported(source, course)
    await imported(openMemoryStorage(), await fileOf(bytes, folder), course)
    assert.deepEqual(
      [...new Set(seen.map(({ step, unit }) => `${step} ${unit}`))],
      ['writing records', 'checking bytes', 'reading records'],
    )
    const last = (wanted: Progress['step']) => seen.findLast(({ step }) => step === wanted)
    assert.equal(last('reading')?.total, result.records)
    assert.deepEqual(last('checking'), {
      step: 'checking',
      unit: 'bytes',
      done: bytes.length,
      total: bytes.length,
    })
    assert.equal(seen.at(-1)?.done, result.records)
    assert.equal(seen.at(-1)?.total, result.records)
  })
})
