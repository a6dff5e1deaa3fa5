import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { Debouncer } from './debouncer.js'

const STEP_MS = 50

describe('debounced items', () => {
  let taken: string[]
  let isBusy: boolean
  let now: number
  let debouncer: Debouncer<string>
  const pass = (milliseconds: number) => {
    for (const end = now + milliseconds; now < end; ) {
      now += STEP_MS
      mock.timers.tick(STEP_MS)
    }
  }
  beforeEach(() => {
    taken = []
    isBusy = false
    now = 0
    mock.method(performance, 'now', () => now)
    mock.timers.enable({ apis: ['setTimeout'] })
    debouncer = new Debouncer({
      maxWaitMs: 5_000,
      canWait: (_item, hasNoTime) => hasNoTime,
      take: (item) => taken.push(item),
      isBusy: () => isBusy,
    })
  })
  afterEach(() => {
    mock.timers.reset()
    mock.restoreAll()
  })

  it('are taken once, in order, after a delay', () => {
    for (const item of ['a', 'b', 'a']) debouncer.add(item)
    assert.deepEqual([taken, debouncer.size], [[], 2])
    pass(100)
    assert.deepEqual([taken, debouncer.size], [['a', 'b'], 0])
  })

  it('wait while the server is busy, up to a limit', () => {
    isBusy = true
    debouncer.add('early')
    pass(2_000)
    debouncer.add('late')
    pass(2_900)
    assert.deepEqual(taken, [])
    pass(200)
    assert.deepEqual(taken, ['early'])
    isBusy = false
    pass(100)
    assert.deepEqual(taken, ['early', 'late'])
  })

  it('can be taken early, and are not taken again', () => {
    debouncer.add('a')
    debouncer.add('b')
    debouncer.take('a')
    debouncer.take('a')
    assert.deepEqual(taken, ['a'])
    debouncer.takeAll()
    pass(1_000)
    assert.deepEqual(taken, ['a', 'b'])
  })

  it('are awaited until the last is taken or cleared', async () => {
    await debouncer.idle()
    debouncer.add('a')
    const idle = debouncer.idle()
    pass(100)
    await idle
    debouncer.add('b')
    const forgotten = debouncer.idle()
    debouncer.clear()
    await forgotten
    pass(1_000)
    assert.deepEqual(taken, ['a'])
  })
})
