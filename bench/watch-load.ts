import { connect, type Socket } from 'node:net'

/** Opens watches, writes, and tells how quickly every watch was told of every write. Runs as a process of its own. */
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
const EVENT = Buffer.from('{"type":"')
const WRITES_AT_ONCE = 8

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
          latencies.push(now - (sentAt[seen++] ?? now))
          received++
        }
        tail = bytes.subarray(Math.max(0, bytes.length - EVENT.length + 1))
        if (received === watchers * writes) finish()
      })
    })
  })
}

const sockets: Socket[] = []
for (let index = 0; index < watchers; index++) sockets.push(await open())

const started = performance.now()
let next = 0
await Promise.all(
  Array.from({ length: WRITES_AT_ONCE }, async () => {
    while (next < writes) {
      const turn = next++
      sentAt[turn] = performance.now()
      const response = await fetch(url + writePath, {
        method,
        headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
        body: bodyText.replaceAll('TURN', `t${turn}`),
      })
      await response.arrayBuffer()
      if (response.status >= 300) throw new Error(`a write failed: ${response.status}`)
    }
  }),
)
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
