import type { Benchmark } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { residentMemory } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import { type Figure, type Figures, MEGABYTES, type Row } from '../row.js'
import { fill, startStocked } from '../stock.js'
import { TARGETS } from '../targets.js'

const SOME = 5000
const FULL = 50_000
/** Resident memory, and the anonymous part of it. */
interface Rows {
  readonly all: Row
  readonly own: Row
}
const rows = (all: Row): Rows => ({ all, own: { title: `${all.title}: anonymous`, unit: MEGABYTES } })
const atRest = (objects: string, target: number) =>
  rows({
    title: `resident memory, ${objects} objects a minute after their creation`,
    unit: MEGABYTES,
    target,
  })
const afterRestart = (objects: string) =>
  rows({ title: `resident memory, ${objects} objects after a restart`, unit: MEGABYTES })

const EMPTY = rows(TARGETS.memoryEmpty)
const SOME_CREATED = rows(TARGETS.memorySome)
const FULL_CREATED = rows(TARGETS.memoryFull)
const SOME_AT_REST = atRest('5,000', TARGETS.memorySome.target)
const FULL_AT_REST = atRest('50,000', TARGETS.memoryFull.target)
const SOME_AGAIN = afterRestart('5,000')
const FULL_AGAIN = afterRestart('50,000')

const LOOK_EVERY_MS = 250
/** Memory counts as settled when it has stayed within a megabyte for this long, or after a timeout. */
const QUIET_LOOKS = 12
const MAX_LOOKS = 60
const QUIET_MB = 1

/** V8 releases garbage after about half a minute of idle time. */
const REST_MS = 60_000
const REST_ROUNDS = 3

/** The memory of an idle server, once it is stable. */
async function settled(server: ServerProcess, about: Rows): Promise<Map<Row, Figure>> {
  const { pid } = server
  const looks: number[] = []
  const isQuiet = () => {
    const last = looks.slice(-QUIET_LOOKS)
    return last.length === QUIET_LOOKS && Math.max(...last) - Math.min(...last) < QUIET_MB
  }
  while (!isQuiet() && looks.length < MAX_LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    looks.push(residentMemory(pid).all)
  }
  return memoryNow(server, about)
}

function memoryNow({ pid }: ServerProcess, { all, own }: Rows): Map<Row, Figure> {
  const memory = residentMemory(pid)
  return new Map([
    [all, { value: memory.all }],
    [own, { value: memory.own }],
  ])
}

async function rested(server: ServerProcess, about: Rows): Promise<Map<Row, Figure>> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  return memoryNow(server, about)
}

async function whileFilling(build: Build): Promise<Figures> {
  const server = await startBinnacle(build)
  try {
    const empty = await settled(server, EMPTY)
    await fill(server.url, SOME)
    const some = await settled(server, SOME_CREATED)
    await fill(server.url, FULL - SOME, SOME)
    return new Map([...empty, ...some, ...(await settled(server, FULL_CREATED))])
  } finally {
    await server.stop()
  }
}

async function afterARest(build: Build): Promise<Figures> {
  const server = await startBinnacle(build)
  try {
    await fill(server.url, SOME)
    const some = await rested(server, SOME_AT_REST)
    await fill(server.url, FULL - SOME, SOME)
    return new Map([...some, ...(await rested(server, FULL_AT_REST))])
  } finally {
    await server.stop()
  }
}

const restarted = (objects: number, about: Rows): Benchmark => ({
  ours: async (build) => {
    const server = await startStocked(build, objects)
    try {
      return await settled(server, about)
    } finally {
      await server.stop()
    }
  },
})

/** The memory of a server after objects were created, and after a start with them. */
export const memory: Benchmark[] = [
  { ours: whileFilling },
  { ours: afterARest, rounds: REST_ROUNDS },
  restarted(SOME, SOME_AGAIN),
  restarted(FULL, FULL_AGAIN),
]
