import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Revision, StoredValue } from '#storage/contract.js'
import { recordWindows } from './record-windows.js'

/** Records of these revisions, ten bytes each. */
async function* records(...revisions: number[]): AsyncGenerator<StoredValue> {
  for (const [index, revision] of revisions.entries()) {
    yield { key: `k${index}`, revision: revision as Revision, value: Buffer.alloc(10) }
  }
}

async function windows(source: AsyncIterable<StoredValue>, skip: number, batches: number, bytes: number) {
  const found: [string, number][] = []
  for await (const window of recordWindows(source, skip, { batches, bytes })) {
    found.push([window.batches.map((batch) => batch.map(({ key }) => key).join('+')).join(' '), window.end])
  }
  return found
}

describe('the windows of an import', () => {
  it('keep the records of one write together', async () => {
    assert.deepEqual(await windows(records(1, 2, 2, 2, 3, 4, 4), 0, 2, 1000), [
      ['k0 k1+k2+k3', 4],
      ['k4 k5+k6', 7],
    ])
  })

  it('are limited by bytes, too', async () => {
    assert.deepEqual(await windows(records(1, 2, 3, 4, 4), 0, 9, 15), [
      ['k0 k1', 2],
      ['k2 k3+k4', 5],
    ])
  })

  it('start where an earlier import stopped', async () => {
    assert.deepEqual(await windows(records(1, 2, 2, 3, 4), 3, 9, 1000), [['k3 k4', 5]])
    assert.deepEqual(await windows(records(1, 2), 2, 9, 1000), [])
  })
})
