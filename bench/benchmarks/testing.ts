import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Benchmark } from '../benchmark.js'
import { type Figure, MEGABYTES, MILLISECONDS, type Row } from '../row.js'

const SCRIPT = fileURLToPath(new URL('../test-server-times.js', import.meta.url))

type Measure = 'start' | 'megabytes' | 'reset' | 'fork' | 'snapshot'

const ms = (title: string, target: number): Row => ({ title, unit: MILLISECONDS, target })

const few: Readonly<Partial<Record<Measure, Row>>> = {
  start: ms('startTestServer(), warm', 20),
  megabytes: { title: '100 test servers in a process', unit: MEGABYTES, target: 600 },
  reset: ms('reset() of 20 changes, 1,000 objects', 5),
  fork: ms('fork(), 1,000 objects', 5),
  snapshot: ms('snapshot(), 1,000 objects', 5),
}

const many: Readonly<Partial<Record<Measure, Row>>> = {
  reset: ms('reset() of 20 changes, 50,000 objects', 20),
  fork: ms('fork(), 50,000 objects', 20),
  snapshot: ms('snapshot(), 50,000 objects', 20),
}

function testServer(objects: number, rows: Readonly<Partial<Record<Measure, Row>>>): Benchmark {
  return {
    ours: async ({ root }) => {
      const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, root, String(objects)])
      const measured = JSON.parse(stdout) as Readonly<Record<Measure, number>>
      const figures = new Map<Row, Figure>()
      for (const [name, row] of Object.entries(rows)) figures.set(row, { value: measured[name as Measure] })
      return figures
    },
    rounds: 3,
  }
}

/** The test server of `binnacle/testing`. */
export const testing = [testServer(1000, few), testServer(50_000, many)]
