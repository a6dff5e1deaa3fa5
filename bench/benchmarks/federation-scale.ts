import type { Benchmark, Pair } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { Client, inParallel } from '../client.js'
import { processorTime, residentMemory } from '../process-usage.js'
import { type ServerProcess, startServer } from '../processes.js'
import type { Figure, Row } from '../row.js'
import { FEDERATION_SCALE } from '../targets.js'

const PROCESSES = 4
const MEMBERS_EACH = 5
const OBJECTS = 5_000
const COPIES = PROCESSES * MEMBERS_EACH * OBJECTS
const CONNECTIONS = 16
const LOOK_EVERY_MS = 500
const MEMORY = ['--storage', 'memory']
const CLUSTERS = '/apis/federation/v1beta1/clusters'
const MAPS = '/api/v1/namespaces/bench/configmaps'
const MERGE = 'application/merge-patch+json'
const SEVERAL = new URL('../several-members.js', import.meta.url).pathname

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Listed {
  readonly items: readonly unknown[]
  readonly metadata: { readonly remainingItemCount?: number }
}

/** Requests only the first name of a list: polling uses the cores that are measured. */
async function first(url: string, query = ''): Promise<Listed> {
  const headers = { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' }
  return (await (await fetch(`${url}${MAPS}?limit=1${query}`, { headers })).json()) as Listed
}

/** Whether a member has all objects, with this label. A list with a selector does not count what remains. */
async function hasAll(url: string, step: string): Promise<boolean> {
  const { items, metadata } = await first(url)
  if (items.length + (metadata.remainingItemCount ?? 0) < OBJECTS) return false
  return (await first(url, `&labelSelector=${encodeURIComponent(`step!=${step}`)}`)).items.length === 0
}

/** Members that have all objects are not asked again. */
async function everywhere(members: readonly string[], step: string): Promise<void> {
  for (const url of members) while (!(await hasAll(url, step))) await pause(LOOK_EVERY_MS)
}

const write = (client: Client, value: string) =>
  inParallel(CONNECTIONS, OBJECTS, (index) =>
    client.send({
      method: 'POST',
      path: MAPS,
      body: JSON.stringify({
        metadata: { name: `map-${index}`, labels: { step: value } },
        data: { text: 'x'.repeat(200) },
      }),
    }),
  )

const change = (client: Client, value: string) =>
  inParallel(CONNECTIONS, OBJECTS, (index) =>
    client.send({
      method: 'PATCH',
      path: `${MAPS}/map-${index}`,
      type: MERGE,
      body: JSON.stringify({ metadata: { labels: { step: value } } }),
    }),
  )

async function measured(
  count: number,
  { pid }: ServerProcess,
  work: () => Promise<unknown>,
): Promise<Figure> {
  const [began, used] = [performance.now(), processorTime(pid)]
  await work()
  const seconds = (performance.now() - began) / 1000
  return { value: count / seconds, cpu: (processorTime(pid) - used) / count }
}

async function scaled(build: Build): Promise<Pair> {
  const servers: ServerProcess[] = []
  const started = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    servers.push(server)
    return server
  }
  const ours = new Map<Row, Figure>()
  const bare = new Map<Row, Figure>()
  try {
    const alone = await started(startBinnacle(build, { flags: MEMORY }))
    const direct = new Client(alone.url, CONNECTIONS)
    bare.set(FEDERATION_SCALE.spread, await measured(OBJECTS, alone, () => write(direct, 'one')))
    bare.set(FEDERATION_SCALE.changed, await measured(OBJECTS, alone, () => change(direct, 'two')))
    direct.close()

    const host = await started(startBinnacle(build, { flags: [...MEMORY, '--federation'] }))
    const groups = await Promise.all(
      Array.from({ length: PROCESSES }, () => started(startServer([SEVERAL, String(MEMBERS_EACH)]))),
    )
    const members = groups.flatMap(({ url }) => url.split(','))
    const client = new Client(host.url, CONNECTIONS)
    for (const [index, serverAddress] of members.entries()) {
      const spec = { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }] }
      const body = JSON.stringify({ metadata: { name: `m${index}` }, spec })
      await client.send({ method: 'POST', path: CLUSTERS, body })
    }
    const spread = async () => {
      await write(client, 'one')
      await everywhere(members, 'one')
    }
    ours.set(FEDERATION_SCALE.spread, await measured(COPIES, host, spread))
    const changed = async () => {
      await change(client, 'two')
      await everywhere(members, 'two')
    }
    ours.set(FEDERATION_SCALE.changed, await measured(COPIES, host, changed))
    ours.set(FEDERATION_SCALE.memory, { value: residentMemory(host.pid).own })
    client.close()
    return { ours, bare }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** A host with 20 members of 5,000 objects each, beside plain writes to one server. */
export const federationScale: Benchmark[] = [
  { pair: scaled, ours: async (build) => (await scaled(build)).ours, rounds: 1 },
]
