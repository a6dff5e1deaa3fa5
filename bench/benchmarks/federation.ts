import type { Benchmark } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import { Client, inParallel } from '../client.js'
import { processorTime, residentMemory } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import type { Figure, Figures } from '../row.js'
import { FEDERATION } from '../targets.js'
import { newFolder } from '../workspace.js'

const MEMBERS = 5
const OBJECTS = 2_000
const COPIES = MEMBERS * OBJECTS
const LABELLED = 100
/** As long as three probes of each member. */
const IDLE_MS = 30_000
/** A host counts as idle below this processor time per interval, in microseconds. */
const AT_REST_US = 100_000
const REST_MS = 3_000
/** Lets the host collect garbage on demand: garbage of a load is not memory of copies. */
const COLLECTING = ['--expose-gc', '--import', "data:text/javascript,process.on('SIGUSR2',()=>{gc();gc()})"]
/** Polling all objects uses the two cores too. */
const LOOK_EVERY_MS = 200
const LOOK_AT_ONE_EVERY_MS = 5

const CLUSTERS = '/apis/federation/v1beta1/clusters'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/bench/deployments'
const MERGE = 'application/merge-patch+json'
const DEFAULTS = ['--federation']
/** Short probes, so that absent and returned members are noticed soon. */
const FLAGS = [...DEFAULTS, '--cluster-probe-interval', '2s']

const pathOf = (index: number) => `${DEPLOYMENTS}/web-${index}`
const deployment = (index: number) => ({
  metadata: { name: `web-${index}`, labels: { app: `web-${index}` } },
  spec: {
    replicas: MEMBERS,
    selector: { matchLabels: { app: `web-${index}` } },
    template: {
      metadata: { labels: { app: `web-${index}` } },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'main:1',
            ports: [{ containerPort: 8080 }],
            resources: { requests: { cpu: '100m', memory: '64Mi' } },
          },
        ],
      },
    },
  },
})

/** The status of a copy whose one replica runs, as a controller in a member reports it. */
const REPORT = {
  status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
}

interface Listed {
  readonly items: readonly unknown[]
  readonly metadata: { readonly remainingItemCount?: number }
}

interface Member {
  readonly name: string
  readonly folder: string
  readonly port: string
  server: ServerProcess
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function until(holds: () => Promise<boolean>, every = LOOK_EVERY_MS): Promise<void> {
  while (!(await holds())) await pause(every)
}

async function get<T>(url: string, path: string): Promise<T> {
  return (await (await fetch(url + path)).json()) as T
}

/** Requests only the first name of a list: polling must not use the cores that are measured. */
async function first(url: string, selector: string): Promise<Listed> {
  const path = `/apis/apps/v1/deployments?limit=1&labelSelector=${encodeURIComponent(selector)}`
  const headers = { accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' }
  return (await (await fetch(url + path, { headers })).json()) as Listed
}

/** Whether a server has all deployments. */
async function hasAll(url: string): Promise<boolean> {
  const { items, metadata } = await first(url, '')
  return items.length + (metadata.remainingItemCount ?? 0) === OBJECTS
}

const isLabelled = async (url: string, value: string) =>
  (await first(url, `changed=${value}`)).items.length === 1

/** Whether all deployments of a server have the label. */
const areLabelled = async (url: string, value: string) =>
  (await first(url, `changed!=${value}`)).items.length === 0

const startHost = (build: Build, folder: string, flags: readonly string[]) =>
  startBinnacle(build, { folder, keep: true, flags, nodeFlags: COLLECTING })

class Federation {
  host: ServerProcess
  readonly members: readonly Member[]
  readonly #build: Build
  readonly #folder: string
  readonly client: Client

  static async start(build: Build): Promise<Federation> {
    const folder = await newFolder('host')
    const host = await startHost(build, folder, FLAGS)
    const members: Member[] = []
    for (let index = 0; index < MEMBERS; index++) {
      const folder = await newFolder('member')
      const server = await startBinnacle(build, { folder, keep: true })
      members.push({ name: `member-${index}`, folder, port: new URL(server.url).port, server })
    }
    const federation = new Federation(build, folder, host, members)
    for (const { name, server } of members) {
      const serverAddressByClientCIDRs = [{ clientCIDR: '0.0.0.0/0', serverAddress: server.url }]
      const body = JSON.stringify({ metadata: { name }, spec: { serverAddressByClientCIDRs } })
      await federation.client.send({ method: 'POST', path: CLUSTERS, body })
    }
    for (const { name } of members) await until(() => federation.isReady(name))
    return federation
  }

  private constructor(build: Build, folder: string, host: ServerProcess, members: readonly Member[]) {
    this.#build = build
    this.#folder = folder
    this.host = host
    this.members = members
    this.client = new Client(host.url, 16)
  }

  async isReady(name: string): Promise<boolean> {
    const { status } = await get<{ status: { conditions?: readonly { type: string; status: string }[] } }>(
      this.host.url,
      `${CLUSTERS}/${name}`,
    )
    return status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false
  }

  /** Changes per second, and processor time of the host per change, until a condition holds. */
  async measured(
    changes: number,
    begin: () => Promise<void>,
    holds: () => Promise<boolean>,
    every?: number,
  ): Promise<Figure> {
    const [began, used] = [performance.now(), processorTime(this.host.pid)]
    await begin()
    await until(holds, every)
    const seconds = (performance.now() - began) / 1000
    return { value: changes / seconds, cpu: (processorTime(this.host.pid) - used) / changes }
  }

  /** Number of copies that the host has written since its start. */
  async memberWrites(): Promise<number> {
    const text = await (await fetch(`${this.host.url}/metrics`)).text()
    const done = text.matchAll(/^binnacle_federation_copies_total\{outcome="(?:applied|removed)"\} (\d+)$/gm)
    return [...done].reduce((sum, [, count]) => sum + Number(count), 0)
  }

  /** Restarts the host on its data, and resolves with its memory in megabytes once it is idle. */
  async restartHost(flags: readonly string[]): Promise<number> {
    await this.host.stop()
    this.host = await startHost(this.#build, this.#folder, flags)
    await this.atRest()
    const { pid } = this.host
    for (let round = 0; round < 2; round++) {
      process.kill(pid, 'SIGUSR2')
      await pause(REST_MS)
    }
    return residentMemory(pid).own
  }

  /** Resolves when the host is idle. */
  async atRest(): Promise<void> {
    const { pid } = this.host
    for (let used = -Infinity; processorTime(pid) - used > AT_REST_US; ) {
      used = processorTime(pid)
      await pause(REST_MS)
    }
  }

  /** Processor time of an idle host per second, in microseconds. */
  async idle(): Promise<number> {
    const used = processorTime(this.host.pid)
    await pause(IDLE_MS)
    return ((processorTime(this.host.pid) - used) / IDLE_MS) * 1000
  }

  async everywhere(holds: (url: string) => Promise<boolean>): Promise<boolean> {
    for (const { server } of this.members) if (!(await holds(server.url))) return false
    return true
  }

  async startAgain(member: Member): Promise<void> {
    const { folder, port } = member
    member.server = await startBinnacle(this.#build, { folder, keep: true, flags: ['--port', port] })
  }

  async stop(): Promise<void> {
    this.client.close()
    await this.host.stop()
    await Promise.all(this.members.map(({ server }) => server.stop()))
  }
}

const label = (federation: Federation, index: number, value: string) =>
  federation.client.send({
    method: 'PATCH',
    path: pathOf(index),
    type: MERGE,
    body: JSON.stringify({ metadata: { labels: { changed: value } } }),
  })

/** Reports for all copies that their replicas run, as controllers would. */
async function report({ members }: Federation): Promise<void> {
  await Promise.all(
    members.map(async ({ server }) => {
      const client = new Client(server.url, 8)
      const body = JSON.stringify(REPORT)
      await inParallel(8, OBJECTS, (index) =>
        client.send({ method: 'PATCH', path: `${pathOf(index)}/status`, type: MERGE, body }),
      )
      client.close()
    }),
  )
}

async function isSummed({ host }: Federation): Promise<boolean> {
  const { items } = await get<{ items: readonly { status: { availableReplicas?: number } }[] }>(
    host.url,
    DEPLOYMENTS,
  )
  return items.every(({ status }) => status.availableReplicas === MEMBERS)
}

async function federated(build: Build): Promise<Figures> {
  const federation = await Federation.start(build)
  const { members } = federation
  const figures = new Map()
  try {
    const create = () =>
      inParallel(16, OBJECTS, (index) =>
        federation.client.send({
          method: 'POST',
          path: DEPLOYMENTS,
          body: JSON.stringify(deployment(index)),
        }),
      )
    figures.set(
      FEDERATION.spread,
      await federation.measured(COPIES, create, () => federation.everywhere(hasAll)),
    )
    figures.set(
      FEDERATION.summed,
      await federation.measured(
        COPIES,
        () => report(federation),
        () => isSummed(federation),
      ),
    )
    let longest = 0
    let used = 0
    for (let index = 0; index < LABELLED; index++) {
      const value = `only-${index}`
      const { value: rate, cpu = 0 } = await federation.measured(
        1,
        () => label(federation, index, value),
        () => federation.everywhere((url) => isLabelled(url, value)),
        LOOK_AT_ONE_EVERY_MS,
      )
      longest = Math.max(longest, 1000 / rate)
      used += cpu
    }
    figures.set(FEDERATION.changed, { value: longest, cpu: used / LABELLED })
    const away = members[0] as Member
    await away.server.stop()
    await until(async () => !(await federation.isReady(away.name)))
    await inParallel(16, OBJECTS, (index) => label(federation, index, 'away'))
    await until(async () => {
      for (const { server } of members.slice(1)) if (!(await areLabelled(server.url, 'away'))) return false
      return true
    })
    await federation.startAgain(away)
    await until(() => federation.isReady(away.name))
    const written = await federation.memberWrites()
    const returned = await federation.measured(
      OBJECTS,
      async () => undefined,
      () => areLabelled(away.server.url, 'away'),
    )
    const writes = (await federation.memberWrites()) - written
    figures.set(FEDERATION.returned, returned)
    figures.set(FEDERATION.returnedWrites, { value: (returned.value * writes) / OBJECTS })
    await federation.restartHost([])
    const aloneIdle = await federation.idle()
    const all = await federation.restartHost(DEFAULTS)
    figures.set(FEDERATION.idle, { value: Math.max(0, (await federation.idle()) - aloneIdle) })
    // Measured as the difference that one member makes: a busy host needs memory for other work too.
    for (const { name } of members.slice(1)) {
      await fetch(`${federation.host.url}${CLUSTERS}/${name}`, { method: 'DELETE' })
    }
    await federation.atRest()
    const one = await federation.restartHost(DEFAULTS)
    figures.set(FEDERATION.memory, { value: ((all - one) * 1000) / (COPIES - OBJECTS) })
    return figures
  } finally {
    await federation.stop()
  }
}

/** The work of a host for its members, all on the same machine. */
export const federation: Benchmark[] = [{ ours: federated, rounds: 1 }]
