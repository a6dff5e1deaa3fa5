import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { ServerProcess } from '#test/support/servers/server-process.js'
import { exitOf } from '../../support/exit-of.js'

/** A process that tests kill, suspend and start again. */
export interface Victim {
  readonly name: string
  start(): Promise<void>
  kill(): Promise<void>
  suspend(): void
  resume(): void
}

/** A server whose data stays when it is killed. */
export class MortalServer implements Victim {
  readonly name: string
  readonly #args: readonly string[]
  #server: ServerProcess | undefined

  constructor(name: string, args: readonly string[]) {
    this.name = name
    this.#args = args
  }

  get url(): string | undefined {
    return this.#server?.url
  }

  get port(): number | undefined {
    return this.url === undefined ? undefined : Number(new URL(this.url).port)
  }

  get pid(): number | undefined {
    return this.#server?.pid
  }

  async start(): Promise<void> {
    this.#server ??= await ServerProcess.start(this.#args)
  }

  async kill(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await server?.stop('SIGKILL')
  }

  suspend(): void {
    this.#server?.child.kill('SIGSTOP')
  }

  resume(): void {
    this.#server?.child.kill('SIGCONT')
  }
}

/** A process of `binnacle agent`. */
export class MortalAgent implements Victim {
  readonly name: string
  readonly #args: readonly string[]
  #child: ChildProcess | undefined

  constructor(name: string, args: readonly string[]) {
    this.name = name
    this.#args = args
  }

  async start(): Promise<void> {
    const main = new URL('../../../src/cli/main.js', import.meta.url).pathname
    this.#child ??= spawn(process.execPath, [main, 'agent', ...this.#args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return
    assert.deepEqual([child.exitCode, child.signalCode], [null, null], 'the agent still runs')
    child.kill('SIGKILL')
    await exitOf(child)
  }

  suspend(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }
}
