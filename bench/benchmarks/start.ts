import { connect } from 'node:net'
import type { Benchmark } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { processorTime } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import { type Figure, type Row, SECONDS } from '../row.js'
import { startStocked } from '../stock.js'
import { TARGETS } from '../targets.js'

const FULL = 50_000
const SERVING_EMPTY: Row = { title: 'start to listening, empty store', unit: SECONDS }
const SERVING_FULL: Row = { title: 'start to listening, 50,000 objects', unit: SECONDS }

/** From the start of the process until it prints its URL, and until it is ready. */
async function timed(starting: Promise<ServerProcess>, serving: Row, ready: Row) {
  const server = await starting
  try {
    const before = performance.now()
    while (!(await isReady(server.url))) await new Promise((resolve) => setTimeout(resolve, 1))
    const readyAfter = server.servingAfter + performance.now() - before
    const cpu = processorTime(server.pid)
    return new Map<Row, Figure>([
      [ready, { value: readyAfter / 1000, cpu }],
      [serving, { value: server.servingAfter / 1000 }],
    ])
  } finally {
    await server.stop()
  }
}

/** Uses a bare socket, so that the start of an HTTP client is not measured too. */
function isReady(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', reject)
    socket.once('data', (response) => {
      socket.destroy()
      resolve(response.toString('latin1').startsWith('HTTP/1.1 200'))
    })
    socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })
}

const startOf = (from: (build: Build) => Promise<ServerProcess>, serving: Row, ready: Row): Benchmark => ({
  ours: (build) => timed(from(build), serving, ready),
})

export const start = [
  startOf((build) => startBinnacle(build), SERVING_EMPTY, TARGETS.startEmpty),
  startOf((build) => startStocked(build, FULL), SERVING_FULL, TARGETS.startFull),
]
