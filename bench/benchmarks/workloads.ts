import type { Benchmark } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { Client } from '../client.js'
import { processorTime } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import type { Figure, Figures, Row } from '../row.js'
import { WORKLOADS } from '../targets.js'

const PODS = 10_000
const NAMESPACE = '/apis/apps/v1/namespaces/bench'
const DEPLOYMENTS = `${NAMESPACE}/deployments`
const MERGE = 'application/merge-patch+json'

interface Deployed {
  readonly metadata: { readonly generation: number }
  readonly status: {
    readonly observedGeneration?: number
    readonly replicas?: number
    readonly updatedReplicas?: number
    readonly availableReplicas?: number
  }
}

const template = (name: string, image: string) => ({
  metadata: { labels: { app: name } },
  spec: { containers: [{ name: 'main', image, ports: [{ containerPort: 8080 }] }] },
})

const deployment = (name: string, replicas: number) => ({
  metadata: { name },
  spec: { replicas, selector: { matchLabels: { app: name } }, template: template(name, 'main:1') },
})

async function get<T>({ url }: ServerProcess, path: string): Promise<T> {
  return (await (await fetch(url + path)).json()) as T
}

/** Number of writes so far: every write has a resource version. */
async function version(server: ServerProcess): Promise<number> {
  const list = await get<{ metadata: { resourceVersion: string } }>(server, '/api/v1/pods?limit=1')
  return Number(list.metadata.resourceVersion)
}

async function rolledOut(server: ServerProcess, replicas: number): Promise<void> {
  const isDone = ({ metadata, status }: Deployed) =>
    status.observedGeneration === metadata.generation &&
    status.replicas === replicas &&
    status.updatedReplicas === replicas &&
    status.availableReplicas === replicas
  while (!(await get<{ items: readonly Deployed[] }>(server, DEPLOYMENTS)).items.every(isDone)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Writes per second, from the start of some work until all its consequences are done. */
async function measured(server: ServerProcess, work: () => Promise<void>): Promise<Figure> {
  const [began, used, before] = [performance.now(), processorTime(server.pid), await version(server)]
  await work()
  const writes = (await version(server)) - before
  const seconds = (performance.now() - began) / 1000
  return { value: writes / seconds, cpu: (processorTime(server.pid) - used) / writes }
}

/** Ten thousand pods are created, then replaced. */
function rolling(deployments: number, up: Row, over: Row): Benchmark {
  const names = Array.from({ length: deployments }, (_, index) => `web-${index}`)
  const replicas = PODS / deployments
  const run = async (build: Build): Promise<Figures> => {
    const server = await startBinnacle(build, { flags: ['--simulate-workloads'] })
    const client = new Client(server.url, 4)
    try {
      const come = await measured(server, async () => {
        for (const name of names) {
          const body = JSON.stringify(deployment(name, replicas))
          await client.send({ method: 'POST', path: DEPLOYMENTS, body })
        }
        await rolledOut(server, replicas)
      })
      const change = await measured(server, async () => {
        for (const name of names) {
          const body = JSON.stringify({ spec: { template: template(name, 'main:2') } })
          await client.send({ method: 'PATCH', path: `${DEPLOYMENTS}/${name}`, type: MERGE, body })
        }
        await rolledOut(server, replicas)
      })
      return new Map([
        [up, come],
        [over, change],
      ])
    } finally {
      client.close()
      await server.stop()
    }
  }
  return { ours: run, rounds: 1 }
}

export const workloads: Benchmark[] = [
  rolling(100, WORKLOADS.many, WORKLOADS.manyRolled),
  rolling(1, WORKLOADS.one, WORKLOADS.oneRolled),
]
