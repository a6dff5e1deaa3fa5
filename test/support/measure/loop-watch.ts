import { existsSync } from 'node:fs'
import type { Interface } from 'node:readline'
import type { LoopDelay } from './loop-delay.js'

/** Node arguments that enable `loopDelay`. */
export const WATCH_LOOP: readonly string[] = ['--import', new URL('./loop-delay.js', import.meta.url).href]

/** Why the processor time of a thread cannot be measured; false if it can. */
export const loopUnwatchable = existsSync('/proc/self/schedstat')
  ? false
  : 'only Linux reports the processor time of a thread, in /proc'

/** A server that was started with `WATCH_LOOP`. */
export interface WatchedServer {
  readonly pid: number
  /** Its standard error. */
  readonly complaints: Interface
}

/** Whether a line of standard error is a report on the event loop. */
export const isLoopReport = (line: string) => line.startsWith('{"longest":')

/** The event loop delay of a server since the last call. */
export async function loopDelay({ pid, complaints }: WatchedServer): Promise<LoopDelay> {
  const report = new Promise<string>((resolve) => {
    const end = () => resolve('null')
    const take = (line: string) => {
      if (!isLoopReport(line)) return
      complaints.off('line', take)
      complaints.off('close', end)
      resolve(line)
    }
    complaints.on('line', take)
    complaints.once('close', end)
  })
  process.kill(pid, 'SIGUSR2')
  const seen = JSON.parse(await report) as LoopDelay | null
  if (seen === null) throw new Error('the server ended before it could report on its event loop')
  return seen
}
