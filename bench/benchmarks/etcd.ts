import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import type { Benchmark } from '../benchmark.js'
import { type Build, startBinnacle } from '../binnacle.js'
import type { ServerProcess } from '../processes.js'
import { LOAD_SECONDS } from '../rounds.js'
import { type Figures, PER_SECOND, type Row } from '../row.js'
import { COLLECTION, fill } from '../stock.js'
import { ETCD } from '../targets.js'
import { typicalDeployment } from '../typical.js'
import { newFile } from '../workspace.js'
import { measureLoad } from '../wrk.js'

const OBJECTS = 1000
const CONNECTIONS = 64
/** Size of the typical object in the store. */
const VALUE_BYTES = 2000

interface Load {
  readonly row: Row
  readonly script: string
  readonly path: string
  readonly body: object
  /** The direct calls to etcd, for the baseline. */
  readonly bare: 'put' | 'read'
}

const PATCH = { metadata: { labels: { turn: 'TURN' } } }
const LOADS: readonly Load[] = [
  { row: ETCD.create, script: 'create', path: COLLECTION, body: typicalDeployment('NAME'), bare: 'put' },
  { row: ETCD.patch, script: 'patch', path: COLLECTION, body: PATCH, bare: 'put' },
  { row: ETCD.get, script: 'get', path: `${COLLECTION}/object-0`, body: {}, bare: 'read' },
]

/**
 * Writes and linearizable reads through one server on etcd and through two. The baseline is the same calls without a
 * server.
 */
export const etcd: readonly Benchmark[] = LOADS.flatMap((load) => [work(load, 1), work(load, 2)])

function work(load: Load, servers: number): Benchmark {
  // The targets are for one server.
  const title = load.row.title.replace('one server', 'two servers')
  const row: Row = servers === 1 ? load.row : { title, unit: PER_SECOND }
  return {
    ours: (build) => onCluster((cluster) => measure(build, cluster, row, load, servers)),
    bare: () => onCluster((cluster) => measureBare(cluster, row, load.bare)),
  }
}

async function onCluster<T>(use: (cluster: EtcdCluster) => Promise<T>): Promise<T> {
  if (etcdMissing) throw new Error(etcdMissing)
  const cluster = await EtcdCluster.start()
  try {
    return await use(cluster)
  } finally {
    await cluster.remove()
  }
}

async function measure(
  build: Build,
  { endpoints }: EtcdCluster,
  row: Row,
  { script, path, body }: Load,
  count: number,
): Promise<Figures> {
  const flags = ['--storage', 'etcd', '--etcd-endpoints', endpoints.join(',')]
  const servers: ServerProcess[] = []
  try {
    while (servers.length < count) servers.push(await startBinnacle(build, { flags }))
    await fill((servers[0] as ServerProcess).url, OBJECTS)
    const file = await newFile('body', JSON.stringify(body))
    const connections = CONNECTIONS / count
    const figures = await Promise.all(
      servers.map((server, index) => {
        const environment = { BENCH_BODY: file, BENCH_SERVER: `-s${index}` }
        return measureLoad(server, { script, path, connections, environment })
      }),
    )
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const cpu = sum(figures.map((figure) => figure.cpu ?? 0)) / count
    return new Map([[row, { value: sum(figures.map(({ value }) => value)), cpu }]])
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function measureBare({ endpoints }: EtcdCluster, row: Row, call: string): Promise<Figures> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '.build/bench/bare-etcd.js',
    endpoints[0] ?? '',
    call,
    String(CONNECTIONS),
    String(LOAD_SECONDS),
    String(VALUE_BYTES),
  ])
  return new Map([[row, { value: Number(stdout) }]])
}
