import { startBare } from './bare.js'
import type { Benchmark, Pair } from './benchmark.js'
import { PARTS, type Part, PRINTOUTS } from './benchmarks/index.js'
import { HERE } from './binnacle.js'
import { describeMachine } from './machine.js'
import { type Result, resultsOf } from './result.js'
import { alternate, LOAD_SECONDS, ROUNDS, summary } from './rounds.js'
import { type Figures, PER_SECOND, type Row } from './row.js'
import { resultTable } from './table.js'
import { REFERENCE_RATE } from './targets.js'
import { measureLoad } from './wrk.js'

/** About as long as one object. */
const YARDSTICK_RESPONSE = Buffer.alloc(2048, 'x')
const YARDSTICK: Row = { title: 'bare server, 16 connections', unit: PER_SECOND }

async function measured(work: Benchmark): Promise<Result[]> {
  const { pair, rounds } = work
  if (pair !== undefined) {
    const pairs = await repeated(() => pair(HERE), rounds)
    return resultsOf({ ours: pairs.map(({ ours }) => ours), bare: pairs.map(({ bare }) => bare) })
  }
  const ours = () => work.ours(HERE)
  const [figures = [], bare] = await alternate(work.bare === undefined ? [ours] : [ours, work.bare], rounds)
  return resultsOf({ ours: figures, bare })
}

async function repeated(round: () => Promise<Pair>, rounds = ROUNDS): Promise<Pair[]> {
  const all: Pair[] = []
  for (let count = 0; count < rounds; count++) all.push(await round())
  return all
}

/** Runs the named benchmarks, or a full run, and returns a Markdown report. */
export async function report(names: readonly string[]): Promise<string> {
  const isAsked = ({ isInFullRun }: Part, name: string) =>
    names.length === 0 ? isInFullRun : names.includes(name)
  const parts = PARTS.map((part) => ({
    title: part.title,
    benchmarks: Object.entries(part.benchmarks).filter(([name]) => isAsked(part, name)),
  })).filter(({ benchmarks }) => benchmarks.length > 0)

  const sections: string[] = []
  if (parts.length > 0) {
    const { rate, scale } = await measureYardstick()
    sections.push(await introduction(rate, scale))
    for (const { title, benchmarks } of parts) {
      const results: Result[] = []
      for (const [name, list] of benchmarks) {
        for (const work of list) {
          const found = await measured(work)
          results.push(...found)
          console.error(`${name}\n${resultTable(found, scale)}\n`)
        }
      }
      sections.push(`### ${title}`, resultTable(results, scale))
    }
  }
  for (const [name, printout] of Object.entries(PRINTOUTS)) {
    if (names.includes(name)) sections.push(printout())
  }
  return sections.join('\n\n')
}

async function introduction(rate: number, scale: number): Promise<string> {
  const date = new Date().toISOString().slice(0, 10)
  const yardstick = `The bare server serves ${rate.toFixed(0)} small requests per second here, so the targets are scaled by ${scale.toFixed(2)}.`
  return `Taken on ${date}: medians of ${ROUNDS} rounds, loads of ${LOAD_SECONDS} s.\n\n${await describeMachine()}\n\n${yardstick}`
}

async function yardstickRound(): Promise<Figures> {
  const server = await startBare(YARDSTICK_RESPONSE, 200)
  try {
    return new Map([[YARDSTICK, await measureLoad(server, { script: 'get', path: '/', connections: 16 })]])
  } finally {
    await server.stop()
  }
}

/** Measures the speed of this machine: small requests per second of a bare server. */
async function measureYardstick(): Promise<{ rate: number; scale: number }> {
  const [rounds = []] = await alternate([yardstickRound])
  const rate = summary(rounds).get(YARDSTICK)?.value ?? REFERENCE_RATE
  return { rate, scale: rate / REFERENCE_RATE }
}
