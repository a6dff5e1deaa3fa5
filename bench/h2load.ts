import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { processorTime } from './process-usage.js'
import type { ServerProcess } from './processes.js'
import type { Figure } from './row.js'
import type { LoadResult } from './wrk.js'

/** The load of HTTP/2 comes from h2load, which is written in C as wrk is; wrk speaks HTTP/1.1 alone. */

export interface StreamLoad {
  readonly path: string
  readonly connections: number
  /** How many requests are under way on each connection. */
  readonly streams: number
}

/** What a server does under a load of so many seconds. */
export async function measureStreamsFor(
  server: ServerProcess,
  load: StreamLoad,
  seconds: number,
): Promise<Figure> {
  const before = processorTime(server.pid)
  const { requests, requestsPerSecond, failures } = await runStreams(server, load, seconds)
  const cpu = processorTime(server.pid) - before
  if (failures > 0) throw new Error(`${failures} requests failed`)
  return { value: requestsPerSecond, cpu: cpu / requests }
}

async function runStreams(
  { url }: ServerProcess,
  { path, connections, streams }: StreamLoad,
  seconds: number,
): Promise<LoadResult> {
  const args = ['--clients', String(connections), '--max-concurrent-streams', String(streams)]
  const { stdout } = await promisify(execFile)('h2load', [
    ...args,
    '--duration',
    String(seconds),
    url + path,
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new Error('this benchmark needs h2load (apt-get install nghttp2-client)')
    throw error
  })
  return readStreamResult(stdout)
}

export function readStreamResult(output: string): LoadResult {
  const rate = /finished in [^,]+, ([\d.]+) req\/s/.exec(output)?.[1]
  const counts = /(\d+) done, (\d+) succeeded, (\d+) failed, (\d+) errored/.exec(output)
  if (rate === undefined || counts === null) throw new Error(`h2load printed no rate:\n${output}`)
  const [done = 0, succeeded = 0] = counts.slice(1).map(Number)
  return { requests: done, requestsPerSecond: Number(rate), failures: done - succeeded }
}
