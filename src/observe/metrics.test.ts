import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MetricsRegistry } from './metrics.js'
import { registerProcessMetrics } from './process-metrics.js'

describe('metrics', () => {
  it('are written in the text format of Prometheus', () => {
    const registry = new MetricsRegistry()
    const requests = registry.counter('requests_total', 'Requests answered.', ['verb', 'code'])
    const created = requests.labels('create', '201')
    created.inc()
    created.inc(2)
    requests.labels('get', '200').inc()
    registry.gauge('watchers', 'Open watches.').labels().set(7)
    assert.equal(
      registry.expose(),
      `# HELP requests_total Requests answered.
# TYPE requests_total counter
requests_total{verb="create",code="201"} 3
requests_total{verb="get",code="200"} 1
# HELP watchers Open watches.
# TYPE watchers gauge
watchers 7
`,
    )
  })

  it('give the same child for the same labels', () => {
    const family = new MetricsRegistry().counter('c', 'help', ['a', 'b'])
    assert.equal(family.labels('1', '2'), family.labels('1', '2'))
    assert.notEqual(family.labels('1', '2'), family.labels('2', '1'))
    assert.notEqual(family.labels('x",b="y', 'z'), family.labels('x', 'y'))
  })

  it('forget the children that have a value of a label', () => {
    const registry = new MetricsRegistry()
    const family = registry.counter('c', 'help', ['a', 'b'])
    family.labels('1', '2').inc()
    family.labels('2', '1').inc()
    family.labels('3', '2').inc()
    family.forget({ b: '2' })
    assert.match(registry.expose(), /counter\nc\{a="2",b="1"\} 1\n$/)
    family.labels('1', '2').inc()
    assert.match(registry.expose(), /c\{a="1",b="2"\} 1\n$/)
  })

  it('count values of a histogram at or below each bound, cumulatively', () => {
    const registry = new MetricsRegistry()
    const seconds = registry.histogram('seconds', 'Time taken.', [0.5, 1], ['verb']).labels('get')
    for (const value of [0.25, 0.5, 0.75, 1, 8]) seconds.observe(value)
    assert.equal(
      registry.expose(),
      `# HELP seconds Time taken.
# TYPE seconds histogram
seconds_bucket{verb="get",le="0.5"} 2
seconds_bucket{verb="get",le="1"} 4
seconds_bucket{verb="get",le="+Inf"} 5
seconds_sum{verb="get"} 10.5
seconds_count{verb="get"} 5
`,
    )
  })

  it('show a histogram without labels and without values', () => {
    const registry = new MetricsRegistry()
    registry.histogram('seconds', 'Time taken.', [1]).labels()
    assert.match(
      registry.expose(),
      /\nseconds_bucket\{le="1"\} 0\nseconds_bucket\{le="\+Inf"\} 0\nseconds_sum 0\nseconds_count 0\n$/,
    )
  })

  it('go up and down as gauges', () => {
    const gauge = new MetricsRegistry().gauge('g', 'help').labels()
    gauge.inc()
    gauge.inc(4)
    gauge.dec(2)
    assert.equal(gauge.value, 3)
  })

  it('ask for values that are read on demand each time', () => {
    const registry = new MetricsRegistry()
    let size = 1
    registry.read('size', 'Size.', 'gauge', () => size)
    assert.match(registry.expose(), /^size 1$/m)
    size = Number.NEGATIVE_INFINITY
    assert.match(registry.expose(), /^size -Inf$/m)
    size = Number.NaN
    assert.match(registry.expose(), /^size NaN$/m)
  })

  it('escape what would break a line', () => {
    const registry = new MetricsRegistry()
    registry.counter('c', 'back\\slash\nand line', ['l']).labels('a"b\\c\nd').inc()
    assert.equal(
      registry.expose(),
      '# HELP c back\\\\slash\\nand line\n# TYPE c counter\nc{l="a\\"b\\\\c\\nd"} 1\n',
    )
  })

  it('reject names that no reader would take, and names that are taken', () => {
    const registry = new MetricsRegistry()
    registry.counter('taken', 'help')
    assert.throws(() => registry.gauge('taken', 'help'), /taken is registered already/)
    assert.throws(() => registry.counter('no-dash', 'help'), /is not the name of a metric/)
    assert.throws(() => registry.counter('x', 'help', ['no-dash']), /is not the name of a label/)
    assert.throws(() => registry.counter('x', 'help', ['__reserved']), /is not the name of a label/)
    assert.throws(() => registry.histogram('x', 'help', [1, 1]), /must be finite and rise/)
    assert.throws(() => registry.histogram('x', 'help', [1, Infinity]), /must be finite and rise/)
    assert.throws(() => registry.histogram('x', 'help', [1], ['le']), /cannot have the label le/)
  })

  it('describe the process', (t) => {
    const registry = new MetricsRegistry()
    const metrics = registerProcessMetrics(registry)
    t.after(() => metrics.stop())
    const text = registry.expose()
    for (const name of [
      'process_start_time_seconds',
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
    ]) {
      const value = Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
      assert.ok(value > 0, `${name}: ${value}`)
    }
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds [0-9.e-]+$/m)
    assert.match(registry.expose(), /^nodejs_eventloop_lag_max_seconds [0-9.e-]+$/m)
  })
})
