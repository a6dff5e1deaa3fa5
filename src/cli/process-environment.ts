import type { EventEmitter } from 'node:events'
import { nearest } from '#util/nearest.js'

/** What a command needs of the process around it. */
export interface ProcessEnvironment {
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error. */
  printError(line: string): void
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

/** Thrown while arguments are read, when they cannot be understood. The message is one line for the user. */
export class UsageError extends Error {}

/** Names what is not known, and what may have been meant. */
export function unknown(what: 'flag' | 'command', given: string, known: readonly string[]): UsageError {
  const suggestion = nearest(given, known)
  return new UsageError(
    `unknown ${what} ${quote(given)}${suggestion === undefined ? '' : `, did you mean ${suggestion}?`}`,
  )
}

/** On one line, whatever is in it. */
export function quote(text: string): string {
  return JSON.stringify(text)
}

/** By convention 128 and the number of the signal. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const
export type StopSignal = keyof typeof SIGNAL_CODES
const STOP_SIGNALS = Object.keys(SIGNAL_CODES) as StopSignal[]

/** Resolves when the process is asked to stop. Until it resolves no such signal ends the process. */
export function nextSignal(signals: EventEmitter): Promise<StopSignal> {
  return new Promise((resolve) => {
    const listener = (signal: StopSignal) => {
      for (const name of STOP_SIGNALS) signals.off(name, listener)
      resolve(signal)
    }
    for (const name of STOP_SIGNALS) signals.on(name, listener)
  })
}
