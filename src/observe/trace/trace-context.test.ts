import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTraceContext, traceHeaders } from './trace-context.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

describe('the trace context of a request', () => {
  it('has the trace, the calling span, and whether it is sampled', () => {
    const traceparent = `00-${TRACE}-${SPAN}-01`
    const expected = { traceId: TRACE, spanId: SPAN, isSampled: true, state: '' }
    assert.deepEqual(readTraceContext({ traceparent }), expected)
    for (const [flags, isSampled] of [
      ['00', false],
      ['02', false],
      ['03', true],
      ['ff', true],
    ] as const) {
      const context = readTraceContext({ traceparent: `00-${TRACE}-${SPAN}-${flags}` })
      assert.equal(context?.isSampled, isSampled, flags)
    }
  })

  it('is read from versions to come, with more fields', () => {
    for (const traceparent of [`cc-${TRACE}-${SPAN}-01`, `01-${TRACE}-${SPAN}-01-more`]) {
      const context = readTraceContext({ traceparent })
      assert.deepEqual(context && traceHeaders(context), { traceparent: `00-${TRACE}-${SPAN}-01` })
    }
  })

  it('is ignored if it is not valid', () => {
    for (const traceparent of [
      undefined,
      '',
      'nonsense',
      `ff-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-01-more`,
      `00-${TRACE}-${SPAN}-1`,
      `00-${TRACE}-${SPAN}`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `01-${TRACE}-${SPAN}-01more`,
      ` 00-${TRACE}-${SPAN}-01`,
      `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    ]) {
      assert.equal(readTraceContext({ traceparent, tracestate: 'a=1' }), undefined, String(traceparent))
    }
  })

  it('passes on the state of other systems, unless it is too long', () => {
    const traceparent = `00-${TRACE}-${SPAN}-00`
    const tracestate = 'vendor=value,other=1'
    const context = readTraceContext({ traceparent, tracestate })
    assert.deepEqual(context && traceHeaders(context), { traceparent, tracestate })
    const long = readTraceContext({ traceparent, tracestate: `a=${'1'.repeat(600)}` })
    assert.deepEqual(long && traceHeaders(long), { traceparent })
  })
})
