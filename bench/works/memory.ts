import { type Build, startBinnacle } from '../binnacle.js'
import { residentMemory } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import { type Figure, type Figures, MEGABYTES, type Row } from '../row.js'
import { fill, startStocked } from '../stock.js'
import { WANTED } from '../wanted.js'
import type { Work } from '../work.js'

const SOME = 5000
const FULL = 50_000
const afterRestart = (objects: string): Row => ({
  title: `resident memory, ${objects} objects after a restart`,
  unit: MEGABYTES,
})
const SOME_AGAIN = afterRestart('5,000')
const FULL_AGAIN = afterRestart('50,000')

const LOOK_EVERY_MS = 250
/** Memory counts as settled when it has stayed within a megabyte for so long, or when patience ends. */
const QUIET_LOOKS = 12
const MOST_LOOKS = 60
const QUIET_MB = 1

/** The memory of a server that has nothing to do, once it no longer changes. */
async function settled(server: ServerProcess, what: string): Promise<Figure> {
  const looks: number[] = []
  const isQuiet = () => {
    const last = looks.slice(-QUIET_LOOKS)
    return last.length === QUIET_LOOKS && Math.max(...last) - Math.min(...last) < QUIET_MB
  }
  while (!isQuiet() && looks.length < MOST_LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    looks.push(residentMemory(server.pid).all)
  }
  const { all, own } = residentMemory(server.pid)
  console.error(`  memory, ${what}: ${all.toFixed(0)} MB, ${own.toFixed(0)} MB of them in no file`)
  return { value: all }
}

async function whileFilling(build: Build): Promise<Figures> {
  const server = await startBinnacle(build)
  try {
    const empty = await settled(server, 'empty')
    await fill(server.url, SOME)
    const some = await settled(server, '5,000 created')
    await fill(server.url, FULL - SOME, SOME)
    const full = await settled(server, '50,000 created')
    return new Map([
      [WANTED.memoryEmpty, empty],
      [WANTED.memorySome, some],
      [WANTED.memoryFull, full],
    ])
  } finally {
    await server.stop()
  }
}

const restarted = (objects: number, row: Row): Work => ({
  ours: async (build) => {
    const server = await startStocked(build, objects)
    try {
      return new Map([[row, await settled(server, row.title)]])
    } finally {
      await server.stop()
    }
  },
})

/** What a server takes of the machine's memory, as objects come in, and when it is started with them. */
export const memory: Work[] = [
  { ours: whileFilling },
  restarted(SOME, SOME_AGAIN),
  restarted(FULL, FULL_AGAIN),
]
