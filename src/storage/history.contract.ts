import assert from 'node:assert/strict'
import { it } from 'node:test'
import { create, type Fresh, plain, put, remove, replace, revision } from './contract.fixture.js'
import type { HistoryOptions, PastChange, Revision, Storage } from './contract.js'

const shown = ({ key, value, time, revision: at, previous }: PastChange) =>
  `${key}=${value ?? 'gone'}@${at} was ${plain(previous) ?? 'nothing'}, ${time}`

/** All pages of a history. */
async function pages(storage: Storage, prefix: string, options: HistoryOptions): Promise<string[][]> {
  const all: string[][] = []
  for (let upTo = options.upTo; ; ) {
    const { changes, next } = await storage.history(prefix, { ...options, upTo })
    if (changes.length > 0) all.push(changes.map(shown))
    if (next === undefined) return all
    assert.ok(upTo === undefined || next < upTo, `the page after ${upTo} begins at ${next}`)
    upTo = next
  }
}

export function historyRules(fresh: Fresh): void {
  it('history has the changes, the newest first, with times and previous values', async (t) => {
    const { storage, clock } = await fresh(t)
    const first = await put(storage, create('a', 'one'), create('b/x'))
    const early = clock.now()
    clock.advance(500)
    const second = await put(storage, replace('a', first, 'two'))
    clock.advance(500)
    const third = await put(storage, remove('b/x', first))
    assert.deepEqual(await pages(storage, '', { limit: 100 }), [
      [
        `b/x=gone@${third} was b/x=b/x@${first}, ${early + 1000}`,
        `a=two@${second} was a=one@${first}, ${early + 500}`,
        `a=one@${first} was nothing, ${early}`,
        `b/x=b/x@${first} was nothing, ${early}`,
      ],
    ])
    assert.deepEqual((await pages(storage, 'b/', { limit: 100 })).flat(), [
      `b/x=gone@${third} was b/x=b/x@${first}, ${early + 1000}`,
      `b/x=b/x@${first} was nothing, ${early}`,
    ])
    assert.deepEqual(await pages(storage, 'c', { limit: 100 }), [])
    const between = { after: first, upTo: second, limit: 100 }
    assert.deepEqual((await pages(storage, '', between)).flat(), [
      `a=two@${second} was a=one@${first}, ${early + 500}`,
    ])
    assert.deepEqual(await pages(storage, '', { after: third, limit: 100 }), [])
  })

  it('pages of history follow each other without gaps, and never divide a write', async (t) => {
    const { storage } = await fresh(t)
    const revisions: Revision[] = []
    for (let index = 0; index < 7; index++) {
      revisions.push(await put(storage, create(`a${index}`), create(`b${index}`), create(`c${index}`)))
    }
    const all = await pages(storage, '', { limit: 4 })
    assert.deepEqual(
      all.map((page) => page.length),
      [6, 6, 6, 3],
    )
    assert.deepEqual(all.flat(), (await pages(storage, '', { limit: 1000 })).flat())
    assert.deepEqual(
      (await pages(storage, 'b', { limit: 2 })).map((page) => page.map((line) => line.split('=')[0])),
      [['b6', 'b5'], ['b4', 'b3'], ['b2', 'b1'], ['b0']],
    )
    const { changes } = await storage.history('', { upTo: revisions[3], limit: 1 })
    assert.deepEqual(
      changes.map(({ revision: at }) => at),
      [revisions[3], revisions[3], revisions[3]],
    )
  })

  it('history leaves out what is compacted, and so do times', async (t) => {
    const { storage, clock } = await fresh(t)
    assert.equal(await storage.timeOf(revision(1)), undefined)
    assert.deepEqual(await pages(storage, '', { limit: 10 }), [])
    const first = await put(storage, create('a', 'one'))
    clock.advance(1000)
    const second = await put(storage, replace('a', first, 'two'))
    clock.advance(1000)
    const third = await put(storage, replace('a', second, 'three'))
    assert.equal(await storage.timeOf(second), clock.now() - 1000)
    assert.equal(await storage.timeOf(revision(third + 1000)), clock.now())
    await storage.compact(500)
    assert.deepEqual(await pages(storage, '', { limit: 10 }), [
      [`a=three@${third} was a=two@${second}, ${clock.now()}`],
    ])
    assert.deepEqual(await pages(storage, '', { after: first, limit: 10 }), [
      [`a=three@${third} was a=two@${second}, ${clock.now()}`],
    ])
    assert.deepEqual(await pages(storage, '', { upTo: first, limit: 10 }), [])
    assert.equal(await storage.timeOf(first), undefined)
    assert.equal(await storage.timeOf(third), clock.now())
  })

  it('history of many writes is complete', async (t) => {
    const { storage } = await fresh(t)
    await put(storage, create('rare'))
    await Promise.all(Array.from({ length: 600 }, (_, index) => put(storage, create(`a${index}`))))
    assert.equal((await pages(storage, 'rare', { limit: 5 })).flat().length, 1)
    const read: PastChange[] = []
    for (let upTo: Revision | undefined; ; ) {
      const { changes, next } = await storage.history('a', { upTo, limit: 50 })
      read.push(...changes)
      if (next === undefined) break
      upTo = next
    }
    assert.equal(new Set(read.map(({ key }) => key)).size, 600)
    const revisions = read.map(({ revision: at }) => at)
    assert.deepEqual(
      revisions,
      revisions.toSorted((one, other) => other - one),
    )
  })

  it('history rejects invalid arguments', async (t) => {
    const { storage } = await fresh(t)
    for (const options of [
      { limit: 0 },
      { limit: 1, after: revision(0) },
      { limit: 1, upTo: revision(-1) },
    ]) {
      await assert.rejects(storage.history('', options), TypeError)
    }
    await assert.rejects(storage.timeOf(revision(0)), TypeError)
  })
}
