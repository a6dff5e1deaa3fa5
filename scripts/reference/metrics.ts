import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ServerOptions } from '#index.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { countTransformations } from '#server/encryption/open-encryption.js'
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
  apiserver_request_total: 'Watch for a rise of codes from 500 on.',
  apiserver_storage_objects: 'Memory follows it.',
  apiserver_storage_transformation_operations_total:
    'A status other than OK: values that [cannot be decrypted](/guides/encryption#values-that-cannot-be-decrypted).',
  apiserver_terminated_watchers_total: 'These clients list again: a steady rise is wasted load.',
  binnacle_watch_queue_high_water_bytes: 'A watch is cut off at 16 MiB.',
  apiserver_request_duration_seconds: 'The buckets of kube-apiserver, and four below 5 ms.',
  nodejs_external_memory_bytes: 'Objects are kept in buffers.',
  etcd_request_duration_seconds: 'Whichever store it is.',
  binnacle_otlp_spans_total: 'Outcome: sent or dropped.',
  workqueue_depth: 'Returns to 0 when idle. On etcd only the leader works.',
  binnacle_store_unreadable_values: 'Should be 0. [What they are](/guides/operations#unreadable-values).',
  binnacle_store_oldest_revision: '0 on servers that do not lead.',
  nodejs_eventloop_lag_p99_seconds: 'Above some tens of milliseconds the main thread is overloaded.',
  apiserver_audit_error_total: 'Should stay 0.',
  binnacle_audit_write_failures_total: 'The server retries; its log says why.',
  binnacle_audit_queue_bytes: 'At 32 MiB requests wait, or events are dropped.',
  binnacle_federation_copies_total:
    'The server retries failures: a steady rise means one bad cluster. `kubectl describe` of its objects says why.',
  binnacle_federation_queue_length: 'Should return to 0. All clusters after the first hundred count as `*`.',
  binnacle_store_commit_writes: 'Many writes per commit mean a slow disk or a high load.',
  binnacle_store_commit_failures_total: '`/readyz` says why.',
  binnacle_store_pending_writes: 'At 10,000 the server rejects writes.',
  binnacle_etcd_watch_interruptions_total: 'Rare, unless etcd members or networks fail.',
  leader_election_master_status: 'The sum over all servers should be 1.',
}

export async function metricsPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-reference-'))
  try {
    const base = await metricsOf({ storage: 'memory' })
    const limited = await metricsOf({ storage: 'memory', authentication: { tokens: [] } })
    const unfair = await metricsOf({
      ...{ storage: 'memory', maxRequestsInflight: 1, enablePriorityAndFairness: false },
      authentication: { tokens: [] },
    })
    const audited = await metricsOf({ storage: 'memory', audit: { log: () => {} } })
    const traced = await metricsOf({ storage: 'memory', otlpEndpoint: 'http://127.0.0.1:1' })
    const secured = await metricsOf({ storage: 'memory', dataDir: folder, tls: { selfSigned: true } })
    const federated = await metricsOf({ storage: 'memory', federation: true })
    const embedded = await metricsOf({ storage: 'embedded', dataDir: join(folder, 'data') })
    const etcd = recorded(async (registry) => void countEtcdCalls(registry))
    const encrypted = recorded(async (registry) => void countTransformations(registry))
    const more = (metrics: readonly Metric[]) =>
      metrics.filter(({ name }) => !base.some((known) => known.name === name))
    const sections: readonly (readonly [string, readonly Metric[]])[] = [
      ['Every server', base],
      ['Servers with users', more(limited)],
      [
        'With a limit on requests, without priority and fairness',
        more(unfair).filter(({ name }) => !limited.some((known) => known.name === name)),
      ],
      ['With an audit log', more(audited)],
      ['With TLS', more(secured).filter(({ name }) => !limited.some((known) => known.name === name))],
      ['With `--otlp-endpoint`', more(traced)],
      ['With `--federation`, on the leader', more(federated)],
      ['With `--encryption-config`', await encrypted],
      ['Embedded store', more(embedded)],
      ['Store on etcd', await etcd],
    ]
    const names = new Set(sections.flatMap(([, metrics]) => metrics.map(({ name }) => name)))
    const unknown = Object.keys(ADVICE).filter((name) => !names.has(name))
    if (unknown.length > 0) throw new Error(`no metric has these names: ${unknown.join(', ')}`)
    return page(
      'Metrics',
      '`GET /metrics` responds in the text format of Prometheus, `GET /metrics/slis` with the health checks alone. All values are ' +
        'since the start of the process. Metrics that kube-apiserver, client-go or etcd have are named as there. ' +
        '[Dashboard, alerts and an example for Prometheus](/guides/observability#metrics).',
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
  const { counter, gauge, histogram, read, readEach, collect } = prototype
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
  prototype.collect = function (name, help, type, label, children) {
    add(name, help, type, [label])
    collect.call(this, name, help, type, label, children)
  }
  try {
    await run(new MetricsRegistry())
    return metrics
  } finally {
    Object.assign(prototype, { counter, gauge, histogram, read, readEach, collect })
  }
}
