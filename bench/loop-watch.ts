import { once } from 'node:events'
import type { LoopDelay } from './loop-delay.js'
import type { ServerProcess } from './processes.js'
import type { Figure, Row } from './row.js'

/** What node needs to be told so that `loopDelay` works. */
export const WATCH_LOOP = ['--import', new URL('./loop-delay.js', import.meta.url).href]

/** What the event loop of a server has gone through since this was last called. */
export async function loopDelay(server: ServerProcess): Promise<LoopDelay> {
  const line = once(server.complaints, 'line')
  process.kill(server.pid, 'SIGUSR2')
  const [text] = (await line) as [string]
  return JSON.parse(text) as LoopDelay
}

/** How long the event loop was held up while something was done. */
export async function heldUp(
  server: ServerProcess,
  { title }: Row,
  work: () => Promise<unknown>,
): Promise<Figure> {
  await loopDelay(server)
  await work()
  const { longest, busiest, collection } = await loopDelay(server)
  const parts = [
    `${longest.toFixed(1)} ms`,
    `${busiest.toFixed(1)} of processor`,
    `${collection.toFixed(1)} collecting`,
  ]
  console.error(`  ${title}: ${parts.join(', ')}`)
  return { value: longest, cpu: busiest * 1000 }
}
