import { setTimeout as delay } from 'node:timers/promises'
import type { LoadResult, RunningLoad } from './wrk.js'

/** Length of a slice in milliseconds: far shorter than a machine stays fast or slow. */
const SLICE_MS = 50

/** The result of a load that was paused for part of its time. */
export interface SliceResult extends LoadResult {
  /** Seconds in which it ran. */
  readonly seconds: number
}

/**
 * Runs loads in alternating slices for the given seconds in total; all but one are paused. Rejects if one fails.
 */
export async function runInSlices(loads: readonly RunningLoad[], seconds: number): Promise<SliceResult[]> {
  try {
    return await alternateSlices(loads, seconds)
  } catch (error) {
    // A paused load would stay so for ever.
    for (const { process } of loads) process.kill('SIGKILL')
    throw error
  }
}

async function alternateSlices(loads: readonly RunningLoad[], seconds: number): Promise<SliceResult[]> {
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
      await turn(one, () => Promise.race([delay(SLICE_MS), failure]))
      one.load.process.kill('SIGSTOP')
    }
  }
  const results: SliceResult[] = []
  for (const one of all) {
    // Its time is over; it must run to notice that.
    await turn(one, () => one.load.result)
    const result = await one.load.result
    results.push({ ...result, seconds: one.activeMs / 1000 })
  }
  return results
}
