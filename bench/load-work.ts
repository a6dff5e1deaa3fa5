import { startBare } from './bare.js'
import type { ServerProcess } from './processes.js'
import type { Row } from './row.js'
import { sample, startStocked } from './stock.js'
import type { Work } from './work.js'
import { newFile } from './workspace.js'
import { type Load, measureLoad } from './wrk.js'

export interface LoadOf {
  readonly row: Row
  /** How many objects there are when it begins. */
  readonly objects: number
  readonly load: Load
  /** Where the bytes come from that the bare server responds with; the path of the load when left out. */
  readonly response?: string
  readonly code?: number
  /** What the load sends; its script replaces the words in capitals. */
  readonly body?: object
  /** The limit, if it is another than a bare server that responds with the same bytes. */
  readonly startLimit?: () => Promise<ServerProcess>
}

/** A load of requests on a server of ours, beside a limit. */
export function loadWork(of: LoadOf): Work {
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
