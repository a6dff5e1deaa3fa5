import type { ServerProcess } from './processes.js'
import { type Load, runLoad } from './wrk.js'

/**
 * Every figure is measured beside a limit, in alternating rounds with fresh processes, and told as a median
 * with its ratio. Figures of one run can be compared with each other, those of two machines cannot.
 */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)

export interface Figures {
  readonly work: string
  readonly unit: string
  readonly ours: number
  readonly bare: number
}

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Runs both sides in turn; the order alternates, so that neither always finds the machine warmer. */
export async function compare(
  work: string,
  unit: string,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<Figures> {
  const figures: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      figures[side].push(await (side === 0 ? ours() : bare()))
    }
  }
  const result = { work, unit, ours: median(figures[0]), bare: median(figures[1]) }
  console.error(`${work}: ${result.ours.toFixed(0)} beside ${result.bare.toFixed(0)} ${unit}`)
  return result
}

/** One round of load: a fresh server, its stage, a second to warm it up, then the measurement. */
export async function measureLoad(
  start: () => Promise<ServerProcess>,
  load: Omit<Load, 'url' | 'seconds'> & { readonly path: string },
  stage: (url: string) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const server = await start()
  try {
    await stage(server.url)
    const url = server.url + load.path
    await runLoad({ ...load, url, seconds: 1, environment: { ...load.environment, BENCH_ROUND: 'warm' } })
    const { requestsPerSecond, failures } = await runLoad({ ...load, url, seconds: SECONDS })
    if (failures > 0) throw new Error(`${failures} requests failed`)
    return requestsPerSecond
  } finally {
    await server.stop()
  }
}

export function printTable(results: readonly Figures[]): void {
  console.log(`medians of ${ROUNDS} rounds; node ${process.version}\n`)
  console.log('| work | | binnacle | bare | ratio |\n|---|---|---|---|---|')
  for (const { work, unit, ours, bare } of results) {
    console.log(
      `| ${work} | ${unit} | ${ours.toFixed(0)} | ${bare.toFixed(0)} | ${(ours / bare).toFixed(2)} |`,
    )
  }
}
