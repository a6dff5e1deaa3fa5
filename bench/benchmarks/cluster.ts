import type { Benchmark } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { Client, inParallel } from '../client.js'
import { processorTime, residentMemory } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import type { Figure, Figures } from '../row.js'
import { CLUSTER } from '../targets.js'

const NODES = 1_000
const NAMESPACES = 10
const DEPLOYMENTS = 30
const REPLICAS = 100
const PODS = NAMESPACES * DEPLOYMENTS * REPLICAS
const QUIET_SECONDS = 30
const SAMPLES = 3_000
const LISTS = 20
/** Requests a second while latencies are measured. */
const RATE = 100
const MERGE = 'application/merge-patch+json'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const namespaceOf = (index: number) => `bench-${index % NAMESPACES}`
const deploymentOf = (index: number) => `web-${Math.floor(index / NAMESPACES) % DEPLOYMENTS}`

const deployment = (name: string) => ({
  metadata: { name },
  spec: {
    replicas: REPLICAS,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'main:1' }] },
    },
  },
})

const post = (client: Client, path: string, object: object) =>
  client.send({ method: 'POST', path, body: JSON.stringify(object) })

interface Listed {
  readonly items: readonly { readonly metadata: { readonly name: string; readonly namespace: string } }[]
  readonly metadata: { readonly remainingItemCount?: number }
}

const list = async ({ url }: ServerProcess, query: string): Promise<Listed> =>
  (await (await fetch(`${url}/api/v1/pods?${query}`)).json()) as Listed

/** Polls for one pod that does not run yet, so that polling does not use the cores that are measured. */
async function allRun(server: ServerProcess): Promise<void> {
  for (;;) {
    const { items, metadata } = await list(server, 'limit=1')
    if (items.length + (metadata.remainingItemCount ?? 0) === PODS) break
    await pause(500)
  }
  while ((await list(server, 'limit=1&fieldSelector=status.phase!=Running')).items.length > 0)
    await pause(500)
}

async function fill(server: ServerProcess, client: Client): Promise<Figure> {
  await inParallel(4, NODES, (index) =>
    post(client, '/api/v1/nodes', { metadata: { name: `bench-${index}` } }),
  )
  await inParallel(1, NAMESPACES, (index) =>
    post(client, '/api/v1/namespaces', { metadata: { name: namespaceOf(index) } }),
  )
  const [began, used] = [performance.now(), processorTime(server.pid)]
  await inParallel(4, NAMESPACES * DEPLOYMENTS, (index) =>
    post(
      client,
      `/apis/apps/v1/namespaces/${namespaceOf(index)}/deployments`,
      deployment(deploymentOf(index)),
    ),
  )
  await allRun(server)
  const seconds = (performance.now() - began) / 1000
  return { value: PODS / seconds, cpu: (processorTime(server.pid) - used) / PODS }
}

/** The 99th percentile of requests that begin at a fixed rate, whether or not earlier ones have ended. */
async function latency(
  count: number,
  perSecond: number,
  send: (index: number) => Promise<void>,
): Promise<Figure> {
  const took: number[] = []
  const sent: Promise<void>[] = []
  const began = performance.now()
  for (let index = 0; index < count; index++) {
    const due = began + (index * 1000) / perSecond
    if (performance.now() < due) await pause(due - performance.now())
    sent.push(send(index).then(() => void took.push(performance.now() - due)))
  }
  await Promise.all(sent)
  took.sort((one, other) => one - other)
  return { value: took[Math.ceil(took.length * 0.99) - 1] ?? 0 }
}

async function run(build: Build): Promise<Figures> {
  const server = await startBinnacle(build, { flags: ['--simulate-workloads'] })
  const client = new Client(server.url, 16)
  try {
    const figures = new Map([[CLUSTER.pods, await fill(server, client)]])
    await pause(5_000)
    const used = processorTime(server.pid)
    await pause(QUIET_SECONDS * 1000)
    figures.set(CLUSTER.leases, { value: (processorTime(server.pid) - used) / QUIET_SECONDS })
    figures.set(CLUSTER.memory, { value: residentMemory(server.pid).all })
    const { items } = await list(server, `limit=${SAMPLES}`)
    const pathOf = (index: number) => {
      const { namespace = '', name = '' } = items[(index * 7919) % items.length]?.metadata ?? {}
      return `/api/v1/namespaces/${namespace}/pods/${name}`
    }
    const get = (index: number) => client.send({ path: pathOf(index) })
    figures.set(CLUSTER.get, await latency(SAMPLES, RATE, get))
    const patch = (index: number) => {
      const body = JSON.stringify({ metadata: { labels: { changed: String(index) } } })
      return client.send({ method: 'PATCH', path: pathOf(index), type: MERGE, body })
    }
    figures.set(CLUSTER.patch, await latency(SAMPLES, RATE, patch))
    const pods = (index: number) => client.send({ path: `/api/v1/namespaces/${namespaceOf(index)}/pods` })
    figures.set(CLUSTER.namespace, await latency(LISTS, 1, pods))
    figures.set(CLUSTER.all, await latency(LISTS, 0.5, () => client.send({ path: '/api/v1/pods' })))
    return figures
  } finally {
    client.close()
    await server.stop()
  }
}

/** 1,000 simulated nodes, which renew their leases every 10 s, and 30,000 pods. */
export const cluster: Benchmark[] = [{ ours: run, rounds: 1 }]
