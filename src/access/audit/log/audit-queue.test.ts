import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ApiError } from '#meta/api-error.js'
import { silentLogger } from '#observe/logger.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { AuditQueue, QUEUE_OPTIONS, type QueueOptions, type Sink } from './audit-queue.js'
import { auditMetrics } from './metrics.js'

/** A sink whose writes a test controls. */
class HeldSink implements Sink {
  #bytes = Buffer.alloc(0)
  isOpen = true
  #held: (() => void)[] = []
  #isHolding = false
  /** What a write fails with; undefined when it does not. */
  failure: Error | undefined
  /** How many bytes are taken at a time. */
  most = Number.POSITIVE_INFINITY

  get text(): string {
    return this.#bytes.toString()
  }

  hold(): void {
    this.#isHolding = true
  }

  letGo(): void {
    this.#isHolding = false
    for (const go of this.#held.splice(0)) go()
  }

  async write(bytes: Buffer): Promise<number> {
    if (this.#isHolding) await new Promise<void>((resolve) => this.#held.push(resolve))
    if (this.failure !== undefined) throw this.failure
    const taken = Math.min(bytes.length, this.most)
    this.#bytes = Buffer.concat([this.#bytes, bytes.subarray(0, taken)])
    return taken
  }

  async close(): Promise<void> {
    this.isOpen = false
  }
}

function queueOn(sink: Sink, options: Partial<QueueOptions> = {}) {
  const metrics = auditMetrics(new MetricsRegistry())
  const all: QueueOptions = {
    ...QUEUE_OPTIONS,
    onFull: 'block',
    batch: 16,
    lingerMs: 0,
    retryMs: 1,
    ...options,
  }
  return { metrics, queue: new AuditQueue(sink, all, metrics, silentLogger) }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn()
}

describe('the queue of audit events', () => {
  it('writes events in order, however many bytes the sink takes at a time', async () => {
    const sink = new HeldSink()
    sink.most = 3
    const { queue, metrics } = queueOn(sink)
    const lines = Array.from({ length: 100 }, (_, index) => `${'é'.repeat(index % 20)}${index}\n`)
    for (const [index, line] of lines.entries()) {
      queue.append(line)
      if (index % 10 === 0) await turn()
    }
    await queue.close()
    assert.equal(sink.text, lines.join(''))
    assert.equal(metrics.events.value, 100)
    assert.equal(metrics.dropped.value, 0)
    assert.equal(sink.isOpen, false)
  })

  it('writes few events soon', async () => {
    const sink = new HeldSink()
    const { queue } = queueOn(sink)
    queue.append('one\n')
    await until(() => sink.text === 'one\n')
    queue.append('two\n')
    await until(() => sink.text === 'one\ntwo\n')
    await queue.close()
  })

  it('writes all events before it closes', async () => {
    const sink = new HeldSink()
    const { queue } = queueOn(sink, { lingerMs: 1_000_000, batch: 1_000_000 })
    for (let index = 0; index < 1000; index++) queue.append(`${index}\n`)
    assert.equal(sink.text, '')
    await queue.close()
    assert.equal(sink.text.split('\n').length, 1001)
  })

  it('drops and counts events that it has no room for', async () => {
    const sink = new HeldSink()
    sink.hold()
    const { queue, metrics } = queueOn(sink, { onFull: 'drop', capacity: 40 })
    for (let index = 0; index < 5; index++) {
      queue.append('ten bytes\n')
      queue.append('ten bytes\n')
    }
    assert.equal(queue.room(), undefined)
    assert.equal(metrics.dropped.value, 6)
    sink.letGo()
    await until(() => sink.text.length === 40)
    queue.append('last one!\n')
    await queue.close()
    assert.equal(sink.text, `${'ten bytes\n'.repeat(4)}last one!\n`)
    assert.equal(metrics.dropped.value, 6)
    assert.equal(metrics.events.value, 5)
  })

  it('makes requests wait when it is full, and loses no event', async () => {
    const sink = new HeldSink()
    sink.hold()
    const { queue, metrics } = queueOn(sink, { capacity: 40 })
    assert.equal(queue.room(), undefined)
    for (let index = 0; index < 4; index++) queue.append('ten bytes\n')
    let passed = 0
    const requests = Array.from({ length: 5 }, async () => {
      await queue.room()
      passed++
      queue.append('a request\n')
    })
    await turn()
    assert.equal(passed, 0)
    sink.letGo()
    await Promise.all(requests)
    await queue.close()
    assert.equal(sink.text.split('\n').length, 10)
    assert.equal(metrics.blocked.value, 5)
    assert.equal(metrics.dropped.value, 0)
  })

  it('takes at most twice its capacity from requests that did not wait', () => {
    const sink = new HeldSink()
    sink.hold()
    const { queue, metrics } = queueOn(sink, { capacity: 40 })
    for (let index = 0; index < 20; index++) queue.append('ten bytes\n')
    assert.equal(metrics.dropped.value, 12)
  })

  it('lets no request wait for ever', async () => {
    const sink = new HeldSink()
    sink.hold()
    const { queue } = queueOn(sink, { capacity: 4, waitTimeoutMs: 1 })
    queue.append('one\n')
    await assert.rejects(
      queue.room() as Promise<void>,
      (error) => error instanceof ApiError && error.code === 503,
    )
    sink.letGo()
    await queue.close()
    assert.equal(sink.text, 'one\n')
  })

  it('keeps events while the disk is full, and writes them once it is not', async () => {
    const sink = new HeldSink()
    sink.failure = new Error('ENOSPC')
    const { queue, metrics } = queueOn(sink, { capacity: 40 })
    for (let index = 0; index < 4; index++) queue.append('ten bytes\n')
    const waiting = queue.room()
    await assert.rejects(waiting as Promise<void>, (error) => error instanceof ApiError && error.code === 503)
    await until(() => metrics.failures.value > 2)
    // Requests are not held up now, but rejected at once.
    await assert.rejects(queue.room() as Promise<void>, ApiError)
    sink.failure = undefined
    await until(() => sink.text.length === 40)
    assert.equal(queue.room(), undefined)
    await queue.close()
    assert.equal(metrics.dropped.value, 0)
  })

  it('counts events that cannot be written when the server stops, and closes', async () => {
    const sink = new HeldSink()
    sink.failure = new Error('ENOSPC')
    const { queue, metrics } = queueOn(sink, { retryMs: 1_000_000 })
    for (let index = 0; index < 10; index++) queue.append('ten bytes\n')
    await until(() => metrics.failures.value > 0)
    await queue.close()
    assert.equal(metrics.dropped.value, 10)
    queue.append('too late\n')
    assert.equal(metrics.dropped.value, 11)
    assert.equal(queue.room(), undefined)
  })

  it('closes also when a write of the sink never ends', async () => {
    const sink = new HeldSink()
    sink.hold()
    const { queue, metrics } = queueOn(sink, { closeMs: 1 })
    queue.append('one\n')
    await queue.close()
    assert.equal(metrics.dropped.value, 1)
  })

  it('lets waiting requests go on when the server stops', async () => {
    const sink = new HeldSink()
    sink.hold()
    const { queue } = queueOn(sink, { capacity: 4, closeMs: 1 })
    queue.append('one\n')
    const waiting = queue.room()
    await Promise.all([queue.close(), waiting])
  })
})
