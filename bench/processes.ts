import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process until it said where it listens. */
  readonly servingAfter: number
  /** What it writes to standard error. */
  readonly complaints: Interface
  stop(): Promise<void>
}

/** No server outlives the run, however that ends. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * What node is started by: a program that has it loaded to the same addresses every time. At random ones, as is usual, some
 * processes are slower than others by a fifth for as long as they live. Not every system allows it; figures scatter more then.
 */
const canFixAddresses = spawnSync('setarch', ['-R', 'true']).status === 0
const [command, ...launch] = canFixAddresses
  ? (['setarch', '-R', process.execPath] as const)
  : ([process.execPath] as const)

/** Starts node with a program that prints where it serves. */
export async function startServer(args: readonly string[]): Promise<ServerProcess> {
  const started = performance.now()
  const child = spawn(command, [...launch, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const complaints = createInterface({ input: child.stderr })
  complaints.on('line', (line) => {
    if (!line.startsWith('{')) console.error(line)
  })
  const url = await firstUrl(child.stdout)
  const servingAfter = performance.now() - started
  if (child.pid === undefined) throw new Error('the server has no process')
  return {
    url,
    pid: child.pid,
    servingAfter,
    complaints,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      running.delete(child)
    },
  }
}

async function firstUrl(stdout: Readable): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const url = /https?:\/\/\S+/.exec(line)?.[0]
    if (url === undefined) continue
    stdout.resume()
    return url
  }
  throw new Error('the server ended before it said where it listens')
}
