import { readdirSync, readFileSync } from 'node:fs'
import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { MetricsRegistry } from './metrics.js'

/**
 * How often the event loop's delay is sampled. At 20 ms an idle process spends a thousandth of a core on it
 * (9 ms of processor time in 10 s); a pause shorter than that goes unseen.
 */
const SAMPLING_MS = 20

const NANOSECONDS = 1e9

export interface ProcessMetrics {
  /** Ends the sampling. */
  stop(): void
}

/** Registers the metrics of the process itself, under the names that dashboards look for. */
export function registerProcessMetrics(registry: MetricsRegistry): ProcessMetrics {
  const startedAt = performance.timeOrigin / 1000
  registry.read(
    'process_start_time_seconds',
    'Start of the process, in seconds since 1970.',
    'gauge',
    () => startedAt,
  )
  registry.read('process_cpu_seconds_total', 'Processor time used, in seconds.', 'counter', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  registry.read('process_resident_memory_bytes', 'Resident memory, in bytes.', 'gauge', () =>
    process.memoryUsage.rss(),
  )
  registerFileDescriptors(registry)
  registry.read(
    'nodejs_heap_size_total_bytes',
    'JavaScript heap, in bytes.',
    'gauge',
    () => process.memoryUsage().heapTotal,
  )
  registry.read(
    'nodejs_external_memory_bytes',
    'Memory of buffers and native objects, in bytes.',
    'gauge',
    () => process.memoryUsage().external,
  )
  registry.read(
    'nodejs_heap_size_used_bytes',
    'Used JavaScript heap, in bytes.',
    'gauge',
    () => process.memoryUsage().heapUsed,
  )

  // Sampled from the first reading on: a server whose metrics are not read would pay for nothing, with 0.4 MB and a timer.
  let delay: IntervalHistogram | undefined
  const lateness = (read: (samples: IntervalHistogram) => number) =>
    delay === undefined || delay.count === 0 ? 0 : Math.max(0, read(delay) / NANOSECONDS - SAMPLING_MS / 1000)
  registry.read(
    'nodejs_eventloop_lag_p99_seconds',
    '99th percentile of the event loop delay since the last scrape.',
    'gauge',
    () => lateness((samples) => samples.percentile(99)),
  )
  // Registered last, so that it is read last.
  registry.read(
    'nodejs_eventloop_lag_max_seconds',
    'Longest event loop delay since the last scrape.',
    'gauge',
    () => {
      const longest = lateness((samples) => samples.max)
      delay ??= startSampling()
      delay.reset()
      return longest
    },
  )
  return { stop: () => delay?.disable() }
}

/** Only Linux says how many there are. */
function registerFileDescriptors(registry: MetricsRegistry): void {
  if (process.platform !== 'linux') return
  const count = () => readdirSync('/proc/self/fd').length
  const limit = () =>
    Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 0)
  registry.read('process_open_fds', 'Open file descriptors, connections included.', 'gauge', count)
  registry.read('process_max_fds', 'Limit of open file descriptors.', 'gauge', limit)
}

function startSampling(): IntervalHistogram {
  const delay = monitorEventLoopDelay({ resolution: SAMPLING_MS })
  delay.enable()
  return delay
}
