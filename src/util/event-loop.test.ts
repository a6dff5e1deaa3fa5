import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import {
  beginBatch,
  endOfStage,
  isOverBudget,
  mapYielding,
  nextTurn,
  yieldToEventLoop,
} from './event-loop.js'

// A busy machine may stop this process at any point, so the clock is one that only `stay` moves.
let now = 1000
before(() => void mock.method(performance, 'now', () => now))
after(() => mock.restoreAll())

/** Keeps the event loop to itself, as far as the clock shows. */
function stay(milliseconds: number): void {
  now += milliseconds
}

describe('yielding to the event loop', () => {
  /** The pieces of work that went on in each turn of the event loop, of so many that each have some left to do. */
  async function turnsOf(pieces: number, milliseconds: number): Promise<number[][]> {
    const turns: number[][] = [[]]
    let pending = setImmediate(function count() {
      turns.push([])
      pending = setImmediate(count)
    })
    const work = async (piece: number) => {
      for (let round = 0; round < 2; round++) {
        // What goes on is not the function that yields, but its caller.
        await (async () => await yieldToEventLoop())()
        turns.at(-1)?.push(piece)
        stay(milliseconds)
      }
    }
    await Promise.all(Array.from({ length: pieces }, (_, piece) => work(piece)))
    clearImmediate(pending)
    return turns.filter((turn) => turn.length > 0)
  }

  it('lets one piece of long work go on per turn, in the order in which they came', async () => {
    assert.deepEqual(await turnsOf(3, 6), [[0], [1], [2], [0], [1], [2]])
  })

  it('lets short pieces go on together', async () => {
    assert.deepEqual(await turnsOf(3, 0), [
      [0, 1, 2],
      [0, 1, 2],
    ])
  })
})

describe('mapping in several turns', () => {
  it('maps all in order, and yields to the event loop when it takes long', async () => {
    let turns = 0
    const count = () => {
      turns++
      pending = setImmediate(count)
    }
    let pending = setImmediate(count)
    const mapped = await mapYielding([1, 2, 3, 4], (thing) => {
      stay(6)
      return thing * 2
    })
    clearImmediate(pending)
    assert.deepEqual(mapped, [2, 4, 6, 8])
    assert.ok(turns >= 3, `others had ${turns} turns`)
  })

  it('of nothing is nothing', async () => {
    assert.deepEqual(await mapYielding([], () => assert.fail()), [])
  })
})

describe('the end of a step', () => {
  it('waits for another turn when the batch has taken long', async () => {
    beginBatch()
    stay(10)
    const wait = endOfStage()
    assert.ok(wait instanceof Promise)
    await wait
  })

  it('holds up no work outside of a batch', async () => {
    await emptyTurns()
    stay(10)
    assert.equal(endOfStage(), undefined)
    beginBatch()
    stay(10)
    await emptyTurns()
    stay(10)
    assert.equal(endOfStage(), undefined)
  })

  it('holds up work of an earlier turn that takes long in this one', async () => {
    await nextTurn()
    assert.equal(endOfStage(), undefined)
    stay(10)
    const wait = endOfStage()
    assert.ok(wait instanceof Promise)
    await wait
    assert.equal(endOfStage(), undefined)
  })
})

describe('a turn of the event loop', () => {
  it('is late when its requests have taken long', async () => {
    beginBatch()
    assert.equal(isOverBudget(), false)
    stay(5)
    assert.equal(isOverBudget(), true)
    await nextTurn()
    await nextTurn()
    assert.equal(isOverBudget(), false)
  })

  it('is late when what went on in it since the first call has taken long', async () => {
    assert.equal(isOverBudget(), false)
    stay(5)
    assert.equal(isOverBudget(), true)
    await nextTurn()
    assert.equal(isOverBudget(), false)
  })
})

/** So many that every batch is over. */
async function emptyTurns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
