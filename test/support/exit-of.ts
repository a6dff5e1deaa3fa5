import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

type Exit = [code: number | null, signal: NodeJS.Signals | null]

/** How a process ends, or has ended: its event comes only once. */
export async function exitOf(child: ChildProcess): Promise<Exit> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return [child.exitCode, child.signalCode]
}
