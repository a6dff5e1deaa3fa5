import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import { exitOf } from '../exit-of.js'
import { isLoopReport } from '../measure/loop-watch.js'

/** The compiled server in its own process. */
export class ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Its standard error. Everything except event loop reports is passed on. */
  readonly complaints: Interface

  private constructor(child: ChildProcess, url: string, complaints: Interface) {
    this.child = child
    this.url = url
    this.complaints = complaints
  }

  /** `nodeFlags` are for node itself. */
  static async start(
    args: readonly string[] = [],
    nodeFlags: readonly string[] = [],
  ): Promise<ServerProcess> {
    const main = new URL('../../../src/cli/main.js', import.meta.url).pathname
    const command = [...nodeFlags, main, 'serve', '--port', '0', '--log-level', 'error', ...args]
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
    if (child.stdout === null || child.stderr === null) throw new Error('the server has no output to read')
    const complaints = createInterface({ input: child.stderr })
    complaints.on('line', (line) => {
      if (!isLoopReport(line)) console.error(line)
    })
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /https?:\/\/\S+/.exec(line)?.[0]
      if (url === undefined) continue
      child.stdout.resume()
      return new ServerProcess(child, url, complaints)
    }
    throw new Error('the server ended before it said where it listens')
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the server has no process')
    return this.child.pid
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Resolves with the exit code, or null after a signal. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) {
      this.child.kill(signal)
      await exitOf(this.child)
    }
    return this.child.exitCode
  }
}
