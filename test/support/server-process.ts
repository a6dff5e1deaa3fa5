import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The compiled server in a process of its own, as a user starts it. */
export class ServerProcess {
  readonly child: ChildProcess
  readonly url: string

  private constructor(child: ChildProcess, url: string) {
    this.child = child
    this.url = url
  }

  static async start(args: readonly string[] = []): Promise<ServerProcess> {
    const main = new URL('../../src/cli/main.js', import.meta.url).pathname
    const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--log-level', 'error', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.stdout === null) throw new Error('the server has no output to read')
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /http:\/\/\S+/.exec(line)?.[0]
      if (url === undefined) continue
      child.stdout.resume()
      return new ServerProcess(child, url)
    }
    throw new Error('the server ended before it said where it listens')
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** Resolves with the exit code, null when a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.isRunning) {
      this.child.kill(signal)
      await once(this.child, 'exit')
    }
    return this.child.exitCode
  }
}
