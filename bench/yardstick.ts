import { startBare } from './bare.js'
import { alternate } from './rounds.js'
import { type Figures, PER_SECOND, type Row } from './row.js'
import { REFERENCE_RATE } from './wanted.js'
import { measureLoad } from './wrk.js'

/** About as long as one object. */
const ANSWER = Buffer.alloc(2048, 'x')
const ROW: Row = { title: 'bare server, 16 connections', unit: PER_SECOND }

async function round(): Promise<Figures> {
  const server = await startBare(ANSWER, 200)
  try {
    return new Map([[ROW, await measureLoad(server, { script: 'get', path: '/', connections: 16 })]])
  } finally {
    await server.stop()
  }
}

/** What this machine is worth today: how many small requests a bare server answers in a second. */
export async function measureYardstick(): Promise<{ rate: number; scale: number }> {
  const [figures] = await alternate([round])
  const rate = figures?.get(ROW)?.value ?? REFERENCE_RATE
  return { rate, scale: rate / REFERENCE_RATE }
}
