import type { Benchmark } from './benchmark.js'
import type { Build } from './binnacle.js'
import { processorTime } from './process-usage.js'
import type { ServerProcess } from './processes.js'
import { LOAD_SECONDS } from './rounds.js'
import type { Figure, Figures, Row } from './row.js'
import { runInSlices } from './time-slices.js'
import type { RunningLoad } from './wrk.js'

const WARM_UP_SECONDS = 1

/** A server and a load on it. */
export interface Side {
  readonly server: ServerProcess
  readonly load: (seconds: number) => RunningLoad
}

/**
 * Runs our server and a baseline at the same time, with load on them in alternating short slices. A shared machine is
 * faster for some seconds and then slower: measured one after the other, one server might get only fast seconds.
 */
export function sideBySide(
  row: Row,
  startOurs: (build: Build) => Promise<Side>,
  startBare: () => Promise<Side>,
): Benchmark {
  const measured = async (starts: readonly (() => Promise<Side>)[]): Promise<Figures[]> => {
    const sides: Side[] = []
    try {
      for (const start of starts) sides.push(await start())
      await measure(sides, WARM_UP_SECONDS)
      return (await measure(sides, LOAD_SECONDS)).map((figure) => new Map([[row, figure]]))
    } finally {
      for (const { server } of sides) await server.stop()
    }
  }
  return {
    ours: async (build) => (await measured([() => startOurs(build)]))[0] ?? new Map(),
    pair: async (build) => {
      const [ours = new Map(), bare = new Map()] = await measured([() => startOurs(build), startBare])
      return { ours, bare }
    },
  }
}

/** Measures servers under load, each for the given seconds. */
async function measure(sides: readonly Side[], seconds: number): Promise<Figure[]> {
  const before = sides.map(({ server }) => processorTime(server.pid))
  const total = seconds * sides.length
  const loads = sides.map(({ load }) => load(total))
  const results = await runInSlices(loads, total)
  return results.map(({ requests, failures, seconds: active }, index) => {
    if (failures > 0) throw new Error(`${failures} requests failed`)
    const cpu = processorTime((sides[index] as Side).server.pid) - (before[index] as number)
    return { value: requests / active, cpu: cpu / requests }
  })
}
