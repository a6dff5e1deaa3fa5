import { setTimeout as delay } from 'node:timers/promises'
import type { LoadResult, RunningLoad } from './wrk.js'

/** How long the turn of a load is, in milliseconds: far less than a machine stays fast or slow. */
const TURN_MS = 50

/** What became of a load that was stopped for a part of its time. */
export interface TurnsResult extends LoadResult {
  /** For how many seconds it was not stopped. */
  readonly seconds: number
}

/**
 * Has loads run by turns for so many seconds altogether, one at a time: all others are stopped meanwhile. Rejects when one of
 * them fails.
 */
export async function byTurns(loads: readonly RunningLoad[], seconds: number): Promise<TurnsResult[]> {
  try {
    return await takeTurns(loads, seconds)
  } catch (error) {
    // A load that is stopped would stay so for ever.
    for (const { process } of loads) process.kill('SIGKILL')
    throw error
  }
}

async function takeTurns(loads: readonly RunningLoad[], seconds: number): Promise<TurnsResult[]> {
  const failure = new Promise<never>((_, reject) => {
    for (const { result } of loads) result.catch(reject)
  })
  const all = loads.map((load) => ({ load, activeMs: 0 }))
  for (const { load } of all) load.process.kill('SIGSTOP')
  const turn = async (one: (typeof all)[number], until: () => Promise<unknown>) => {
    const started = performance.now()
    one.load.process.kill('SIGCONT')
    await until()
    one.activeMs += performance.now() - started
  }
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    for (const one of all) {
      await turn(one, () => Promise.race([delay(TURN_MS), failure]))
      one.load.process.kill('SIGSTOP')
    }
  }
  const results: TurnsResult[] = []
  for (const one of all) {
    // Its time is over: it has to be running to see that.
    await turn(one, () => one.load.result)
    const result = await one.load.result
    results.push({ ...result, seconds: one.activeMs / 1000 })
  }
  return results
}
