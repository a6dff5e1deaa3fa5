import type { Benchmark } from '../benchmark.js'
import { type Build, HERE, startBinnacle } from '../binnacle.js'
import {
  applyDefinitions,
  BUILT_IN,
  CUSTOM,
  established,
  providerDefinitions,
  type Side,
  stockOf,
} from '../custom-resources.js'
import { processorTime, residentMemory } from '../process-usage.js'
import type { ServerProcess } from '../processes.js'
import type { Figure, Figures, Row } from '../row.js'
import { type Stock, startStockedWith } from '../stock.js'
import { DEFINITIONS } from '../targets.js'
import { newFile } from '../workspace.js'
import { measureLoad } from '../wrk.js'

const OBJECTS = 5000
const PROVIDER = 500
/** Number of clients that apply the definitions of a provider. */
const CLIENTS = 4
/** Time for the server to become idle after a load. */
const REST_MS = 10_000

interface Load {
  readonly script: string
  readonly connections: number
  /** Suffix of the collection path. */
  readonly rest?: string
  readonly body?: object
}

const GET: Load = { script: 'get', connections: 16, rest: '/object-0' }
const LIST: Load = { script: 'get', connections: 4, rest: '?limit=500' }
const CREATE: Load = { script: 'create', connections: 32 }
const PATCH: Load = { script: 'patch', connections: 16, body: { metadata: { labels: { turn: 'TURN' } } } }
const PATCH_SPEC: Load = {
  script: 'patch',
  connections: 16,
  body: { spec: { replicas: 3, revisionHistoryLimit: 'COUNT' } },
}
const PATCH_OWN_SPEC: Load = { ...PATCH_SPEC, body: { spec: { replicas: 3, owner: 'TURN' } } }

async function measure(build: Build, row: Row, side: Side, load: Load): Promise<Figures> {
  const { script, connections, rest = '', body = side.body } = load
  const environment = { BENCH_BODY: await newFile('body', JSON.stringify(body)) }
  const server = await startStockedWith(build, stockOf(side, OBJECTS))
  try {
    const path = side.path + rest
    return new Map([[row, await measureLoad(server, { script, connections, path, environment })]])
  } finally {
    await server.stop()
  }
}

/** A load on custom resources. The baseline is the same load on Deployments. */
const beside = (row: Row, load: Load, onDeployments = load): Benchmark => ({
  ours: (build) => measure(build, row, CUSTOM, load),
  bare: () => measure(HERE, row, BUILT_IN, onDeployments),
})

const provider: Stock = {
  name: `provider-${PROVIDER}`,
  fill: (url) => applyDefinitions(url, providerDefinitions(PROVIDER), CLIENTS),
}

/** Time until the last definition is established, and the additional memory afterwards. */
async function establish(build: Build): Promise<Figures> {
  const server = await startBinnacle(build)
  try {
    await rested()
    const empty = residentMemory(server.pid)
    const definitions = providerDefinitions(PROVIDER)
    const [began, used] = [performance.now(), processorTime(server.pid)]
    await applyDefinitions(server.url, definitions, CLIENTS)
    const found = await established(server.url)
    if (found !== PROVIDER) throw new Error(`${found} definitions are established`)
    const value = (performance.now() - began) / 1000
    const cpu = (processorTime(server.pid) - used) / PROVIDER
    await rested()
    const memory = residentMemory(server.pid)
    return new Map<Row, Figure>([
      [DEFINITIONS.establish, { value, cpu }],
      [DEFINITIONS.memory, { value: memory.all - empty.all }],
      [DEFINITIONS.memoryOwn, { value: memory.own - empty.own }],
    ])
  } finally {
    await server.stop()
  }
}

/** Additional start time and memory with definitions that have no objects. */
async function startWith(build: Build): Promise<Figures> {
  const empty = await started(await startBinnacle(build))
  const full = await started(await startStockedWith(build, provider))
  return new Map([
    [DEFINITIONS.start, { value: full.seconds - empty.seconds }],
    [DEFINITIONS.memoryAgain, { value: full.memory.all - empty.memory.all }],
    [DEFINITIONS.memoryAgainOwn, { value: full.memory.own - empty.memory.own }],
  ])
}

async function started(server: ServerProcess) {
  try {
    await fetch(`${server.url}/readyz`)
    const seconds = server.servingAfter / 1000
    await rested()
    return { seconds, memory: residentMemory(server.pid) }
  } finally {
    await server.stop()
  }
}

const rested = () => new Promise((resolve) => setTimeout(resolve, REST_MS))

/** Custom resources compared with built-in kinds, and hundreds of definitions. */
export const definitions: Benchmark[] = [
  beside(DEFINITIONS.get, GET),
  beside(DEFINITIONS.list, LIST),
  beside(DEFINITIONS.create, CREATE),
  beside(DEFINITIONS.patch, PATCH),
  beside(DEFINITIONS.patchOfSpec, PATCH_OWN_SPEC, PATCH_SPEC),
  { ours: establish },
  { ours: startWith },
]
