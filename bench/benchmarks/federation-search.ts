import type { Benchmark, Pair } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { Client, inParallel } from '../client.js'
import { processorTime } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import type { Figure, Row } from '../row.js'
import { SEARCH } from '../targets.js'

const MEMBERS = 4
const PODS = 100_000
const PAGES = 100
const PAGE = 500
const EVENTS = 100
const CONNECTIONS = 16
const MEMORY = ['--storage', 'memory']
const ALL = '/apis/search.binnacle.dev/v1alpha1/all'
const PATH = '/api/v1/namespaces/bench/pods'
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'

const pod = (index: number) => ({
  metadata: { name: `pod-${index}`, labels: { app: `web-${index % 100}` } },
  spec: {
    containers: [{ name: 'main', image: 'main:1', resources: { requests: { cpu: '100m', memory: '64Mi' } } }],
  },
})

/** A server with pods that are read below a path, and where they are written. */
interface Side {
  readonly server: ServerProcess
  readonly prefix: string
  readonly writer: ServerProcess
}

async function fill({ url }: ServerProcess, first: number, count: number): Promise<void> {
  const client = new Client(url, CONNECTIONS)
  await inParallel(CONNECTIONS, count, (index) =>
    client.send({ method: 'POST', path: PATH, body: JSON.stringify(pod(first + index)) }),
  )
  client.close()
}

async function measured({ server }: Side, units: number, act: () => Promise<void>): Promise<Figure> {
  const [began, used] = [performance.now(), processorTime(server.pid)]
  await act()
  const seconds = (performance.now() - began) / 1000
  return { value: units / seconds, cpu: (processorTime(server.pid) - used) / units }
}

async function list({ server, prefix }: Side): Promise<void> {
  const client = new Client(server.url, 1)
  await client.send({ path: prefix + PATH })
  client.close()
}

interface Listed {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string }
}

async function pages({ server, prefix }: Side): Promise<void> {
  let next = ''
  for (let page = 0; page < PAGES; page++) {
    const path = `${prefix}${PATH}?limit=${PAGE}&continue=${next}`
    const response = await fetch(server.url + path, { headers: { accept: TABLE } })
    next = ((await response.json()) as Listed).metadata.continue ?? ''
  }
}

/** Milliseconds from a write to its event, the median. */
async function events({ server, prefix, writer }: Side): Promise<Figure> {
  const one = (await (await fetch(`${server.url}${prefix}${PATH}?limit=1`)).json()) as Listed
  const abort = new AbortController()
  const path = `${prefix}${PATH}?watch=1&resourceVersion=${one.metadata.resourceVersion}`
  const response = await fetch(server.url + path, { signal: abort.signal })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const times: number[] = []
  const used = processorTime(server.pid)
  for (let index = 0; index < EVENTS; index++) {
    const began = performance.now()
    const arrived = reader.read()
    await fetch(`${writer.url}${PATH}/pod-0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ metadata: { labels: { turn: String(index) } } }),
    })
    await arrived
    times.push(performance.now() - began)
  }
  const cpu = (processorTime(server.pid) - used) / EVENTS
  abort.abort()
  return { value: times.sort((left, right) => left - right)[EVENTS / 2] as number, cpu }
}

async function figuresOf(side: Side): Promise<ReadonlyMap<Row, Figure>> {
  return new Map<Row, Figure>([
    [SEARCH.first, await measured(side, PODS, () => list(side))],
    [SEARCH.next, await measured(side, PODS, () => list(side))],
    [SEARCH.page, await measured(side, PAGES, () => pages(side))],
    [SEARCH.event, await events(side)],
  ])
}

async function search(build: Build): Promise<Pair> {
  const servers: ServerProcess[] = []
  const start = async (...flags: string[]) => {
    const server = await startBinnacle(build, { flags: [...MEMORY, ...flags] })
    servers.push(server)
    return server
  }
  try {
    const host = await start('--federation', '--cluster-probe-interval', '1s')
    const members: ServerProcess[] = []
    for (let index = 0; index < MEMBERS; index++) members.push(await start())
    const share = PODS / MEMBERS
    for (const [index, member] of members.entries()) await fill(member, index * share, share)
    for (const [index, { url }] of members.entries()) {
      const serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0', serverAddress: url }]
      const body = JSON.stringify({ metadata: { name: `m${index}` }, spec: { serverAddressByClientCIDRs } })
      const client = new Client(host.url, 1)
      await client.send({ method: 'POST', path: '/apis/federation/v1beta1/clusters', body })
      client.close()
    }
    // Clusters count as ready after their first probe.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const ours = await figuresOf({ server: host, prefix: ALL, writer: members[0] as ServerProcess })
    for (const server of servers.splice(0)) await server.stop()
    const one = await start()
    await fill(one, 0, PODS)
    const bare = await figuresOf({ server: one, prefix: '', writer: one })
    return { ours, bare }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Reads over all clusters. The baseline is one server with all pods. */
export const federationSearch: Benchmark[] = [
  { ours: async (build) => (await search(build)).ours, pair: search, rounds: 1 },
]
