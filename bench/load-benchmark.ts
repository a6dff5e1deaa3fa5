import { startBare } from './bare.js'
import type { Benchmark } from './benchmark.js'
import type { ServerProcess } from './processes.js'
import type { Row } from './row.js'
import { sample, startStocked } from './stock.js'
import { newFile } from './workspace.js'
import { type Load, measureLoad } from './wrk.js'

export interface LoadOf {
  readonly row: Row
  /** Number of objects at the start. */
  readonly objects: number
  readonly load: Load
  /** Path whose response the bare server sends; the path of the load by default. */
  readonly response?: string
  readonly code?: number
  /** Request body; the script replaces the words in capitals. */
  readonly body?: object
  /** The baseline; by default a bare server that sends the same bytes. */
  readonly startLimit?: () => Promise<ServerProcess>
}

/** A benchmark that puts load on our server and on a baseline. */
export function loadBenchmark(of: LoadOf): Benchmark {
  const { row, objects, response = of.load.path, code = 200 } = of
  const bytes = lazily(() => sample(response, objects, of.load.environment?.BENCH_ACCEPT))
  const file = lazily(() => newFile('body', JSON.stringify(of.body ?? {})))
  const measured = async (server: ServerProcess) => {
    try {
      const environment = { ...of.load.environment, BENCH_BODY: await file() }
      return new Map([[row, await measureLoad(server, { ...of.load, environment })]])
    } finally {
      await server.stop()
    }
  }
  const startLimit = of.startLimit ?? (async () => startBare(await bytes(), code))
  return {
    ours: async (build) => measured(await startStocked(build, objects)),
    bare: async () => measured(await startLimit()),
  }
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
