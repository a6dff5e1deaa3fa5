import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTurn } from '#util/event-loop.js'
import { doublingBackOff, WorkQueue, type WorkQueueOptions } from './work-queue.js'

interface Item {
  readonly name: string
}
const [a, b, c]: readonly [Item, Item, Item] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

const NEVER = 2 ** 31 - 1

/** A queue that records its work. */
function queueOf(work: (item: Item) => Promise<void>, options: Partial<WorkQueueOptions<Item>> = {}) {
  const seen: string[] = []
  const queue = new WorkQueue<Item>({
    concurrency: 1,
    backOff: () => 0,
    ...options,
    work: (item) => {
      seen.push(item.name)
      return work(item)
    },
  })
  return { queue, seen }
}

/** Work that the test ends. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('WorkQueue', () => {
  it('works in the order of `add`', async () => {
    const { queue, seen } = queueOf(nextTurn)
    for (const item of [c, a, b]) queue.add(item)
    await queue.idle()
    queue.add(a)
    await queue.idle()
    assert.deepEqual(seen, ['c', 'a', 'b', 'a'])
  })

  it('starts in a later tick', async () => {
    const { queue, seen } = queueOf(nextTurn)
    queue.add(a)
    await undefined
    assert.deepEqual(seen, [])
    await queue.idle()
    assert.deepEqual(seen, ['a'])
  })

  it('works once on an item that is added several times', async () => {
    const { queue, seen } = queueOf(nextTurn)
    for (const item of [a, b, a, b, b]) queue.add(item)
    assert.equal(queue.size, 2)
    await queue.idle()
    assert.deepEqual(seen, ['a', 'b'])
  })

  it('works again, but not concurrently, on an item that is added during its work', async () => {
    const { open, opened } = gate()
    const { queue, seen } = queueOf(() => opened, { concurrency: 2 })
    queue.add(a)
    while (seen.length === 0) await nextTurn()
    queue.add(a)
    queue.add(a)
    await nextTurn()
    assert.deepEqual(seen, ['a'])
    open()
    await queue.idle()
    assert.deepEqual(seen, ['a', 'a'])
  })

  it('respects the concurrency', async () => {
    let [running, most] = [0, 0]
    const { queue, seen } = queueOf(
      async () => {
        most = Math.max(most, ++running)
        await nextTurn()
        running--
      },
      { concurrency: 3 },
    )
    for (let index = 0; index < 20; index++) queue.add({ name: `${index}` })
    await queue.idle()
    assert.equal(seen.length, 20)
    assert.equal(most, 3)
  })

  it('retries a failed item until it succeeds', async () => {
    const failures: number[] = []
    const { queue, seen } = queueOf(
      async () => {
        if (seen.length < 4) throw new Error('not yet')
      },
      { onFailure: (_, __, count) => failures.push(count) },
    )
    queue.add(a)
    await queue.idle()
    assert.deepEqual(failures, [1, 2, 3])
    assert.equal(seen.length, 4)
  })

  it('backs off exponentially, up to a limit', () => {
    const waits = Array.from({ length: 30 }, (_, index) => doublingBackOff(index + 1))
    assert.deepEqual(waits.slice(0, 4), [10, 20, 40, 80])
    assert.equal(waits.at(-1), 10_000)
  })

  it('resets the failure count after a success', async () => {
    const failures: number[] = []
    const { queue, seen } = queueOf(
      async () => {
        if (seen.length % 2 === 1) throw new Error('odd')
      },
      { onFailure: (_, __, count) => failures.push(count) },
    )
    for (let round = 0; round < 2; round++) {
      queue.add(a)
      await queue.idle()
    }
    assert.deepEqual(failures, [1, 1])
  })

  it('continues with others while one backs off, and is not idle meanwhile', async () => {
    const { queue, seen } = queueOf(
      async (item) => {
        if (item === a && seen.length < 3) throw new Error('not yet')
      },
      { backOff: () => NEVER },
    )
    queue.add(a)
    queue.add(b)
    while (seen.length < 2) await nextTurn()
    assert.deepEqual(seen, ['a', 'b'])
    assert.equal(queue.size, 1)
    queue.add(a)
    await queue.idle()
    assert.deepEqual(seen, ['a', 'b', 'a'], 'what is added is tried at once, rest or no rest')
  })

  it('reads a batch lazily, item by item', async () => {
    const { queue, seen } = queueOf(nextTurn)
    const batch = new Set([a, b])
    queue.add(b)
    queue.addAll(batch)
    queue.add(a)
    batch.delete(a)
    batch.add(c)
    assert.equal(queue.size, 3, 'the unread batch counts as one')
    await queue.idle()
    assert.deepEqual(seen, ['b', 'b', 'c', 'a'])
  })

  it('is idle after an empty batch', async () => {
    const { queue, seen } = queueOf(nextTurn)
    queue.addAll([])
    await queue.idle()
    assert.deepEqual(seen, [])
  })

  it('drops waiting items when it is cleared', async () => {
    const { open, opened } = gate()
    const { queue, seen } = queueOf(
      async (item) => {
        if (item === b) throw new Error('rests')
        await opened
        throw new Error('is not tried again')
      },
      { concurrency: 2, backOff: () => NEVER },
    )
    queue.add(a)
    queue.add(b)
    while (seen.length < 2) await nextTurn()
    queue.add(a)
    queue.add(c)
    queue.addAll([a, b, c])
    queue.clear()
    open()
    await queue.idle()
    assert.deepEqual(seen, ['a', 'b'])
  })

  it('works after it was cleared', async () => {
    const { open, opened } = gate()
    const { queue, seen } = queueOf(() => opened)
    queue.add(a)
    while (seen.length === 0) await nextTurn()
    queue.clear()
    queue.add(a)
    queue.add(b)
    open()
    await queue.idle()
    assert.deepEqual(seen, ['a', 'b', 'a'])
  })

  it('closes when running work ends, and accepts nothing more', async () => {
    const { open, opened } = gate()
    const { queue, seen } = queueOf(() => opened)
    queue.add(a)
    queue.add(b)
    while (seen.length === 0) await nextTurn()
    let isClosed = false
    const closed = queue.close().then(() => {
      isClosed = true
    })
    queue.add(c)
    queue.addAll([c])
    await nextTurn()
    assert.equal(isClosed, false)
    open()
    await closed
    assert.deepEqual(seen, ['a'])
  })
})
