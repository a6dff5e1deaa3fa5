import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Revision } from '#storage/contract.js'
import { makeKeyPair } from '#transfer/sealing/key-files.js'
import { folderOf } from '#transfer/transfer.fixture.js'
import { LOG_FORMAT, type LoggedWrite } from './log-format.js'
import { LogReader } from './log-reader.js'
import { LogWriter } from './log-writer.js'

const HEADER = {
  format: LOG_FORMAT,
  created: '2026-01-01T00:00:00.000Z',
  version: '1.2.3',
  store: 'store',
  after: 4,
}
const write = (revision: number, ...changes: (readonly [string, string | undefined])[]): LoggedWrite => ({
  revision: revision as Revision,
  time: 1000 * revision,
  changes: changes.map(([key, value]) => ({
    key,
    value: value === undefined ? undefined : Buffer.from(value),
  })),
})
const WRITES = [
  write(5, ['g/things/a', '{"a":"line\nbreak"}'], ['g/things/with space', '']),
  write(7, ['g/things/a', undefined]),
  write(8),
  write(9, ['g/things/b', '\0\u{1F9ED}\n9 9000 1 3 00000000\n']),
]

async function logOf(path: string, recipient?: ReturnType<typeof createPublicKey>): Promise<Buffer> {
  const log = await LogWriter.create(path, HEADER, recipient && { recipient })
  for (const each of WRITES) await log.append([each])
  await log.close()
  return readFile(path)
}

async function read(path: string, privateKey?: ReturnType<typeof createPrivateKey>) {
  const reader = await LogReader.open(path, { privateKey })
  const writes: LoggedWrite[] = []
  for await (const each of reader?.writes() ?? []) writes.push(each)
  return { header: reader?.header, writes }
}

describe('a change log', () => {
  it('returns its writes', async (t) => {
    const path = join(await folderOf(t), 'log')
    await logOf(path)
    const { header, writes } = await read(path)
    assert.deepEqual(header, { ...HEADER, identity: undefined })
    assert.deepEqual(writes, WRITES)
  })

  it('has its first whole writes, wherever it is cut off', async (t) => {
    const folder = await folderOf(t)
    const bytes = await logOf(join(folder, 'log'))
    const path = join(folder, 'cut')
    let most = 0
    for (let length = 0; length <= bytes.length; length++) {
      await writeFile(path, bytes.subarray(0, length))
      const { writes } = await read(path)
      assert.deepEqual(writes, WRITES.slice(0, writes.length), `cut off at ${length}`)
      assert.ok(writes.length >= most)
      most = writes.length
    }
    assert.equal(most, WRITES.length)
  })

  it('has no write that is not what was written', async (t) => {
    const folder = await folderOf(t)
    const bytes = await logOf(join(folder, 'log'))
    const path = join(folder, 'changed')
    for (let at = bytes.indexOf('\n') + 1; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 1
      await writeFile(path, changed)
      const { writes } = await read(path)
      assert.ok(writes.length < WRITES.length, `changed at ${at}`)
      assert.deepEqual(writes, WRITES.slice(0, writes.length))
    }
  })

  it('may be encrypted, and then also ends anywhere', async (t) => {
    const folder = await folderOf(t)
    const pair = makeKeyPair()
    const path = join(folder, 'log')
    const bytes = await logOf(path, createPublicKey(pair.publicKey))
    assert.ok(!bytes.includes('g/things'))
    const privateKey = createPrivateKey(pair.privateKey)
    assert.deepEqual((await read(path, privateKey)).writes, WRITES)
    await writeFile(path, bytes.subarray(0, -1))
    assert.deepEqual((await read(path, privateKey)).writes, WRITES.slice(0, -1))
    await assert.rejects(read(path), { message: `${path} is encrypted: add --private-key-file` })
  })

  it('leaves no file when nothing was written to it', async (t) => {
    const path = join(await folderOf(t), 'log')
    const log = await LogWriter.create(path, HEADER, undefined)
    await assert.rejects(LogWriter.create(path, HEADER, undefined), { code: 'EEXIST' })
    await log.close()
    await assert.rejects(readFile(path), { code: 'ENOENT' })
  })

  it('is not just any file', async (t) => {
    const path = join(await folderOf(t), 'file')
    await writeFile(path, `${'x'.repeat(100)}\n`)
    await assert.rejects(read(path), { message: `${path} is not a change log` })
    await writeFile(path, '{"binnacle":"changes","format":2,"version":"9.0.0"}\n')
    await assert.rejects(
      read(path),
      /is a change log of format 2, made by version 9.0.0; this version reads 1/,
    )
  })
})
