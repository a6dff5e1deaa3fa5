import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EtcdCluster, etcdMissing } from '../../test/support/etcd/member.js'
import { type ServerProcess, startBinnacleOn } from '../processes.js'
import { compare, type Figures, SECONDS } from '../rounds.js'
import { COLLECTION, create, createMany, withBodyFile } from '../stage.js'
import { typicalDeployment } from '../typical.js'
import { type Load, runLoad } from '../wrk.js'

const OBJECTS = 1000
const CONNECTIONS = 64
/** What the typical object is in the store. */
const VALUE_BYTES = 2000

const WORKS = [
  { work: 'create', script: 'create', bare: 'put', body: typicalDeployment('NAME'), path: COLLECTION },
  {
    work: 'merge patch over 1,000 objects',
    script: 'patch',
    bare: 'put',
    body: { metadata: { labels: { turn: 'TURN' } } },
    path: COLLECTION,
  },
  { work: 'linearizable get', script: 'get', bare: 'read', body: {}, path: `${COLLECTION}/sample` },
]

/** Writes and linearizable reads through one server on etcd and through two, beside the same calls with no server. */
export async function etcd(): Promise<Figures[]> {
  if (etcdMissing) {
    console.error(`etcd: ${etcdMissing}`)
    return []
  }
  const results: Figures[] = []
  for (const { work, script, bare, body, path } of WORKS) {
    for (const servers of [1, 2]) {
      results.push(
        await withBodyFile(body, (file) =>
          compare(
            `${work}, etcd, ${servers === 1 ? 'one server' : 'two servers'}, ${CONNECTIONS} connections`,
            'requests/s',
            () => measure(servers, { script, path, environment: { BENCH_BODY: file } }),
            () => measureBare(bare),
          ),
        ),
      )
    }
  }
  return results
}

type Work = Pick<Load, 'script'> & { path: string; environment: Record<string, string> }

async function measure(count: number, { script, path, environment }: Work): Promise<number> {
  const cluster = await EtcdCluster.start()
  const servers: ServerProcess[] = []
  try {
    for (let index = 0; index < count; index++) servers.push(await startBinnacleOn(cluster.endpoints))
    const [first] = servers
    if (first === undefined) return 0
    await create(first.url, 'sample')
    if (script === 'patch') await createMany(first.url, OBJECTS)
    const round = async (name: string, seconds: number) => {
      const loads = servers.map(({ url }, index) =>
        runLoad({
          script,
          url: url + path,
          connections: CONNECTIONS / count,
          seconds,
          environment: { ...environment, BENCH_ROUND: `${name}-${index}` },
        }),
      )
      const loaded = await Promise.all(loads)
      if (loaded.some(({ failures }) => failures > 0)) throw new Error('requests failed')
      return loaded.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
    }
    await round('warm', 2)
    return await round('measured', SECONDS)
  } finally {
    for (const server of servers) await server.stop()
    await cluster.remove()
  }
}

async function measureBare(work: string): Promise<number> {
  const cluster = await EtcdCluster.start()
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '.build/bench/bare-etcd.js',
      cluster.endpoints[0] ?? '',
      work,
      String(CONNECTIONS),
      String(SECONDS),
      String(VALUE_BYTES),
    ])
    return Number(stdout)
  } finally {
    await cluster.remove()
  }
}
