import { bucketsOf, type Metrics, quantileBetween, type Sample, sumOf } from './parse.js'

/** What the page shows of the server at one time. Undefined is unknown. */
export interface Reading {
  /** In seconds since 1970. */
  readonly time: number
  readonly requests: number | undefined
  readonly errors: number | undefined
  readonly median: number | undefined
  readonly slowest: number | undefined
  readonly watchers: number
  readonly lag: number | undefined
  readonly resident: number | undefined
  readonly heap: number | undefined
  readonly storage: number | undefined
  readonly objects: number | undefined
}

const DURATION = 'apiserver_request_duration_seconds'
/** Watches last as long as their client likes. */
const isShort = ({ verb = '' }: Sample['labels']) => !/WATCH|CONNECT/.test(verb)

/** One reading from two scrapes. */
export function readingOf(
  before: { time: number; metrics: Metrics },
  after: { time: number; metrics: Metrics },
): Reading {
  const { metrics, time } = after
  const seconds = Math.max(0.001, time - before.time)
  const rate = (isWanted: (labels: Sample['labels']) => boolean) => {
    const now = sumOf(metrics, 'apiserver_request_total', isWanted)
    const then = sumOf(before.metrics, 'apiserver_request_total', isWanted) ?? 0
    return now === undefined ? undefined : Math.max(0, now - then) / seconds
  }
  const buckets = [before.metrics, metrics].map((each) => bucketsOf(each, DURATION, isShort))
  const quantile = (of: number) => quantileBetween(buckets[0] ?? new Map(), buckets[1] ?? new Map(), of)
  return {
    time,
    requests: rate(() => true),
    errors: rate(({ code = '' }) => code.startsWith('5')),
    median: quantile(0.5),
    slowest: quantile(0.99),
    watchers: sumOf(metrics, 'apiserver_longrunning_requests', ({ verb = '' }) => /WATCH/.test(verb)) ?? 0,
    lag: sumOf(metrics, 'nodejs_eventloop_lag_p99_seconds'),
    resident: sumOf(metrics, 'process_resident_memory_bytes'),
    heap: sumOf(metrics, 'nodejs_heap_size_used_bytes'),
    storage: sumOf(metrics, 'apiserver_storage_size_bytes'),
    objects: sumOf(metrics, 'apiserver_storage_objects'),
  }
}

/** `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${short(value)} ${units[unit]}`
}

/** `3.2 ms`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 0.001) return `${short(seconds * 1e6)} µs`
  return seconds < 1 ? `${short(seconds * 1000)} ms` : `${short(seconds)} s`
}

export const formatNumber = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : short(value)

const short = (value: number) => String(value >= 100 ? Math.round(value) : Number(value.toPrecision(2)))
