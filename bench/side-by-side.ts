import type { Build } from './binnacle.js'
import { processorTime } from './process-usage.js'
import type { ServerProcess } from './processes.js'
import { LOAD_SECONDS } from './rounds.js'
import type { Figure, Figures, Row } from './row.js'
import { byTurns } from './turns.js'
import type { Work } from './work.js'
import type { RunningLoad } from './wrk.js'

const WARM_UP_SECONDS = 1

/** A server, and a load on it of so many seconds. */
export interface Side {
  readonly server: ServerProcess
  readonly load: (seconds: number) => RunningLoad
}

/**
 * A server of ours beside another one, both of them running, and loaded in short turns. A machine that others work on as well
 * is half as fast again for some seconds, then not: of two servers that are loaded one after the other, one may meet the fast
 * time and the other the slow one.
 */
export function sideBySide(
  row: Row,
  startOurs: (build: Build) => Promise<Side>,
  startBare: () => Promise<Side>,
): Work {
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

/** What servers do under loads of so many seconds each. */
async function measure(sides: readonly Side[], seconds: number): Promise<Figure[]> {
  const before = sides.map(({ server }) => processorTime(server.pid))
  const total = seconds * sides.length
  const loads = sides.map(({ load }) => load(total))
  const results = await byTurns(loads, total)
  return results.map(({ requests, failures, seconds: active }, index) => {
    if (failures > 0) throw new Error(`${failures} requests failed`)
    const cpu = processorTime((sides[index] as Side).server.pid) - (before[index] as number)
    return { value: requests / active, cpu: cpu / requests }
  })
}
