import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { Counter, Gauge } from '#observe/metrics.js'
import { FairSeats } from './fair-seats.js'

interface Sent {
  readonly name: string
  /** How long the response takes. */
  readonly cost: number
  isOpen: boolean
}

/** Seats, a clock that only requests move, and the names of requests in the order in which they go on. */
function open({ limit = 10, keepsUsersApart = true, waitTimeoutMs = 60_000, leastInTurn = 0 } = {}) {
  let now = 0
  let isTurnOver = true
  const served: string[] = []
  const metrics = { inFlight: new Gauge(), waiting: new Gauge(), rejected: new Counter() }
  const seats = new FairSeats({
    limit,
    keepsUsersApart,
    waitTimeoutMs,
    metrics,
    now: () => now,
    leastInTurn,
    turnBegan: () => (isTurnOver ? -10 : now),
  })
  /** Sends a request that is served as soon as it may go on. */
  const send = async (
    user: string,
    name = user,
    cost = 0.1,
    request: Sent = { name, cost, isOpen: true },
  ) => {
    const queue = seats.of(user)
    await seats.take(queue, request, now)
    served.push(request.name)
    now += request.cost
    queue.leave()
  }
  /** Takes a seat, and keeps it until the function that this returns is called. */
  const hold = async (user: string) => {
    const queue = seats.of(user)
    await seats.take(queue, { isOpen: true }, now)
    return () => queue.leave()
  }
  return {
    served,
    metrics,
    send,
    hold,
    endTurns: (isOver: boolean) => {
      isTurnOver = isOver
    },
  }
}

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const isRejected = (error: unknown) => error instanceof ApiError && error.code === 429

describe('seats', () => {
  it('are taken at once while there are some and the turn is not over', async () => {
    const { served, send, endTurns, metrics } = open()
    endTurns(false)
    const sent = many(9, (index) => send('a', String(index)))
    assert.deepEqual([metrics.inFlight.value, metrics.waiting.value], [9, 0])
    await Promise.all(sent)
    assert.equal(served.join(''), '012345678')
    assert.equal(metrics.inFlight.value, 0)
  })

  it('are taken at once by a few requests of each user however long the turn takes', async () => {
    const { hold, metrics } = open({ limit: 100, leastInTurn: 3 })
    const held = ['a', 'a', 'b', 'a', 'b'].map((user) => hold(user))
    assert.deepEqual([metrics.inFlight.value, metrics.waiting.value], [5, 0])
    const late = hold('a')
    assert.deepEqual([metrics.inFlight.value, metrics.waiting.value], [5, 1])
    for (const leave of await Promise.all([...held, late])) leave()
  })

  it('go to users in turn, however many requests of one wait', async () => {
    const { served, send } = open()
    const storm = many(1_000, () => send('a', 'a', 2))
    const few = many(5, () => send('b', 'b', 0.1))
    await Promise.all(few)
    assert.ok(served.length <= 5 + 2, `${served.length - 5} of another user came before`)
    await Promise.all(storm)
  })

  it('make a user with long requests leave out rounds', async () => {
    const { served, send } = open()
    const storm = many(50, () => send('a', 'a', 10))
    const short = many(50, () => send('b', 'b', 0.5))
    await Promise.all(short)
    // 25 milliseconds of one user are no more than three requests of the other.
    assert.ok(served.filter((name) => name === 'a').length <= 4, served.join(''))
    await Promise.all(storm)
  })

  it('let a request that comes late pass most of those that wait', async () => {
    const { served, send } = open()
    const storm = many(200, () => send('a', 'a', 2))
    await storm[20]
    for (let turn = 0; turn < 10; turn++) {
      const before = served.length
      await send('b', `b${turn}`)
      assert.ok(served.length - before <= 4, `${served.length - before} requests until the answer`)
    }
    await Promise.all(storm)
    assert.equal(served.length, 210)
  })

  it('are never all taken by one user', async () => {
    const { hold, metrics, endTurns, send } = open({ limit: 10 })
    endTurns(false)
    const held = await Promise.all(many(9, () => hold('a')))
    const late = send('a', 'late')
    assert.equal(metrics.waiting.value, 1)
    endTurns(true)
    await send('b')
    held[0]?.()
    await late
    for (const leave of held.slice(1)) leave()
    assert.equal(metrics.inFlight.value, 0)
  })

  it('are taken at once where there is no limit', async () => {
    const { hold, metrics, endTurns } = open({ limit: Number.POSITIVE_INFINITY })
    endTurns(false)
    const held = await Promise.all(many(1_000, () => hold('a')))
    assert.deepEqual([metrics.inFlight.value, metrics.waiting.value], [1_000, 0])
    for (const leave of held) leave()
  })

  it('may be taken by all where everyone is the same user', async () => {
    const { hold, metrics, endTurns } = open({ limit: 3, keepsUsersApart: false })
    endTurns(false)
    await Promise.all(many(3, () => hold('a')))
    assert.equal(metrics.inFlight.value, 3)
  })

  it('are waited for by as many requests of a user as there are, and no more', async () => {
    const { hold, metrics, send, endTurns } = open({ limit: 2 })
    endTurns(false)
    const leave = await hold('a')
    const waiting = [send('a'), send('a')]
    await assert.rejects(send('a'), isRejected)
    assert.equal(metrics.rejected.value, 1)
    await send('b')
    leave()
    await Promise.all(waiting)
  })

  it('are not waited for longer than is bearable', async () => {
    const { hold, metrics, send, endTurns } = open({ limit: 1, waitTimeoutMs: 1 })
    endTurns(false)
    const leave = await hold('a')
    await assert.rejects(send('b'), isRejected)
    assert.deepEqual([metrics.waiting.value, metrics.rejected.value], [0, 1])
    leave()
    await send('b')
  })

  it('are not assigned to clients that are gone', async () => {
    const { hold, send, served } = open({ limit: 2 })
    const leaves = [await hold('a'), await hold('b')]
    const gone = { name: 'gone', cost: 1, isOpen: true }
    const sent = [send('b', '', 0, gone), send('b')]
    gone.isOpen = false
    for (const leave of leaves) leave()
    await assert.rejects(sent[0] as Promise<void>, { name: 'RequestAborted' })
    await sent[1]
    assert.deepEqual(served, ['b'])
  })

  it('forget users without pending requests', async () => {
    const { send, metrics } = open()
    await Promise.all(many(3_000, (index) => send(`user-${index}`)))
    assert.deepEqual([metrics.inFlight.value, metrics.waiting.value], [0, 0])
  })
})
