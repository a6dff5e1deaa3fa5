import type { Counter, MetricsRegistry } from '#observe/metrics.js'

/** What is counted of the audit log. */
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
    events: counter('events_total', 'Events taken for the audit log.'),
    dropped: counter(
      'events_dropped_total',
      'Events that are not in the audit log, because there was no room.',
    ),
    blocked: counter(
      'requests_blocked_total',
      'Requests that had to wait for room in the queue of the audit log.',
    ),
    failures: counter('write_failures_total', 'Writes to the audit log that failed.'),
    observeQueue: (read) =>
      registry.read('binnacle_audit_queue_bytes', 'Bytes of events that wait to be written.', 'gauge', read),
  }
}
