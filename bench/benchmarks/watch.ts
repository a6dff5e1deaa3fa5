import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startBareStreams } from '../bare.js'
import type { Benchmark } from '../benchmark.js'
import { type Build, HERE } from '../binnacle.js'
import type { ServerProcess } from '../processes.js'
import { PER_SECOND } from '../row.js'
import { COLLECTION, sample, startStocked } from '../stock.js'
import { ACCESS, TARGETS } from '../targets.js'
import type { Delivered, WatchLoad } from '../watch-load.js'
import { credentialsFile } from './secure.js'

const OBJECTS = 5000
const LOAD = fileURLToPath(new URL('../watch-load.js', import.meta.url))

async function deliver(server: ServerProcess, load: Omit<WatchLoad, 'url' | 'pid'>): Promise<Delivered> {
  try {
    const { url, pid } = server
    const { stdout } = await promisify(execFile)(process.execPath, [
      LOAD,
      JSON.stringify({ ...load, url, pid }),
    ])
    return JSON.parse(stdout) as Delivered
  } finally {
    await server.stop()
  }
}

/** The watches receive only writes that happen while they are open. */
const FROM_NOW = 'sendInitialEvents=false&resourceVersionMatch=NotOlderThan'
const WATCH_PATH = `${COLLECTION}?watch=true&${FROM_NOW}`
const PATCH = {
  method: 'PATCH',
  writePath: `${COLLECTION}/object-INDEX`,
  body: '{"metadata":{"labels":{"turn":"TURN"}}}',
}

const WATCHERS = 200
const WRITES = 300

async function fanOut(server: ServerProcess, writing: typeof PATCH, path: string) {
  const load = { ...writing, path, watchers: WATCHERS, writes: WRITES, notified: true }
  const { eventsPerSecond, p99, cpu } = await deliver(server, load)
  return new Map([
    [TARGETS.watchEvents, { value: eventsPerSecond, cpu: cpu / (WATCHERS * WRITES) }],
    [TARGETS.watchDelay, { value: p99 / 1000 }],
  ])
}

/** Events to many watchers. The baseline is a bare server that sends the same bytes to as many streams. */
const events: Benchmark = {
  ours: async (build) => fanOut(await startStocked(build, OBJECTS), PATCH, WATCH_PATH),
  bare: async () => {
    const object = await sample(`${COLLECTION}/object-0`, OBJECTS)
    const frame = Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), object, Buffer.from('}\n')])
    return fanOut(await startBareStreams(frame), { method: 'POST', writePath: '/', body: '{}' }, '/')
  },
}

async function deliveredEvents(server: ServerProcess) {
  const load = { ...PATCH, path: WATCH_PATH, watchers: WATCHERS, writes: WRITES, notified: true }
  const { eventsPerSecond, cpu } = await deliver(server, load)
  return new Map([[ACCESS.watchTls, { value: eventsPerSecond, cpu: cpu / (WATCHERS * WRITES) }]])
}

/** Events to many watchers over TLS. The baseline is the same server without TLS. */
export const secureWatch: Benchmark[] = [
  {
    ours: async (build) => {
      const file = await credentialsFile()
      const flags = ['--tls-cert-file', file, '--tls-key-file', file]
      return deliveredEvents(await startStocked(build, OBJECTS, { flags }))
    },
    bare: async () => deliveredEvents(await startStocked(HERE, OBJECTS)),
  },
]

const IDLE = { watchers: 5000, writes: 1000 }
const IDLE_ROW = { title: '1,000 writes with 5,000 idle watchers, beside none', unit: PER_SECOND }

async function writesBeside(build: Build, watchers: number) {
  const path = `${COLLECTION.replace('bench', 'elsewhere')}?watch=true`
  const load = { ...PATCH, path, watchers, writes: IDLE.writes, notified: false }
  const { writesPerSecond, cpu } = await deliver(await startStocked(build, OBJECTS), load)
  return new Map([[IDLE_ROW, { value: writesPerSecond, cpu: cpu / IDLE.writes }]])
}

export const watch = [events]

/** The cost of idle watches: writes with them. The baseline is writes without them. */
export const idle: Benchmark[] = [
  { ours: (build) => writesBeside(build, IDLE.watchers), bare: () => writesBeside(HERE, 0) },
]
