import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { PriorityLevelConfigurationSpec } from '#kinds/flowcontrol/prioritylevelconfiguration/schema.js'
import { ApiError } from '#meta/api-error.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { Random, testSeed } from '#test/support/random.js'
import { ActiveSchema } from './active-schema.js'
import { Dispatcher, type DispatcherOptions } from './dispatcher.js'
import type { SeatedRequest } from './flow.js'
import { FlowMetrics } from './flow-metrics.js'
import type { PriorityLevel } from './priority-level.js'

type Limited = NonNullable<PriorityLevelConfigurationSpec['limited']>

interface LevelOptions {
  readonly shares?: number
  readonly lendable?: number
  readonly borrowing?: number
  /** Undefined for a level that rejects. */
  readonly queues?: number
  readonly handSize?: number
  readonly length?: number
}

const EXEMPT: PriorityLevelConfigurationSpec = {
  type: 'Exempt',
  limited: undefined,
  exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 },
}

function limited(options: LevelOptions): PriorityLevelConfigurationSpec {
  const { shares = 10, lendable = 0, borrowing, queues, handSize = 1, length = 50 } = options
  const queuing = queues === undefined ? undefined : { queues, handSize, queueLengthLimit: length }
  const level: Limited = {
    nominalConcurrencyShares: shares,
    lendablePercent: lendable,
    borrowingLimitPercent: borrowing,
    limitResponse: { type: queuing === undefined ? 'Reject' : 'Queue', queuing },
  }
  return { type: 'Limited', limited: level, exempt: undefined }
}

class Request extends EventEmitter implements SeatedRequest {
  seat: SeatedRequest['seat'] = undefined
  isOpen = true
  readonly response = this
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
  }

  destroy(): void {
    this.isOpen = false
    this.emit('close')
  }
}

type Levels = Readonly<Record<string, LevelOptions | 'exempt'>>

/** Levels, a clock that only requests move, and the names of requests in the order in which they go on. */
function open(total: number, levels: Levels, options: Partial<DispatcherOptions> = {}) {
  let now = 0
  let isTurnOver = false
  const served: string[] = []
  const metrics = new FlowMetrics(new MetricsRegistry())
  const dispatcher = new Dispatcher({
    ...{ total, minPerTurn: 0, now: () => now, turnBegan: () => (isTurnOver ? -10 : now) },
    ...options,
  })
  const configure = (wanted: Levels) =>
    dispatcher.configure(
      Object.entries(wanted).map(([name, level]) => ({
        name,
        uid: name,
        spec: level === 'exempt' ? EXEMPT : limited(level),
      })),
    )
  configure(levels)
  const levelOf = (name: string) => dispatcher.levels.find((level) => level.name === name) as PriorityLevel
  const schemas = new Map(
    Object.keys(levels).map((name) => {
      const schema = { name: `of-${name}`, method: 'ByUser', rules: [] } as const
      return [name, new ActiveSchema(schema, levelOf(name), undefined, metrics.of(name, schema.name))]
    }),
  )
  const flowOf = (level: string, user: string) => (schemas.get(level) as ActiveSchema).flowOf(user, undefined)
  const take = (level: string, user: string, width = 1, request = new Request(user)) => {
    const taken = dispatcher.take(flowOf(level, user), request, width, now)
    return { request, taken }
  }
  return {
    dispatcher,
    configure,
    level: levelOf,
    served,
    take,
    /** Takes seats, and keeps them until the function that this returns is called. */
    hold: async (level: string, user = 'ann', width = 1) => {
      const { request, taken } = take(level, user, width)
      await taken
      return () => request.seat?.leave(now)
    },
    /** Sends a request that is served as soon as it may go on. */
    send: async (level: string, user: string, cost = 0.1) => {
      const { request, taken } = take(level, user)
      await taken
      served.push(request.name)
      now += cost
      request.seat?.leave(now)
    },
    endTurns: () => {
      isTurnOver = true
    },
  }
}

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const isRejected = (error: unknown) => error instanceof ApiError && error.code === 429
/** Lets waiting requests go on that can. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

describe('the seats of priority levels', () => {
  it('are divided by shares and rounded up', () => {
    const { dispatcher } = open(600, {
      ...{ a: { shares: 5 }, b: { shares: 100, lendable: 90 }, c: { shares: 140, borrowing: 10 } },
      exempt: 'exempt',
    })
    assert.deepEqual(
      dispatcher.levels.map(({ name, nominal, min, max }) => [name, nominal, min, max]),
      [
        ['a', 13, 13, 613],
        ['b', 245, 24, 845],
        ['c', 343, 343, 377],
        ['exempt', 0, 0, 600],
      ],
    )
  })

  it('are taken at once while there are some', async () => {
    const { take, level } = open(3, { a: { queues: 1 } })
    const taken = many(3, () => take('a', 'ann').taken)
    assert.deepEqual(taken, [undefined, undefined, undefined])
    assert.equal(level('a').seatsInUse, 3)
  })

  it('are unlimited for exempt levels, and for all without a total', async () => {
    const { take } = open(1, { a: {}, exempt: 'exempt' })
    assert.ok(many(500, () => take('exempt', 'root').taken).every((taken) => taken === undefined))
    const open2 = open(Number.POSITIVE_INFINITY, { a: {}, b: { queues: 2, lendable: 50 } })
    assert.ok(many(500, () => open2.take('a', 'ann').taken).every((taken) => taken === undefined))
    assert.ok(many(500, () => open2.take('b', 'ann', 10).taken).every((taken) => taken === undefined))
  })

  it('are not waited for in a level that rejects', async () => {
    const { hold, take, level } = open(2, { a: {} })
    const leave = await hold('a')
    await hold('a')
    assert.throws(() => take('a', 'ben'), isRejected)
    assert.equal(level('a').counts.rejected, 1)
    leave()
    assert.equal(take('a', 'ben').taken, undefined)
  })

  it('are waited for by as many requests as a queue has room for', async () => {
    const { hold, take, level } = open(1, { a: { queues: 1, length: 2 } })
    const leave = await hold('a')
    const waiting = [take('a', 'ann'), take('a', 'ann')]
    assert.throws(() => take('a', 'ann'), isRejected)
    assert.deepEqual([level('a').waiting, level('a').counts.rejected], [2, 1])
    leave()
    await waiting[0]?.taken
    waiting[0]?.request.seat?.leave(0)
    await waiting[1]?.taken
    assert.equal(level('a').waiting, 0)
  })

  it('are not waited for longer than is bearable', async () => {
    const { hold, send, level } = open(1, { a: { queues: 1 } }, { waitTimeoutMs: 1 })
    const leave = await hold('a')
    await assert.rejects(send('a', 'ben'), isRejected)
    assert.deepEqual([level('a').waiting, level('a').counts.timedOut], [0, 1])
    leave()
    await send('a', 'ben')
  })

  it('are not assigned to clients that are gone, which leave the queue at once', async () => {
    const { hold, take, level } = open(1, { a: { queues: 1 } })
    const leave = await hold('a')
    const gone = take('a', 'ann')
    const other = take('a', 'ben')
    gone.request.emit('close')
    await assert.rejects(gone.taken as Promise<void>, { name: 'RequestAborted' })
    assert.deepEqual([level('a').waiting, level('a').counts.cancelled], [1, 1])
    leave()
    await other.taken
    assert.equal(gone.request.seat, undefined)
  })

  it('are several for a wide request, within a part of the level', async () => {
    const { hold, take, level } = open(20, { a: { queues: 1 } })
    await hold('a', 'ann', 10)
    assert.equal(level('a').seatsInUse, 3)
    const narrow = open(2, { a: { queues: 1 } })
    await narrow.hold('a', 'ann', 10)
    assert.equal(narrow.level('a').seatsInUse, 1)
    assert.equal(take('a', 'ann', 17).taken, undefined)
  })
})

describe('seats that a level lends', () => {
  const LEVELS: Levels = { a: { queues: 4 }, b: { queues: 4, lendable: 50 } }

  it('are used by others while it does not need them, and return', async () => {
    const { hold, take, level } = open(20, LEVELS)
    const held = await Promise.all(many(15, () => hold('a')))
    assert.equal(level('a').seatsInUse, 15)
    const borrower = take('a', 'ann')
    const own = await Promise.all(many(5, () => hold('b')))
    const lender = take('b', 'ben')
    await settle()
    assert.deepEqual([level('a').waiting, level('b').waiting, own.length], [1, 1, 5])
    held[0]?.()
    await lender.taken
    assert.equal(level('a').waiting, 1)
    held[1]?.()
    await borrower.taken
    assert.deepEqual([level('a').seatsInUse, level('b').seatsInUse], [14, 6])
  })

  it('are not more than it lends, nor more than others may borrow', async () => {
    const { hold, level } = open(30, {
      a: { queues: 1 },
      b: { lendable: 50 },
      c: { borrowing: 20, queues: 1 },
    })
    const ofC = many(13, () => hold('c'))
    const ofA = many(14, () => hold('a'))
    await settle()
    assert.deepEqual([level('a').seatsInUse, level('c').seatsInUse], [13, 12])
    assert.deepEqual([level('a').waiting, level('c').waiting], [1, 1])
    for (const held of [...ofA, ...ofC]) void held.then((leave) => leave())
    await Promise.all([...ofA, ...ofC])
  })

  it('go to levels whose requests are wider than what is left of their share, which do not wait for each other', async () => {
    const { hold, take, level } = open(60, {
      ...{ a: { queues: 1 }, b: { queues: 1 }, c: { queues: 1, lendable: 100 } },
    })
    for (const name of ['a', 'b']) await Promise.all(many(18, () => hold(name)))
    const lent = await Promise.all(many(20, () => hold('c')))
    const wide = [take('a', 'ann', 3), take('b', 'ben', 3)]
    await settle()
    assert.deepEqual([level('a').waiting, level('b').waiting], [1, 1])
    for (const leave of lent.slice(0, 10)) leave()
    await Promise.all(wide.map(({ taken }) => taken))
    assert.deepEqual([level('a').seatsInUse, level('b').seatsInUse], [21, 21])
  })

  it('come back for a wide request of the lender before others borrow again', async () => {
    const { hold, take, level } = open(60, {
      ...{ a: { queues: 1, lendable: 100 }, b: { queues: 1 }, c: { queues: 1, lendable: 100 } },
    })
    for (let index = 0; index < 18; index++) await hold('a')
    const lent = await Promise.all(many(42, () => hold('b', 'ben')))
    const more = many(20, () => hold('b', 'ben'))
    const wide = take('a', 'ann', 3)
    for (const leave of lent.slice(0, 3)) {
      leave()
      await settle()
    }
    await wide.taken
    assert.deepEqual([level('a').seatsInUse, level('b').seatsInUse, level('b').waiting], [21, 39, 20])
    for (const leave of lent.slice(3)) leave()
    await Promise.all(more)
  })

  it('never exceed the total, and nobody waits beside free seats', async () => {
    const seed = testSeed()
    const random = new Random(seed)
    const levels: Levels = {
      a: { shares: 10, lendable: 30, queues: 8, handSize: 2 },
      b: { shares: 20, lendable: 90, borrowing: 50, queues: 4, handSize: 2 },
      c: { shares: 30, lendable: 0, queues: 8, handSize: 3 },
      d: { shares: 40, lendable: 100, queues: 16, handSize: 4 },
    }
    const { take, dispatcher } = open(100, levels)
    const running = new Set<Request>()
    for (let step = 0; step < 2_000; step++) {
      if (random.chance(0.55)) {
        const name = random.pick(['a', 'b', 'c', 'd'])
        try {
          const { request, taken } = take(name, `user-${random.below(5)}`, random.pick([1, 1, 1, 2, 3]))
          if (taken === undefined) running.add(request)
          else taken.then(() => running.add(request))
        } catch (error) {
          assert.ok(isRejected(error), `seed ${seed}`)
        }
      } else if (running.size > 0) {
        const request = random.pick([...running])
        running.delete(request)
        request.seat?.leave(0)
      }
      if (step % 20 === 0) await settle()
      const used = dispatcher.levels.reduce((sum, { seatsInUse }) => sum + seatsInUse, 0)
      assert.ok(used <= 100, `${used} seats, seed ${seed}`)
      for (const { name, seatsInUse, max } of dispatcher.levels)
        assert.ok(seatsInUse <= max, `${seatsInUse} seats of ${name}, seed ${seed}`)
    }
    while (running.size > 0 || dispatcher.levels.some(({ waiting }) => waiting > 0)) {
      for (const request of running) request.seat?.leave(0)
      running.clear()
      await settle()
    }
    assert.ok(dispatcher.levels.every(({ seatsInUse, isIdle }) => seatsInUse === 0 && isIdle))
  })
})

describe('the queues of a level', () => {
  it('are served in turn, however many requests of one wait', async () => {
    const { send, served, endTurns } = open(10, { a: { queues: 64, handSize: 1 } })
    endTurns()
    const storm = many(1_000, () => send('a', 'ann', 2))
    const few = many(5, () => send('a', 'ben', 0.1))
    await Promise.all(few)
    assert.ok(served.length <= 5 + 6, `${served.length - 5} of another user came before`)
    await Promise.all(storm)
  })

  it('are served less often if their requests are long', async () => {
    const { send, served, endTurns } = open(10, { a: { queues: 64, handSize: 1 } })
    endTurns()
    const storm = many(50, () => send('a', 'ann', 10))
    await Promise.all(many(50, () => send('a', 'ben', 0.5)))
    // 25 milliseconds of one user are no more than three requests of the other.
    assert.ok(served.filter((name) => name === 'ann').length <= 4, served.join(' '))
    await Promise.all(storm)
  })

  it('are all served, whatever the others do', async () => {
    const { send, served, endTurns } = open(4, { a: { queues: 32, handSize: 4, length: 1_000 } })
    endTurns()
    const users = many(12, (index) => `user-${index}`)
    const sent = users.flatMap((user, index) => many(30, () => send('a', user, 1 + index)))
    await Promise.all(sent)
    for (const user of users) assert.equal(served.filter((name) => name === user).length, 30)
  })

  it('let a request that comes late pass most of those that wait', async () => {
    const { send, served, endTurns } = open(10, { a: { queues: 64, handSize: 2 } })
    endTurns()
    const storm = many(200, () => send('a', 'ann', 2))
    await storm[20]
    for (let turn = 0; turn < 10; turn++) {
      const before = served.length
      await send('a', 'ben')
      assert.ok(served.length - before <= 6, `${served.length - before} requests until the answer`)
    }
    await Promise.all(storm)
  })

  it('serve a few requests of each flow at once, however long the turn takes', async () => {
    const { take, level, endTurns } = open(100, { a: { queues: 4 } }, { minPerTurn: 3 })
    endTurns()
    const held = ['ann', 'ann', 'ben', 'ann', 'ben'].map((user) => take('a', user).taken)
    assert.deepEqual(held, Array(5).fill(undefined))
    const late = take('a', 'ann').taken
    assert.equal(level('a').waiting, 1)
    await late
    assert.equal(level('a').waiting, 0)
  })
})

describe('priority levels', () => {
  it('share the thread by their shares', async () => {
    const { send, served, endTurns } = open(100, {
      ...{ a: { shares: 10, queues: 4 }, b: { shares: 90, queues: 4 } },
    })
    endTurns()
    const slow = many(200, () => send('a', 'ann', 2))
    await Promise.all(many(90, () => send('b', 'ben', 2)))
    const others = served.length - 90
    assert.ok(others >= 5 && others <= 20, `${others} of the smaller level`)
    await Promise.all(slow)
  })

  it('that reject do so also after requests have waited for the next turn', async () => {
    const { take, endTurns, level } = open(2, { a: {} })
    endTurns()
    const sent = many(3, () => take('a', 'ann').taken)
    await assert.rejects(sent[2] as Promise<void>, isRejected)
    await Promise.all(sent.slice(0, 2))
    assert.deepEqual([level('a').running, level('a').waiting], [2, 0])
  })

  it('keep their requests when their queues change', async () => {
    const { hold, take, configure, level } = open(2, { a: { queues: 8, handSize: 2 } })
    const leaves = [await hold('a'), await hold('a')]
    const waiting = many(6, (index) => take('a', `user-${index}`))
    configure({ a: { queues: 2, handSize: 1 } })
    assert.deepEqual([level('a').queues.length, level('a').waiting], [2, 6])
    for (const leave of leaves) leave()
    for (const { request, taken } of waiting) {
      await Promise.race(waiting.map((one) => one.taken))
      taken?.then(() => request.seat?.leave(0))
    }
    await Promise.all(waiting.map(({ taken }) => taken))
    await settle()
    assert.ok(level('a').isIdle)
  })

  it('that become smaller still have room for a wide request that waits', async () => {
    const { hold, take, configure, level } = open(100, { a: { queues: 1 }, b: { queues: 1, shares: 0 } })
    const leaves = await Promise.all(many(95, () => hold('a')))
    const wide = take('a', 'ann', 10)
    configure({ a: { queues: 1, shares: 1 }, b: { queues: 1, shares: 99 } })
    for (const leave of leaves) leave()
    await wide.taken
    assert.equal(level('a').seatsInUse, 1)
    wide.request.seat?.leave(0)
    assert.ok(level('a').isIdle)
  })

  it('that are gone serve their last requests, and then give back their seats', async () => {
    const { hold, take, configure, dispatcher, level } = open(2, { a: { queues: 1 }, b: { queues: 1 } })
    const leave = await hold('a')
    const late = take('a', 'ann')
    configure({ b: { queues: 1 } })
    assert.equal(level('a').isQuiescing, true)
    assert.equal(level('b').nominal, 1)
    leave()
    await late.taken
    late.request.seat?.leave(0)
    assert.deepEqual(
      dispatcher.levels.map(({ name, nominal }) => [name, nominal]),
      [['b', 2]],
    )
  })
})

describe('flows', () => {
  it('may be thousands', async () => {
    const { send, level } = open(10, { a: { queues: 4, length: 1_000 } })
    await Promise.all(many(3_000, (index) => send('a', `user-${index}`)))
    assert.ok(level('a').isIdle)
  })
})

describe('flows and levels that always have a request running', () => {
  it('save no time: another flow has its share afterwards', async () => {
    const { hold, send, served } = open(2, { a: { queues: 64, handSize: 1 } })
    const release = await hold('a', 'mallory')
    for (let round = 0; round < 5; round++) await Promise.all(many(30, () => send('a', 'ann', 100)))
    const before = served.length
    const both = ['mallory', 'ann'].flatMap((user) => many(20, () => send('a', user, 100)))
    await Promise.all(both)
    const first = served.slice(before, before + 20).filter((user) => user === 'mallory')
    assert.ok(first.length >= 8 && first.length <= 12, `${first.length} of 20`)
    release()
  })

  it('save no time: another level has its share afterwards', async () => {
    const { hold, send, served } = open(4, { a: { queues: 1, length: 100 }, b: { queues: 1, length: 100 } })
    const releases = [await hold('a', 'mallory'), await hold('b', 'ann')]
    for (let round = 0; round < 5; round++) await Promise.all(many(30, () => send('b', 'ann', 100)))
    const before = served.length
    const both = [...many(20, () => send('a', 'mallory', 100)), ...many(20, () => send('b', 'ann', 100))]
    await Promise.all(both)
    const first = served.slice(before, before + 20).filter((user) => user === 'mallory')
    assert.ok(first.length >= 8 && first.length <= 12, `${first.length} of 20`)
    for (const release of releases) release()
  })
})

describe('a request that waits for many seats', () => {
  it('does not make the queues behind it endless', async () => {
    const { hold, take, level } = open(20, { a: { queues: 1, length: 5 } })
    const releases = await Promise.all(many(19, () => hold('a')))
    const wide = take('a', 'ann', 3)
    await settle()
    for (let index = 0; index < 20; index++) {
      try {
        take('a', 'ann').taken?.catch(() => undefined)
      } catch (error) {
        assert.ok(isRejected(error))
      }
    }
    assert.ok(level('a').waiting <= 6, `${level('a').waiting} requests wait`)
    for (const release of releases) release()
    await wide.taken
    wide.request.seat?.leave(0)
  })

  it('ends when its client does', async () => {
    const { hold, take, level } = open(1, { a: { queues: 1 } })
    const release = await hold('a')
    const { request, taken } = take('a', 'ben')
    const ended = assert.rejects(taken as Promise<void>)
    request.destroy()
    await ended
    assert.equal(level('a').waiting, 0)
    release()
  })
})
