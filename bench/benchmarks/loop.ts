import { connect, type Socket } from 'node:net'
import { WATCH_LOOP } from '#test/support/measure/loop-watch.js'
import type { Benchmark } from '../benchmark.js'
import type { Build } from '../binnacle.js'
import { Client } from '../client.js'
import { LOOP_KINDS, type LoopKind } from '../loop-kinds.js'
import { measureLoopBlocking } from '../loop-watch.js'
import type { ServerProcess } from '../processes.js'
import { LOAD_SECONDS } from '../rounds.js'
import type { Figure, Figures, Row } from '../row.js'
import { COLLECTION, startStocked } from '../stock.js'
import { LOOP } from '../targets.js'
import { typicalDeployment } from '../typical.js'
import { newFile } from '../workspace.js'
import { runLoad } from '../wrk.js'

const OBJECTS = 100_000
const WATCHERS = 20
const MIXED_SECONDS = 5 * LOAD_SECONDS
/** So short that history is compacted all the time. */
const SHORT_HISTORY = ['--history-window', '2s']

const startWatched = (build: Build, flags: readonly string[]) =>
  startStocked(build, OBJECTS, { flags, nodeFlags: WATCH_LOOP })

async function mixed(build: Build): Promise<Figures> {
  const server = await startWatched(build, SHORT_HISTORY)
  const watches = Array.from({ length: WATCHERS }, () => openWatch(server.url))
  try {
    const environment = {
      BENCH_BODY: await newFile('body', JSON.stringify(typicalDeployment('NAME'))),
      BENCH_OBJECTS: String(OBJECTS),
    }
    const load = { script: 'mixed', path: COLLECTION, connections: 16, environment }
    const work = async () => {
      const { failures, requestsPerSecond } = await runLoad(server, load, MIXED_SECONDS)
      console.error(`  loop, mixed load: ${requestsPerSecond.toFixed(0)} requests/s, ${failures} failed`)
    }
    return new Map([[LOOP.mixed, await measureLoopBlocking(server, LOOP.mixed, work)]])
  } finally {
    for (const watch of watches) watch.destroy()
    await server.stop()
  }
}

/** Reads continuously and discards everything. */
function openWatch(url: string): Socket {
  const { hostname, port } = new URL(url)
  const watch = connect(Number(port), hostname)
  watch.on('error', () => undefined)
  watch.resume()
  const query = 'watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan'
  watch.write(`GET ${COLLECTION}?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return watch
}

async function alone(build: Build): Promise<Figures> {
  const figures = new Map<Row, Figure>()
  const server = await startWatched(build, [])
  try {
    for (const kind of LOOP_KINDS) {
      figures.set(kind.row, await measureLoopBlocking(server, kind.row, () => repeat(server, kind)))
    }
  } finally {
    await server.stop()
  }
  return figures
}

/** One request after the other on each connection; at least one. */
async function repeat({ url }: ServerProcess, { connections, request }: LoopKind): Promise<void> {
  const end = performance.now() + LOAD_SECONDS * 1000
  let round = 0
  const one = async () => {
    const client = new Client(url, 1)
    do await client.send(request(round++))
    while (performance.now() < end)
    client.close()
  }
  await Promise.all(Array.from({ length: connections }, one))
}

/** Compacts the history of all creations, while nothing else happens. */
async function compacting(build: Build): Promise<Figures> {
  const server = await startWatched(build, SHORT_HISTORY)
  try {
    const wait = () => new Promise((resolve) => setTimeout(resolve, MIXED_SECONDS * 1000))
    return new Map([[LOOP.history, await measureLoopBlocking(server, LOOP.history, wait)]])
  } finally {
    await server.stop()
  }
}

/** How long single requests block the event loop, with many objects. */
export const loop: Benchmark[] = [
  { ours: mixed },
  { ours: compacting, rounds: 3 },
  { ours: alone, rounds: 3 },
]
