import type { Build } from './binnacle.js'
import type { ServerProcess } from './processes.js'
import { alternate, LOAD_SECONDS } from './rounds.js'
import type { Figure, Figures, Row } from './row.js'
import type { Work } from './work.js'

/** How long a server is loaded before it is measured, and how long it is the turn of one. */
const WARM_UP_SECONDS = 1
const TURN_SECONDS = 1

/** A server, and what it does under a load of so many seconds. */
export interface Side {
  readonly server: ServerProcess
  readonly measure: (seconds: number) => Promise<Figure>
}

/**
 * A server of ours beside another one, both of them running, and loaded in short turns. A machine that others work on as well
 * is faster and slower by turns of several seconds: of two servers that are loaded one after the other, each for long, one may
 * meet the fast time and the other the slow one.
 */
export function sideBySide(
  row: Row,
  startOurs: (build: Build) => Promise<Side>,
  startBare: () => Promise<Side>,
): Work {
  const asRow = async (figure: Promise<Figure>): Promise<Figures> => new Map([[row, await figure]])
  return {
    ours: async (build) => {
      const { server, measure } = await startOurs(build)
      try {
        await measure(WARM_UP_SECONDS)
        return await asRow(measure(LOAD_SECONDS))
      } finally {
        await server.stop()
      }
    },
    pairs: async (build) => {
      const sides: Side[] = []
      try {
        for (const start of [() => startOurs(build), startBare]) sides.push(await start())
        for (const { measure } of sides) await measure(WARM_UP_SECONDS)
        const turns = sides.map(
          ({ measure }) =>
            () =>
              asRow(measure(TURN_SECONDS)),
        )
        const [ours = [], bare = []] = await alternate(turns, Math.ceil(LOAD_SECONDS / TURN_SECONDS))
        return { ours, bare }
      } finally {
        for (const { server } of sides) await server.stop()
      }
    },
  }
}
