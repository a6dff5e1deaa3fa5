import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { InputFile } from './input-file.js'

async function pathOf(t: { after(action: () => Promise<void>): void }): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return join(path, 'in')
}

async function contentOf(file: InputFile, onRead?: (bytes: number) => void): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of file.chunks(onRead)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

const TEXT = Buffer.alloc(1_000_000, 'some text').toString('latin1')

describe('the file of an import', () => {
  it('can be read repeatedly, and reports its progress', async (t) => {
    const path = await pathOf(t)
    await writeFile(path, TEXT)
    const file = await InputFile.open(path)
    assert.equal(file.size, TEXT.length)
    const reads: number[] = []
    assert.equal(await contentOf(file, (bytes) => reads.push(bytes)), TEXT)
    assert.equal(await contentOf(file), TEXT)
    assert.deepEqual(
      reads,
      reads.toSorted((one, other) => one - other),
    )
    assert.equal(reads.at(-1), TEXT.length)
  })

  it('may consist of one or several gzip members, whatever its name', async (t) => {
    const path = await pathOf(t)
    await writeFile(path, Buffer.concat([gzipSync(TEXT), gzipSync('and more')]))
    assert.equal(await contentOf(await InputFile.open(path)), `${TEXT}and more`)
  })

  it('is rejected when its gzip data is truncated or damaged', async (t) => {
    const path = await pathOf(t)
    const bytes = gzipSync(TEXT)
    await writeFile(path, bytes.subarray(0, -20))
    await assert.rejects(contentOf(await InputFile.open(path)), {
      name: 'TransferError',
      message: `${path} is truncated: its gzip data has no end`,
    })
    bytes.fill(0xff, bytes.length - 8)
    await writeFile(path, bytes)
    await assert.rejects(contentOf(await InputFile.open(path)), {
      name: 'TransferError',
      message: `${path} is damaged: it cannot be decompressed`,
    })
  })

  it('is rejected when it does not exist or is not a file', async (t) => {
    const path = await pathOf(t)
    await assert.rejects(InputFile.open(path), { code: 'ENOENT' })
    await mkdir(path)
    await assert.rejects(InputFile.open(path), { name: 'TransferError', message: /in is not a file/ })
  })
})
