import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { Client, inParallel } from './client.js'
import { processorTime } from './process-usage.js'

/**
 * Opens watches, writes, and reports how soon every watch received every write. Runs in a process of its own and parses
 * as little as possible, so that it is not the bottleneck.
 */
export interface WatchLoad {
  readonly url: string
  /** The process id of the server. */
  readonly pid: number
  /** The watched path. */
  readonly path: string
  readonly watchers: number
  readonly writes: number
  /** The writes; INDEX stands for the number of an object, TURN for a new value. */
  readonly method: string
  readonly writePath: string
  readonly body: string
  /** Whether the watches receive the writes. */
  readonly notified: boolean
}

export interface Delivered {
  readonly eventsPerSecond: number
  readonly writesPerSecond: number
  /** Milliseconds from the start of a write to its receipt, 99th percentile. */
  readonly p99: number
  /** Processor time of the server during the measurement, in microseconds. */
  readonly cpu: number
}

const load = JSON.parse(process.argv[2] ?? '{}') as WatchLoad
const { url, path, watchers, writes, method } = load
const { hostname, port, protocol } = new URL(url)
const EVENT = Buffer.from('{"type":"MODIFIED","object":')
const WRITES_AT_ONCE = 16
const WARM_UP = 500
/** Writes rotate over this many objects, so that they do not wait for each other. */
const OBJECTS = 32

const client = new Client(url, WRITES_AT_ONCE)

function write(value: string, index: number): Promise<void> {
  return client.send({
    method,
    path: load.writePath.replaceAll('INDEX', String(index % OBJECTS)),
    type: method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    body: load.body.replaceAll('TURN', value),
  })
}

const sentAt: number[] = []
const latencies: number[] = []
let received = 0
let finish: () => void
const everything = new Promise<void>((resolve) => {
  finish = resolve
})

function open(): Promise<Socket> {
  return new Promise((resolve) => {
    let seen = 0
    let tail = Buffer.alloc(0)
    const target = { port: Number(port), host: hostname }
    const ask = () => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    const socket: Socket =
      protocol === 'https:'
        ? connectSecurely({ ...target, rejectUnauthorized: false }, ask)
        : connect(target, ask)
    socket.once('data', () => {
      resolve(socket)
      socket.on('data', (chunk) => {
        const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
        const now = performance.now()
        for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + EVENT.length)) {
          // Concurrent writes arrive in any order; the n-th event is about the n-th write.
          latencies.push(now - (sentAt[seen++] ?? now))
          received++
        }
        tail = bytes.subarray(Math.max(0, bytes.length - EVENT.length + 1))
        if (received >= watchers * writes) finish()
      })
    })
  })
}

await inParallel(WRITES_AT_ONCE, WARM_UP, (index) => write(`warm${index}`, index))
const sockets: Socket[] = []
for (let index = 0; index < watchers; index++) sockets.push(await open())

const cpuBefore = processorTime(load.pid)
const started = performance.now()
await inParallel(WRITES_AT_ONCE, writes, (index) => {
  sentAt[index] = performance.now()
  return write(`t${index}`, index)
})
const writingSeconds = (performance.now() - started) / 1000
if (load.notified) await everything
const seconds = (performance.now() - started) / 1000
const cpu = processorTime(load.pid) - cpuBefore
latencies.sort((a, b) => a - b)
const delivered: Delivered = {
  eventsPerSecond: received / seconds,
  writesPerSecond: writes / writingSeconds,
  p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
  cpu,
}
console.log(JSON.stringify(delivered))
for (const socket of sockets) socket.destroy()
process.exit(0)
