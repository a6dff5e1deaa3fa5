import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Revision, StoredValue } from '#storage/contract.js'
import { ExportReader } from './export-reader.js'
import { ExportWriter } from './export-writer.js'
import type { ExportHeader } from './format.js'

const HEADER = { format: 2, created: '2024-01-01T00:00:00.000Z', version: '1.2.3', revision: 9 }

const record = (revision: number, key: string, value: string): StoredValue => ({
  key,
  revision: revision as Revision,
  value: Buffer.from(value),
})
const RECORDS = [
  record(3, 'g/things/ns/a', '{"a":"line\nbreak"}'),
  record(5, 'g/things/ns/with space', ''),
  record(5, '~/records/x', '\0\u{1F9ED}'),
]

async function written(records = RECORDS, header: ExportHeader = HEADER): Promise<Buffer> {
  const blocks: Buffer[] = []
  const writer = new ExportWriter({ write: async (block) => void blocks.push(block) }, header)
  for (const each of records) await writer.add(each)
  await writer.finish()
  return Buffer.concat(blocks)
}

async function* inChunks(bytes: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer) {
  const reader = await ExportReader.open(inChunks(bytes), 'x.binnacle')
  const records: StoredValue[] = []
  for await (const each of reader.records()) records.push(each)
  return { reader, records }
}

const rejected = (bytes: Buffer, message: RegExp) =>
  assert.rejects(read(bytes), (error: Error) => {
    assert.equal(error.name, 'TransferError')
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })

describe('an export reader', () => {
  it('returns the exported records', async () => {
    const bytes = await written()
    const { reader, records } = await read(bytes)
    assert.deepEqual(records, RECORDS)
    assert.deepEqual(reader.header, { ...HEADER, store: undefined, identity: undefined })
    assert.equal(reader.trailer.records, 3)
    assert.equal(reader.position, bytes.length)
  })

  it('accepts an export without records', async () => {
    assert.deepEqual((await read(await written([]))).records, [])
  })

  it('reads a format that is text except for the values', async () => {
    const text = (await written(RECORDS.slice(0, 1))).toString()
    const [header, head, ...rest] = text.split('\n')
    assert.deepEqual(JSON.parse(header ?? ''), { binnacle: 'export', ...HEADER })
    assert.equal(head, '3 18 g/things/ns/a')
    assert.match(rest.at(-2) ?? '', /^\{"records":1,"digest":"sha256:[0-9a-f]{64}"\}$/)
    assert.equal(rest.at(-1), '')
  })

  it('rejects a truncated export', async () => {
    const bytes = await written()
    const header = bytes.indexOf('\n') + 1
    for (let length = 0; length < bytes.length; length++) {
      const reason = length < header ? /not an export of Binnacle/ : /is truncated/
      await rejected(bytes.subarray(0, length), reason)
    }
    await rejected(bytes.subarray(0, -120), /it ends after \d records, without its last line$/)
  })

  it('rejects an export with a changed byte', async () => {
    const bytes = await written()
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] as number) ^ 1
      await rejected(changed, /^x\.binnacle (is not|is an export of format|is damaged|is truncated)/)
    }
  })

  it('rejects data after the end', async () => {
    await rejected(Buffer.concat([await written(), Buffer.from('\n')]), /data after its end/)
  })

  it('rejects an unknown format', async () => {
    await rejected(
      await written(RECORDS, { ...HEADER, format: 3, version: '9.0.0' }),
      /^x\.binnacle is an export of format 3, made by version 9\.0\.0; this version reads 1 and 2$/,
    )
  })

  it('rejects records that are out of order, duplicate, or belong to another store', async () => {
    const [first, second, third] = RECORDS as [StoredValue, StoredValue, StoredValue]
    await rejected(await written([second, first]), /damaged: record 2 cannot be read/)
    await rejected(await written([third, second]), /damaged: record 2/)
    await rejected(await written([first, first]), /damaged: record 2/)
    await rejected(await written([record(1, '~/server/continue-secret', 'x')]), /damaged: record 1/)
  })

  it('reads the first format, whose records are sorted by revision', async () => {
    const old = { ...HEADER, format: 1 }
    const records = [record(3, 'b', '1'), record(5, 'a', '2'), record(5, 'c', '3')]
    assert.deepEqual((await read(await written(records, old))).records, records)
    await rejected(await written(records.toReversed(), old), /damaged: record 2/)
  })

  it('returns the keys of a server', async () => {
    const identity = { tokenKey: 'AAAA', continueSecret: 'BBBB', authority: { cert: 'c', key: 'k' } }
    const { reader } = await read(await written(RECORDS, { ...HEADER, store: 'one', identity }))
    assert.deepEqual([reader.header.store, reader.header.identity], ['one', identity])
  })

  it('rejects a file that is not an export', async () => {
    for (const text of [
      '',
      '\n',
      'text',
      '{"binnacle":"export"}\n',
      '{"binnacle":"export",\n',
      'x'.repeat(1e5),
    ]) {
      await rejected(Buffer.from(text), /^x\.binnacle is not an export of Binnacle$/)
    }
    const header = (await written()).toString('latin1').split('\n')[0]
    for (const line of [
      '1 2',
      '1 -2 k',
      `1 1 ${'k'.repeat(1001)}`,
      '1 99999999 k',
      '{"records":0}',
      'x'.repeat(9999),
    ]) {
      await rejected(
        Buffer.from(`${header}\n${line}\n${'.'.repeat(2000)}`),
        /damaged: record 1 cannot be read/,
      )
    }
  })
})
