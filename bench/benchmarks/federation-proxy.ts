import { once } from 'node:events'
import { connect } from 'node:net'
import type { Benchmark, Pair } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { Client, inParallel } from '../client.js'
import { processorTime } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import type { Figure, Row } from '../row.js'
import { PROXY } from '../targets.js'

const MAPS = 500
const CONNECTIONS = 16
/** Both sides in turn, since the machine may be slower at one time than at another. */
const SLICES = 8
const SLICE_MS = 500
const MEMORY = ['--storage', 'memory']
const CLUSTERS = '/apis/federation/v1beta1/clusters'
const PATH = '/api/v1/namespaces/bench/configmaps'
const HEAD_END = '\r\n\r\n'

const READS: readonly (readonly [Row, string])[] = [
  [PROXY.get, `${PATH}/map-0`],
  [PROXY.list, `${PATH}?limit=${MAPS}`],
]

/**
 * Sends the same read over and over on several connections, and counts responses. Sockets cost less than an HTTP client,
 * which would be the limit itself. All responses are as long as the first.
 */
async function load({ url }: ServerProcess, path: string, milliseconds: number): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`
  const end = performance.now() + milliseconds
  let count = 0
  const one = async () => {
    const socket = connect(Number(port), hostname)
    let length = 0
    let expected = Number.POSITIVE_INFINITY
    let start = ''
    socket.on('data', (chunk) => {
      length += chunk.length
      if (expected === Number.POSITIVE_INFINITY) {
        start += chunk.toString('latin1')
        const head = start.indexOf(HEAD_END)
        const [, body] = /\r\nContent-Length: (\d+)\r\n/i.exec(start) ?? []
        if (head >= 0 && body === undefined) socket.destroy(new Error(`${path} has no length`))
        if (head >= 0) expected = head + HEAD_END.length + Number(body)
      }
      if (length < expected) return
      length -= expected
      count++
      if (performance.now() < end) socket.write(request)
      else socket.destroy()
    })
    socket.write(request)
    await once(socket, 'close')
    if (!start.startsWith('HTTP/1.1 200')) throw new Error(`${path} returned ${start.slice(0, 60)}`)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return count
}

interface Side {
  readonly server: ServerProcess
  readonly prefix: string
}

async function compared(row: Row, path: string, sides: readonly Side[]): Promise<readonly Figure[]> {
  const sums = sides.map(() => ({ count: 0, seconds: 0, used: 0 }))
  for (let slice = -1; slice < SLICES; slice++) {
    for (const [index, { server, prefix }] of sides.entries()) {
      const [began, used] = [performance.now(), processorTime(server.pid)]
      const count = await load(server, prefix + path, SLICE_MS)
      const sum = sums[index]
      // The first slice warms up.
      if (sum === undefined || slice < 0) continue
      sum.count += count
      sum.seconds += (performance.now() - began) / 1000
      sum.used += processorTime(server.pid) - used
    }
  }
  if (sums.some(({ count }) => count === 0)) throw new Error(`${row.title}: no responses`)
  return sums.map(({ count, seconds, used }) => ({ value: count / seconds, cpu: used / count }))
}

async function proxied(build: Build): Promise<Pair> {
  const servers: ServerProcess[] = []
  const start = async (...flags: string[]) => {
    const server = await startBinnacle(build, { flags: [...MEMORY, ...flags] })
    servers.push(server)
    return server
  }
  try {
    const host = await start('--federation', '--cluster-probe-interval', '1s')
    const member = await start()
    const client = new Client(member.url, CONNECTIONS)
    const data = { text: 'x'.repeat(1000) }
    await inParallel(CONNECTIONS, MAPS, (index) =>
      client.send({
        method: 'POST',
        path: PATH,
        body: JSON.stringify({ metadata: { name: `map-${index}` }, data }),
      }),
    )
    client.close()
    const spec = { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }] }
    const admin = new Client(host.url, 1)
    await admin.send({
      method: 'POST',
      path: CLUSTERS,
      body: JSON.stringify({ metadata: { name: 'm' }, spec }),
    })
    admin.close()
    const sides = [
      { server: host, prefix: `${CLUSTERS}/m/proxy` },
      { server: member, prefix: '' },
    ]
    const ours = new Map<Row, Figure>()
    const bare = new Map<Row, Figure>()
    for (const [row, path] of READS) {
      const [through, direct] = await compared(row, path, sides)
      if (through !== undefined) ours.set(row, through)
      if (direct !== undefined) bare.set(row, direct)
    }
    return { ours, bare }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Reads of a member through its host. The baseline is the member itself. */
export const federationProxy: Benchmark[] = [
  { ours: async (build) => (await proxied(build)).ours, pair: proxied, rounds: 1 },
]
