import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ServerOptions } from '#index.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { countEtcdCalls } from '#server/etcd-storage.js'
import { code, codes, page, plain, sentence, table } from './markdown.js'

interface Metric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly labels: readonly string[]
}

/** Notes for operators, by metric name. An unknown name is an error. */
const ADVICE: Readonly<Record<string, string>> = {
  binnacle_requests_total: 'Watch for a rise of codes from 500 on.',
  binnacle_objects: 'Memory follows it.',
  binnacle_watchers_cut_off_total: 'These clients list again: a steady rise is wasted load.',
  binnacle_watch_queue_high_water_bytes: 'A watch is cut off at 16 MiB.',
  binnacle_collector_pending: 'Returns to 0 when idle. On etcd only the leader collects.',
  binnacle_store_unreadable_values: 'Should be 0. [What they are](/guides/operations#unreadable-values).',
  binnacle_store_oldest_revision: '0 on servers that do not lead.',
  nodejs_eventloop_lag_p99_seconds: 'Above some tens of milliseconds the main thread is overloaded.',
  binnacle_audit_events_dropped_total: 'Should stay 0.',
  binnacle_audit_write_failures_total: 'The server retries; its log says why.',
  binnacle_audit_queue_bytes: 'At 32 MiB requests wait, or events are dropped.',
  binnacle_federation_copies_total:
    'The server retries failures: a steady rise means one bad cluster. `kubectl describe` of its objects says why.',
  binnacle_federation_queue_length: 'Should return to 0. All clusters after the first hundred count as `*`.',
  binnacle_store_commit_writes: 'Many writes per commit mean a slow disk or a high load.',
  binnacle_store_commit_failures_total: '`/readyz` says why.',
  binnacle_store_pending_writes: 'At 10,000 the server rejects writes.',
  binnacle_etcd_watch_interruptions_total: 'Rare, unless etcd members or networks fail.',
  binnacle_leader: 'The sum over all servers should be 1.',
}

export async function metricsPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-reference-'))
  try {
    const base = await metricsOf({ storage: 'memory' })
    const limited = await metricsOf({ storage: 'memory', authentication: { tokens: [] } })
    const audited = await metricsOf({ storage: 'memory', audit: { log: () => {} } })
    const federated = await metricsOf({ storage: 'memory', federation: true })
    const embedded = await metricsOf({ storage: 'embedded', dataDir: folder })
    const etcd = recorded(async (registry) => void countEtcdCalls(registry))
    const more = (metrics: readonly Metric[]) =>
      metrics.filter(({ name }) => !base.some((known) => known.name === name))
    const sections: readonly (readonly [string, readonly Metric[]])[] = [
      ['Every server', base],
      ['Servers with users, or with a limit on requests', more(limited)],
      ['With an audit log', more(audited)],
      ['With `--federation`, on the leader', more(federated)],
      ['Embedded store', more(embedded)],
      ['Store on etcd', await etcd],
    ]
    const names = new Set(sections.flatMap(([, metrics]) => metrics.map(({ name }) => name)))
    const unknown = Object.keys(ADVICE).filter((name) => !names.has(name))
    if (unknown.length > 0) throw new Error(`no metric has these names: ${unknown.join(', ')}`)
    return page(
      'Metrics',
      '`GET /metrics` responds in the text format of Prometheus. All values are since the start of the process.',
      ...sections.map(([title, metrics]) => `## ${title}\n\n${metricTable(metrics)}`),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

function metricTable(metrics: readonly Metric[]): string {
  return table(
    ['metric', 'type', 'labels', 'meaning'],
    metrics.map(({ name, help, type, labels }) => [
      code(name),
      type,
      codes(labels),
      [plain(sentence(help)), ADVICE[name] ?? ''].join(' ').trim(),
    ]),
  )
}

/** The metrics that a server with these options registers. */
function metricsOf(options: ServerOptions): Promise<readonly Metric[]> {
  return recorded(async () => {
    const server = await createServer({ port: 0, logLevel: 'silent', ...options })
    await server.close()
  })
}

/** Collects all metrics registered during the call, in any registry. */
async function recorded(run: (registry: MetricsRegistry) => Promise<void>): Promise<readonly Metric[]> {
  const metrics: Metric[] = []
  const { prototype } = MetricsRegistry
  const { counter, gauge, histogram, read, readEach } = prototype
  const add = (name: string, help: string, type: string, labels: readonly string[] = []) =>
    void metrics.push({ name, help, type, labels })
  prototype.counter = function (name, help, labels) {
    add(name, help, 'counter', labels)
    return counter.call(this, name, help, labels) as never
  }
  prototype.gauge = function (name, help, labels) {
    add(name, help, 'gauge', labels)
    return gauge.call(this, name, help, labels) as never
  }
  prototype.histogram = function (name, help, bounds, labels) {
    add(name, help, 'histogram', labels)
    return histogram.call(this, name, help, bounds, labels) as never
  }
  prototype.read = function (name, help, type, value) {
    add(name, help, type)
    read.call(this, name, help, type, value)
  }
  prototype.readEach = function (name, help, type, label, values) {
    add(name, help, type, [label])
    readEach.call(this, name, help, type, label, values)
  }
  try {
    await run(new MetricsRegistry())
    return metrics
  } finally {
    Object.assign(prototype, { counter, gauge, histogram, read, readEach })
  }
}
