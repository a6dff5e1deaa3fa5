import { CUT_REASONS, type CutReason } from '#http/limits/slow-clients.js'
import type { StreamObserver, StreamObservers } from '#http/response/watch-stream.js'
import { ApiError, internalError } from '#meta/api-error.js'
import { qualifiedResource } from '#meta/resource.js'
import type { Logger } from '#observe/logger.js'
import type { Counter, MetricsRegistry } from '#observe/metrics.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { onVersionGone } from '#registry/version-gone.js'
import { perObject } from '#util/memoize.js'

/** From 1 to 128 KiB, as kube-apiserver has them. */
const EVENT_BOUNDS = Array.from({ length: 8 }, (_, power) => 1024 * 2 ** power)

type Watched = Pick<ServedVersion, 'group' | 'version' | 'plural' | 'kind'>
/** Resources of members: their number is not bounded. */
const OTHERS: Watched = { group: '', version: '', plural: '', kind: '' }

/** Metrics of watch streams. The series of a version are removed with the version. */
export function observeStreams(
  registry: MetricsRegistry,
  kinds: KindRegistry,
  logger: Logger,
): StreamObservers {
  const labels = ['group', 'version', 'resource', 'kind'] as const
  const events = registry.counter('apiserver_watch_events_total', 'Events sent to watches.', labels)
  const sizes = registry.histogram(
    'apiserver_watch_events_sizes',
    'Length of the events sent to watches, in bytes.',
    EVENT_BOUNDS,
    labels,
  )
  const cutOff = registry.counter(
    'apiserver_terminated_watchers_total',
    'Watches cut off because their client was too slow.',
    ['resource'],
  )
  const highWater = registry
    .gauge(
      'binnacle_watch_queue_high_water_bytes',
      'Most bytes that ever waited for the client of one watch.',
    )
    .labels()
  onVersionGone(kinds, (gone) => {
    const { group, version, plural } = gone
    for (const family of [events, sizes]) family.forget({ group, version, resource: plural })
    if (!kinds.versions.some((other) => qualifiedResource(other) === qualifiedResource(gone))) {
      cutOff.forget({ resource: qualifiedResource(gone) })
    }
  })
  const explain = (error: unknown) => {
    if (error instanceof ApiError) return error
    logger.error({ err: error }, 'a watch failed')
    return internalError()
  }
  const observe = <W extends Watched>(watched: W): StreamObserver => {
    const { group, version, plural, kind } = watched
    const counter = events.labels(group, version, plural, kind)
    const histogram = sizes.labels(group, version, plural, kind)
    return {
      sent: (bytes) => {
        counter.value++
        histogram.observe(bytes)
      },
      queued: (bytes) => {
        if (bytes > highWater.value) highWater.set(bytes)
      },
      cutOff: () => cutOff.labels(qualifiedResource(watched)).inc(),
      explain,
    }
  }
  return { ofVersion: perObject(observe<ServedVersion>), others: () => observe(OTHERS) }
}

/** Counts disconnected slow clients. */
export function countCuts(registry: MetricsRegistry): (reason: CutReason) => void {
  const cuts = registry.counter(
    'binnacle_connections_cut_off_total',
    'Connections cut off because their client read nothing for too long (timeout), or because too many bytes waited for all clients (budget).',
    ['reason'],
  )
  const counters = new Map<CutReason, Counter>(CUT_REASONS.map((reason) => [reason, cuts.labels(reason)]))
  return (reason) => counters.get(reason)?.inc()
}
