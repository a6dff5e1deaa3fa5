import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DatedFile, unneededFiles } from './retention.js'

const file = (kind: DatedFile['kind'], revision: number, time: number, store = 'a'): DatedFile => ({
  path: `${kind[0]}${revision}${store}`,
  kind,
  revision,
  store,
  time,
})
const snapshot = (revision: number, time: number, store?: string) => file('snapshot', revision, time, store)
const log = (revision: number, time: number, store?: string) => file('changes', revision, time, store)

const removed = (files: readonly DatedFile[], since: number) =>
  unneededFiles(
    files.toSorted((one, other) => one.revision - other.revision),
    'a',
    since,
  ).map(({ path }) => path)

describe('an archive', () => {
  it('keeps what is needed to go back to any time since then', () => {
    const files = [
      ...[snapshot(10, 1), snapshot(20, 2), snapshot(30, 3)],
      ...[log(5, 1), log(12, 2), log(18, 2), log(25, 3), log(30, 4)],
    ]
    assert.deepEqual(removed(files, 0), [])
    assert.deepEqual(removed(files, 1.5), [])
    assert.deepEqual(removed(files, 2.5), ['s10a', 'c5a', 'c12a'])
    assert.deepEqual(removed(files, 100), ['s10a', 's20a', 'c5a', 'c12a', 'c18a', 'c25a'])
  })

  it('always keeps its newest snapshot, and its newest log', () => {
    assert.deepEqual(removed([snapshot(10, 1)], 100), [])
    assert.deepEqual(removed([log(5, 1), snapshot(10, 1)], 100), [])
    assert.deepEqual(removed([log(5, 1), log(8, 1)], 100), [])
  })

  it('keeps the files of a lost store until all of them are old', () => {
    const files = [snapshot(10, 1, 'b'), log(10, 5, 'b'), snapshot(1000, 9)]
    assert.deepEqual(removed(files, 4), [])
    assert.deepEqual(removed(files, 6).toSorted(), ['c10b', 's10b'])
  })
})
