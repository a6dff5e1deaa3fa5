import { readFileSync } from 'node:fs'

/** Milliseconds that `work` took on the idle reference machine. Limits are chosen for it. */
const REFERENCE_MS = 11
const ROUNDS = 15
const NANOSECONDS_PER_MS = 1e6

const objects = Array.from({ length: 4000 }, (_, index) => ({
  metadata: { name: `object-${(index * 7919) % 4000}`, labels: { app: 'web', number: String(index) } },
  spec: { replicas: index, list: [index, index + 1, index + 2] },
}))
const text = JSON.stringify(objects)

/** Work like that of a server: parses, sorts and serializes objects. */
function work(): number {
  const read = JSON.parse(text) as typeof objects
  read.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
  return JSON.stringify(read).length
}

/** The processor time of the main thread so far. Linux only. */
const processorTimeMs = () =>
  Number.parseInt(readFileSync('/proc/self/schedstat', 'latin1'), 10) / NANOSECONDS_PER_MS

/** How much slower this machine is now. Other processes slow it down, because they share caches. */
function slowness(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = processorTimeMs()
    work()
    return processorTimeMs() - before
  })
  const median = times.sort((a, b) => a - b)[ROUNDS >> 1] as number
  return Math.max(1, median / REFERENCE_MS)
}

/**
 * A host that stops a virtual machine for a moment counts that as its processor time: equal work has taken ten times
 * as long. What the limits are for takes seconds.
 */
const HEADROOM = 4

/** Compares processor time with a limit of the reference machine, scaled to this one. */
export const isWithinLimit = (milliseconds: number, limitMs: number): boolean =>
  milliseconds <= limitMs || milliseconds <= limitMs * HEADROOM * slowness()
