import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/**
 * Opens watches, writes, and tells how quickly every watch was told of every write. Runs as a process of its own, and
 * looks at no more of what it is sent than it must, so as not to be the limit itself.
 */
const [
  url = '',
  path = '',
  watchersText = '',
  writesText = '',
  method = '',
  writePath = '',
  bodyText = '',
  idle = '',
] = process.argv.slice(2)
const watchers = Number(watchersText)
const writes = Number(writesText)
const { hostname, port } = new URL(url)
const EVENT = Buffer.from('{"type":"MODIFIED","object":')
const WRITES_AT_ONCE = 16
/** Writes go round over so many objects, so that they do not wait for each other. */
const OBJECTS = 32

const agent = new Agent({ keepAlive: true, maxSockets: WRITES_AT_ONCE })

function write(turn: string, index: number): Promise<void> {
  const body = bodyText.replaceAll('TURN', turn)
  const headers = {
    'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const target = writePath.replaceAll('INDEX', String(index % OBJECTS))
  return new Promise((resolve, reject) => {
    request({ agent, hostname, port, method, path: target, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve()
        else reject(new Error(`a write failed: ${response.statusCode}`))
      })
    })
      .on('error', reject)
      .end(body)
  })
}

async function writeMany(count: number, each: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: WRITES_AT_ONCE }, async () => {
      while (next < count) await each(next++)
    }),
  )
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
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    })
    socket.once('data', () => {
      resolve(socket)
      socket.on('data', (chunk) => {
        const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
        const now = performance.now()
        for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + EVENT.length)) {
          // Writes at one time come in any order; the n-th event is about the n-th write give or take a few.
          latencies.push(now - (sentAt[seen++] ?? now))
          received++
        }
        tail = bytes.subarray(Math.max(0, bytes.length - EVENT.length + 1))
        if (received >= watchers * writes) finish()
      })
    })
  })
}

await writeMany(500, (index) => write(`warm${index}`, index))
const sockets: Socket[] = []
for (let index = 0; index < watchers; index++) sockets.push(await open())

const started = performance.now()
await writeMany(writes, (index) => {
  sentAt[index] = performance.now()
  return write(`t${index}`, index)
})
const writingSeconds = (performance.now() - started) / 1000
if (idle === '') await everything
const seconds = (performance.now() - started) / 1000
latencies.sort((a, b) => a - b)
const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
console.log(
  JSON.stringify({ eventsPerSecond: received / seconds, p99, writesPerSecond: writes / writingSeconds }),
)
for (const socket of sockets) socket.destroy()
process.exit(0)
