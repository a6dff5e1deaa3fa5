import { EventEmitter } from 'node:events'
import type { ProcessEnvironment, Screen } from './process-environment.js'

/** A fake process environment that records its output. `printed` fires for every line of standard output. */
export class Terminal extends EventEmitter implements ProcessEnvironment {
  readonly out: string[] = []
  readonly err: string[] = []
  readonly bytes: Buffer[] = []
  readonly signals = new EventEmitter()
  readonly screen: Screen | undefined

  constructor(screen?: Screen) {
    super()
    this.screen = screen
  }

  readonly print = (line: string) => {
    this.out.push(line)
    this.emit('printed')
  }
  readonly printError = (line: string) => {
    this.err.push(line)
  }
  readonly writeBytes = async (bytes: Buffer) => {
    this.bytes.push(bytes)
  }

  async lines(count: number): Promise<void> {
    while (this.out.length < count) await new Promise((resolve) => this.once('printed', resolve))
  }
}
