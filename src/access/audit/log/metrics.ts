import type { Counter, MetricsRegistry } from '#observe/metrics.js'

export interface AuditMetrics {
  readonly events: Counter
  readonly dropped: Counter
  readonly blocked: Counter
  readonly failures: Counter
  observeQueue(read: () => number): void
}

export function auditMetrics(registry: MetricsRegistry): AuditMetrics {
  const counter = (name: string, help: string) => registry.counter(`binnacle_audit_${name}`, help).labels()
  return {
    events: registry.counter('apiserver_audit_event_total', 'Audit events queued.').labels(),
    dropped: registry
      .counter(
        'apiserver_audit_error_total',
        'Audit events lost because the queue was full or the server stopped.',
        ['plugin'],
      )
      .labels('log'),
    blocked: counter(
      'requests_blocked_total',
      'Requests that waited for room in the audit queue, or were rejected.',
    ),
    failures: counter('write_failures_total', 'Writes to the audit log that failed.'),
    observeQueue: (read) =>
      registry.read('binnacle_audit_queue_bytes', 'Bytes of events that wait to be written.', 'gauge', read),
  }
}
