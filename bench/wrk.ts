import { type ChildProcess, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { processorTime } from './process-usage.js'
import type { ServerProcess } from './processes.js'
import { LOAD_SECONDS } from './rounds.js'
import type { Figure } from './row.js'

/** The load comes from wrk, which is written in C: a generator in JavaScript would be the limit itself. */

export interface Load {
  /** A script of `bench/load/`, without its extension. */
  readonly script: string
  readonly path: string
  readonly connections: number
  readonly environment?: Record<string, string>
}

export interface LoadResult {
  readonly requests: number
  readonly requestsPerSecond: number
  /** Responses other than 2xx and 3xx, and broken connections. */
  readonly failures: number
}

export interface RunningLoad {
  readonly process: Pick<ChildProcess, 'kill'>
  readonly result: Promise<LoadResult>
}

/** Relative to the compiled file. */
const SCRIPTS = new URL('../../bench/load/', import.meta.url)

/** Measures a server under load, after warm-up. */
export async function measureLoad(server: ServerProcess, load: Load): Promise<Figure> {
  await runLoad(server, { ...load, environment: { ...load.environment, BENCH_ROUND: 'warm' } }, 1)
  return measureFor(server, load, LOAD_SECONDS)
}

/** Measures a server under a load of the given seconds. */
async function measureFor(server: ServerProcess, load: Load, seconds: number): Promise<Figure> {
  const before = processorTime(server.pid)
  const { requests, requestsPerSecond, failures } = await runLoad(server, load, seconds)
  const cpu = processorTime(server.pid) - before
  if (failures > 0) throw new Error(`${failures} requests failed`)
  return { value: requestsPerSecond, cpu: cpu / requests }
}

export function runLoad(server: ServerProcess, load: Load, seconds: number): Promise<LoadResult> {
  return startLoad(server, load, seconds).result
}

export function startLoad(
  { url }: ServerProcess,
  { script, path, connections, environment }: Load,
  seconds: number,
): RunningLoad {
  const file = fileURLToPath(new URL(`${script}.lua`, SCRIPTS))
  const args = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
  const run = promisify(execFile)('wrk', [...args, '--script', file, url + path], {
    env: { ...process.env, ...environment },
  })
  const missing = 'the benchmarks need wrk (apt-get install wrk)'
  return { process: run.child, result: resultOf(run, readResult, missing) }
}

/** Parses the output of a load. `missing` is the error message if its program is not installed. */
export async function resultOf(
  run: Promise<{ stdout: string }>,
  read: (output: string) => LoadResult,
  missing: string,
): Promise<LoadResult> {
  const { stdout } = await run.catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(missing) : error
  })
  return read(stdout)
}

export function readResult(output: string): LoadResult {
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]
  const requests = /(\d+) requests in /.exec(output)?.[1]
  if (rate === undefined || requests === undefined) throw new Error(`wrk printed no rate:\n${output}`)
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? '0'
  const broken = [...(/Socket errors: (.*)/.exec(output)?.[1] ?? '').matchAll(/(\d+)/g)]
  return {
    requests: Number(requests),
    requestsPerSecond: Number(rate),
    failures: Number(failed) + broken.reduce((sum, [count]) => sum + Number(count), 0),
  }
}
