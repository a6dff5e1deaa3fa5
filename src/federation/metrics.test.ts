import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MetricsRegistry } from '#observe/metrics.js'
import { FederationMetrics } from './metrics.js'

const valuesIn = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

describe('the metrics of a federation', () => {
  it('count ready clusters, write outcomes and pending writes', () => {
    const registry = new MetricsRegistry()
    const clusters = [{ isReady: true }, { isReady: false }, { isReady: true }]
    const metrics = new FederationMetrics(registry, clusters, () => [
      ['west', 2],
      ['east', 0],
    ])
    metrics.count('applied')
    metrics.count('applied')
    metrics.count('failed')
    assert.deepEqual(valuesIn(registry.expose()), [
      'binnacle_federation_clusters{state="ready"} 2',
      'binnacle_federation_clusters{state="unready"} 1',
      'binnacle_federation_copies_total{outcome="applied"} 2',
      'binnacle_federation_copies_total{outcome="removed"} 0',
      'binnacle_federation_copies_total{outcome="failed"} 1',
      'binnacle_federation_queue_length{cluster="east"} 0',
      'binnacle_federation_queue_length{cluster="west"} 2',
    ])
  })

  it('have at most a hundred cluster labels', () => {
    const registry = new MetricsRegistry()
    const queues = Array.from({ length: 103 }, (_, index) => [`c${1000 + index}`, 2] as const)
    new FederationMetrics(registry, [], () => queues)
    const lines = valuesIn(registry.expose()).filter((line) => line.includes('queue_length'))
    assert.equal(lines.length, 101)
    assert.equal(lines.at(-1), 'binnacle_federation_queue_length{cluster="*"} 6')
  })
})
