import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Revision, StoredValue } from '#storage/contract.js'
import { ExportReader } from '#transfer/export-reader.js'
import { ExportWriter } from '#transfer/export-writer.js'
import { OutputFile } from '#transfer/files/output-file.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const OBJECTS = 30_000
const OBJECT_BYTES = 10_000
/**
 * Less than the size of the objects. About 100 MB of it are needed for any number of objects: the engine with its
 * thread, the current batch, and garbage that is not collected yet.
 */
const ENOUGH_MEMORY = 0.8 * OBJECTS * OBJECT_BYTES

const FILLER = randomBytes(OBJECT_BYTES).toString('hex')

const MEASURABLE = existsSync('/proc/self/status')

/** In the order of revisions, which is not that of keys. */
function object(index: number): StoredValue {
  const value = Buffer.from(`${index} ${FILLER.slice(index % OBJECT_BYTES)}`.slice(0, OBJECT_BYTES))
  return { key: `group/things/ns/${(index * 7919) % OBJECTS}`, revision: (index + 2) as Revision, value }
}

async function writeExport(path: string): Promise<void> {
  const output = await OutputFile.create(path, { replace: false, compress: false })
  const writer = new ExportWriter(output, { format: 1, created: '', version: '', revision: OBJECTS + 1 })
  for (let index = 0; index < OBJECTS; index++) await writer.add(object(index))
  await writer.finish()
  await output.finish()
}

/** Resolves to the memory that it took. */
async function transfer(...args: string[]): Promise<number> {
  const script = fileURLToPath(new URL('./transfer-process.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args])
  return Number(stdout)
}

describe(`${OBJECTS} objects of ${OBJECT_BYTES} bytes`, {
  skip: !MEASURABLE && 'memory cannot be measured here',
}, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const path = (name: string) => join(folder.path, name)
  before(async () => {
    folder = await temporaryFolder()
    await writeExport(path('in'))
  })
  after(() => folder.remove())

  it('are imported as a stream', async (t) => {
    const memory = await transfer('import', path('store'), path('in'))
    t.diagnostic(`${(memory / 2 ** 20).toFixed(0)} MiB`)
    assert.ok(memory < ENOUGH_MEMORY, `took ${memory} bytes`)
  })

  it('are exported as a stream, unchanged', async (t) => {
    const memory = await transfer('export', path('store'), path('out'))
    t.diagnostic(`${(memory / 2 ** 20).toFixed(0)} MiB`)
    assert.ok(memory < ENOUGH_MEMORY, `took ${memory} bytes`)

    const reader = await ExportReader.open(createReadStream(path('out')), path('out'))
    const revisions: number[] = []
    for await (const { key, value, revision } of reader.records()) {
      const index = Number.parseInt(value.toString('latin1', 0, 10), 10)
      const wanted = object(index)
      assert.equal(key, wanted.key)
      assert.ok(value.equals(wanted.value), key)
      revisions[index] = revision
    }
    const ascending = revisions.toSorted((one, other) => one - other)
    assert.ok(revisions.every((revision, index) => revision === ascending[index]))
    assert.equal(reader.trailer.records, OBJECTS)
  })
})
