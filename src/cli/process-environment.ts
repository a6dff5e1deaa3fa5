import type { EventEmitter } from 'node:events'

/** What a command needs of the process around it. */
export interface ProcessEnvironment {
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error. */
  complain(line: string): void
  /** Writes bytes to standard output, and resolves when there is room for more. */
  writeBytes(bytes: Buffer): Promise<void>
  /** Standard error, if that is a terminal on which a line can be drawn again. */
  readonly screen: Screen | undefined
  /** Emits `SIGTERM` and `SIGINT`. */
  readonly signals: EventEmitter
}

export interface Screen {
  readonly columns: number
  write(text: string): void
}
