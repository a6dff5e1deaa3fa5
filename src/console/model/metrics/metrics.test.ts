import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bucketsOf, parseMetrics, quantileBetween, sumOf } from './parse.js'
import { formatBytes, formatSeconds, readingOf } from './readings.js'

const text = (gets: number, fast: number) => `# HELP apiserver_request_total Requests.
# TYPE apiserver_request_total counter
apiserver_request_total{verb="GET",code="200"} ${gets}
apiserver_request_total{verb="GET",code="500",path="a \\"b\\" {c}"} 2
apiserver_request_duration_seconds_bucket{verb="GET",le="0.1"} ${fast}
apiserver_request_duration_seconds_bucket{verb="GET",le="0.2"} ${gets}
apiserver_request_duration_seconds_bucket{verb="GET",le="+Inf"} ${gets}
apiserver_request_duration_seconds_bucket{verb="WATCH",le="+Inf"} 1000
apiserver_longrunning_requests{verb="WATCH"} 3
process_resident_memory_bytes 1.5e+08
`

describe('metrics in the text format', () => {
  it('are read with their labels', () => {
    const metrics = parseMetrics(text(10, 5))
    assert.equal(sumOf(metrics, 'apiserver_request_total'), 12)
    assert.equal(
      sumOf(metrics, 'apiserver_request_total', ({ path }) => path === 'a "b" {c}'),
      2,
    )
    assert.equal(sumOf(metrics, 'nothing'), undefined)
  })

  it('have rates and quantiles of what came between two readings', () => {
    const [before, after] = [text(10, 10), text(30, 20)].map(parseMetrics)
    assert.ok(before && after)
    const reading = readingOf({ time: 100, metrics: before }, { time: 110, metrics: after })
    assert.equal(reading.requests, 2)
    assert.equal(reading.errors, 0)
    assert.equal(reading.watchers, 3)
    assert.equal(reading.median?.toFixed(3), '0.100')
    assert.equal(reading.slowest?.toFixed(3), '0.198')
    assert.equal(reading.storage, undefined)
    const buckets = bucketsOf(after, 'apiserver_request_duration_seconds')
    assert.equal(quantileBetween(buckets, buckets, 0.5), undefined)
  })

  it('are shown with units', () => {
    assert.deepEqual([999, 1500, 150e6].map(formatBytes), ['999 B', '1.5 kB', '150 MB'])
    assert.deepEqual([0.00012, 0.0123, 2].map(formatSeconds), ['120 µs', '12 ms', '2 s'])
  })
})
