import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { SharedBytes, SharedMemory } from '#http/connection/shared-bytes.js'
import { UnsentBudget } from './unsent-budget.js'

/** Reserves memory, and shows whether it is available. */
function ask(budget: UnsentBudget, bytes: number): { granted: boolean; readonly outcome: Promise<unknown> } {
  const room = budget.reserve(bytes)
  if (room === undefined) return { granted: true, outcome: Promise.resolve() }
  const asked = {
    granted: false,
    outcome: room.then(
      () => {
        asked.granted = true
      },
      (error: unknown) => error,
    ),
  }
  return asked
}

describe('a budget for unsent bytes', () => {
  it('gives half of itself to responses with their own memory, in order of arrival', async () => {
    const budget = new UnsentBudget(200, 10_000)
    assert.equal(ask(budget, 60).granted, true)
    const large = ask(budget, 50)
    const small = ask(budget, 1)
    assert.deepEqual([large.granted, small.granted], [false, false])
    budget.release(60)
    await Promise.all([large.outcome, small.outcome])
    assert.deepEqual([large.granted, small.granted], [true, true])
    budget.release(51)
  })

  it('gives the whole budget to a larger response, while no other one has a share', async () => {
    const budget = new UnsentBudget(200, 10_000)
    assert.equal(ask(budget, 1000).granted, true)
    const next = ask(budget, 1)
    assert.equal(next.granted, false)
    budget.release(1000)
    await next.outcome
    assert.equal(next.granted, true)
  })

  it('rejects a response that has waited too long, and serves the next one', async () => {
    const budget = new UnsentBudget(200, 20)
    ask(budget, 60)
    const large = ask(budget, 50)
    const error = (await large.outcome) as { error: string; details: { retryAfterSeconds: number } }
    assert.equal(error.error, 'tooManyRequests')
    assert.equal(error.details.retryAfterSeconds, 1)
    assert.equal(ask(budget, 40).granted, true)
  })

  it('counts bytes for many clients once, until the last one has received them', async () => {
    const memory = new SharedMemory()
    const shared = new SharedBytes(Buffer.alloc(1000), memory)
    const sockets = Array.from(
      { length: 3 },
      () => new PassThrough({ highWaterMark: 1 }) as unknown as Socket,
    )
    // The first write is taken by the stream, the second one waits.
    for (const socket of sockets) socket.write('x')
    for (const socket of sockets) shared.writeTo(socket)
    const held = memory.bytes
    assert.ok(held > 1000 && held < 1500, String(held))
    sockets[0]?.resume()
    sockets[1]?.resume()
    await new Promise((resolve) => setTimeout(resolve, 10))
    assert.ok(memory.bytes > 1000 && memory.bytes < held)
    sockets[2]?.resume()
    await new Promise((resolve) => setTimeout(resolve, 10))
    assert.equal(memory.bytes, 0)
  })

  it('counts bytes that several responses consist of once', () => {
    const memory = new SharedMemory()
    const bytes = Buffer.alloc(1000)
    memory.hold(bytes)
    memory.hold(bytes)
    assert.equal(memory.bytes, 1000)
    memory.release(bytes)
    assert.equal(memory.bytes, 1000)
    memory.release(bytes)
    assert.equal(memory.bytes, 0)
    memory.release(bytes)
    assert.equal(memory.bytes, 0)
  })
})
