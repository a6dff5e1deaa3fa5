import { startBareStore, startBinnacle } from '../processes.js'
import { compare, type Figures, measureLoad } from '../rounds.js'
import { COLLECTION, createMany, withBodyFile } from '../stage.js'
import { typicalDeployment } from '../typical.js'

const OBJECTS = 1000
/** More than are deleted in the time there is; see `bench/load/delete.lua`. */
const DELETABLE = 25_000
const WORKS = [
  { work: 'create', script: 'create', connections: 32, body: typicalDeployment('NAME') },
  {
    work: 'replace over 1,000 objects',
    script: 'replace',
    connections: 16,
    body: typicalDeployment('NAME', { turn: 'TURN' }),
  },
  {
    work: 'merge patch over 1,000 objects',
    script: 'patch',
    connections: 16,
    body: { metadata: { labels: { turn: 'TURN' } } },
  },
  { work: 'delete', script: 'delete', connections: 32, body: {} },
]

/** Durable writes, beside a bare server that parses the same body and puts it into lmdb. */
export async function write(): Promise<Figures[]> {
  const results: Figures[] = []
  for (const { work, script, connections, body } of WORKS) {
    results.push(
      await withBodyFile(body, (file) => {
        const load = { script, connections, path: COLLECTION, environment: { BENCH_BODY: file } }
        const objects = { create: 0, delete: DELETABLE }[script] ?? OBJECTS
        const stage = (url: string) => createMany(url, objects)
        return compare(
          `${work}, durable, ${connections} connections`,
          'requests/s',
          () => measureLoad(startBinnacle, load, stage),
          () => measureLoad(startBareStore, load),
        )
      }),
    )
  }
  return results
}
