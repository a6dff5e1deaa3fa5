import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PastWrite } from '#protocol/history.js'
import { compareVersions, countByTime, filterWrites, momentAt, positionOf } from './moments.js'

const KEPT = { items: ['8', '9', '12', '20'].map((resourceVersion) => ({ resourceVersion })) }

const write = (parts: Partial<PastWrite>): PastWrite => ({
  resourceVersion: '1',
  time: '2026-01-01T00:00:00.000Z',
  type: 'MODIFIED',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  name: 'a',
  changed: [],
  ...parts,
})

describe('a moment', () => {
  it('is at the last revision that is not newer', () => {
    const indexOf = (at: string) => {
      const position = positionOf(KEPT, at)
      return position.kind === 'kept' ? position.index : position.kind
    }
    assert.deepEqual(['8', '9', '11', '12', '20'].map(indexOf), [0, 1, 1, 2, 3])
    assert.deepEqual(['7', '21', '100'].map(indexOf), ['gone', 'future', 'future'])
    assert.equal(positionOf(KEPT, undefined).kind, 'now')
  })

  it('is now at the end of the slider', () => {
    assert.deepEqual(
      [-1, 0, 2, 3, 9].map((index) => momentAt(KEPT, index)),
      ['8', '8', '12', undefined, undefined],
    )
  })

  it('is compared as a number of any length', () => {
    assert.ok(compareVersions('9', '10') < 0)
    assert.ok(compareVersions('90071992547409931', '90071992547409930') > 0)
  })
})

describe('the timeline', () => {
  it('is filtered by namespace, manager and words', () => {
    const writes = [
      write({ name: 'a', namespace: 'shop', manager: 'kubectl', changed: ['data.color'] }),
      write({ name: 'b', namespace: 'shop' }),
      write({ name: 'c' }),
    ]
    const found = (filter: Parameters<typeof filterWrites>[1]) =>
      filterWrites(writes, filter).map(({ name }) => name)
    assert.deepEqual(found({}), ['a', 'b', 'c'])
    assert.deepEqual(found({ namespace: 'shop' }), ['a', 'b'])
    assert.deepEqual(found({ manager: 'unknown' }), ['b', 'c'])
    assert.deepEqual(found({ text: 'COLOR config' }), ['a'])
  })

  it('counts writes in equal parts of its time', () => {
    const times = ['00:00', '00:01', '00:09', '00:10'].map((time) =>
      write({ time: `2026-01-01T${time}:00.000Z` }),
    )
    assert.deepEqual(countByTime(times, 2), [2, 2])
    assert.deepEqual(countByTime(times.slice(0, 1), 2), [1, 0])
  })
})
