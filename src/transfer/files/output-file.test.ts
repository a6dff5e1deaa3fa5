import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { OutputFile } from './output-file.js'

async function folderOf(t: { after(action: () => Promise<void>): void }): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return path
}

const taken = { name: 'TransferError', message: /out exists already; add --force to replace it$/ }

describe('the file of an export', () => {
  it('appears when it is finished, readable only by its owner', async (t) => {
    const folder = await folderOf(t)
    const path = join(folder, 'out')
    const output = await OutputFile.create(path, { replace: false, compress: false })
    await output.write(Buffer.from('one '))
    await output.write(Buffer.from('two'))
    assert.equal((await readdir(folder)).includes('out'), false)
    await output.finish()
    assert.deepEqual(await readdir(folder), ['out'])
    assert.equal(await readFile(path, 'utf8'), 'one two')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
  })

  it('leaves nothing behind when it is abandoned', async (t) => {
    const folder = await folderOf(t)
    const output = await OutputFile.create(join(folder, 'out'), { replace: false, compress: false })
    await output.write(Buffer.from('one'))
    await output.abandon()
    assert.deepEqual(await readdir(folder), [])
  })

  it('replaces an existing file only when that is allowed', async (t) => {
    const folder = await folderOf(t)
    const path = join(folder, 'out')
    await writeFile(path, 'another')
    await assert.rejects(OutputFile.create(path, { replace: false, compress: false }), taken)
    const output = await OutputFile.create(path, { replace: true, compress: false })
    await output.write(Buffer.from('new'))
    assert.equal(await readFile(path, 'utf8'), 'another')
    await output.finish()
    assert.equal(await readFile(path, 'utf8'), 'new')
    assert.deepEqual(await readdir(folder), ['out'])
  })

  it('does not replace a file that was created meanwhile', async (t) => {
    const folder = await folderOf(t)
    const path = join(folder, 'out')
    const output = await OutputFile.create(path, { replace: false, compress: false })
    await writeFile(path, 'another')
    await assert.rejects(output.finish(), taken)
    await output.abandon()
    assert.equal(await readFile(path, 'utf8'), 'another')
    assert.deepEqual(await readdir(folder), ['out'])
  })

  it('may be compressed', async (t) => {
    const path = join(await folderOf(t), 'out.gz')
    const output = await OutputFile.create(path, { replace: false, compress: true })
    await output.write(Buffer.from('one '))
    await output.write(Buffer.alloc(100_000, 'two'))
    await output.finish()
    const bytes = await readFile(path)
    assert.ok(bytes.length < 2000)
    assert.equal(gunzipSync(bytes).toString('latin1'), `one ${Buffer.alloc(100_000, 'two')}`)
  })
})
