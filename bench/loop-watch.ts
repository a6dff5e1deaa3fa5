import { loopDelay } from '../test/support/measure/loop-watch.js'
import type { ServerProcess } from './processes.js'
import type { Figure, Row } from './row.js'

/** Measures how long the event loop of a server was blocked during some work. */
export async function measureLoopBlocking(
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
