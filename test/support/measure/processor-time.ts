import { readFileSync } from 'node:fs'

/** What `work` took on the idle machine on which limits of processor time were chosen, in milliseconds. */
const REFERENCE_MS = 11
const ROUNDS = 15
const NANOSECONDS_PER_MS = 1e6

const objects = Array.from({ length: 4000 }, (_, index) => ({
  metadata: { name: `object-${(index * 7919) % 4000}`, labels: { app: 'web', number: String(index) } },
  spec: { replicas: index, list: [index, index + 1, index + 2] },
}))
const text = JSON.stringify(objects)

/** Something like what a server does: reads, sorts and writes objects. */
function work(): number {
  const read = JSON.parse(text) as typeof objects
  read.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
  return JSON.stringify(read).length
}

/** The processor time of the main thread so far. Linux only. */
const processorTimeMs = () =>
  Number.parseInt(readFileSync('/proc/self/schedstat', 'latin1'), 10) / NANOSECONDS_PER_MS

/** How many times as long the same work takes here and now. Other processes slow it down, since they share caches. */
function slowness(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = processorTimeMs()
    work()
    return processorTimeMs() - before
  })
  const median = times.sort((a, b) => a - b)[ROUNDS >> 1] as number
  return Math.max(1, median / REFERENCE_MS)
}

/** Whether so much processor time is not more than a limit, which holds for the reference and is scaled to this machine. */
export const isWithinLimit = (milliseconds: number, limitMs: number): boolean =>
  milliseconds <= limitMs || milliseconds <= limitMs * slowness()
