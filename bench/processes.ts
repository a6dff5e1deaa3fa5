import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Milliseconds from the start of the process until it printed its URL. */
  readonly servingAfter: number
  /** Its standard error. */
  readonly complaints: Interface
  stop(): Promise<void>
}

/** Every server is stopped at exit, however the run ends. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts Node without address space randomization. With random addresses some processes are slower by a fifth for their
 * whole life. Where a system does not allow this, figures scatter more.
 */
const canFixAddresses = spawnSync('setarch', ['-R', 'true']).status === 0
const [command, ...launch] = canFixAddresses
  ? (['setarch', '-R', process.execPath] as const)
  : ([process.execPath] as const)

/** Starts a Node program that prints its URL. */
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
  throw new Error('the server ended before it printed its URL')
}
