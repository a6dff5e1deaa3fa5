import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The load comes from wrk, which is written in C: a generator in JavaScript would be the limit itself. */

export interface Load {
  /** A script of `bench/load/`, without its ending. */
  readonly script: string
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly environment?: Record<string, string>
}

export interface LoadResult {
  readonly requestsPerSecond: number
  /** Answers other than 2xx and 3xx, and broken connections. */
  readonly failures: number
}

export async function runLoad({ script, url, connections, seconds, environment }: Load): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(
    'wrk',
    [
      '--threads',
      '1',
      '--connections',
      String(connections),
      '--duration',
      `${seconds}s`,
      '--script',
      `bench/load/${script}.lua`,
      url,
    ],
    { env: { ...process.env, ...environment } },
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error('the benchmarks need wrk (apt-get install wrk)')
    throw error
  })
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]
  if (rate === undefined) throw new Error(`wrk printed no rate:\n${stdout}`)
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? '0'
  const broken = [...(/Socket errors: (.*)/.exec(stdout)?.[1] ?? '').matchAll(/(\d+)/g)]
  return {
    requestsPerSecond: Number(rate),
    failures: Number(failed) + broken.reduce((sum, [count]) => sum + Number(count), 0),
  }
}
