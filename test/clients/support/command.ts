import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'

/** No command takes seconds. A command that hangs is killed, and its test fails with the output so far. */
const PATIENCE_MS = 60_000

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running program, with its output so far. */
export class Command {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #ended: Promise<unknown>
  #stdout = ''
  #stderr = ''

  constructor(path: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(path, args, { env, timeout: PATIENCE_MS })
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text
    })
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
    })
    // A program may end without reading its input.
    this.#child.stdin.on('error', () => undefined)
    this.#ended = once(this.#child, 'close')
  }

  async ended(input = ''): Promise<Ended> {
    this.#child.stdin.end(input)
    await this.#ended
    return { code: this.#child.exitCode, stdout: this.#stdout, stderr: this.#stderr }
  }

  /** Resolves to the output as soon as it matches. */
  async says(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#stdout)) {
      const more = await Promise.race([once(this.#child.stdout, 'data').then(() => true), this.#ended])
      if (more !== true && !pattern.test(this.#stdout))
        throw new Error(`ended before it said ${pattern}:\n${this.#stdout}${this.#stderr}`)
    }
    return this.#stdout
  }

  async stop(): Promise<void> {
    this.#child.kill()
    await this.#ended
  }
}
