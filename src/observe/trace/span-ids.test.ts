import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SpanIds } from './span-ids.js'
import type { TraceContext } from './trace-context.js'

describe('the ids of spans', () => {
  it('are different, and have the form that the recommendation asks for', () => {
    const ids = new SpanIds(1)
    const contexts = Array.from({ length: 1000 }, () => ids.begin(undefined))
    for (const { traceId, spanId } of contexts) {
      assert.match(traceId, /^[0-9a-f]{32}$/)
      assert.match(spanId, /^[0-9a-f]{16}$/)
    }
    assert.equal(new Set(contexts.map(({ traceId }) => traceId)).size, 1000)
    assert.equal(new Set(contexts.map(({ spanId }) => spanId)).size, 1000)
  })

  it('sample about the share of new traces that is asked for', () => {
    const sampled = (ratio: number) => {
      const ids = new SpanIds(ratio)
      return Array.from({ length: 4000 }, () => ids.begin(undefined)).filter(({ isSampled }) => isSampled)
        .length
    }
    assert.equal(sampled(0), 0)
    assert.equal(sampled(1), 4000)
    const quarter = sampled(0.25)
    assert.ok(quarter > 800 && quarter < 1200, String(quarter))
  })

  it('leave the decision about a trace to the client that began it', () => {
    for (const isSampled of [true, false]) {
      const parent: TraceContext = {
        traceId: 'a'.repeat(32),
        spanId: 'b'.repeat(16),
        isSampled,
        state: 'c=1',
      }
      for (const ratio of [0, 1]) {
        const context = new SpanIds(ratio).begin(parent)
        assert.notEqual(context.spanId, parent.spanId)
        assert.deepEqual({ ...context, spanId: parent.spanId }, parent)
      }
    }
  })
})
