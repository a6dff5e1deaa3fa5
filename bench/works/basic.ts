import { startBare, startBinnacle } from '../processes.js'
import { compare, type Figures, measureLoad } from '../rounds.js'
import { COLLECTION, create, sample, withBodyFile } from '../stage.js'
import { typicalDeployment } from '../typical.js'

/** Reads one object, and creates objects, beside a bare server that answers the same bytes. */
export async function basic(): Promise<Figures[]> {
  const body = await sample(`${COLLECTION}/sample`, (url) => create(url, 'sample'))
  const get = { script: 'get', connections: 16, path: `${COLLECTION}/sample` }
  const reads = await compare(
    'get one, 16 connections',
    'requests/s',
    () => measureLoad(startBinnacle, get, (url) => create(url, 'sample')),
    () => measureLoad(() => startBare(body, 200), get),
  )
  const writes = await withBodyFile(typicalDeployment('NAME'), (file) => {
    const post = { script: 'create', connections: 32, path: COLLECTION, environment: { BENCH_BODY: file } }
    return compare(
      'create, durable, 32 connections',
      'requests/s',
      () => measureLoad(startBinnacle, post),
      () => measureLoad(() => startBare(body, 201), post),
    )
  })
  return [reads, writes]
}
