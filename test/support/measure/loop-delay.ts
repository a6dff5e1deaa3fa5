import { openSync, readSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a server before it starts. Samples the event loop a thousand times a second. On SIGUSR2 it writes the delays
 * since the last signal to standard error, as a line of JSON.
 */
export interface LoopDelay {
  /** The longest delay of the event loop, in milliseconds. */
  readonly longest: number
  /** The most processor time of the main thread without yielding, independent of other processes. */
  readonly busiest: number
  /** The total processor time of the main thread. */
  readonly total: number
  /** The longest pause of V8's garbage collection. */
  readonly collection: number
}

const RESOLUTION_MS = 1
const NANOSECONDS_PER_MS = 1e6

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()

  // The first number is the processor time of the main thread in nanoseconds.
  const schedule = openSync('/proc/self/schedstat', 'r')
  const text = Buffer.alloc(64)
  const processorTime = () =>
    Number.parseInt(text.toString('latin1', 0, readSync(schedule, text, 0, 64, 0)), 10)
  let last = processorTime()
  let began = last
  let busiest = 0
  setInterval(() => {
    const now = processorTime()
    busiest = Math.max(busiest, now - last)
    last = now
  }, RESOLUTION_MS).unref()

  let collection = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collection = Math.max(collection, duration)
  }).observe({ entryTypes: ['gc'] })

  process.on('SIGUSR2', () => {
    const longest = delay.count === 0 ? 0 : Math.max(0, delay.max / NANOSECONDS_PER_MS - RESOLUTION_MS)
    const now = processorTime()
    const seen: LoopDelay = {
      longest,
      busiest: Math.max(busiest, now - last) / NANOSECONDS_PER_MS,
      total: (now - began) / NANOSECONDS_PER_MS,
      collection,
    }
    process.stderr.write(`${JSON.stringify(seen)}\n`)
    delay.reset()
    busiest = 0
    last = now
    began = now
    collection = 0
  })
}
