import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ServerProcess } from './processes.js'
import { type LoadResult, type RunningLoad, resultOf } from './wrk.js'

/** HTTP/2 load comes from h2load, which is written in C like wrk; wrk supports only HTTP/1.1. */

export interface StreamLoad {
  readonly path: string
  readonly connections: number
  /** Concurrent requests per connection. */
  readonly streams: number
}

export function startStreams(
  { url }: ServerProcess,
  { path, connections, streams }: StreamLoad,
  seconds: number,
): RunningLoad {
  const args = ['--clients', String(connections), '--max-concurrent-streams', String(streams)]
  const run = promisify(execFile)('h2load', [...args, '--duration', String(seconds), url + path])
  const missing = 'this benchmark needs h2load (apt-get install nghttp2-client)'
  return { process: run.child, result: resultOf(run, readStreamResult, missing) }
}

export function readStreamResult(output: string): LoadResult {
  const rate = /finished in [^,]+, ([\d.]+) req\/s/.exec(output)?.[1]
  const counts = /(\d+) done, (\d+) succeeded, (\d+) failed, (\d+) errored/.exec(output)
  if (rate === undefined || counts === null) throw new Error(`h2load printed no rate:\n${output}`)
  const [done = 0, succeeded = 0] = counts.slice(1).map(Number)
  return { requests: done, requestsPerSecond: Number(rate), failures: done - succeeded }
}
